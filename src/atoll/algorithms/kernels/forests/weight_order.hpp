// SPDX-License-Identifier: Apache-2.0
// Weights as unsigned numbers of 32 bits in the order of the weights, and back. -0.0 counts as 0.0; there is no NaN.
#pragma once

#include <cstdint>

#include "atoll/graph/graph.hpp"

namespace Atoll::kernels {

inline constexpr std::uint32_t sign_bit = 0x80000000u;

// bits: of a std::int32_t, or of a float. Without weights all are alike.
template <WeightType type>
constexpr std::uint32_t rank_of_weight(std::uint32_t bits) {
  if constexpr (type == WeightType::none) return 0;
  if constexpr (type == WeightType::integer) return bits ^ sign_bit;
  if (bits == sign_bit) bits = 0;
  return (bits & sign_bit) != 0 ? ~bits : bits ^ sign_bit;
}

// Without weights every arc weighs 1.
template <WeightType type>
constexpr std::uint32_t weight_of_rank(std::uint32_t rank) {
  if constexpr (type == WeightType::none) return 1;
  if constexpr (type == WeightType::integer) return rank ^ sign_bit;
  return (rank & sign_bit) != 0 ? rank ^ sign_bit : ~rank;
}

// work.template operator()<type>().
template <class F>
decltype(auto) with_weight_type(WeightType type, F&& work) {
  switch (type) {
    case WeightType::integer: return work.template operator()<WeightType::integer>();
    case WeightType::real: return work.template operator()<WeightType::real>();
    case WeightType::none: break;
  }
  return work.template operator()<WeightType::none>();
}

}  // namespace Atoll::kernels
