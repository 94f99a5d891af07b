// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/degree.hpp"
#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<Counted<Degree>>;
template class Run<Counted<Degree>>;
template struct Executor<Counted<Degree>>;

}  // namespace Atoll
