// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/assemble.hpp"

#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"

namespace Atoll::partition {

void check_parts(int parts) {
  if (parts >= 1 && parts <= parts_max) return;
  throw Error(ErrorKind::usage, fmt::format("cannot cut a graph into {} parts", parts), {},
              fmt::format("choose 1 to {}", parts_max));
}

Partition cut(IdArray order, std::vector<std::uint64_t> first, bool wide, Crew& crew) {
  Partition result;
  result.first = std::move(first);
  if (order.is_counting()) {
    result.internal_of = IdArray::counting(0, order.size());
  } else {
    result.internal_of = IdArray(order.size(), wide);
    invert(order, result.internal_of, crew);
  }
  result.user_of = std::move(order);
  return result;
}

Partition in_order(RowOrder&& order, bool wide, Crew& crew) {
  const Stopwatch watch;
  Partition result = cut(std::move(order.user_of), std::move(order.first), wide, crew);
  result.strategy = std::move(order.strategy);
  result.seconds = watch.seconds();
  return result;
}

}  // namespace Atoll::partition
