// SPDX-License-Identifier: Apache-2.0
// The levels of a search. What is made before them is in search_aids.cpp, the answer after them in search_parents.cpp, which
// way they go in search_steering.cpp, and how what one finds becomes the frontier of the next in search_frontier.cpp.
#include "atoll/algorithms/kernels/search/search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "atoll/algorithms/kernels/search/search_deal.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {
namespace {

constexpr int some_bits = 8;                   // of a word: below, they are tested one by one
constexpr std::uint64_t words_ahead = 2;       // whose rows are fetched
constexpr std::uint64_t near_arcs = 1u << 22;  // that caches hold: to fetch them costs more than to wait

constexpr std::uint64_t nobody_knows = ~std::uint64_t{0};

}  // namespace

// Slots are the user's vertices, or parents and levels are kept by slot until the end.
void Search::operator()(const Options& options, SearchAnswer& answer, const Watch& watch) {
  Steps steps(watch);
  options_ = options;
  answer_ = &answer;
  watch_ = &watch;
  steps_ = &steps;
  by_exceptions_ = !usual_.empty() && answer.level == nullptr;
  parent_ = place_by_slot(graph_, answer.parent, parents_);
  depth_ = answer.level != nullptr ? place_by_slot(graph_, answer.level, levels_) : nullptr;
  for (Share& share : shares_) {
    for (auto& cursor : share.cursors) cursor = 0;
  }
  for (auto& counter : queued_) counter = 0;
  for (auto& counter : pushed_) counter = 0;
  parents_from_ = std::exchange(parents_to_, nobody_knows);
  crew_.run([&](Worker& me) { work(me); });
  for (const Share& share : shares_) answer.reached += static_cast<std::uint64_t>(share.leaves);
  if (std::ranges::any_of(shares_, &Share::beside_leaf)) ++answer.depth;
  if (by_exceptions_) parents_to_ = queue_size_;
  answer.statistics = steps.take();
}

// Whatever an earlier search left, my share of it goes.
void Search::forget(const Worker& me, Share& mine) {
  mine.waiting_count = mine.row_count = 0;
  mine.leaves = 0;
  mine.beside_leaf = false;
  mine.joined.forget();
  for (auto& bits : fronts_) fill_stretch(bits, 0, me);
  if (closed_.empty()) {
    fill_stretch(visited_, 0, me);
  } else {
    const auto [begin, end] = me.stretch_of(visited_.size());
    std::copy(closed_.begin() + begin, closed_.begin() + end, visited_.begin() + begin);
  }
  const auto forget_by_slot = [&](std::uint32_t* values) {
    if (values != nullptr) fill_stretch(std::span(values, graph_.vertices), unreached, me);
  };
  if (parent_ == parents_.data() && parents_from_ != nobody_knows) {
    deal(mine, parents_from_, queue_grain(parents_from_), [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) store_relaxed(parent_[queue_[i]], unreached);
    });
  } else {
    forget_by_slot(parent_);
  }
  forget_by_slot(depth_);
}

void Search::work(Worker& me) {
  Share& mine = shares_[static_cast<std::size_t>(me.index)];
  mine.phase = 0;
  forget(me, mine);
  me.meet();
  Level level = first_level();
  if (me.index == 0) begin(level);
  if (!level.alone) me.meet();
  for (;;) {
    Level next;
    if (level.alone) {
      if (me.index == 0) {
        go_alone(mine, level, next);
        gone_ = {level, next};
      }
      me.meet();
      level = gone_[0];
      next = gone_[1];
    } else {
      go_together(me, mine, level, next);
    }
    if (next.frontier.vertices == 0) break;
    level = next;
    if (level.open > 0) continue;
    if (me.index == 0) record(level, level.nothing_found());
    break;
  }
  give_answer(me, mine, level);
}

void Search::start(Share& mine, const Level& level) {
  mine.done = {};
  if (&mine != shares_.data()) return;
  queued_[(level.number + 1) % 3].store(0, std::memory_order_relaxed);
  pushed_[(level.number + 1) % 2].store(0, std::memory_order_relaxed);
}

// From level to level, as long as there is no reason to meet anybody.
void Search::go_alone(Share& mine, Level& level, Level& next) {
  for (;; level = next) {
    start(mine, level);
    expand_alone(mine, level);
    mine.told[level.number % 2] = mine.done;
    next = after(level, {&mine, 1});
    record(level, next);
    if (next.has_front()) mark_queued(next, level.queue_end, next.queue_end);
    if (!next.alone || next.frontier.vertices == 0 || next.open == 0) return;
  }
}

void Search::go_together(Worker& me, Share& mine, const Level& level, Level& next) {
  start(mine, level);
  if (level.assisted) {
    assist(mine, level);
    me.meet();
  }
  if (level.bottom_up) {
    sweep(mine, level);
  } else if (level.heavy) {
    expand_by_ranges(me, mine, level);
  } else {
    expand_by_owners(me, mine, level);
  }
  mine.told[level.number % 2] = mine.done;
  me.meet();
  next = after(level, shares_);
  if (me.index == 0) record(level, next);
  const bool made = make_frontier(mine, level, next);
  // Who goes alone writes what others may still read.
  if (next.frontier.vertices > 0 && (made || next.alone)) me.meet();
}

Search::Level Search::first_level() const {
  Level level;
  level.frontier = {1, graph_.out.degree(options_.source)};
  const bool is_open = options_.source < rows_ && !is_closed(options_.source);
  level.open = rows_ - closed_count_ - (is_open ? 1u : 0u);
  level.unexplored_arcs = graph_.arcs - std::min(graph_.arcs, leaves_ + level.frontier.arcs);
  if (options_.source < rows_) {
    turn(level, {});
    choose_push(level, {});
  } else {
    level.alone = true;  // one arc at most
  }
  level.swept = level.bottom_up || level.heavy;
  level.may_be_empty = longer_.empty();
  return level;
}

// The source is visited, its own parent, and the frontier.
void Search::begin(const Level& first) {
  queue_[0] = options_.source;
  parent_[options_.source] = options_.source;
  if (depth_ != nullptr) depth_[options_.source] = 0;
  if (options_.source >= rows_) return;
  set_bit(visited_.data(), options_.source);
  if (first.has_front()) set_bit(front(first), options_.source);
}

// What all of them have found is the next frontier. Every thread comes to the same conclusion.
Search::Level Search::after(const Level& level, std::span<const Share> shares) const {
  Level next = level;
  next.number = level.number + 1;
  next.frontier = {};
  next.scanned = 0;
  std::uint64_t queued = 0, fresh = 0, brought = 0;
  for (const Share& share : shares) {
    const Done& done = share.told[level.number % 2];
    queued += done.queued;
    fresh += done.fresh;
    brought += done.brought;
    next.frontier.vertices += done.found.vertices;
    next.frontier.arcs += done.found.arcs;
    next.scanned += done.scanned;
    next.open -= done.emptied;
  }
  next.open -= next.frontier.vertices;
  next.reached += next.frontier.vertices;
  next.unexplored_arcs -= std::min(next.unexplored_arcs, next.frontier.arcs);
  turn(next, level.frontier);
  choose_push(next, level.frontier);
  choose_joining(next, level, fresh, brought);
  next.swept = level.swept || next.bottom_up || next.heavy;
  next.may_be_empty = level.may_be_empty && !level.bottom_up;
  if (level.finds_words()) next.front = 1 - level.front;
  next.queue_begin = level.queue_end + (level.finds_words() ? queued : 0);
  next.queue_end = level.queue_end + queued;
  if (!next.bottom_up) next.queue_end = next.queue_begin + next.frontier.vertices;
  return next;
}

void Search::record(const Level& level, const Level& next) {
  steps_->add({.vertices = level.frontier.vertices,
               .scanned = next.scanned,
               .arcs = level.frontier.arcs,
               .direction = level.bottom_up ? Direction::pull : Direction::push,
               .reason = level.reason});
  answer_->reached = next.reached;
  answer_->depth = level.number - 1;
}

// Before a level goes top-down: those whose first end is in the frontier have their parent, since no end comes before.
void Search::assist(Share& mine, const Level& level) {
  std::uint64_t* const found = next_front(level);
  deal(mine, words(), word_grain(words()), [&](std::uint64_t from, std::uint64_t to) {
    watch_->poll();
    for (std::uint64_t w = from; w < to; ++w) {
      std::uint64_t open = unvisited(w);
      found[w] = try_first_ends(mine, level, w, 0, open);
      settle(mine, level, w, found[w], 0);
    }
  });
}

void Search::sweep(Share& mine, const Level& level) {
  std::uint64_t* const found = next_front(level);
  // Where rows come from afar, ends that most likely are not in the frontier are not worth a pass of their own.
  const bool is_far = graph_.arcs > near_arcs;
  const bool tries_rows = first_.empty() && (!is_far || level.frontier.arcs * 4 > level.unexplored_arcs);
  deal(mine, words(), word_grain(words()), [&](std::uint64_t from, std::uint64_t to) {
    watch_->poll();
    std::array<std::uint64_t, word_grain_max> usual;
    for (std::uint64_t w = from; w < to; ++w) {
      if (tries_rows && is_far && w + words_ahead < to) fetch_rows(w + words_ahead);
      std::uint64_t open = unvisited(w);
      if (level.may_be_empty && open != 0) open = drop_empty(mine, w, open);
      found[w] = try_first_ends(mine, level, w, 0, open);
      usual[w - from] = by_exceptions_ ? found[w] : 0;
      for (std::uint32_t column = 1; column < first_.columns(); ++column)
        found[w] |= try_first_ends(mine, level, w, column, open);
      std::uint64_t tried = first_.columns();
      if (tries_rows) found[w] = try_rows(mine, level, w, open, tried);
      if (mine.row_count + 64 > mine.desk->rows.size()) search_listed(mine, level, found);
      list_rows(mine, w, open, tried);
    }
    search_listed(mine, level, found);
    for (std::uint64_t w = from; w < to; ++w) settle(mine, level, w, found[w], found[w] & ~usual[w - from]);
  });
  flush(mine, level);
}

// The open ones of a word that have end `column` in the frontier; they are not open any more.
std::uint64_t Search::try_first_ends(Share& mine, const Level& level, std::uint64_t w, std::uint32_t column,
                                     std::uint64_t& open) {
  if (column >= first_.columns() || open == 0) return 0;
  mine.done.scanned += static_cast<std::uint64_t>(std::popcount(open));
  const bool is_usual = by_exceptions_ && column == 0;
  const std::uint64_t hits = try_ends(level, first_.column(w, column), open, is_usual ? nullptr : parent_ + w * 64);
  open &= ~hits;
  return hits;
}

// Without aids, empty rows turn up in the first sweep, and need not be looked at again.
std::uint64_t Search::drop_empty(Share& mine, std::uint64_t w, std::uint64_t open) {
  const std::uint64_t empty = open & ~with_ends_(graph_.in.offsets + w * 64, open);
  visited_[w] |= empty;
  mine.done.emptied += static_cast<std::uint64_t>(std::popcount(empty));
  return open & ~empty;
}

inline void Search::fetch_rows(std::uint64_t w) const {
  asm volatile("");  // as in Rows
  for_set_bits(unvisited(w), w * 64,
               [&](std::uint64_t v) { __builtin_prefetch(graph_.in.ends + graph_.in.offsets[v]); });
}

// The same without columns, from the rows; of those that have an end left, as long as there are many.
std::uint64_t Search::try_rows(Share& mine, const Level& level, std::uint64_t w, std::uint64_t& open,
                               std::uint64_t& tried) {
  std::uint64_t found = 0;
  for (std::uint64_t among = open; tried < row_ends_that_pay_ && std::popcount(among) >= some_bits; ++tried) {
    const RowHits rows =
        adopt_rows_(front(level), graph_.in.offsets + w * 64, graph_.in.ends, tried, among, parent_ + w * 64);
    mine.done.scanned += static_cast<std::uint64_t>(std::popcount(rows.looked));
    found |= rows.hits;
    among = rows.looked & ~rows.hits;
  }
  open &= ~found;
  return found;
}

std::uint64_t Search::try_ends(const Level& level, const std::uint32_t* ends, std::uint64_t open,
                               std::uint32_t* parents) {
  const bool few = std::popcount(open) < some_bits;
  if (parents != nullptr) return (few ? adopt_one_by_one : adopt_)(front(level), ends, open, parents);
  if (!few) return test_bits_(front(level), ends) & open;
  return set_bits_where(open, [&](std::uint64_t b) { return test_bit(front(level), ends[b]); });
}

// The rows of a word that are left and have more ends.
void Search::list_rows(Share& mine, std::uint64_t w, std::uint64_t open, std::uint64_t tried) {
  if (!longer_.empty()) open &= longer_[w];
  if (open == 0) return;
  RowPiece* listed = mine.desk->rows.data() + mine.row_count;
  const std::uint64_t* const offsets = graph_.in.offsets;
  for_set_bits(open, w * 64, [&](std::uint64_t v) {
    const std::uint64_t begin = offsets[v] + tried, end = offsets[v + 1];
    *listed = {static_cast<std::uint32_t>(v), begin, end};
    listed += begin < end ? 1 : 0;
  });
  mine.row_count = static_cast<std::size_t>(listed - mine.desk->rows.data());
}

// The rows that were listed. No branch: who is found is not foreseen.
void Search::search_listed(Share& mine, const Level& level, std::uint64_t* found) {
  const std::span<RowPiece> rows = std::span(mine.desk->rows).first(std::exchange(mine.row_count, 0));
  std::uint64_t scanned = 0;
  for (const RowPiece& row : rows) scanned -= row.begin;
  search_rows_(front(level), {graph_.in.ends, graph_.arcs}, rows);
  for (const RowPiece& row : rows) {
    scanned += row.begin;
    const std::uint64_t hit = row.begin < row.end ? 1 : 0;
    found[row.vertex / 64] |= hit << (row.vertex % 64);
    parent_[row.vertex] = graph_.in.ends[row.begin - (1 - hit)] | (static_cast<std::uint32_t>(hit) - 1);
  }
  mine.done.scanned += scanned;
}

// What was found in a word is visited from now on. Who is `noted` has more than its usual parent to be remembered.
void Search::settle(Share& mine, const Level& level, std::uint64_t w, std::uint64_t found, std::uint64_t noted) {
  if (found == 0) return;
  visited_[w] |= found;
  const auto count = static_cast<std::uint64_t>(std::popcount(found));
  mine.done.found.vertices += count;
  mine.done.found.arcs +=
      (count < some_bits ? chosen_lengths_one_by_one : lengths_of_)(graph_.out.offsets + w * 64, found);
  if (by_exceptions_)
    for_set_bits(noted, w * 64, [&](std::uint64_t v) { queue(mine, level, static_cast<std::uint32_t>(v)); });
  if (depth_ != nullptr) for_set_bits(found, w * 64, [&](std::uint64_t v) { depth_[v] = level.number; });
}

}  // namespace Atoll::kernels
