// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/generate/kronecker.hpp"

#include <cmath>

namespace Atoll::generate {

// Vose's construction of the alias table: outcomes below the mean share their slot with one above it.
KroneckerEdges::KroneckerEdges(const Kronecker& shape, std::uint64_t seed)
    : random_(seed, kronecker_stream),
      scrambler_(shape.scale, seed),
      mask_((std::uint64_t{1} << shape.scale) - 1),
      draws_((static_cast<std::uint64_t>(shape.scale) + 3) / 4) {
  const std::array<double, 4> quadrant{shape.a, shape.b, shape.c, std::max(0.0, 1 - shape.a - shape.b - shape.c)};
  std::array<double, 256> share{};  // of a slot: probability * 256
  std::vector<std::size_t> small, large;
  for (std::size_t outcome = 0; outcome < 256; ++outcome) {
    share[outcome] = 256;
    for (std::size_t level = 0; level < 4; ++level) {
      const std::size_t choice = outcome >> (2 * level) & 3;
      share[outcome] *= quadrant[choice];
      slots_[outcome].source = static_cast<std::uint8_t>(slots_[outcome].source | (choice >> 1) << level);
      slots_[outcome].target = static_cast<std::uint8_t>(slots_[outcome].target | (choice & 1) << level);
    }
    (share[outcome] < 1 ? small : large).push_back(outcome);
  }
  while (!small.empty() && !large.empty()) {
    const std::size_t low = small.back(), high = large.back();
    small.pop_back();
    slots_[low].threshold = static_cast<std::uint32_t>(std::lround(share[low] * 0x1p24));
    slots_[low].other_source = slots_[high].source;
    slots_[low].other_target = slots_[high].target;
    share[high] -= 1 - share[low];
    if (share[high] < 1) {
      large.pop_back();
      small.push_back(high);
    }
  }
}

}  // namespace Atoll::generate
