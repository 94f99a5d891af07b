// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/components.hpp"

#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<Components<std::uint32_t>>;
template class Run<Components<std::uint32_t>>;
template struct Executor<Components<std::uint32_t>>;
template class VerticesOf<Components<std::uint64_t>>;
template class Run<Components<std::uint64_t>>;
template struct Executor<Components<std::uint64_t>>;

}  // namespace Atoll
