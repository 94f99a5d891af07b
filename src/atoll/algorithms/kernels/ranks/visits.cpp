// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/visits.hpp"

#include <algorithm>

namespace Atoll::kernels {

Array<Visits> VisitTally::all() const {
  Array<Visits> all(visits_.size() - static_cast<std::size_t>(std::ranges::count(visits_, 0u)));
  Visits* next = all.begin();
  for (std::uint32_t i = 0; i < visits_.size(); ++i) {
    if (visits_[i] == 0) continue;
    const std::uint32_t segment = i / Visits::lengths;
    const std::uint32_t length = i % Visits::lengths;
    *next++ = {segment, length, visits_[i],
               length == 0 ? long_words_[segment] : std::uint64_t{visits_[i]} * (length + 1)};
  }
  return all;
}

VisitPlaces::VisitPlaces(std::span<const Visits> all, std::uint16_t* words, std::uint32_t segments)
    : places_(std::size_t{segments} * Visits::lengths) {
  for (const Visits& visits : all) {
    places_[std::size_t{visits.segment} * Visits::lengths + visits.length] = {words, words + visits.words};
    words += visits.words;
  }
}

}  // namespace Atoll::kernels
