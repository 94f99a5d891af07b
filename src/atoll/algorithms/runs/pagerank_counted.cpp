// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/executor.hpp"
#include "atoll/algorithms/pagerank.hpp"

namespace Atoll {

template class VerticesOf<Counted<PageRank>>;
template class Run<Counted<PageRank>>;
template struct Executor<Counted<PageRank>>;

}  // namespace Atoll
