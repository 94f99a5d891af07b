// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/bfs.hpp"
#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<Counted<Bfs<std::uint32_t, Parent<std::uint32_t>>>>;
template class Run<Counted<Bfs<std::uint32_t, Parent<std::uint32_t>>>>;
template struct Executor<Counted<Bfs<std::uint32_t, Parent<std::uint32_t>>>>;
template class VerticesOf<Counted<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>>;
template class Run<Counted<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>>;
template struct Executor<Counted<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>>;
template class VerticesOf<Counted<Bfs<std::uint32_t, Level>>>;
template class Run<Counted<Bfs<std::uint32_t, Level>>>;
template struct Executor<Counted<Bfs<std::uint32_t, Level>>>;
template class VerticesOf<Counted<Bfs<std::uint64_t, Parent<std::uint64_t>>>>;
template class Run<Counted<Bfs<std::uint64_t, Parent<std::uint64_t>>>>;
template struct Executor<Counted<Bfs<std::uint64_t, Parent<std::uint64_t>>>>;
template class VerticesOf<Counted<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>>;
template class Run<Counted<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>>;
template struct Executor<Counted<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>>;
template class VerticesOf<Counted<Bfs<std::uint64_t, Level>>>;
template class Run<Counted<Bfs<std::uint64_t, Level>>>;
template struct Executor<Counted<Bfs<std::uint64_t, Level>>>;

}  // namespace Atoll
