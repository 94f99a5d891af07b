// SPDX-License-Identifier: Apache-2.0
// The steps of DeltaStepping. All threads come to the same meetings and read the same sums there, so each decides for
// itself what all do next, and all decide alike.
#pragma once

#include "atoll/algebra/monoid.hpp"
#include "atoll/algorithms/kernels/paths/delta_stepping.hpp"
#include "atoll/base/atomic.hpp"

namespace Atoll::kernels {

// A search that reaches little is over before threads that sleep would be awake: those that do are left alone, as are all
// where the plan says so. False: they are wanted.
template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::ends_alone(std::span<const Entry> starts) {
  const auto threads = static_cast<std::uint64_t>(crew_.threads());
  const std::uint64_t grain = crew_.awake() ? (distance_.size() + threads - 1) / threads : distance_.size();
  crew_.for_chunks(distance_.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(distance_.begin() + begin, distance_.begin() + end, Lengths::none);
  });
  put(starts);
  Share& mine = shares_[0];
  const std::uint64_t first = mine.bins.first(0);
  const std::uint64_t arcs_max = plan_.alone ? ~std::uint64_t{0} : std::min(few_arcs, graph_.arcs / alone_share);
  const Stopwatch watch;
  if (first != no_bucket) walk_alone(mine, first, arcs_max);
  mine.effort.seconds = watch.seconds();
  for (Share& share : shares_) share.walked_alone = true;
  if (mine.bins.first(mine.bucket) != no_bucket || mine.bins.first_beyond() != no_bucket || mine.effort.too_far)
    return false;
  if (mine.effort.vertices != 0) steps_->add({.vertices = mine.effort.vertices, .scanned = mine.effort.arcs});
  return true;
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::begin(Worker& me, std::span<const Entry> starts) {
  deal_slots(me, [&](std::uint32_t v) { distance_[v] = Lengths::none; });
  me.meet();
  if (me.index == 0) put(starts);
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::put(std::span<const Entry> starts) {
  for (const Entry& start : starts) {
    distance_[start.vertex] = start.distance;
    shares_[0].bins.put(shares_[0].lengths.bucket(start.distance), start);
  }
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::work(Worker& me) {
  Share& mine = shares_[static_cast<std::size_t>(me.index)];
  while (go_on(me, mine, meet(me, mine, Direction::push))) {
  }
}

// All tell what they did and have, and hear of the others. Of what one thread walked alone, it tells for all.
template <class Lengths, class ArcRows>
auto DeltaStepping<Lengths, ArcRows>::meet(Worker& me, Share& mine, Direction direction) -> Sum {
  const bool walked_alone = std::exchange(mine.walked_alone, false);
  if (!walked_alone) {
    tell(mine, mine);
  } else if (me.index == 0) {
    for (Share& share : shares_) tell(mine, share);
  }
  me.meet();
  const Sum sum = sum_of(mine);
  ++mine.round;
  if (sum.effort.seconds > 0 && is_small()) mine.pace.add(work_of(sum), sum.effort.seconds, walked_alone);
  if (me.index == 0 && sum.effort.vertices != 0)
    steps_->add({.vertices = sum.effort.vertices, .scanned = sum.effort.arcs, .direction = direction});
  return sum;
}

// What is the same for all threads, I read in my own copy: others may not have come so far.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::tell(const Share& mine, Share& share) {
  Told& told = share.told[mine.round % 2];
  told.first = share.bins.first(mine.bucket);
  told.beyond = share.bins.first_beyond();
  told.effort = std::exchange(share.effort, {});
  if (told.first != no_bucket) told.offered = share.bins.show(told.first);
}

template <class Lengths, class ArcRows>
auto DeltaStepping<Lengths, ArcRows>::sum_of(const Share& mine) const -> Sum {
  Sum sum;
  for (const Share& share : shares_) {
    const Told& told = share.told[mine.round % 2];
    if (told.first < sum.first) sum.chunks = 0;
    sum.first = std::min(sum.first, told.first);
    if (told.first == sum.first && told.first != no_bucket) sum.chunks += told.offered.size();
    sum.beyond = std::min(sum.beyond, told.beyond);
    sum.effort += told.effort;
  }
  return sum;
}

// False: all is done.
template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::go_on(Worker& me, Share& mine, const Sum& sum) {
  if (sum.effort.too_far) too_far_ = true;
  if (sum.effort.too_far) return false;
  mine.settled_arcs += sum.effort.arcs;
  mine.relaxed += sum.effort.vertices;
  const std::uint64_t next = sum.first != no_bucket ? sum.first : sum.beyond;
  const bool has_horizon = mine.horizon_bucket != no_bucket;
  if (next != no_bucket && are_too_wide(mine, next)) {
    narrow_buckets(mine, next);
  } else if (has_horizon && next >= mine.horizon_bucket) {
    cross_horizon(me, mine, next);
  } else if (next == no_bucket) {
    return false;
  } else if (sum.first == no_bucket) {
    mine.bucket = next;
    mine.bins.move(next, [&](const Entry& entry) { return bucket_now(mine, entry); });
  } else {
    if (sum.effort.heavy) {
      mine.held_from = mine.lengths.start(next);
      move_horizon(mine, next + mine.band_buckets);
    }
    mine.bucket = next;
    drain(me, mine, sum);
  }
  return true;
}

// Where many short arcs and a few long ones lie apart, a bucket as wide as suits all of them has many short ways to each
// vertex, and whoever comes nearer leads all behind him anew: work in the square of the vertices. Buckets become narrower
// until vertices are relaxed a few times each; the next time that takes twice as much. `next`: the first with entries.
template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::are_too_wide(const Share& mine, std::uint64_t next) const {
  return mine.relaxed > mine.relaxed_max && mine.band_buckets == 0 && mine.lengths.start(next) < Lengths::too_far;
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::narrow_buckets(Share& mine, std::uint64_t next) {
  const Key from = mine.lengths.start(next);
  mine.lengths = mine.lengths.narrower();
  mine.relaxed_max += mine.relaxed;
  mine.bucket = mine.lengths.bucket(from);
  mine.bins.renumber(mine.bucket, [&](const Entry& entry) { return bucket_now(mine, entry); });
}

// All that is nearer than the horizon is final. A pull reads the arcs of whatever is not settled yet, also where no path
// leads: it pays once few are left. Where nobody waits and much is left, little is reached: all that was held is pushed.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::cross_horizon(Worker& me, Share& mine, std::uint64_t next) {
  const double arcs = static_cast<double>(graph_.arcs);
  const bool enough = static_cast<double>(mine.settled_arcs) > settled_enough() * arcs;
  if (enough && in_.has_value()) return pull(me, mine);
  const Key from = mine.horizon;
  mine.band_buckets += std::max<std::uint64_t>(1, mine.band_buckets / 2);
  const bool last = enough || next == no_bucket;
  move_horizon(mine, last ? no_bucket : mine.horizon_bucket + mine.band_buckets);
  deal_slots(me, [&](std::uint32_t v) {
    const Key distance = load_relaxed(distance_[v]);
    if (distance < mine.held_from || distance >= from) return;
    const std::uint32_t limit = mine.horizon == Lengths::none ? any_weight : Lengths::limit(mine.horizon, distance);
    push(mine, v, distance, Lengths::limit(from, distance), limit);
  });
  settle_offers(mine);
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::move_horizon(Share& mine, std::uint64_t bucket) {
  mine.horizon = bucket == no_bucket ? Lengths::none : mine.lengths.start(bucket);
  mine.horizon_bucket = mine.horizon == Lengths::none ? no_bucket : bucket;
  if (mine.horizon == Lengths::none) mine.band_buckets = 0;
}

// Relaxes the first bucket: what all have of it, then what I find.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::drain(Worker& me, Share& mine, const Sum& sum) {
  mine.walked_alone = sum.chunks <= few_chunks || mine.pace.alone();
  if (mine.walked_alone && me.index != 0) return;  // the first tells for me
  const Stopwatch watch;
  if (mine.walked_alone) {
    walk_alone(mine, sum.first, few_arcs);
  } else {
    drain_together(me, mine, sum);
  }
  mine.effort.seconds = watch.seconds();
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::drain_together(const Worker& me, Share& mine, const Sum& sum) {
  mine.bins.take_shown(sum.first, mine.taken);
  relax_offered(me, mine, sum.first);
  settle_offers(mine);
  const auto chunks = [&] { return mine.bins.chunks(sum.first); };
  while (!mine.effort.heavy && !is_due(mine) && chunks() != 0 && chunks() <= chunks_kept)
    relax_bucket(mine, mine.bins, sum.first);
}

// A bucket is not worth a meeting, nor are those that follow, as long as they are small, or I am faster alone: whoever has
// them, I relax them, while the others wait for me.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::walk_alone(Share& mine, std::uint64_t bucket, std::uint64_t arcs_max) {
  std::size_t chunks = 0;
  mine.alone = true;
  do {
    mine.bucket = bucket;
    for (Share& share : shares_) relax_bucket(mine, share.bins, bucket);
    bucket = first_of_all(mine.bucket);
    if (bucket == no_bucket) bucket = move_windows(mine);
    chunks = 0;
    for (const Share& share : shares_) chunks += bucket == no_bucket ? 0 : share.bins.chunks(bucket);
  } while (!mine.effort.heavy && !mine.effort.too_far && !is_due(mine) && mine.effort.arcs < arcs_max &&
           bucket < mine.horizon_bucket &&
           (plan_.alone || mine.pace.alone() ? bucket != no_bucket : chunks <= few_chunks));
  mine.alone = shares_.size() == 1;
}

template <class Lengths, class ArcRows>
std::uint64_t DeltaStepping<Lengths, ArcRows>::first_of_all(std::uint64_t from) const {
  std::uint64_t first = no_bucket;
  for (const Share& share : shares_) first = std::min(first, share.bins.first(from));
  return first;
}

// Of all threads, to the first bucket beyond, unless it lies behind the horizon. Returns the first bucket, if there is one.
template <class Lengths, class ArcRows>
std::uint64_t DeltaStepping<Lengths, ArcRows>::move_windows(const Share& mine) {
  std::uint64_t next = no_bucket;
  for (const Share& share : shares_) next = std::min(next, share.bins.first_beyond());
  if (next >= mine.horizon_bucket) return no_bucket;
  for (Share& share : shares_) share.bins.move(next, [&](const Entry& entry) { return bucket_now(mine, entry); });
  return first_of_all(next);
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::relax_bucket(Share& mine, Bins& bins, std::uint64_t bucket) {
  bins.take(bucket, mine.taken);
  for (Chunk<Key>* chunk : mine.taken) relax_chunk(mine, *chunk);
  settle_offers(mine);
}

// On from what is reached as long as that stays in the bucket: nothing is queued, and in a chain who comes next lies
// beside. When I am due to meet the others, all wait.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::follow_chunk(Share& mine, Chunk<Key>& chunk) {
  for (std::uint32_t i = 0; i < chunk.size; ++i) {
    const Entry entry = chunk.entries[i];
    if (load_relaxed(distance_[entry.vertex]) == entry.distance) follow(mine, entry);
  }
  mine.bins.give_back(&chunk);
}

// From an entry of the bucket at hand. Of the ends that come nearer the first goes on, the others wait.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::follow(Share& mine, Entry at) {
  constexpr std::uint32_t nobody = ~std::uint32_t{0};
  while (at.vertex != nobody) {
    if (at.distance >= Lengths::too_far) {
      mine.effort.too_far = true;
      return;
    }
    if (is_due(mine)) return mine.bins.put(mine.lengths.bucket(at.distance), at);
    if (++mine.effort.vertices % followed_per_poll == 0) watch_->poll();
    mine.effort.arcs += out_.degree(at.vertex);
    Entry next{nobody, 0};
    out_.for_range(at.vertex, 0, any_weight, [&](std::uint32_t end, std::uint32_t weight) {
      const Entry offer{end, Lengths::add(at.distance, weight)};
      if (offer.distance >= load_relaxed(distance_[end]) || !lower(mine, end, offer.distance)) return;
      const std::uint64_t bucket = mine.lengths.bucket(offer.distance);
      if (next.vertex == nobody && bucket == mine.bucket) {
        next = offer;
      } else {
        mine.bins.put(bucket, offer);
      }
    });
    at = next;
  }
}

// With v the frontier would be worth a horizon, and there is none yet.
template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::is_heavy(const Share& mine, std::uint32_t v) const {
  if (mine.band_buckets == 0 || mine.horizon_bucket != no_bucket) return false;
  return static_cast<double>(mine.settled_arcs + mine.effort.arcs + out_.degree(v)) >
         heavy * static_cast<double>(graph_.arcs);
}

// Of what all have of a bucket, my own first: what I found lies in my caches.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::relax_offered(const Worker& me, Share& mine, std::uint64_t bucket) {
  const std::size_t threads = shares_.size();
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t owner = (static_cast<std::size_t>(me.index) + i) % threads;
    const Told& told = shares_[owner].told[(mine.round - 1) % 2];
    if (told.first != bucket) continue;
    dealer_->deal(owner, mine.round, told.offered.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t chunk = begin; chunk < end; ++chunk) relax_chunk(mine, *told.offered[chunk]);
    });
  }
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::relax_chunk(Share& mine, Chunk<Key>& chunk) {
  watch_->poll();
  if (plan_.follows) return follow_chunk(mine, chunk);
  for (std::uint32_t i = 0; i < chunk.size; ++i) {
    if (i + 2 * ahead < chunk.size) {
      const std::uint32_t later = chunk.entries[i + 2 * ahead].vertex;
      __builtin_prefetch(&distance_[later]);
      __builtin_prefetch(&graph_.out.offsets[later]);
      out_.prefetch(chunk.entries[i + ahead].vertex);
    }
    const Entry entry = chunk.entries[i];
    if (load_relaxed(distance_[entry.vertex]) != entry.distance) continue;
    if (mine.effort.heavy || is_heavy(mine, entry.vertex)) {  // all shall see it before
      mine.effort.heavy = true;
      mine.bins.put(mine.lengths.bucket(entry.distance), entry);
    } else {
      relax(mine, entry.vertex, entry.distance);
    }
  }
  mine.bins.give_back(&chunk);
}

template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::relax(Share& mine, std::uint32_t v, Key distance) {
  if (distance >= Lengths::too_far) {
    mine.effort.too_far = true;
    return;
  }
  ++mine.effort.vertices;
  mine.effort.arcs += out_.degree(v);
  const std::uint32_t limit = mine.horizon == Lengths::none ? any_weight : Lengths::limit(mine.horizon, distance);
  push(mine, v, distance, 0, limit);
}

// Offers along the arcs of v with from <= weight < limit. Without a branch, since few are better than what is known,
// and so that many ends are on their way at a time.
template <class Lengths, class ArcRows>
void DeltaStepping<Lengths, ArcRows>::push(Share& mine, std::uint32_t v, Key distance, std::uint32_t from,
                                           std::uint32_t limit) {
  // Here, for a compiler thinks that atomic loads change what lies elsewhere.
  std::size_t pending = mine.pending;
  Entry* const offers = mine.offers;
  const Key* const known = distance_.data();
  out_.for_range(v, from, limit, [&](std::uint32_t end, std::uint32_t weight) {
    const Key offer = Lengths::add(distance, weight);
    offers[pending] = {end, offer};
    pending += offer < load_relaxed(known[end]) ? 1u : 0u;
    if (pending != offers_max) return;
    mine.pending = offers_max;
    settle_offers(mine);
    pending = 0;
  });
  mine.pending = static_cast<std::uint32_t>(pending);
}

// Apart, so that to push an arc, which comes here when there are many, is short.
template <class Lengths, class ArcRows>
[[gnu::noinline]] void DeltaStepping<Lengths, ArcRows>::settle_offers(Share& mine) {
  if (plan_.spares_ends) return settle_offers_sparing_ends(mine);
  for (std::uint32_t i = 0; i < mine.pending; ++i) {
    const Entry offer = mine.offers[i];
    if (offer.distance < load_relaxed(distance_[offer.vertex]) && lower(mine, offer.vertex, offer.distance))
      mine.bins.put(mine.lengths.bucket(offer.distance), offer);
  }
  mine.pending = 0;
}

// Whoever has no arc, or none but the way it is reached by, is not put into a bucket.
template <class Lengths, class ArcRows>
[[gnu::noinline]] void DeltaStepping<Lengths, ArcRows>::settle_offers_sparing_ends(Share& mine) {
  const std::uint64_t leads_nowhere = graph_.directed ? 0 : 1;  // arcs
  const std::span offers(mine.offers, std::exchange(mine.pending, 0));
  for (const Entry& offer : offers) graph_.out.fetch_offsets(offer.vertex);
  for (const Entry& offer : offers) {
    if (offer.distance < load_relaxed(distance_[offer.vertex]) && lower(mine, offer.vertex, offer.distance) &&
        out_.degree(offer.vertex) > leads_nowhere)
      mine.bins.put(mine.lengths.bucket(offer.distance), offer);
  }
}

template <class Lengths, class ArcRows>
bool DeltaStepping<Lengths, ArcRows>::lower(const Share& mine, std::uint32_t v, Key distance) {
  return mine.alone ? fold<Min<Key>, Writers::one>(distance_[v], distance)
                    : fold<Min<Key>, Writers::many>(distance_[v], distance);
}

// work(begin, end) for the slots of the pieces I get, mostly those that I got before.
template <class Lengths, class ArcRows>
template <class F>
void DeltaStepping<Lengths, ArcRows>::deal_pieces(const Worker& me, F&& work) {
  const std::span<const std::uint32_t> bounds = graph_.chunks->bounds();
  const std::uint64_t round = shares_[static_cast<std::size_t>(me.index)].round;
  dealer_->deal_shares(0, round, bounds.size() - 1, me, [&](std::uint64_t piece) {
    watch_->poll();
    work(bounds[piece], bounds[piece + 1]);
  });
}

// visit(v) for each of them.
template <class Lengths, class ArcRows>
template <class F>
void DeltaStepping<Lengths, ArcRows>::deal_slots(const Worker& me, F&& visit) {
  deal_pieces(me, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t v = begin; v < end; ++v) visit(v);
  });
}

}  // namespace Atoll::kernels
