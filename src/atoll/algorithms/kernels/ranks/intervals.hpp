// SPDX-License-Identifier: Apache-2.0
// Ends of a row that follow one another: what pages of a site link to, and are linked from, lies together in a crawl
// that is in the order of addresses, and of cnr-2000 52 of 100 arcs in are in intervals of 32 and more (Boldi and
// Vigna, "The WebGraph Framework I: Compression Techniques", WWW 2004). The first and the last tell all of them, and
// what they say is added up from neighbouring places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

constexpr std::size_t interval_min = 32;   // ends: of fewer, a loop whose end is not expected costs what it saves
constexpr std::size_t interval_unit = 16;  // as many, or a multiple of it, so that nothing is asked of the last ones

// Whether a sample shows that it pays to look for them in the rows in.
bool has_intervals(const OnePart& graph);

// The first interval among ends, which ascend (those of parallel arcs are the same), without those that are too many
// for its unit; empty if there is none.
inline std::span<const std::uint32_t> next_interval(std::span<const std::uint32_t> ends) {
  constexpr std::size_t stride = interval_min / 2;  // wherever an interval begins, one stride lies in it
  const auto follows = [ends](std::size_t i) { return ends[i] == ends[i - 1] + 1; };
  for (std::size_t i = 0; i + stride < ends.size(); i += stride) {
    if (ends[i + stride] - ends[i] != stride) [[likely]]
      continue;
    std::size_t begin = i, end = i + 1;
    while (begin > 0 && follows(begin)) --begin;
    while (end < ends.size() && follows(end)) ++end;
    if (end - begin >= interval_min) return ends.subspan(begin, (end - begin) / interval_unit * interval_unit);
  }
  return {};
}

// take(each interval). Returns the other ends, in `others` if there is any interval.
template <class Take>
std::span<const std::uint32_t> take_intervals(std::span<const std::uint32_t> ends, std::vector<std::uint32_t>& others,
                                              const Take& take) {
  if (ends.size() < interval_min) return ends;
  std::span<const std::uint32_t> interval = next_interval(ends);
  if (interval.empty()) return ends;
  others.clear();
  for (; !interval.empty(); interval = next_interval(ends)) {
    const auto before = static_cast<std::size_t>(interval.data() - ends.data());
    others.insert(others.end(), ends.data(), interval.data());
    ends = ends.subspan(before + interval.size());
    take(interval);
  }
  others.insert(others.end(), ends.begin(), ends.end());
  return others;
}

}  // namespace Atoll::kernels
