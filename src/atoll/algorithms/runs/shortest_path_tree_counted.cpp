// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/executor.hpp"
#include "atoll/algorithms/sssp.hpp"

namespace Atoll {

template class VerticesOf<Counted<ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>>>;
template class Run<Counted<ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>>>;
template struct Executor<Counted<ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>>>;
template class VerticesOf<Counted<ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>>>;
template class Run<Counted<ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>>>;
template struct Executor<Counted<ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>>>;
template class VerticesOf<Counted<ShortestPathTree<std::uint32_t, algebra::Unweighted, std::uint32_t>>>;
template class Run<Counted<ShortestPathTree<std::uint32_t, algebra::Unweighted, std::uint32_t>>>;
template struct Executor<Counted<ShortestPathTree<std::uint32_t, algebra::Unweighted, std::uint32_t>>>;
template class VerticesOf<Counted<ShortestPathTree<std::uint64_t, algebra::Unweighted, std::uint64_t>>>;
template class Run<Counted<ShortestPathTree<std::uint64_t, algebra::Unweighted, std::uint64_t>>>;
template struct Executor<Counted<ShortestPathTree<std::uint64_t, algebra::Unweighted, std::uint64_t>>>;
template class VerticesOf<Counted<ShortestPathTree<float, float, std::uint32_t>>>;
template class Run<Counted<ShortestPathTree<float, float, std::uint32_t>>>;
template struct Executor<Counted<ShortestPathTree<float, float, std::uint32_t>>>;
template class VerticesOf<Counted<ShortestPathTree<float, float, std::uint64_t>>>;
template class Run<Counted<ShortestPathTree<float, float, std::uint64_t>>>;
template struct Executor<Counted<ShortestPathTree<float, float, std::uint64_t>>>;

}  // namespace Atoll
