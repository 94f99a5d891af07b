// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/dependencies.hpp"

#include <algorithm>

#include "atoll/algorithms/kernels/brandes.hpp"
#include "atoll/algorithms/kernels/single_roots.hpp"
#include "atoll/graph/degree_order.hpp"

namespace Atoll::kernels {
namespace {

// Returns how many roots are done: all, unless there are more paths from the next ones than a Real can count.
template <class Real, std::size_t lanes>
std::size_t add_batches(const Layout& layout, std::span<const std::uint32_t> roots, const Steering& steering,
                        std::span<double> scores, Crew& crew, const Watch& watch, Steps& steps) {
  Brandes<Real, lanes> brandes(layout, steering, scores, crew, watch);
  for (std::size_t at = 0; at < roots.size(); at += lanes) {
    const std::optional<Step> step = brandes(roots.subspan(at, std::min(lanes, roots.size() - at)));
    if (!step) return at;
    steps.add(*step);
  }
  return roots.size();
}

// Where most arcs lead to near numbers, as in the web or on roads, a graph is deep, and its roots have little in common.
// Lanes would find out too, but late.
bool is_deep(const Layout& layout) {
  if (!layout.push || layout.parts() != 1) return false;
  const Rows rows = rows_of(layout.push);
  return keeps_neighbours_near({rows.offsets, layout.vertices + 1}, [&](std::uint64_t arc) { return rows.ends[arc]; });
}

}  // namespace

RunStatistics add_dependencies(const Layout& layout, std::span<const std::uint32_t> roots, const Steering& steering,
                               std::span<double> scores, Crew& crew, const Watch& watch) {
  const std::size_t lanes = roots.size() <= 4 ? 4 : lanes_max;
  Steps steps(watch, (roots.size() + lanes - 1) / lanes);
  const auto with = [&](auto add) {
    roots = roots.subspan(add(layout, roots, steering, scores, crew, watch, steps));
    return roots.empty();
  };
  const bool done = roots.empty() ||
                    (!is_deep(layout) && with(lanes == 4 ? add_batches<double, 4> : add_batches<double, lanes_max>)) ||
                    add_single_roots(SharedGraph(layout, *layout.push), roots, scores, crew, watch, steps) ||
                    with(add_batches<long double, 4>);
  if (!done)
    throw Error(ErrorKind::input, "there are more shortest paths from one vertex than a floating number can count", {},
                "take a smaller graph");
  return steps.take();
}

std::uint64_t dependencies_bytes(std::uint64_t vertices) {
  const std::uint64_t together = 2 * 8 * lanes_max + 3 + 2 + lanes_max * 5;  // values, fronts, visited, idle, queue
  const std::uint64_t alone = chains_max * (8 + 4 + 4 + 8 + 4);  // sums, places, queue, counts, ways of each
  return vertices * std::max(together, alone);
}

// An arc is a way in one direction; the last block need not be full.
std::uint64_t dependencies_bytes_by_arcs(const Layout& layout, const Crew& crew) {
  if (layout.arcs == 0 || !is_deep(layout)) return 0;
  const std::uint64_t ways = layout.arcs / (layout.directed ? 1 : 2);
  const std::uint64_t listed = std::min(layout.arcs, ways + ways_per_block);
  return std::min<std::uint64_t>(chains_max, static_cast<std::uint64_t>(crew.threads())) * listed * 4;
}

}  // namespace Atoll::kernels
