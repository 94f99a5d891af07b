// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/pagerank.hpp"

#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<PageRank>;
template class Run<PageRank>;
template struct Executor<PageRank>;

}  // namespace Atoll
