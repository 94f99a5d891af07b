// SPDX-License-Identifier: Apache-2.0
// What parallel arcs become. Invariant: they come adjacent and sorted by payload, so min is the first and max the last.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/graph/build.hpp"
#include "atoll/graph/graph.hpp"

namespace Atoll {

struct Fold {
  Merge merge;
  WeightType type;
  const Labels& labels;  // for errors only

  // The weight of the arcs u -> v. Integers are summed in 64 bits, floats in double. Throws Error(input) on overflow.
  std::uint32_t operator()(std::uint64_t u, std::uint64_t v, std::span<const std::uint32_t> bits) const {
    if (merge == Merge::sum && bits.size() > 1) return sum(u, v, bits);
    return merge == Merge::max ? bits.back() : bits.front();
  }

  // The first place in the list.
  std::uint64_t operator()(std::uint64_t, std::uint64_t, std::span<const std::uint64_t> places) const {
    return places.front();
  }

 private:
  std::uint32_t sum(std::uint64_t u, std::uint64_t v, std::span<const std::uint32_t> bits) const;
};

}  // namespace Atoll
