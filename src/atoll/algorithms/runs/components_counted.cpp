// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/components.hpp"
#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<Counted<Components<std::uint32_t>>>;
template class Run<Counted<Components<std::uint32_t>>>;
template struct Executor<Counted<Components<std::uint32_t>>>;
template class VerticesOf<Counted<Components<std::uint64_t>>>;
template class Run<Counted<Components<std::uint64_t>>>;
template struct Executor<Counted<Components<std::uint64_t>>>;

}  // namespace Atoll
