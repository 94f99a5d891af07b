// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/dependencies.hpp"

#include <algorithm>

#include "atoll/algorithms/kernels/brandes.hpp"
#include "atoll/algorithms/kernels/leaves.hpp"
#include "atoll/algorithms/kernels/single_roots.hpp"
#include "atoll/graph/degree_order.hpp"

namespace Atoll::kernels {
namespace {

// Returns how many roots are done: all, unless there are more paths from the next ones than a double can count, or the
// graph turns out to be deep.
template <std::size_t lanes>
std::size_t add_batches(const Layout& layout, std::span<const std::uint32_t> roots, const Steering& steering,
                        std::span<double> scores, Crew& crew, const Watch& watch, Steps& steps) {
  Brandes<lanes> brandes(layout, steering, scores, crew, watch);
  for (std::size_t at = 0; at < roots.size(); at += lanes) {
    const std::optional<Step> step = brandes(roots.subspan(at, std::min(lanes, roots.size() - at)));
    if (!step) return at;
    steps.add(*step);
  }
  return roots.size();
}

std::size_t alone_at_once(std::size_t roots, int threads) {
  return std::min({roots, chains_max, static_cast<std::size_t>(threads)});
}

// Where most arcs lead to near numbers, as in the web or on roads, a graph is deep, and its roots have little in common.
// Lanes would find out too, but late.
bool is_deep(const Layout& layout) {
  if (!layout.push || layout.parts() != 1) return false;
  return keeps_neighbours_near(rows_of(layout.push), layout.vertices);
}

// Lanes pay for what they share by going over the rows of all roots for each: with half of the threads idle they are as
// fast.
bool go_together(const Layout& layout, std::size_t roots, int threads) {
  return 2 * alone_at_once(roots, threads) < static_cast<std::size_t>(threads) && !is_deep(layout);
}

}  // namespace

RunStatistics add_dependencies(const Layout& layout, std::span<const std::uint32_t> roots, const Steering& steering,
                               std::span<double> scores, Crew& crew, const Watch& watch) {
  const std::size_t lanes = roots.size() <= 4 ? 4 : lanes_max;
  Steps steps(watch, (roots.size() + lanes - 1) / lanes);
  if (!roots.empty() && go_together(layout, roots.size(), crew.threads())) {
    const auto add = lanes == 4 ? add_batches<4> : add_batches<lanes_max>;
    roots = roots.subspan(add(layout, roots, steering, scores, crew, watch, steps));
  }
  const SharedGraph out(layout, *layout.push);
  const SharedGraph in(layout, *layout.pull);
  if (!roots.empty() && !add_single_roots(out, in, roots, scores, crew, watch, steps)) {
    throw Error(
        ErrorKind::input,
        "of vertices as far from one, some have so many more shortest paths than others that no floating number "
        "has the range",
        {}, "take a smaller graph");
  }
  return steps.take();
}

std::uint64_t dependencies_bytes(std::uint64_t vertices) {
  const std::uint64_t together = 2 * 8 * lanes_max + 3 + 2 + lanes_max * 5;  // values, fronts, visited, idle, queue
  const std::uint64_t alone =
      Leaves::bytes(vertices) + chains_max * (single_root_bytes(vertices, 0) + chain_bytes(vertices));
  return std::max(vertices * together, alone);
}

std::uint64_t dependencies_bytes_by_arcs(const Layout& layout, const Crew& crew) {
  const std::uint64_t searches = alone_at_once(chains_max, crew.threads());
  return searches * (single_root_bytes(0, layout.arcs) - single_root_bytes(0, 0) + wide_counts_bytes(layout.vertices));
}

}  // namespace Atoll::kernels
