// SPDX-License-Identifier: Apache-2.0
// Rows in order of (target, payload). The payload of an arc is its weight, its place in the list it came from, or
// nothing. Invariant: equal arcs are indistinguishable, so the order of the scatter before leaves no trace.
#pragma once

#include <cstdint>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

struct Nothing {};  // the payload of an unweighted arc

// Weights are ordered by value: their bits as unsigned numbers, with the sign put right. Negative zero precedes zero.
struct WeightOrder {
  explicit WeightOrder(WeightType type) : negative_(type == WeightType::real ? ~std::uint32_t{0} : 0) {}
  std::uint32_t key(std::uint32_t bits) const { return bits ^ ((spread(bits) & negative_) | top); }
  std::uint32_t bits(std::uint32_t key) const { return key ^ ((spread(~key) & negative_) | top); }

 private:
  static constexpr std::uint32_t top = std::uint32_t{1} << 31;
  static std::uint32_t spread(std::uint32_t x) { return std::uint32_t{0} - (x >> 31); }
  std::uint32_t negative_;
};

// Payload: Nothing, std::uint32_t (the bits of a weight of `type`) or std::uint64_t (a place). `payload` is
// as long as the targets, or empty for Nothing. Rows from 2^18 arcs on are sorted by all threads together.
// Throws Error(cancelled | resource).
template <class Id, class Payload>
void sort_rows(Csr<Id>& rows, Array<Payload>& payload, WeightType type, Crew& crew, Steps& steps);

}  // namespace Atoll
