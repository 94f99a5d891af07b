// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/pagerank.hpp"

#include "atoll/algorithms/execute.hpp"

namespace Atoll {

template class VerticesOf<PageRank<double>>;
template class Run<PageRank<double>>;
template struct Executor<PageRank<double>>;
template class VerticesOf<PageRank<float>>;
template class Run<PageRank<float>>;
template struct Executor<PageRank<float>>;

}  // namespace Atoll
