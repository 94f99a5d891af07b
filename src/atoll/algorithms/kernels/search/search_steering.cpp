// SPDX-License-Identifier: Apache-2.0
// Which way the levels of a search go. Every thread that finds it out by itself comes to the same.
#include <algorithm>
#include <span>

#include "atoll/algorithms/kernels/search/search.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr double growth_least = 3;         // a frontier counts as grown so much: to read bits is cheap
constexpr double wasted = 3;               // arcs scanned bottom-up, for one of the frontier that was found
constexpr double looks_for_an_arc = 2.3;   // of a sweep: they cost about as much as to push an arc
constexpr std::uint64_t looks_of_row = 2;  // beside its arcs: to begin a row costs so much, unless it is tried anyway
constexpr std::uint64_t arcs_asked = 1u << 15;
constexpr std::uint32_t near_rows = 3u << 17;  // whose parents fit in a near cache
constexpr std::uint64_t heavy_from = 4;        // arcs of a frontier, times this: more than vertices
constexpr std::uint64_t leaping_from = 16;     // the same, where it has so many times the arcs of the one before:
constexpr std::uint64_t leap = 4;
constexpr std::uint64_t assist_from = 2;  // as heavy_from
constexpr double same_from = 1.5;         // arcs of a thread, for each vertex that was found: they are joined
constexpr std::uint64_t small = 256;      // vertices and arcs of a level: to meet takes longer than to walk them alone

}  // namespace

// A frontier with more arcs than are left is swept for, unless it has so few that words would be: then no sweep goes on,
// whatever is left. Else a sweep that fails to find parents reads the arcs of all unvisited vertices, and pays if the next
// ones read few. So it is not begun for a frontier that hardly grows, unless a third of the arcs that are left are its
// own, and not repeated where walking the frontier is cheaper: arcs between near vertices, as in the web, make such
// levels. Where little is left, all of it may be searched; and where parents are rare, a sample of those who look for one
// tells that.
Steered Search::steered(const Level& level, const Frontier& before) const {
  const std::uint64_t arcs = level.frontier.arcs;
  const Comparison left{.frontier = arcs, .whole = level.unexplored_arcs};
  const Comparison words{.frontier = arcs, .whole = graph_.vertices, .divisor = bits_per_word};
  if (level.bottom_up && !words.above()) return {Direction::push, {Why::few_to_sweep, words}};
  if (left.above() && words.above()) return {Direction::pull, {Why::many_arcs, left}};
  if (level.bottom_up) {
    const Comparison effort{.frontier = arcs, .whole = level.scanned, .divisor = wasted};
    if (effort.below()) return {Direction::push, {Why::sweeps_in_vain, effort}};
  }
  const double growth =
      before.arcs == 0 ? options_.alpha : static_cast<double>(arcs) / static_cast<double>(before.arcs);
  const double alpha = level.bottom_up ? options_.alpha : std::min(options_.alpha, std::max(growth_least, growth));
  const Steered way =
      steer({SteeringRule::by_arcs, alpha, options_.beta}, {.last = level.bottom_up ? Direction::pull : Direction::push,
                                                            .before = before,
                                                            .now = level.frontier,
                                                            .vertices = graph_.vertices,
                                                            .unexplored_arcs = level.unexplored_arcs});
  if (level.bottom_up || way.direction == Direction::push || !may_look_long(level)) return way;
  const std::uint64_t expected = expected_looks(level, is_assisted(level, before) ? 0 : looks_of_row);
  const Comparison looks{.frontier = arcs, .whole = expected, .divisor = looks_for_an_arc};
  return looks.below() ? Steered{Direction::push, {Why::rare_parents, looks}} : way;
}

// No sweep looks at more than the arcs that are left, and few are not worth a question. Nobody is met before the first.
bool Search::may_look_long(const Level& level) const {
  const std::uint64_t arcs = level.frontier.arcs;
  return level.number > 1 && arcs >= arcs_asked &&
         looks_for_an_arc * static_cast<double>(arcs) < static_cast<double>(level.unexplored_arcs);
}

// Of a sweep: the arcs that a sample of open vertices look at until one leads to a vertex that was met, scaled up, with
// `of_row` for each vertex.
std::uint64_t Search::expected_looks(const Level& level, std::uint64_t of_row) const {
  constexpr std::uint64_t sample = 256;
  constexpr std::size_t looks_max = 1024;  // of one
  const auto is_met = [&](std::uint32_t v) {
    return parent_[v] != unreached || (test_bit(visited_.data(), v) && graph_.in.degree(v) > 0);
  };
  const Random random(1);
  std::uint64_t looks = 0;
  std::uint64_t open = 0;
  for (std::uint64_t i = 0; i < sample; ++i) {
    const auto v = static_cast<std::uint32_t>(random.below(i, rows_));
    if (test_bit(visited_.data(), v)) continue;
    ++open;
    const std::span<const std::uint32_t> all = graph_.in[v];
    const auto row = all.first(std::min(all.size(), looks_max));
    const auto parent = std::ranges::find_if(row, is_met);
    looks += static_cast<std::uint64_t>(parent - row.begin()) + (parent == row.end() ? 0 : 1);
  }
  return open == 0 ? 0 : level.open * (looks + of_row * open) / open;
}

// A level that has nobody to find is not walked: its frontier stays in the form that it has.
void Search::turn(Level& level, const Frontier& before) const {
  const Direction kept = level.finds_words() ? Direction::pull : Direction::push;
  const Steered way = level.open == 0 ? Steered{kept, {Why::nobody_left}} : steered(level, before);
  level.bottom_up = way.direction == Direction::pull;
  level.reason = way.reason;
}

bool Search::is_small(const Level& level) { return level.frontier.vertices + level.frontier.arcs <= small; }

// How a level is pushed, if it is. One thread that has nobody to meet is always alone, but with a heavy one.
void Search::choose_push(Level& level, const Frontier& before) const {
  const bool heavy = is_heavy(level, before) && !is_small(level);
  level.assisted = heavy && is_assisted(level, before);
  level.heavy = heavy;
  level.alone = !level.bottom_up && !heavy && (is_small(level) || shares_.size() == 1);
}

// To push at random costs a cache line or two for every arc to a vertex that is new; by ranges, a sweep of all parents.
// Where these fit in a second-level cache, it must save more. A frontier with far more arcs than the one before has found
// nobody of those they lead to yet.
bool Search::is_heavy(const Level& level, const Frontier& before) const {
  const std::uint64_t arcs = level.frontier.arcs;
  const bool mostly_new = arcs > before.arcs * leap;
  return !level.bottom_up && arcs * (mostly_new ? leaping_from : rows_ < near_rows ? 1 : heavy_from) > rows_;
}

// Where each thread had several arcs to the same vertex in the level before, it may have in this one; unless most of
// those that were joined before went on alone, as where a level has more vertices than there are places.
void Search::choose_joining(Level& next, const Level& level, std::uint64_t fresh, std::uint64_t brought) const {
  const double of_thread = static_cast<double>(fresh) / static_cast<double>(shares_.size());
  next.joined_in_vain = level.joined_in_vain || (level.joins && 2 * brought > fresh);
  next.joins =
      shares_.size() > 1 && !next.joined_in_vain && of_thread > same_from * static_cast<double>(next.frontier.vertices);
}

// Room for them doubles when it is full, and then there are both.
std::uint64_t Search::kept_bytes(std::uint64_t vertices) {
  constexpr std::uint64_t of_arc = 3 * sizeof(PushedArc);
  return std::max(of_arc * std::min<std::uint64_t>(vertices, near_rows), of_arc * vertices / heavy_from);
}

// A try of first ends costs a little for every vertex, and finds many where they are hubs; not in two levels that follow
// each other: level.assisted is that of the one before.
bool Search::is_assisted(const Level& level, const Frontier& before) const {
  return !level.assisted && has_hubs_ && is_heavy(level, before) && level.frontier.arcs * assist_from > rows_;
}

}  // namespace Atoll::kernels
