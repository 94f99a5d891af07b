// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/sssp.hpp"

#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<Sssp<std::uint32_t, std::int32_t>>;
template class Run<Sssp<std::uint32_t, std::int32_t>>;
template struct Executor<Sssp<std::uint32_t, std::int32_t>>;
template class VerticesOf<Sssp<std::uint64_t, std::int32_t>>;
template class Run<Sssp<std::uint64_t, std::int32_t>>;
template struct Executor<Sssp<std::uint64_t, std::int32_t>>;
template class VerticesOf<Sssp<std::uint32_t, algebra::Unweighted>>;
template class Run<Sssp<std::uint32_t, algebra::Unweighted>>;
template struct Executor<Sssp<std::uint32_t, algebra::Unweighted>>;
template class VerticesOf<Sssp<std::uint64_t, algebra::Unweighted>>;
template class Run<Sssp<std::uint64_t, algebra::Unweighted>>;
template struct Executor<Sssp<std::uint64_t, algebra::Unweighted>>;
template class VerticesOf<Sssp<float, float>>;
template class Run<Sssp<float, float>>;
template struct Executor<Sssp<float, float>>;

}  // namespace Atoll
