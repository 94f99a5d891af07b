// SPDX-License-Identifier: Apache-2.0
// Ends of a row that follow one another: what pages of a site link to, and are linked from, lies together in a crawl
// that is in the order of addresses, and of cnr-2000 61 of 100 arcs in are in intervals of 16 and more (Boldi and
// Vigna, "The WebGraph Framework I: Compression Techniques", WWW 2004). The first and the last tell all of them, and
// what they say is added up from neighbouring places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

struct Interval {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

constexpr std::size_t interval_min = 32;   // ends: of fewer, a loop whose end is not expected costs what it saves
constexpr std::size_t interval_unit = 16;  // as many, or a multiple of it, so that nothing is asked of the last ones

// Whether a sample shows that it pays to look for them in the rows in.
bool has_intervals(const OnePart& graph);

// Where in the row the next interval lies, from there on; ends that are too many for its unit are left. Ends ascend, those
// of parallel arcs are the same. Without any: {ends.size(), 0}.
struct IntervalPlace {
  std::size_t begin = 0;
  std::size_t size = 0;
};
inline IntervalPlace next_interval(std::span<const std::uint32_t> ends, std::size_t from) {
  constexpr std::size_t stride = interval_min / 2;  // wherever an interval begins, one stride lies in it
  const auto follows = [ends](std::size_t i) { return ends[i] == ends[i - 1] + 1; };
  for (std::size_t i = from; i + stride < ends.size(); i += stride) {
    if (ends[i + stride] - ends[i] != stride) [[likely]]
      continue;
    std::size_t begin = i, end = i + 1;
    while (begin > from && follows(begin)) --begin;
    while (end < ends.size() && follows(end)) ++end;
    if (end - begin >= interval_min) return {begin, (end - begin) / interval_unit * interval_unit};
  }
  return {ends.size(), 0};
}

// take(each interval). Returns the other ends, in `others` if there is any.
template <class Take>
std::span<const std::uint32_t> take_intervals(std::span<const std::uint32_t> ends, std::vector<std::uint32_t>& others,
                                              const Take& take) {
  if (ends.size() < interval_min) return ends;
  IntervalPlace at = next_interval(ends, 0);
  if (at.size == 0) return ends;
  others.clear();
  std::size_t from = 0;
  const auto keep_up_to = [&](std::size_t to) { others.insert(others.end(), ends.data() + from, ends.data() + to); };
  for (; at.size > 0; at = next_interval(ends, from)) {
    keep_up_to(at.begin);
    from = at.begin + at.size;
    take(Interval{ends[at.begin], ends[from - 1]});
  }
  keep_up_to(ends.size());
  return others;
}

}  // namespace Atoll::kernels
