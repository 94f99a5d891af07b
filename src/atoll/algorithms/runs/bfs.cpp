// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/bfs.hpp"

#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<Bfs<std::uint32_t, Parent<std::uint32_t>>>;
template class Run<Bfs<std::uint32_t, Parent<std::uint32_t>>>;
template struct Executor<Bfs<std::uint32_t, Parent<std::uint32_t>>>;
template class VerticesOf<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>;
template class Run<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>;
template struct Executor<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>;
template class VerticesOf<Bfs<std::uint32_t, Level>>;
template class Run<Bfs<std::uint32_t, Level>>;
template struct Executor<Bfs<std::uint32_t, Level>>;
template class VerticesOf<Bfs<std::uint64_t, Parent<std::uint64_t>>>;
template class Run<Bfs<std::uint64_t, Parent<std::uint64_t>>>;
template struct Executor<Bfs<std::uint64_t, Parent<std::uint64_t>>>;
template class VerticesOf<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>;
template class Run<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>;
template struct Executor<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>;
template class VerticesOf<Bfs<std::uint64_t, Level>>;
template class Run<Bfs<std::uint64_t, Level>>;
template struct Executor<Bfs<std::uint64_t, Level>>;

}  // namespace Atoll
