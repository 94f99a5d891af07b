// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/visits.hpp"

#include <algorithm>

namespace Atoll::kernels {

Array<Visits> VisitTally::all() const {
  Array<Visits> all(visits_.size() - static_cast<std::size_t>(std::ranges::count(visits_, 0u)));
  Visits* next = all.begin();
  for (std::uint32_t i = 0; i < visits_.size(); ++i) {
    if (visits_[i] == 0) continue;
    const std::uint32_t segment = i / Visits::kinds;
    const std::uint32_t kind = i % Visits::kinds;
    const std::uint64_t words_each = kind == Visits::interval ? Visits::words_of_interval : kind + 1;
    *next++ = {segment, kind, visits_[i],
               kind == Visits::longer ? long_words_[segment] : std::uint64_t{visits_[i]} * words_each};
  }
  return all;
}

VisitPlaces::VisitPlaces(std::span<const Visits> all, std::uint16_t* words, std::uint32_t segments)
    : places_(std::size_t{segments} * Visits::kinds) {
  for (const Visits& visits : all) {
    place_of(visits.segment, visits.kind) = {words, words + visits.words};
    words += visits.words;
  }
}

}  // namespace Atoll::kernels
