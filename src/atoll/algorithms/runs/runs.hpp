// SPDX-License-Identifier: Apache-2.0
// What the files beside this one have compiled, for those who run these programs by other exchanges as well.
#pragma once

#include "atoll/algorithms/bfs.hpp"
#include "atoll/algorithms/components.hpp"
#include "atoll/algorithms/degree.hpp"
#include "atoll/algorithms/execution.hpp"
#include "atoll/algorithms/pagerank.hpp"
#include "atoll/algorithms/sssp.hpp"

namespace Atoll {

extern template class VerticesOf<Bfs<std::uint32_t, Parent<std::uint32_t>>>;
extern template class Run<Bfs<std::uint32_t, Parent<std::uint32_t>>>;
extern template class VerticesOf<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>;
extern template class Run<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>;
extern template class VerticesOf<Bfs<std::uint32_t, Level>>;
extern template class Run<Bfs<std::uint32_t, Level>>;
extern template class VerticesOf<Bfs<std::uint64_t, Parent<std::uint64_t>>>;
extern template class Run<Bfs<std::uint64_t, Parent<std::uint64_t>>>;
extern template class VerticesOf<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>;
extern template class Run<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>;
extern template class VerticesOf<Bfs<std::uint64_t, Level>>;
extern template class Run<Bfs<std::uint64_t, Level>>;
extern template class VerticesOf<Counted<Bfs<std::uint32_t, Parent<std::uint32_t>>>>;
extern template class Run<Counted<Bfs<std::uint32_t, Parent<std::uint32_t>>>>;
extern template class VerticesOf<Counted<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>>;
extern template class Run<Counted<Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>>>;
extern template class VerticesOf<Counted<Bfs<std::uint32_t, Level>>>;
extern template class Run<Counted<Bfs<std::uint32_t, Level>>>;
extern template class VerticesOf<Counted<Bfs<std::uint64_t, Parent<std::uint64_t>>>>;
extern template class Run<Counted<Bfs<std::uint64_t, Parent<std::uint64_t>>>>;
extern template class VerticesOf<Counted<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>>;
extern template class Run<Counted<Bfs<std::uint64_t, ParentAndLevel<std::uint64_t>>>>;
extern template class VerticesOf<Counted<Bfs<std::uint64_t, Level>>>;
extern template class Run<Counted<Bfs<std::uint64_t, Level>>>;
extern template class VerticesOf<Components<std::uint32_t>>;
extern template class Run<Components<std::uint32_t>>;
extern template class VerticesOf<Components<std::uint64_t>>;
extern template class Run<Components<std::uint64_t>>;
extern template class VerticesOf<Counted<Components<std::uint32_t>>>;
extern template class Run<Counted<Components<std::uint32_t>>>;
extern template class VerticesOf<Counted<Components<std::uint64_t>>>;
extern template class Run<Counted<Components<std::uint64_t>>>;
extern template class VerticesOf<Degree>;
extern template class Run<Degree>;
extern template class VerticesOf<Counted<Degree>>;
extern template class Run<Counted<Degree>>;
extern template class VerticesOf<PageRank>;
extern template class Run<PageRank>;
extern template class VerticesOf<Counted<PageRank>>;
extern template class Run<Counted<PageRank>>;
extern template class VerticesOf<Sssp<std::uint32_t, std::int32_t>>;
extern template class Run<Sssp<std::uint32_t, std::int32_t>>;
extern template class VerticesOf<Sssp<std::uint64_t, std::int32_t>>;
extern template class Run<Sssp<std::uint64_t, std::int32_t>>;
extern template class VerticesOf<Sssp<std::uint32_t, algebra::Unweighted>>;
extern template class Run<Sssp<std::uint32_t, algebra::Unweighted>>;
extern template class VerticesOf<Sssp<std::uint64_t, algebra::Unweighted>>;
extern template class Run<Sssp<std::uint64_t, algebra::Unweighted>>;
extern template class VerticesOf<Sssp<float, float>>;
extern template class Run<Sssp<float, float>>;
extern template class VerticesOf<Counted<Sssp<std::uint32_t, std::int32_t>>>;
extern template class Run<Counted<Sssp<std::uint32_t, std::int32_t>>>;
extern template class VerticesOf<Counted<Sssp<std::uint64_t, std::int32_t>>>;
extern template class Run<Counted<Sssp<std::uint64_t, std::int32_t>>>;
extern template class VerticesOf<Counted<Sssp<std::uint32_t, algebra::Unweighted>>>;
extern template class Run<Counted<Sssp<std::uint32_t, algebra::Unweighted>>>;
extern template class VerticesOf<Counted<Sssp<std::uint64_t, algebra::Unweighted>>>;
extern template class Run<Counted<Sssp<std::uint64_t, algebra::Unweighted>>>;
extern template class VerticesOf<Counted<Sssp<float, float>>>;
extern template class Run<Counted<Sssp<float, float>>>;
extern template class VerticesOf<ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>>;
extern template class Run<ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>>;
extern template class VerticesOf<ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>>;
extern template class Run<ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>>;
extern template class VerticesOf<ShortestPathTree<std::uint32_t, algebra::Unweighted, std::uint32_t>>;
extern template class Run<ShortestPathTree<std::uint32_t, algebra::Unweighted, std::uint32_t>>;
extern template class VerticesOf<ShortestPathTree<std::uint64_t, algebra::Unweighted, std::uint64_t>>;
extern template class Run<ShortestPathTree<std::uint64_t, algebra::Unweighted, std::uint64_t>>;
extern template class VerticesOf<ShortestPathTree<float, float, std::uint32_t>>;
extern template class Run<ShortestPathTree<float, float, std::uint32_t>>;
extern template class VerticesOf<ShortestPathTree<float, float, std::uint64_t>>;
extern template class Run<ShortestPathTree<float, float, std::uint64_t>>;
extern template class VerticesOf<Counted<ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>>>;
extern template class Run<Counted<ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>>>;
extern template class VerticesOf<Counted<ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>>>;
extern template class Run<Counted<ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>>>;
extern template class VerticesOf<Counted<ShortestPathTree<std::uint32_t, algebra::Unweighted, std::uint32_t>>>;
extern template class Run<Counted<ShortestPathTree<std::uint32_t, algebra::Unweighted, std::uint32_t>>>;
extern template class VerticesOf<Counted<ShortestPathTree<std::uint64_t, algebra::Unweighted, std::uint64_t>>>;
extern template class Run<Counted<ShortestPathTree<std::uint64_t, algebra::Unweighted, std::uint64_t>>>;
extern template class VerticesOf<Counted<ShortestPathTree<float, float, std::uint32_t>>>;
extern template class Run<Counted<ShortestPathTree<float, float, std::uint32_t>>>;
extern template class VerticesOf<Counted<ShortestPathTree<float, float, std::uint64_t>>>;
extern template class Run<Counted<ShortestPathTree<float, float, std::uint64_t>>>;

}  // namespace Atoll
