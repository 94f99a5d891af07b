// SPDX-License-Identifier: Apache-2.0
// The pull of DeltaStepping: everything that lies beyond the horizon, at once.
#pragma once

#include "atoll/algorithms/kernels/paths/delta_stepping.hpp"

namespace Atoll::kernels {

// The far vertices from the near ones; then from each other.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::pull(Worker& me, Share& mine) {
  mine.bucket = mine.horizon_bucket;
  mine.bins.clear(mine.bucket);
  deal_pieces(me, [&](std::uint32_t begin, std::uint32_t end) { pull_rows(mine, begin, std::min(end, with_arcs_)); });
  meet(me, mine, Direction::pull);
  bool stable = false;
  for (int round = 0; !stable && round < far_rounds_max; ++round) {
    relax_far_arcs(mine, false);
    const Sum sum = meet(me, mine, Direction::pull);
    stable = !sum.effort.changed;
    mine.effort.too_far = mine.effort.too_far || sum.effort.too_far;
  }
  if (!stable) relax_far_arcs(mine, true);
  move_horizon(mine, no_bucket);
  pull_unreached(mine);
}

// The far vertices are listed first, without a branch: then it is known whose rows come next.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::pull_rows(Share& mine, std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t together = RowHeads::vertices_max;
  std::array<std::uint32_t, together> far;
  for (std::uint64_t first = begin; first < end; first += together) {
    const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, first + together));
    if (!heads_.empty()) {
      pull_by_heads(mine, static_cast<std::uint32_t>(first), last);
      continue;
    }
    std::size_t count = 0;
    for (auto v = static_cast<std::uint32_t>(first); v < last; ++v) {
      far[count] = v;
      count += distance_[v] >= mine.horizon ? 1u : 0u;
    }
    mine.effort.vertices += count;
    for (std::size_t i = 0; i < std::min(rows_ahead, count); ++i) in_->prefetch(far[i]);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + rows_ahead < count) in_->prefetch(far[i + rows_ahead]);
      if (pull_row(mine, far[i], 0)) keep_far_arcs(mine, far[i]);
    }
  }
}

// The first arcs by vectors, and the rest as above.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::pull_by_heads(Share& mine, std::uint32_t begin, std::uint32_t end) {
  if constexpr (may_have_heads) {
    RowHeads::Lists lists;
    const RowHeads::Unfinished unfinished = heads_.pull(
        {.distances = distance_.data(), .horizon = mine.horizon, .held_from = mine.held_from}, begin, end, lists);
    mine.effort.vertices += unfinished.far;
    mine.effort.arcs += unfinished.looked;
    mine.heads_pulled += unfinished.far;
    mine.heads_left += unfinished.open.size();
    const std::span open = unfinished.open;
    for (const std::uint32_t entry : open.first(std::min(rows_ahead, open.size())))
      in_->prefetch(RowHeads::Unfinished::row(entry).vertex);
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (i + rows_ahead < open.size()) in_->prefetch(RowHeads::Unfinished::row(open[i + rows_ahead]).vertex);
      const auto [v, beside_far] = RowHeads::Unfinished::row(open[i]);
      if (pull_row(mine, v, unfinished.arc) || beside_far) keep_far_arcs(mine, v);
    }
    for (const std::uint32_t v : unfinished.beside_far) keep_far_arcs(mine, v);
  }
}

// Where most rows go on behind their heads, as in a graph without hubs, the next searches walk the rows.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::judge_heads() {
  std::uint64_t pulled = 0, left = 0;
  for (const Share& share : shares_) {
    pulled += share.heads_pulled;
    left += share.heads_left;
  }
  if (2 * left > pulled) heads_ = {};
}

// From an arc of the row on. Whether one of them leads from a far vertex.
template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::pull_row(Share& mine, std::uint32_t v, std::uint32_t first) {
  Key best = distance_[v];
  const Key before = best;
  std::uint32_t limit = Lengths::limit(best, mine.held_from);
  bool beside_far = false;
  in_->for_lighter(
      v, [&] { return limit; },
      [&](std::uint32_t end, std::uint32_t weight) {
        ++mine.effort.arcs;
        const Key near = load_relaxed(distance_[end]);
        beside_far = beside_far || near >= mine.horizon;
        if (near >= mine.horizon || Lengths::add(near, weight) >= best) return;
        best = Lengths::add(near, weight);
        limit = Lengths::limit(best, mine.held_from);
      },
      first);
  if (best < before) store_relaxed(distance_[v], best);
  return beside_far;
}

// From far vertices, that may matter.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::keep_far_arcs(Share& mine, std::uint32_t v) {
  const Key best = distance_[v];
  if (best == Lengths::none) return mine.unreached.push_back(v);
  const std::uint32_t limit = Lengths::limit(best, mine.horizon);
  in_->for_lighter(
      v, [&] { return limit; },
      [&](std::uint32_t end, std::uint32_t weight) {
        if (load_relaxed(distance_[end]) >= mine.horizon) mine.far_arcs.push_back({end, v, weight});
      });
}

// With `wake`, what comes nearer is put into its bucket.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::relax_far_arcs(Share& mine, bool wake) {
  for (std::size_t i = 0; i < mine.far_arcs.size(); ++i) {
    if (i % followed_per_poll == 0) watch_->poll();
    const FarArc arc = mine.far_arcs[i];
    const Key near = load_relaxed(distance_[arc.from]);
    if (near == Lengths::none) continue;
    if (near >= Lengths::too_far) {
      mine.effort.too_far = true;
      continue;
    }
    const Key far = Lengths::add(near, arc.weight);
    if (far >= load_relaxed(distance_[arc.to]) || !lower(mine, arc.to, far)) continue;
    mine.effort.changed = true;
    if (wake) mine.bins.put(mine.lengths.bucket(far), {arc.to, far});
  }
}

// Whom the pull left without a distance, the far may reach, which have theirs now; whoever lies behind is pushed to, at
// once: most lead nowhere, and few of a bucket would be one thread's.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::pull_unreached(Share& mine) {
  for (std::size_t i = 0; i < mine.unreached.size(); ++i) {
    if (i % unreached_per_poll == 0) watch_->poll();
    if (i + ahead < mine.unreached.size()) {
      in_->prefetch(mine.unreached[i + ahead]);
      out_.prefetch(mine.unreached[i + ahead]);
    }
    const std::uint32_t v = mine.unreached[i];
    Key best = Lengths::none;
    in_->for_lighter(
        v, [] { return any_weight; },
        [&](std::uint32_t end, std::uint32_t weight) {
          const Key distance = load_relaxed(distance_[end]);
          if (distance == Lengths::none) return;
          mine.effort.too_far = mine.effort.too_far || distance >= Lengths::too_far;
          if (!mine.effort.too_far) best = std::min(best, Lengths::add(distance, weight));
        });
    if (best < load_relaxed(distance_[v]) && lower(mine, v, best)) relax(mine, v, best);
  }
  settle_offers(mine);
}

}  // namespace Atoll::kernels
