// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/degree.hpp"

#include "atoll/algorithms/executor.hpp"

namespace Atoll {

template class VerticesOf<Degree>;
template class Run<Degree>;
template struct Executor<Degree>;

}  // namespace Atoll
