// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/shrinking.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t words_per_grain = 64;
constexpr std::uint64_t worth = 64;       // a round takes at least one in so many of those left
constexpr std::uint64_t growth_max = 2;   // edges more than before when one is taken, as long as there is room
constexpr std::size_t compared_max = 64;  // of two rows the shorter: in longer ones no way is looked for
constexpr std::uint64_t none = ~std::uint64_t{0};

constexpr std::uint32_t pair_bit(std::uint32_t i, std::uint32_t j) {
  const std::uint32_t low = std::min(i, j), high = std::max(i, j);
  return std::uint32_t{1} << (high * (high - 1) / 2 + low);
}

std::uint64_t bit_of(std::uint32_t v) { return std::uint64_t{1} << (v % bits_per_word); }

}  // namespace

Shrinking::Shrinking(const OnePart& graph, TakenVertices& taken, Crew& crew)
    : taken_(taken),
      crew_(crew),
      vertices_(graph.vertices),
      arcs_max_(graph.arcs),
      place_(vertices_, Contents::whatever),
      left_(words_for(vertices_)),
      turns_(left_.size()),
      refused_(left_.size()),
      rows_((vertices_ + rows_per_block - 1) / rows_per_block),
      begin_(vertices_ + rows_.size()),
      scratch_(static_cast<std::size_t>(crew.threads())) {
  for (std::uint32_t kind = 0; kind < kinds; ++kind) chosen_.emplace_back(vertices_);
  each_word([&](std::uint64_t word) { left_[word] = low_bits(vertices_ - word * bits_per_word); });
  make_rows([&](std::uint32_t v) { return graph.out.degree(v); },
            [&](std::uint32_t v, const auto& emit) {
              for (std::uint64_t e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e)
                emit(graph.out.ends[e], graph.out.weights == nullptr ? 1 : graph.out.weights[e]);
            });
}

// Until few can be taken and there are no detours. These are looked for when half are left of those there were then, for
// that takes as long as a round.
void Shrinking::go(FunctionRef<bool(double)> goes_on) {
  std::uint64_t left_then = vertices_;
  for (bool clean = false;;) {
    const std::uint64_t chosen = choose(give_turns());
    if (!goes_on(static_cast<double>(chosen) / static_cast<double>(vertices_left()))) break;
    const bool enough = chosen * worth > vertices_left() && records_fit();
    if (!enough && clean) break;
    if (enough) take_chosen(chosen);
    clean = !enough || 2 * vertices_left() <= left_then;
    if (!clean) continue;
    drop_detours();
    left_then = vertices_left();
  }
}

// Whether the records of those that were chosen and of all before have no more ends than the graph has arcs.
bool Shrinking::records_fit() const {
  std::uint64_t ends = taken_.ends();
  for (std::uint32_t i = 0; i < kinds; ++i) ends += kind(i).ends * chosen_[i].marks();
  return ends <= arcs_max_;
}

std::uint64_t Shrinking::arcs_left() const {
  std::uint64_t sum = 0;
  for (std::uint64_t block = 0; block < rows_.size(); ++block) {
    const std::uint64_t last = std::min<std::uint64_t>(vertices_, (block + 1) * rows_per_block);
    sum += begin_[last + block];
  }
  return sum;
}

template <class Visit>
void Shrinking::each_word(const Visit& visit) {
  crew_.for_chunks(left_.size(), words_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t word = begin; word < end; ++word) visit(word);
  });
}

// First those of few neighbours, which leave fewer arcs behind; among equals, by lot.
bool Shrinking::is_before(std::uint32_t u, std::uint32_t v) const {
  const std::uint32_t size_u = size_of(u), size_v = size_of(v);
  if (size_u != size_v) return size_u < size_v;
  const std::uint64_t lot_u = lots_.bits(u), lot_v = lots_.bits(v);
  return lot_u != lot_v ? lot_u < lot_v : u < v;
}

bool Shrinking::is_candidate(std::uint32_t v) const {
  return size_of(v) > 0 && size_of(v) <= TakenVertices::ends_max && !test_bit(refused_.data(), v);
}

bool Shrinking::has_turn(std::uint32_t v) const {
  if (!is_candidate(v)) return false;
  std::uint64_t weight = 0;
  for (const Arc& arc : row(v)) {
    if (is_candidate(arc.end) && is_before(arc.end, v)) return false;
    weight += arc.weight;
  }
  return weight <= weight_max;
}

// Returns to how many.
std::uint64_t Shrinking::give_turns() {
  lots_ = Random(1, taken_.rounds());
  std::atomic<std::uint64_t> count{0};
  each_word([&](std::uint64_t word) {
    std::uint64_t turns = 0;
    for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t bit) {
      const auto v = static_cast<std::uint32_t>(bit);
      if (has_turn(v)) turns |= bit_of(v);
    });
    turns_[word] = turns;
    count.fetch_add(static_cast<std::uint64_t>(std::popcount(turns)), std::memory_order_relaxed);
  });
  return count;
}

// Of those with a turn, whoever leaves hardly more arcs behind than it has. Returns how many.
std::uint64_t Shrinking::choose(std::uint64_t turns) {
  const std::uint64_t growth = std::min(growth_max, (arcs_max_ - arcs_left()) / 2 / std::max<std::uint64_t>(turns, 1));
  for (RankedBits& chosen : chosen_) chosen.clear(crew_);
  each_word([&](std::uint64_t word) {
    for_set_bits(turns_[word], word * bits_per_word, [&](std::uint64_t bit) {
      const auto v = static_cast<std::uint32_t>(bit);
      const Joins joins = joins_without(v);
      if (joins.fresh > size_of(v) + growth) {
        refused_[word] |= bit_of(v);
        return;
      }
      place_[v] = joins.pairs;
      chosen_[kind_of(v)].mark(v);
    });
  });
  std::uint64_t count = 0;
  for (RankedBits& chosen : chosen_) {
    chosen.count(crew_);
    count += chosen.marks();
  }
  return count;
}

// A way over another vertex that is as short does as well as the one over v, unless it may rely on v in its turn.
auto Shrinking::joins_without(std::uint32_t v) const -> Joins {
  const std::span<const Arc> arcs = row(v);
  Joins joins;
  for (std::uint32_t j = 1; j < arcs.size(); ++j) {
    for (std::uint32_t i = 0; i < j; ++i) {
      const std::uint64_t over_v = std::uint64_t{arcs[i].weight} + arcs[j].weight;
      const std::uint64_t direct = arc_between(arcs[i].end, arcs[j].end);
      if (direct <= over_v) continue;
      const bool over_another = is_way(arcs[i].end, arcs[j].end, over_v, [&](const Arc& arc, const Arc&) {
        return arc.end <= v && test_bit(turns_.data(), arc.end);
      });
      if (over_another) continue;
      joins.pairs |= pair_bit(i, j);
      joins.fresh += direct == none ? 1 : 0;
    }
  }
  return joins;
}

// Whether there is a way over another of at most this length, or, where it counts only if shorter, of less.
template <class IfShorter>
bool Shrinking::is_way(std::uint32_t u, std::uint32_t v, std::uint64_t length, const IfShorter& if_shorter) const {
  std::span<const Arc> few = row(u), many = row(v);
  if (few.size() > many.size()) std::swap(few, many);
  if (few.size() > compared_max) return false;
  auto at = many.begin();
  for (const Arc& arc : few) {
    if (arc.weight > length) continue;
    if (many.size() > compared_max) at = std::ranges::lower_bound(at, many.end(), arc.end, {}, &Arc::end);
    while (at != many.end() && at->end < arc.end) ++at;
    if (at == many.end()) return false;
    if (at->end != arc.end) continue;
    const std::uint64_t sum = std::uint64_t{arc.weight} + at->weight;
    if (sum < length || (sum == length && !if_shorter(arc, *at))) return true;
  }
  return false;
}

std::uint64_t Shrinking::arc_between(std::uint32_t u, std::uint32_t v) const {
  if (size_of(u) > size_of(v)) std::swap(u, v);
  const std::span<const Arc> arcs = row(u);
  const auto at = std::ranges::lower_bound(arcs, v, {}, &Arc::end);
  return at != arcs.end() && at->end == v ? at->weight : none;
}

void Shrinking::take_chosen(std::uint64_t count) {
  joins_ = Array<std::uint32_t>(count, Contents::whatever);
  first_of_round_ = taken_.count();
  for (std::uint32_t i = 0; i < kinds; ++i) take_those_of(i);
  taken_.end_round();
  make_rows([&](std::uint32_t v) { return bound_when_joined(v); },
            [&](std::uint32_t v, const auto& emit) { join(v, emit); });
}

std::uint32_t Shrinking::kind_of(std::uint32_t v) const {
  const bool narrow = std::ranges::all_of(row(v), [&](const Arc& arc) {
    return TakenVertices::is_near(v, arc.end) && arc.weight <= TakenVertices::narrow_weight_max;
  });
  return 2 * size_of(v) - (narrow ? 1 : 2);
}

// The chosen whose records are of this kind.
void Shrinking::take_those_of(std::uint32_t of_kind) {
  const RankedBits& chosen = chosen_[of_kind];
  if (chosen.marks() == 0) return;
  TakenVertices::Group& group = taken_.add(kind(of_kind), chosen.marks());
  chosen.for_each(crew_, [&](std::uint64_t bit, std::uint64_t rank) {
    const auto v = static_cast<std::uint32_t>(bit);
    group.put_vertex(rank, v);
    std::uint32_t k = 0;
    for (const Arc& arc : row(v)) group.put_end(rank, k++, arc.end, arc.weight);
    const std::uint32_t number = group.first + static_cast<std::uint32_t>(rank);
    joins_[number - first_of_round_] = place_[v];
    place_[v] = number;
    left_[v / bits_per_word] &= ~bit_of(v);
  });
}

// The arcs of v, those to a vertex that was taken going on to those of its other neighbours that are to be joined.
template <class Emit>
void Shrinking::join(std::uint32_t v, const Emit& emit) {
  for (const Arc& arc : row(v)) {
    if (is_left(arc.end)) {
      emit(arc.end, arc.weight);
      continue;
    }
    refused_[v / bits_per_word] &= ~bit_of(v);
    const std::uint32_t number = place_[arc.end];
    const TakenVertices::Record taken = taken_[number];
    const std::uint32_t pairs = joins_[number - first_of_round_];
    std::uint32_t self = 0;
    while (taken.end(self) != v) ++self;
    for (std::uint32_t i = 0; i < taken.kind.ends; ++i)
      if (i != self && (pairs & pair_bit(i, self)) != 0) emit(taken.end(i), arc.weight + taken.weight(i));
  }
}

// A short row is not read for it.
std::uint64_t Shrinking::bound_when_joined(std::uint32_t v) const {
  constexpr std::uint64_t ends_of_taken = TakenVertices::ends_max - 1;
  if (size_of(v) <= compared_max) return ends_of_taken * size_of(v);
  std::uint64_t bound = 0;
  for (const Arc& arc : row(v)) bound += is_left(arc.end) ? 1 : ends_of_taken;
  return bound;
}

// The row of v becomes what emitted(v, emit) emits: loops and at most bound(v) arcs, of which the lightest to each end
// stays. Who is not left has none.
template <class Bound, class Emitted>
void Shrinking::make_rows(const Bound& bound, const Emitted& emitted) {
  std::atomic<std::uint32_t> next{0};
  crew_.run([&](Worker& me) {
    Array<Arc>& made = scratch_[static_cast<std::size_t>(me.index)];
    for (std::uint32_t block; (block = next.fetch_add(1, std::memory_order_relaxed)) < rows_.size();) {
      crew_.poll();
      make_block(block, made, bound, emitted);
    }
  });
}

template <class Bound, class Emitted>
void Shrinking::make_block(std::uint32_t block, Array<Arc>& made, const Bound& bound, const Emitted& emitted) {
  const std::uint32_t first = block * rows_per_block;
  const std::uint32_t last = std::min(vertices_, first + rows_per_block);
  std::uint64_t room = 0;
  for (std::uint32_t v = first; v < last; ++v) room += is_left(v) ? bound(v) : 0;
  if (made.size() < room) made = Array<Arc>(room, Contents::whatever);
  std::uint32_t* const begin = &begin_[first + block];
  std::uint32_t size = 0;
  for (std::uint32_t v = first; v < last; ++v) {
    const std::uint32_t at = size;
    if (is_left(v)) size += make_row(v, made.data() + at, emitted);
    begin[v - first] = at;  // the row that it had was read
  }
  begin[last - first] = size;
  Array<Arc>& rows = rows_[block];
  if (rows.size() < size) rows = Array<Arc>(size);
  std::copy_n(made.begin(), size, rows.begin());
  rows.shrink(size);
}

// Returns its size.
template <class Emitted>
std::uint32_t Shrinking::make_row(std::uint32_t v, Arc* first, const Emitted& emitted) {
  Arc* last = first;
  emitted(v, [&](std::uint32_t end, std::uint32_t weight) {
    if (end != v) *last++ = {end, weight};
  });
  if (!std::is_sorted(first, last)) std::sort(first, last);
  last = std::unique(first, last, [](const Arc& a, const Arc& b) { return a.end == b.end; });
  return static_cast<std::uint32_t>(last - first);
}

// Arcs go that two others are no longer than: no shortest path needs them.
void Shrinking::drop_detours() {
  std::vector<Array<std::uint64_t>> detours(rows_.size());
  crew_.for_chunks(rows_.size(), 1, [&](std::uint64_t block, std::uint64_t) {
    detours[block] = detours_of(static_cast<std::uint32_t>(block));
  });
  crew_.for_chunks(rows_.size(), 1, [&](std::uint64_t block, std::uint64_t) {
    drop_from(static_cast<std::uint32_t>(block), detours[block]);
  });
}

// A bitmap of the arcs of a block.
Array<std::uint64_t> Shrinking::detours_of(std::uint32_t block) const {
  const std::uint32_t first = block * rows_per_block;
  const std::uint32_t last = std::min(vertices_, first + rows_per_block);
  const std::uint32_t* const begin = &begin_[first + block];
  Array<std::uint64_t> detours(words_for(begin[last - first]));
  for (std::uint32_t v = first; v < last; ++v) {
    for (std::uint32_t e = begin[v - first]; e < begin[v - first + 1]; ++e)
      if (is_detour(v, rows_[block][e])) set_bit(detours.data(), e);
  }
  return detours;
}

// Unless one of the two is 0, both are shorter than the arc, so that each that is dropped has ways of shorter ones.
bool Shrinking::is_detour(std::uint32_t v, const Arc& arc) const {
  return is_way(v, arc.end, arc.weight, [](const Arc& a, const Arc& b) { return a.weight == 0 || b.weight == 0; });
}

void Shrinking::drop_from(std::uint32_t block, const Array<std::uint64_t>& detours) {
  const std::uint32_t first = block * rows_per_block;
  const std::uint32_t last = std::min(vertices_, first + rows_per_block);
  std::uint32_t* const begin = &begin_[first + block];
  Array<Arc>& rows = rows_[block];
  std::uint32_t size = 0;
  for (std::uint32_t v = first, e = 0; v < last; ++v) {
    const std::uint32_t end = begin[v - first + 1];
    const std::uint32_t had = end - e;
    begin[v - first] = size;
    for (; e < end; ++e)
      if (!test_bit(detours.data(), e)) rows[size++] = rows[e];
    if (size - begin[v - first] < had) refused_[v / bits_per_word] &= ~bit_of(v);
  }
  begin[last - first] = size;
}

// The rows of a block are freed as soon as they are there.
Core Shrinking::core() {
  scratch_.clear();
  const std::uint32_t taken = taken_.count();
  RankedBits left(vertices_);
  each_word([&](std::uint64_t word) {
    for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t v) { left.mark(v); });
  });
  left.count(crew_);
  Core core;
  core.place = std::move(place_);
  core.vertex_of = Array<std::uint32_t>(left.marks());
  core.offsets = Array<std::uint64_t>(left.marks() + 1);
  left.for_each(crew_, [&](std::uint64_t v, std::uint64_t slot) {
    core.place[v] = taken + static_cast<std::uint32_t>(slot);
    core.vertex_of[slot] = static_cast<std::uint32_t>(v);
    core.offsets[slot] = size_of(static_cast<std::uint32_t>(v));
  });
  const std::uint64_t arcs = prefix_sum(core.offsets, crew_);
  core.ends = Array<std::uint32_t>(arcs);
  core.weights = Array<std::uint32_t>(arcs);
  crew_.for_chunks(rows_.size(), 1, [&](std::uint64_t block, std::uint64_t) {
    const std::uint64_t first = left.below(block * rows_per_block);
    const std::uint64_t last = left.below(std::min<std::uint64_t>(vertices_, (block + 1) * rows_per_block));
    std::uint64_t e = core.offsets[first];
    for (const Arc& arc : std::span(rows_[block].data(), core.offsets[last] - e)) {
      core.ends[e] = core.place[arc.end] - taken;
      core.weights[e++] = arc.weight;
    }
    rows_[block] = {};
  });
  return core;
}

}  // namespace Atoll::kernels
