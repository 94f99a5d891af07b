// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/wavefront.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "atoll/algorithms/kernels/search/long_rows.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/graph/growth.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t few_entries = 64;   // entries of a level that one thread expands alone
constexpr std::uint32_t near_span = 1024;   // from the first vertex of a level to the last, where they lie near
constexpr std::uint32_t patience_max = 64;  // levels
constexpr std::size_t asked_where = 8;      // one of so many vertices
constexpr std::uint64_t grain = 1024;       // entries dealt at once, at most
constexpr std::size_t first_room = 4096;
constexpr std::uint64_t vertices_named = 1u << 14;  // at once
constexpr std::uint64_t line = 16;                  // ends
// How far ahead of an expansion its offset, its row or record, and the marks of its ends are fetched, in entries.
struct Ahead {
  std::size_t offset, row, marks;
};
constexpr Ahead ahead_of_rows{.offset = 24, .row = 16, .marks = 8};
constexpr Ahead ahead_of_records{.offset = 24, .row = 28, .marks = 12};

// A mask for what would be a branch that nobody can predict.
template <class Word>
Word all_bits(bool set) {
  return static_cast<Word>(-static_cast<std::make_signed_t<Word>>(set));
}

bool has_short_rows(const OnePart& graph) { return graph.arcs <= LeaflessRows::room * std::uint64_t{graph.vertices}; }

}  // namespace

Wavefront::Wavefront(const OnePart& graph, Use use, Crew& crew)
    : graph_(graph),
      crew_(crew),
      rows_to_overread_(graph.arcs < short_row ? 0 : graph.arcs - short_row + 1),
      searchers_(std::min(crew.threads(), threads_max)),
      marks_(place_for_none(searchers_), Contents::whatever),
      shares_(static_cast<std::size_t>(searchers_)) {
  if (use == Use::often && !graph.directed && has_short_rows(graph) && LeaflessRows::suit(graph))
    leafless_.emplace(graph, crew);
  for (Share& share : shares_) {
    for (List& list : share.met) list.vertices = Array<std::uint32_t>(first_room, Contents::whatever);
  }
}

bool Wavefront::suits(const OnePart& graph) {
  const bool short_rows = has_short_rows(graph);
  if ((graph.directed && !short_rows) || has_long_rows(graph)) return false;
  const Growth growth = growth_of_levels(std::span(graph.out.offsets, std::size_t{graph.vertices} + 1),
                                         std::span(graph.out.ends, graph.arcs));
  return growth == Growth::slow || (short_rows && growth == Growth::unknown);
}

// A mark and room in the lists of two levels, the answer by slot, records and leaves.
std::uint64_t Wavefront::bytes_max(const OnePart& graph, Use use) {
  return std::uint64_t{graph.vertices} * (1u + 8u + (graph.user_order ? 0u : 8u) + (use == Use::often ? 16u : 0u));
}

void Wavefront::operator()(std::uint32_t source, SearchAnswer& answer, const Watch& watch) {
  Steps steps(watch);
  // A leaf leads to its neighbour alone, and nobody is led to it.
  const bool from_leaf = leafless_ && LeaflessRows::is_leaf(graph_.out, source);
  source_ = source;
  start_ = from_leaf ? graph_.out[source][0] : source;
  answer_ = &answer;
  parents_ = answer.parent != nullptr ? place_by_slot(graph_, answer.parent, parents_by_slot_) : nullptr;
  levels_ = answer.level != nullptr ? place_by_slot(graph_, answer.level, levels_by_slot_) : nullptr;
  watch_ = &watch;
  steps_ = &steps;
  dealt_[0] = 0;
  for (Share& share : shares_) {
    for (List& list : share.met) list.clear();
    share.leaves = 0;
  }
  crew_.run([&](Worker& me) { work(me); });
  if (from_leaf) lead_from_leaf();
  if (!graph_.user_order) answer_in_user_order();
  answer.statistics = steps.take();
}

void Wavefront::answer_in_user_order() {
  crew_.for_chunks(graph_.vertices, vertices_named, [&](std::uint64_t begin, std::uint64_t end) {
    name_by_user(graph_, parents_, levels_, begin, end, *answer_);
  });
}

void Wavefront::work(Worker& me) {
  Level level;
  level.number = start_ == source_ ? 0 : 1;
  forget(me);
  me.meet();
  if (me.index == 0) {
    List& first = shares_[0].met[level.parity()];
    first.vertices[first.count++] = start_;
    marks_[start_] = level.mark();
  }
  while (level.entries != 0) {
    if (goes_alone(level)) {
      me.meet();  // until then, others count what the one thread throws away
      if (me.index == 0) go_alone(level);
      me.meet();
      level = shared_;
    } else {
      go_together(me, level);
    }
  }
  if (leafless_) reach_leaves(me);
  me.meet();
  if (me.index != 0) return;
  answer_->reached = level.vertices_before;
  for (const Share& share : shares_) answer_->reached += share.leaves;
  --level.number;  // the last that had vertices
  answer_->depth = level.number + (ends_in_leaf(level) ? 1 : 0);
}

// My share of the vertices was not met yet; leaves need not be.
void Wavefront::forget(const Worker& me) {
  fill_stretch(std::span(marks_).first(graph_.vertices), 0, me);
  for (std::uint32_t* wanted : {parents_, levels_}) {
    if (wanted != nullptr) fill_stretch(std::span(wanted, graph_.vertices), unreached, me);
  }
  if (!leafless_) return;
  const auto [begin, end] = me.stretch_of(graph_.vertices);
  const auto leaves = std::span(leafless_->leaves());
  for (auto leaf = std::ranges::lower_bound(leaves, begin, {}, &LeaflessRows::Leaf::vertex);
       leaf != leaves.end() && leaf->vertex < end; ++leaf)
    marks_[leaf->vertex] = leaf_mark;
}

// My share of the leaves is reached with their neighbours.
void Wavefront::reach_leaves(const Worker& me) {
  if (me.index >= searchers_) return;
  const auto [begin, end] = stretch_of(leafless_->leaves().size(), me.index, searchers_);
  std::uint64_t reached = 0;
  for (std::uint64_t i = begin; i < end; ++i) {
    const auto [leaf, neighbour] = leafless_->leaves()[i];
    if (marks_[neighbour] == 0) continue;
    if (parents_ != nullptr) parents_[leaf] = neighbour;
    if (levels_ != nullptr) levels_[leaf] = levels_[neighbour] + 1;
    ++reached;
  }
  shares_[static_cast<std::size_t>(me.index)].leaves = reached;
}

// Whether a leaf hangs on the last level of the search.
bool Wavefront::ends_in_leaf(const Level& last) const {
  if (!leafless_) return false;
  const auto is_led_to = [&](std::uint32_t end) { return end != source_ && marks_[end] == leaf_mark; };
  return std::ranges::any_of(shares_, [&](const Share& share) {
    const List& list = share.met[last.parity()];
    return std::any_of(list.vertices.begin(), list.vertices.begin() + list.count,
                       [&](std::uint32_t v) { return std::ranges::any_of(graph_.out[v], is_led_to); });
  });
}

// The search began one step behind its source.
void Wavefront::lead_from_leaf() {
  if (parents_ != nullptr) parents_[start_] = parents_[source_] = source_;
  if (levels_ != nullptr) levels_[source_] = 0;
}

bool Wavefront::goes_alone(const Level& level) {
  return level.entries < few_entries || (level.is_dense && level.alone_left > 0);
}

// From level to level, by one thread, as long as it is faster.
void Wavefront::go_alone(Level& level) {
  while (level.entries != 0 && goes_alone(level)) {
    watch_->poll();
    for (Share& share : shares_) share.begin(level);
    expand_some(0, level, 0, level.entries);
    if (level.alone_left > 0) shares_[0].met[1 - level.parity()].find_where();
    const Level next = after(level);
    record(level);
    level = next;
  }
  shared_ = level;
}

// Everybody has a first piece, the rest goes to whoever asks.
void Wavefront::go_together(Worker& me, Level& level) {
  std::atomic<std::uint64_t>& dealt = dealt_[level.phase % 3];
  if (me.index == 0) dealt_[(level.phase + 1) % 3].store(0, std::memory_order_relaxed);
  if (me.index < searchers_) {
    shares_[static_cast<std::size_t>(me.index)].begin(level);
    const auto threads = static_cast<std::uint64_t>(searchers_);
    const std::uint64_t piece = std::min(grain, (level.entries + threads - 1) / threads);
    const std::uint64_t rest = piece * threads;
    for (std::uint64_t at = piece * static_cast<std::uint64_t>(me.index); at < level.entries;) {
      watch_->poll();
      expand_some(me.index, level, at, std::min(at + piece, level.entries));
      if (rest >= level.entries) break;
      at = rest + dealt.fetch_add(piece, std::memory_order_relaxed);
    }
    shares_[static_cast<std::size_t>(me.index)].met[1 - level.parity()].find_where();
  }
  me.meet();
  const Level next = after(level);
  if (me.index == 0) record(level);
  level = next;
  ++level.phase;
}

Wavefront::Level Wavefront::after(const Level& level) const {
  Level next = level;
  ++next.number;
  next.entries = 0;
  std::uint32_t first = ~std::uint32_t{0}, last = 0;
  std::uint64_t lengths = 0;
  for (const Share& share : shares_) {
    const List& list = share.met[next.parity()];
    next.entries += list.count;
    next.vertices_before += share.expanded[level.parity()];
    first = std::min(first, list.first);
    last = std::max(last, list.last);
    lengths += list.count == 0 ? 0 : list.last - list.first;
  }
  next.is_dense = first <= last && last - first < near_span;
  if (level.alone_left > 0) {
    --next.alone_left;
  } else if (next.is_dense && 2 * lengths > 3 * std::uint64_t{last - first}) {
    next.alone_left = next.patience;
    next.patience = std::min(2 * next.patience, patience_max);
  }
  return next;
}

void Wavefront::List::find_where() {
  for (std::size_t i = 0; i < count; i += asked_where) {
    first = std::min(first, vertices[i]);
    last = std::max(last, vertices[i]);
  }
}

// Of the level's entries, which are everybody's lists one after the other.
void Wavefront::expand_some(int thread, const Level& level, std::uint64_t from, std::uint64_t to) {
  std::uint64_t begin = 0;
  for (int owner = 0; owner < searchers_ && begin < to; ++owner) {
    const List& list = shares_[static_cast<std::size_t>(owner)].met[level.parity()];
    const std::uint64_t first = std::max(from, begin);
    const std::uint64_t last = std::min(to, begin + list.count);
    const std::span entries(list.vertices.begin() + (first - begin), first < last ? last - first : 0);
    if (leafless_) {
      expand<Looks::along_records>(thread, level, entries, signature(owner));
    } else if (graph_.directed) {
      expand<Looks::both_ways>(thread, level, entries, signature(owner));
    } else {
      expand<Looks::along_rows>(thread, level, entries, signature(owner));
    }
    begin += list.count;
  }
}

// What the expansion of an entry will touch. A function that only fetches is one without an effect to a compiler, which
// leaves out calls of it.
template <Wavefront::Looks looks>
[[gnu::always_inline]] inline void Wavefront::fetch_offsets(std::uint32_t v) const {
  if (looks == Looks::along_records) return;
  __builtin_prefetch(graph_.out.offsets + v);
  if (looks == Looks::both_ways) __builtin_prefetch(graph_.in.offsets + v);
}

template <Wavefront::Looks looks>
[[gnu::always_inline]] inline void Wavefront::fetch_row(std::uint32_t v) const {
  if (looks == Looks::along_records) {
    __builtin_prefetch(leafless_->place(v));
  } else {
    const std::uint64_t begin = graph_.out.offsets[v];
    const std::uint64_t end = graph_.out.offsets[v + 1];
    __builtin_prefetch(graph_.out.ends + begin);
    for (std::uint64_t e = begin + line; e + line < end; e += line) __builtin_prefetch(graph_.out.ends + e);
    __builtin_prefetch(graph_.out.ends + (end > begin ? end - 1 : begin));
    if (looks == Looks::both_ways) __builtin_prefetch(graph_.in.ends + graph_.in.offsets[v]);
  }
}

template <Wavefront::Looks looks>
[[gnu::always_inline]] inline void Wavefront::fetch_marks(std::uint32_t v) const {
  if (looks == Looks::along_records) {
    for (const std::uint32_t end : (*leafless_)[v].ends) __builtin_prefetch(marks_.data() + end, 1);
  } else {
    const std::uint64_t begin = graph_.out.offsets[v];
    for (std::size_t k = 0; k < short_row && begin < rows_to_overread_; ++k)
      __builtin_prefetch(marks_.data() + graph_.out.ends[begin + k], 1);
    for (std::uint64_t e = begin + short_row; e < graph_.out.offsets[v + 1]; ++e)
      __builtin_prefetch(marks_.data() + graph_.out.ends[e], 1);
  }
  if (parents_ != nullptr) __builtin_prefetch(parents_ + v, 1);
}

// Before the first entry is expanded, and before each.
template <Wavefront::Looks looks>
[[gnu::always_inline]] inline void Wavefront::fetch_first(std::span<const std::uint32_t> entries) const {
  constexpr Ahead ahead = looks == Looks::along_records ? ahead_of_records : ahead_of_rows;
  for (const std::uint32_t v : entries.first(std::min(ahead.offset, entries.size()))) fetch_offsets<looks>(v);
  for (const std::uint32_t v : entries.first(std::min(ahead.row, entries.size()))) fetch_row<looks>(v);
  for (const std::uint32_t v : entries.first(std::min(ahead.marks, entries.size()))) fetch_marks<looks>(v);
}

template <Wavefront::Looks looks>
[[gnu::always_inline]] inline void Wavefront::fetch_ahead(std::span<const std::uint32_t> entries, std::size_t i) const {
  constexpr Ahead ahead = looks == Looks::along_records ? ahead_of_records : ahead_of_rows;
  if (i + ahead.offset < entries.size()) fetch_offsets<looks>(entries[i + ahead.offset]);
  if (i + ahead.row < entries.size()) fetch_row<looks>(entries[i + ahead.row]);
  if (i + ahead.marks < entries.size()) fetch_marks<looks>(entries[i + ahead.marks]);
}

// look(end) for the ends of a row; behind those of a short one, a vertex looks at itself, which changes nothing.
template <class Look>
[[gnu::always_inline]] inline void Wavefront::look_along(const Rows& rows, std::uint32_t v, const Look& look) const {
  const std::uint64_t begin = rows.offsets[v];
  const std::uint64_t degree = rows.offsets[v + 1] - begin;
  if (degree <= short_row && begin < rows_to_overread_) {
    for (std::size_t k = 0; k < short_row; ++k)
      look(v ^ ((v ^ rows.ends[begin + k]) & all_bits<std::uint32_t>(k < degree)));
  } else {
    for (std::uint64_t e = begin; e < begin + degree; ++e) look(rows.ends[e]);
  }
}

// look_at(end) for the ends of a vertex, which are in its record or in its row; consider(end) for those of arcs in, where
// arcs have a direction.
template <Wavefront::Looks looks, class Look, class Consider>
[[gnu::always_inline]] inline void Wavefront::look_from(std::uint32_t v, const LeaflessRows::Record& record,
                                                        bool recorded, const Look& look_at,
                                                        const Consider& consider) const {
  if (recorded) {
    for (const std::uint32_t end : record.ends) look_at(end);
  } else {
    look_along(graph_.out, v, look_at);
  }
  if (looks == Looks::both_ways) look_along(graph_.in, v, consider);
}

template <Wavefront::Looks looks>
void Wavefront::expand(int thread, const Level& level, std::span<const std::uint32_t> entries, std::uint8_t signed_by) {
  Share& mine = shares_[static_cast<std::size_t>(thread)];
  List& list = mine.met[1 - level.parity()];
  std::uint8_t* const marks = marks_.data();
  const std::uint64_t nowhere = place_for_none(thread);
  std::uint32_t* const parents = parents_;
  std::uint32_t* const levels = levels_;
  const std::uint8_t before = level.mark_before();
  const auto next = static_cast<std::uint8_t>(signature(thread) | level.mark_next());
  const auto current = static_cast<std::uint8_t>(signed_by | level.mark());
  std::uint64_t scanned = 0;
  std::uint64_t expanded = 0;
  make_room(list, 0);
  std::size_t room = list.vertices.size();
  std::uint32_t* met = list.vertices.data();
  std::size_t count = list.count;

  constexpr bool in_records = looks == Looks::along_records;
  std::uint32_t parent = unreached;
  const auto consider = [&](std::uint32_t w, std::uint8_t mark) {
    parent = std::min(parent, w | all_bits<std::uint32_t>((mark & level_mask) != before));
  };
  const auto meet = [&](std::uint32_t w, std::uint8_t mark) {
    const bool fresh = mark == 0;
    met[count] = w;
    count += fresh ? 1u : 0u;
    store_relaxed(marks[nowhere ^ ((nowhere ^ w) & all_bits<std::uint64_t>(fresh))], next);
  };
  const auto look_at = [&](std::uint32_t w) {
    const std::uint8_t mark = load_relaxed(marks[w]);
    if (looks != Looks::both_ways) consider(w, mark);
    meet(w, mark);
  };
  fetch_first<looks>(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    fetch_ahead<looks>(entries, i);
    const std::uint32_t v = entries[i];
    if (load_relaxed(marks[v]) != current) continue;  // another thread met it too
    const LeaflessRows::Record record = in_records ? (*leafless_)[v] : LeaflessRows::Record{};
    const bool recorded = in_records && record.ends[0] != v;
    const std::uint64_t degree = recorded ? record.size(v) : graph_.out.degree(v);
    if (count + degree + short_row > room) {
      list.count = count;
      make_room(list, degree);
      room = list.vertices.size();
      met = list.vertices.data();
    }
    parent = unreached;
    look_from<looks>(v, record, recorded, look_at, [&](std::uint32_t w) { consider(w, load_relaxed(marks[w])); });
    scanned += degree;
    ++expanded;
    if (parents != nullptr) parents[v] = parent == unreached ? v : parent;  // the source is its own
    if (levels != nullptr) levels[v] = level.number;
  }
  list.count = count;
  mine.scanned[level.parity()] += scanned;
  mine.expanded[level.parity()] += expanded;
}

// For so many more, and the one place that is written and not counted.
void Wavefront::make_room(List& list, std::size_t more) const {
  const std::size_t needed = list.count + more + short_row + 1;
  if (needed > list.vertices.size()) list.vertices.grow(std::max(needed, 2 * list.vertices.size()), list.count);
}

void Wavefront::record(const Level& level) {
  std::uint64_t scanned = 0;
  std::uint64_t expanded = 0;
  for (const Share& share : shares_) {
    scanned += share.scanned[level.parity()];
    expanded += share.expanded[level.parity()];
  }
  steps_->add({.vertices = expanded, .scanned = scanned});
}

}  // namespace Atoll::kernels
