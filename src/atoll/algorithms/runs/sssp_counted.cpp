// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/executor.hpp"
#include "atoll/algorithms/sssp.hpp"

namespace Atoll {

template class VerticesOf<Counted<Sssp<std::uint32_t, std::int32_t>>>;
template class Run<Counted<Sssp<std::uint32_t, std::int32_t>>>;
template struct Executor<Counted<Sssp<std::uint32_t, std::int32_t>>>;
template class VerticesOf<Counted<Sssp<std::uint64_t, std::int32_t>>>;
template class Run<Counted<Sssp<std::uint64_t, std::int32_t>>>;
template struct Executor<Counted<Sssp<std::uint64_t, std::int32_t>>>;
template class VerticesOf<Counted<Sssp<std::uint32_t, algebra::Unweighted>>>;
template class Run<Counted<Sssp<std::uint32_t, algebra::Unweighted>>>;
template struct Executor<Counted<Sssp<std::uint32_t, algebra::Unweighted>>>;
template class VerticesOf<Counted<Sssp<std::uint64_t, algebra::Unweighted>>>;
template class Run<Counted<Sssp<std::uint64_t, algebra::Unweighted>>>;
template struct Executor<Counted<Sssp<std::uint64_t, algebra::Unweighted>>>;
template class VerticesOf<Counted<Sssp<float, float>>>;
template class Run<Counted<Sssp<float, float>>>;
template struct Executor<Counted<Sssp<float, float>>>;

}  // namespace Atoll
