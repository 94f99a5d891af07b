// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/fold.hpp"

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "atoll/base/error.hpp"

namespace Atoll {
namespace {

template <class W>
bool fits(double sum) {
  return sum >= static_cast<double>(std::numeric_limits<W>::lowest()) &&
         sum <= static_cast<double>(std::numeric_limits<W>::max());
}

}  // namespace

std::uint32_t Fold::sum(std::uint64_t u, std::uint64_t v, std::span<const std::uint32_t> bits) const {
  std::int64_t integers = 0;
  double reals = 0;
  for (const std::uint32_t x : bits) {
    if (type == WeightType::real) {
      reals += static_cast<double>(std::bit_cast<float>(x));
    } else {
      integers += std::bit_cast<std::int32_t>(x);
    }
  }
  const bool good = type == WeightType::real ? fits<float>(reals) : fits<std::int32_t>(static_cast<double>(integers));
  if (!good) {
    throw Error(ErrorKind::input, "the weights of parallel arcs add up to more than 32 bits hold",
                fmt::format("arcs from {} to {}", labels.of(u), labels.of(v)),
                "merge them by min or max, or scale the weights down");
  }
  return type == WeightType::real ? std::bit_cast<std::uint32_t>(static_cast<float>(reals))
                                  : std::bit_cast<std::uint32_t>(static_cast<std::int32_t>(integers));
}

}  // namespace Atoll
