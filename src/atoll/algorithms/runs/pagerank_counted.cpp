// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/execute.hpp"
#include "atoll/algorithms/pagerank.hpp"

namespace Atoll {

template class VerticesOf<Counted<PageRank<double>>>;
template class Run<Counted<PageRank<double>>>;
template struct Executor<Counted<PageRank<double>>>;
template class VerticesOf<Counted<PageRank<float>>>;
template class Run<Counted<PageRank<float>>>;
template struct Executor<Counted<PageRank<float>>>;

}  // namespace Atoll
