// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/shrinking.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/topology/fill.hpp"
#include "atoll/topology/prefix_sum.hpp"
#include "atoll/topology/ranked_bits.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t words_per_block = 64;
constexpr std::uint64_t worth = 64;        // a round takes at least one in so many of those left
constexpr std::uint64_t fewest = 1 << 14;  // and one in so many of all, for afterwards each round is a meeting
constexpr double many_detours = 1.0 / 4;   // of the arcs, that are detours
constexpr double some_detours = 1.0 / 32;
constexpr std::uint32_t more_edges_max = 2;  // edges more than before when one is taken, as long as there is room
constexpr std::size_t compared_max = 64;     // of two rows the shorter: in longer ones no way is looked for
constexpr std::uint64_t no_arc = ~std::uint64_t{0};

constexpr std::uint32_t pair_bit(std::uint32_t i, std::uint32_t j) {
  const std::uint32_t low = std::min(i, j), high = std::max(i, j);
  return std::uint32_t{1} << (high * (high - 1) / 2 + low);
}

}  // namespace

Shrinking::Shrinking(const OnePart& graph, TakenVertices& taken, Crew& crew)
    : taken_(taken),
      crew_(crew),
      vertices_(graph.vertices),
      arcs_max_(graph.arcs),
      rows_(graph, crew),
      turns_(vertices_),
      left_(words_for(vertices_)),
      refused_(left_.size()),
      chosen_(left_.size()),
      chosen_of_(kinds * ((left_.size() + words_per_block - 1) / words_per_block)) {
  each_word([&](std::uint64_t word) { left_[word] = low_bits(vertices_ - word * bits_per_word); });
}

// Detours go where they are many; fewer of them when half are left of those there were then, for to look for them takes as
// long as a round, and when nobody could be taken otherwise.
void Shrinking::go(FunctionRef<bool(std::uint64_t, std::uint64_t)> pays) {
  std::uint64_t left_then = vertices_;
  bool stalled = false;
  for (bool clean = false;;) {
    const double detours = clean ? 0 : share_of_detours();
    if (detours >= many_detours || (detours >= some_detours && (stalled || 2 * vertices_left() <= left_then))) {
      drop_detours();
      left_then = vertices_left();
      clean = true;
    } else if (stalled) {
      return;
    }
    const std::uint64_t chosen = choose(give_turns());
    if (!records_fit()) return;
    stalled =
        chosen * worth <= vertices_left() || chosen * fewest < vertices_ || !pays(vertices_left() - chosen, arcs_then_);
    if (stalled) continue;
    take_chosen();
    clean = false;
  }
}

// Whether the records of those that were chosen and of all before have no more ends than the graph has arcs.
bool Shrinking::records_fit() const { return taken_.ends() + ends_of_chosen_ <= arcs_max_; }

// visit(block, the words of its vertices: begin, end).
template <class Visit>
void Shrinking::each_block(const Visit& visit) {
  crew_.for_chunks(left_.size(), words_per_block,
                   [&](std::uint64_t begin, std::uint64_t end) { visit(begin / words_per_block, begin, end); });
}

template <class Visit>
void Shrinking::each_word(const Visit& visit) {
  each_block([&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t word = begin; word < end; ++word) visit(word);
  });
}

// First those of few neighbours, which leave fewer arcs behind; among equals, by lot.
bool Shrinking::is_before(std::uint32_t u, std::uint32_t v) const {
  const std::uint32_t size_u = rows_.size(u), size_v = rows_.size(v);
  if (size_u != size_v) return size_u < size_v;
  const std::uint64_t lot_u = lots_.bits(u), lot_v = lots_.bits(v);
  return lot_u != lot_v ? lot_u < lot_v : u < v;
}

bool Shrinking::is_candidate(std::uint32_t v) const {
  return rows_.size(v) > 0 && rows_.size(v) <= TakenVertices::ends_max && !test_bit(refused_.data(), v);
}

bool Shrinking::has_turn(std::uint32_t v) const {
  if (!is_candidate(v)) return false;
  return std::ranges::none_of(rows_[v].ends, [&](std::uint32_t u) { return is_candidate(u) && is_before(u, v); });
}

// Returns to how many.
std::uint64_t Shrinking::give_turns() {
  lots_ = Random(1, taken_.rounds());
  each_word([&](std::uint64_t word) {
    std::uint64_t turns = 0;
    for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t bit) {
      const auto v = static_cast<std::uint32_t>(bit);
      if (has_turn(v)) turns |= mask_of(v);
    });
    turns_.set_word(word, turns);
  });
  turns_.count(crew_);
  turn_ = {};  // of a round that was not taken
  turn_ = Array<Turn>(turns_.marks());
  return turns_.marks();
}

// Of those with a turn, whoever leaves hardly more arcs behind than it has. Returns how many.
std::uint64_t Shrinking::choose(std::uint64_t turns) {
  const std::uint64_t growth =
      std::min<std::uint64_t>(more_edges_max, (arcs_max_ - rows_.arcs()) / 2 / std::max<std::uint64_t>(turns, 1));
  std::atomic<std::uint64_t> fresh{0};
  const std::uint64_t blocks = chosen_of_.size() / kinds;
  each_block([&](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
    std::array<std::uint32_t, kinds> count{};
    std::uint64_t fresh_here = 0;
    Turn* turn = turn_.data() + turns_.below(begin * bits_per_word);
    for (std::uint64_t word = begin; word < end; ++word) {
      std::uint64_t chosen = 0;
      for_set_bits(turns_.word(word), word * bits_per_word, [&](std::uint64_t bit) {
        const auto v = static_cast<std::uint32_t>(bit);
        const Joins joins = joins_without(v);
        turn++->pairs = joins.pairs;
        if (joins.fresh > rows_.size(v) + more_edges_max) refused_[word] |= mask_of(v);
        if (joins.fresh > rows_.size(v) + growth) return;
        chosen |= mask_of(v);
        ++count[kind_of(v)];
        fresh_here += joins.fresh;
      });
      chosen_[word] = chosen;
    }
    for (std::uint32_t i = 0; i < kinds; ++i) chosen_of_[i * blocks + block] = count[i];
    fresh.fetch_add(fresh_here, std::memory_order_relaxed);
  });
  const std::uint64_t count = count_chosen();
  arcs_then_ = rows_.arcs() - 2 * ends_of_chosen_ + 2 * fresh;
  return count;
}

// By kinds, of each block those before. Returns how many there are.
std::uint64_t Shrinking::count_chosen() {
  const std::uint64_t blocks = chosen_of_.size() / kinds;
  std::uint64_t count = 0;
  ends_of_chosen_ = 0;
  for (std::uint32_t i = 0; i < kinds; ++i) {
    std::uint32_t before = 0;
    for (std::uint64_t block = 0; block < blocks; ++block)
      before += std::exchange(chosen_of_[i * blocks + block], before);
    chosen_by_kind_[i] = before;
    count += before;
    ends_of_chosen_ += std::uint64_t{kind(i).ends} * before;
  }
  return count;
}

// A way over another vertex that is as short does as well as the one over v, unless it may rely on v in its turn. Where
// there are too many, or arcs would be too heavy, it does not matter which.
auto Shrinking::joins_without(std::uint32_t v) const -> Joins {
  const Row row = rows_[v];
  const std::uint32_t fresh_max = row.size() + more_edges_max;
  std::uint64_t weight = 0;
  for (std::uint32_t i = 0; i < row.size(); ++i) weight += row.weight(i);
  if (weight > weight_max) return {.fresh = fresh_max + 1};
  Joins joins;
  for (std::uint32_t j = 1; j < row.size(); ++j) {
    for (std::uint32_t i = 0; i < j; ++i) {
      const std::uint64_t over_v = std::uint64_t{row.weight(i)} + row.weight(j);
      const std::uint64_t direct = arc_between(row.ends[i], row.ends[j]);
      if (direct <= over_v) continue;
      const bool over_another = is_way(row.ends[i], row.ends[j], over_v,
                                       [&](std::uint32_t other, bool) { return other <= v && turns_.has(other); });
      if (over_another) continue;
      joins.pairs |= pair_bit(i, j);
      joins.fresh += direct == no_arc ? 1 : 0;
      if (joins.fresh > fresh_max) return joins;
    }
  }
  return joins;
}

// Whether there is a way over another of at most this length, or of less where if_shorter(other, an arc of it is 0).
template <class IfShorter>
bool Shrinking::is_way(std::uint32_t u, std::uint32_t v, std::uint64_t length, const IfShorter& if_shorter) const {
  Row few = rows_[u], many = rows_[v];
  if (few.size() > many.size()) std::swap(few, many);
  if (few.size() > compared_max) return false;
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < few.size(); ++i) {
    const Arc arc = few[i];
    if (arc.weight > length) continue;
    if (many.size() > compared_max)
      at = static_cast<std::size_t>(
          std::lower_bound(many.ends.begin() + static_cast<std::ptrdiff_t>(at), many.ends.end(), arc.end) -
          many.ends.begin());
    while (at < many.size() && many.ends[at] < arc.end) ++at;
    if (at == many.size()) return false;
    if (many.ends[at] != arc.end) continue;
    const std::uint64_t sum = std::uint64_t{arc.weight} + many.weight(at);
    if (sum < length) return true;
    if (sum == length && !if_shorter(arc.end, arc.weight == 0 || arc.weight == length)) return true;
  }
  return false;
}

std::uint64_t Shrinking::arc_between(std::uint32_t u, std::uint32_t v) const {
  if (rows_.size(u) > rows_.size(v)) std::swap(u, v);
  const Row row = rows_[u];
  const auto at = std::ranges::lower_bound(row.ends, v);
  return at != row.ends.end() && *at == v ? row.weight(static_cast<std::size_t>(at - row.ends.begin())) : no_arc;
}

void Shrinking::take_chosen() {
  keep_records();
  rows_.make([&](std::uint32_t v) { return bound_when_joined(v); },
             [&](std::uint32_t v, const auto& emit) { join(v, emit); });
  turn_ = {};
}

std::uint32_t Shrinking::kind_of(std::uint32_t v) const {
  const Row row = rows_[v];
  bool near = true;
  std::uint32_t weights = 0;
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    near &= TakenVertices::is_near(v, row.ends[i]);
    weights |= row.weight(i);
  }
  const std::uint32_t by_weight = weights <= 0xff ? 0 : weights <= 0xffff ? 1 : 2;
  return 3 * (row.size() - 1) + (near ? by_weight : 2);
}

// Of the chosen, in groups by kind.
void Shrinking::keep_records() {
  std::array<TakenVertices::Group*, kinds> groups{};
  for (std::uint32_t i = 0; i < kinds; ++i)
    if (chosen_by_kind_[i] > 0) groups[i] = &taken_.add(kind(i), before_stretches(i));
  taken_.end_round();
  const std::uint64_t blocks = chosen_of_.size() / kinds;
  each_block([&](std::uint64_t block, std::uint64_t begin, std::uint64_t end) {
    std::array<std::uint32_t, kinds> rank;
    for (std::uint32_t i = 0; i < kinds; ++i) rank[i] = chosen_of_[i * blocks + block];
    for (std::uint64_t word = begin; word < end; ++word) {
      for_set_bits(chosen_[word], word * bits_per_word, [&](std::uint64_t bit) {
        const auto v = static_cast<std::uint32_t>(bit);
        const std::uint32_t of_kind = kind_of(v), at = rank[of_kind]++;
        TakenVertices::Group& group = *groups[of_kind];
        group.put_vertex(at, v);
        const Row row = rows_[v];
        for (std::uint32_t i = 0; i < row.size(); ++i) group.put_end(at, v, i, row.ends[i], row.weight(i));
        turn_[turns_.below(v)].number = group.first + at;
      });
      left_[word] &= ~chosen_[word];
    }
  });
}

// Of the chosen of a kind, how many come before each stretch of the vertices, and all.
std::vector<std::uint32_t> Shrinking::before_stretches(std::uint32_t of_kind) const {
  constexpr std::uint64_t blocks_of_stretch = (1u << TakenVertices::stretch_bits) / (words_per_block * bits_per_word);
  const std::uint64_t blocks = chosen_of_.size() / kinds;
  std::vector<std::uint32_t> before;
  for (std::uint64_t block = 0; block < blocks; block += blocks_of_stretch)
    before.push_back(chosen_of_[of_kind * blocks + block]);
  before.push_back(chosen_by_kind_[of_kind]);
  return before;
}

// The arcs of v, those to a vertex that was taken going on to those of its other neighbours that are to be joined.
template <class Emit>
void Shrinking::join(std::uint32_t v, const Emit& emit) {
  if (!is_left(v)) return;
  const Row row = rows_[v];
  for (std::uint32_t k = 0; k < row.size(); ++k) {
    const Arc arc = row[k];
    if (is_left(arc.end)) {
      emit(arc.end, arc.weight);
      continue;
    }
    clear_bit(refused_.data(), v);
    const auto [pairs, number] = turn_of(arc.end);
    const TakenVertices::Record taken = taken_.record(number, arc.end);
    std::uint32_t self = 0;
    while (taken.end(self) != v) ++self;
    for (std::uint32_t i = 0; i < taken.kind.ends; ++i)
      if (i != self && (pairs & pair_bit(i, self)) != 0) emit(taken.end(i), arc.weight + taken.weight(i));
  }
}

// A short row is not read for it.
std::uint64_t Shrinking::bound_when_joined(std::uint32_t v) const {
  if (!is_left(v)) return 0;
  if (rows_.size(v) <= compared_max) return (TakenVertices::ends_max - 1) * std::uint64_t{rows_.size(v)};
  std::uint64_t bound = 0;
  for (const std::uint32_t end : rows_[v].ends)
    bound += is_left(end) ? 1 : taken_.record(turn_of(end).number, end).kind.ends - 1;
  return bound;
}

// Arcs go that two others are no longer than: no shortest path needs them.
void Shrinking::drop_detours() {
  std::vector<Array<std::uint64_t>> detours(rows_.blocks());  // bitmaps of the arcs of a block
  crew_.for_chunks(rows_.blocks(), 1, [&](std::uint64_t block, std::uint64_t) {
    detours[block] = detours_of(static_cast<std::uint32_t>(block));
  });
  rows_.make([&](std::uint32_t v) { return rows_.size(v); },
             [&](std::uint32_t v, const auto& emit) {
               const Row row = rows_[v];
               const std::uint64_t place = rows_.place_in_block(v);
               const std::uint64_t* const its = detours[v / ShrinkingRows::vertices_per_block].data();
               for (std::uint32_t i = 0; i < row.size(); ++i) {
                 if (!test_bit(its, place + i)) {
                   emit(row.ends[i], row.weight(i));
                 } else {
                   clear_bit(refused_.data(), v);
                 }
               }
             });
}

// By some arcs that are drawn; 0 where there are none, or so few vertices are left that to draw one takes long.
double Shrinking::share_of_detours() const {
  constexpr std::uint64_t drawn = 512, sparse = 1024;
  if (rows_.arcs() == 0 || sparse * vertices_left() < vertices_) return 0;
  std::uint64_t detours = 0;
  for (std::uint64_t i = 0; i < drawn; ++i) {
    const std::uint32_t v = next_left(static_cast<std::uint32_t>(lots_.below(2 * i, vertices_)));
    const Row row = rows_[v];
    detours += row.size() > 0 && is_detour(v, row[lots_.below(2 * i + 1, row.size())]) ? 1u : 0u;
  }
  return static_cast<double>(detours) / drawn;
}

// The first from v on that is left; behind the last comes the first. There is one.
std::uint32_t Shrinking::next_left(std::uint32_t v) const {
  std::uint64_t word = v / bits_per_word;
  std::uint64_t bits = left_[word] & ~low_bits(v % bits_per_word);
  while (bits == 0) {
    word = word + 1 == left_.size() ? 0 : word + 1;
    bits = left_[word];
  }
  return static_cast<std::uint32_t>(word * bits_per_word + static_cast<std::uint64_t>(std::countr_zero(bits)));
}

Array<std::uint64_t> Shrinking::detours_of(std::uint32_t block) const {
  Array<std::uint64_t> detours(words_for(rows_.arcs_of_block(block)));
  for (std::uint32_t v = rows_.first_of(block); v < rows_.first_of(block + 1); ++v) {
    const Row row = rows_[v];
    const std::uint64_t place = rows_.place_in_block(v);
    for (std::uint32_t i = 0; i < row.size(); ++i)
      if (is_detour(v, row[i])) set_bit(detours.data(), place + i);
  }
  return detours;
}

// Unless one of the two is 0, both are shorter than the arc, so that each that is dropped has ways of shorter ones.
bool Shrinking::is_detour(std::uint32_t v, const Arc& arc) const {
  return is_way(v, arc.end, arc.weight, [](std::uint32_t, bool has_zero) { return has_zero; });
}

// The rows of a block are freed as soon as they are there.
ContractedCore Shrinking::core() {
  rows_.free_scratch();
  chosen_ = {};
  turn_ = {};
  RankedBits left(vertices_);
  each_word([&](std::uint64_t word) {
    for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t v) { left.mark(v); });
  });
  left.count(crew_);
  ContractedCore core;
  core.vertex_of = Array<std::uint32_t>(left.marks());
  core.offsets = Array<std::uint64_t>(left.marks() + 1);
  left.for_each(crew_, [&](std::uint64_t v, std::uint64_t slot) {
    core.vertex_of[slot] = static_cast<std::uint32_t>(v);
    core.offsets[slot] = rows_.size(static_cast<std::uint32_t>(v));
  });
  const std::uint64_t arcs = prefix_sum(core.offsets, crew_);
  core.ends = Array<std::uint32_t>(arcs);
  core.weights = Array<std::uint32_t>(arcs);
  crew_.for_chunks(rows_.blocks(), 1, [&](std::uint64_t number, std::uint64_t) {
    const auto block = static_cast<std::uint32_t>(number);
    std::uint64_t e = core.offsets[left.below(rows_.first_of(block))];
    for (std::uint32_t v = rows_.first_of(block); v < rows_.first_of(block + 1); ++v) {
      const Row row = rows_[v];
      for (std::uint32_t i = 0; is_left(v) && i < row.size(); ++i) {
        core.ends[e] = static_cast<std::uint32_t>(left.below(row.ends[i]));
        core.weights[e++] = row.weight(i);
      }
    }
    rows_.free_block(block);
  });
  core.group_of = groups_of_taken();
  return core;
}

Array<std::uint16_t> Shrinking::groups_of_taken() const {
  ATOLL_CHECK(taken_.groups() < ContractedCore::not_taken);  // rounds, each of a 64th of those left, are some hundred
  Array<std::uint16_t> group_of(vertices_);
  parallel_fill(group_of, ContractedCore::not_taken, crew_);
  crew_.for_chunks(taken_.groups(), 1, [&](std::uint64_t number, std::uint64_t) {
    const TakenVertices::Group& group = taken_.group(number);
    for (std::uint32_t stretch = 0; stretch + 1 < group.before_stretch.size(); ++stretch)
      for (std::uint32_t i = group.before_stretch[stretch]; i < group.before_stretch[stretch + 1]; ++i)
        group_of[stretch << TakenVertices::stretch_bits | group.low(i)] = static_cast<std::uint16_t>(number);
  });
  return group_of;
}

}  // namespace Atoll::kernels
