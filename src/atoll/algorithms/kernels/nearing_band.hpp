// SPDX-License-Identifier: Apache-2.0
// How far the horizon of Nearing moves, learned from a search that was made: from the bucket by which it was heavy to the
// one by which most arcs were settled. With less behind the horizon it has to move again, with more what is pushed could
// have been pulled. This differs from graph to graph, and hardly from source to source.
#pragma once

#include <optional>

#include "atoll/algorithms/kernels/nearing.hpp"

namespace Atoll::kernels {

// Where too little was reached to tell, the plan stays.
template <class Lengths, class ArcRows>
void Nearing<Lengths, ArcRows>::learn_band(const Watch& watch) {
  if (plan_.band_buckets == 0 || graph_.arcs == 0) return;
  watch_ = &watch;
  const double arcs = static_cast<double>(graph_.arcs);
  double settled = 0;
  std::optional<std::uint64_t> first_heavy;
  const std::vector<std::uint64_t> by_bucket = arcs_by_bucket();
  for (std::uint64_t bucket = 0; bucket < by_bucket.size(); ++bucket) {
    settled += static_cast<double>(by_bucket[bucket]);
    if (!first_heavy && settled > heavy * arcs) first_heavy = bucket;
    if (settled < mostly * arcs) continue;
    plan_.band_buckets = bucket - *first_heavy + 1;
    return;
  }
}

// Of the first ones.
template <class Lengths, class ArcRows>
std::vector<std::uint64_t> Nearing<Lengths, ArcRows>::arcs_by_bucket() {
  std::vector<std::vector<std::uint64_t>> found(shares_.size(), std::vector<std::uint64_t>(Bins::window));
  dealer_.emplace(1);
  crew_.run([&](Worker& me) {
    const auto index = static_cast<std::size_t>(me.index);
    shares_[index].round = 1;
    deal_slots(shares_[index], [&](std::uint32_t v) {
      if (distance_[v] == Lengths::none) return;
      const std::uint64_t bucket = lengths_.bucket(distance_[v]);
      if (bucket < Bins::window) found[index][bucket] += out_.degree(v);
    });
  });
  std::vector<std::uint64_t> all(Bins::window);
  for (const auto& mine : found) {
    for (std::size_t bucket = 0; bucket < all.size(); ++bucket) all[bucket] += mine[bucket];
  }
  return all;
}

}  // namespace Atoll::kernels
