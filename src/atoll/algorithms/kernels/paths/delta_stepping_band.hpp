// SPDX-License-Identifier: Apache-2.0
// How far the horizon of DeltaStepping moves, learned from a search that was made: from the bucket by which it was
// heavy to the one by which most arcs were settled. With less behind the horizon it has to move again, with more what
// is pushed could have been pulled. This differs from graph to graph, and hardly from source to source.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/paths/delta_stepping.hpp"
#include "atoll/base/function_ref.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {

// False: so little was reached that the rest would never be pulled, and no horizon pays. Where it was enough and yet not
// most, the plan stays.
template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::learn_band() {
  const std::optional<std::uint64_t> band = band_for(mostly, arcs_by_bucket());
  if (band) plan_.band_buckets = *band;
  return band.has_value() || reached_enough();
}

// Then tries nearer horizons, and keeps the fastest. A pull writes each distance once and only by its owner, so it does
// not slow down where several threads search; a push does. So a nearer horizon may be worth the arcs that are read more,
// which is asked of this machine: as long as it takes less time, in turn, for others may be busy there. What heads are
// good for is not judged meanwhile: a band that is not kept would tell.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::try_nearer_bands(FunctionRef<double()> search_again) {
  constexpr double step = 0.1, least = 0.5;  // of all arcs
  constexpr double gain = 0.95;              // of the time: a nearer horizon takes no more than that
  constexpr int turns = 2;
  if (shares_.size() == 1) return;
  struct Band {
    double settled;
    std::uint64_t buckets;
  };
  const auto use = [&](const Band& band) {
    share_before_horizon_ = band.settled;
    plan_.band_buckets = band.buckets;
  };
  const auto seconds = [&](const Band& band) {
    use(band);
    return search_again();
  };
  const auto is_faster = [&](const Band& band, const Band& than) {
    double now = std::numeric_limits<double>::infinity(), before = now;
    for (int turn = 0; turn < turns; ++turn) {
      before = std::min(before, seconds(than));
      now = std::min(now, seconds(band));
      if (now > gain * before) return false;
    }
    return true;
  };
  const std::vector<std::uint64_t> by_bucket = arcs_by_bucket();  // the same of each search
  Band best{share_before_horizon_, plan_.band_buckets};
  judges_heads_ = false;
  for (double settled = mostly - step; settled > least; settled -= step) {
    const std::optional<std::uint64_t> buckets = band_for(settled, by_bucket);
    if (!buckets || *buckets >= best.buckets) continue;
    const Band band{settled, *buckets};
    if (!is_faster(band, best)) break;
    best = band;
  }
  judges_heads_ = true;
  use(best);
}

// In the last search, from the bucket by which it was heavy to the one by which such a share of all arcs was settled, if
// it was.
template <class Lengths, class ArcRows>
std::optional<std::uint64_t> DeltaStepping<Lengths, ArcRows>::band_for(
    double share, std::span<const std::uint64_t> arcs_by_bucket) const {
  const double arcs = static_cast<double>(graph_.arcs);
  double settled = 0;
  std::uint64_t first_heavy = 0;
  for (std::uint64_t bucket = 0; bucket < arcs_by_bucket.size(); ++bucket) {
    settled += static_cast<double>(arcs_by_bucket[bucket]);
    if (settled <= heavy * arcs) first_heavy = bucket + 1;
    if (settled >= share * arcs) return bucket + 1 - first_heavy;
  }
  return {};
}

template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::reached_enough() const {
  const auto arcs_of = [&](std::uint64_t v) {
    return distance_[v] == Lengths::none ? 0 : out_.degree(static_cast<std::uint32_t>(v));
  };
  const auto arcs = sum_over<std::uint64_t>(graph_.vertices, arcs_of, crew_);
  return static_cast<double>(arcs) > settled_enough() * static_cast<double>(graph_.arcs);
}

// Of the first ones.
template <class Lengths, class ArcRows>
std::vector<std::uint64_t> DeltaStepping<Lengths, ArcRows>::arcs_by_bucket() const {
  constexpr std::uint64_t vertices_per_chunk = 1u << 14;
  const Lengths lengths(plan_.bucket_width);
  std::vector<std::uint64_t> all(Bins::window);
  crew_.for_chunks(graph_.vertices, vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<std::uint64_t, Bins::window> mine{};
    for (std::uint64_t v = begin; v < end; ++v) {
      const std::uint64_t bucket = distance_[v] == Lengths::none ? Bins::window : lengths.bucket(distance_[v]);
      if (bucket < Bins::window) mine[bucket] += out_.degree(static_cast<std::uint32_t>(v));
    }
    for (std::size_t bucket = 0; bucket < mine.size(); ++bucket)
      if (mine[bucket] > 0) std::atomic_ref(all[bucket]).fetch_add(mine[bucket], std::memory_order_relaxed);
  });
  return all;
}

}  // namespace Atoll::kernels
