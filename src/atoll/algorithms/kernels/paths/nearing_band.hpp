// SPDX-License-Identifier: Apache-2.0
// How far the horizon of Nearing moves, learned from a search that was made: from the bucket by which it was heavy to the
// one by which most arcs were settled. With less behind the horizon it has to move again, with more what is pushed could
// have been pulled. This differs from graph to graph, and hardly from source to source.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "atoll/algorithms/kernels/paths/nearing.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {

// False: so little was reached that the rest would never be pulled, and no horizon pays. Where it was enough and yet not
// most, the plan stays.
template <class Lengths, class ArcRows>
bool Nearing<Lengths, ArcRows>::learn_band() {
  const double arcs = static_cast<double>(graph_.arcs);
  double settled = 0;
  std::optional<std::uint64_t> first_heavy;
  const std::vector<std::uint64_t> by_bucket = arcs_by_bucket();
  for (std::uint64_t bucket = 0; bucket < by_bucket.size(); ++bucket) {
    settled += static_cast<double>(by_bucket[bucket]);
    if (!first_heavy && settled > heavy * arcs) first_heavy = bucket;
    if (settled < mostly * arcs) continue;
    plan_.band_buckets = bucket - *first_heavy + 1;
    return true;
  }
  return settled > settled_enough * arcs;
}

template <class Lengths, class ArcRows>
bool Nearing<Lengths, ArcRows>::reached_enough() const {
  const auto arcs_of = [&](std::uint64_t v) {
    return distance_[v] == Lengths::none ? 0 : out_.degree(static_cast<std::uint32_t>(v));
  };
  const auto arcs = sum_over<std::uint64_t>(graph_.vertices, arcs_of, crew_);
  return static_cast<double>(arcs) > settled_enough * static_cast<double>(graph_.arcs);
}

// Of the first ones.
template <class Lengths, class ArcRows>
std::vector<std::uint64_t> Nearing<Lengths, ArcRows>::arcs_by_bucket() const {
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
