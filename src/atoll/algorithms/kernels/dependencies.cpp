// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/dependencies.hpp"

#include <algorithm>
#include <optional>

#include "atoll/algorithms/kernels/joint_search.hpp"
#include "atoll/algorithms/kernels/leaves.hpp"
#include "atoll/algorithms/kernels/reaches_many.hpp"
#include "atoll/algorithms/kernels/single_roots.hpp"

namespace Atoll::kernels {
namespace {

// One after the other, each by all threads. Returns how many are done: all, unless there are more paths from the next
// one than a double can count, or its levels are many and small.
std::size_t add_jointly(const SharedGraph& out, const SharedGraph& in, std::span<const std::uint32_t> roots,
                        const Leaves& leaves, std::span<double> scores, Crew& crew, const Watch& watch, Steps& steps) {
  return with_rows(out, in, [&](const auto& rows_out, const auto& rows_in) {
    JointSearch search(in, rows_out, rows_in, leaves, scores, crew, watch);
    std::size_t done = 0;
    for (; done < roots.size(); ++done) {
      const std::optional<Step> step = search(roots[done]);
      if (!step) break;
      steps.add(*step);
    }
    return done;
  });
}

std::size_t alone_at_once(std::size_t roots, int threads) {
  return std::min({roots, chains_max, static_cast<std::size_t>(threads)});
}

// A root takes all threads together about twice the work, and meetings: with more than half of the threads idle that is
// faster, if each has work enough, and a processor.
bool go_jointly(const SharedGraph& out, std::size_t roots, const Crew& crew) {
  constexpr std::uint64_t arcs_per_thread = 1u << 13;
  const auto threads = static_cast<std::uint64_t>(crew.threads());
  return 2 * alone_at_once(roots, crew.threads()) < threads && out.arcs() >= arcs_per_thread * threads &&
         crew.threads() <= crew.machine().processors();
}

// What is made for all vertices does not pay where roots see a few of them.
bool some_reach_many(const SharedGraph& out, std::span<const std::uint32_t> roots) {
  constexpr std::size_t roots_asked = 8;
  ReachesMany reaches_many(out, out.vertices(), out.slots());
  return std::ranges::any_of(roots.first(std::min(roots_asked, roots.size())),
                             [&](std::uint32_t root) { return reaches_many(root); });
}

}  // namespace

RunStatistics add_dependencies(const Layout& layout, std::span<const std::uint32_t> roots, std::span<double> scores,
                               Crew& crew, const Watch& watch) {
  const SharedGraph out(layout, *layout.push);
  const SharedGraph in(layout, *layout.pull);
  const bool jointly = !roots.empty() && go_jointly(out, roots.size(), crew);
  Steps steps(watch, jointly ? roots.size() : 1);
  const bool leaves_pay = some_reach_many(out, roots) && Leaves::pay(out, in);
  const Leaves leaves = leaves_pay ? Leaves(out, in, crew, watch) : Leaves();
  if (jointly) roots = roots.subspan(add_jointly(out, in, roots, leaves, scores, crew, watch, steps));
  if (!roots.empty() && !add_single_roots(out, in, roots, leaves, scores, crew, watch, steps)) {
    throw Error(
        ErrorKind::input,
        "of vertices as far from one, some have so many more shortest paths than others that no floating number "
        "has the range",
        {}, "take a smaller graph");
  }
  return steps.take();
}

std::uint64_t dependencies_bytes(std::uint64_t vertices) {
  return Leaves::bytes(vertices) + single_root_bytes(vertices, 0) + chain_bytes(vertices);
}

std::uint64_t further_dependencies_bytes(const Layout& layout, std::uint64_t roots, const Crew& crew) {
  const std::uint64_t vertices = layout.vertices;
  const std::uint64_t searches = std::max<std::uint64_t>(1, alone_at_once(roots, crew.threads()));
  const std::uint64_t chains = searches == 1 ? 1 : std::min<std::uint64_t>(roots, chains_max);  // one waits for nobody
  const std::uint64_t noted = single_root_bytes(0, layout.arcs) - single_root_bytes(0, 0);
  return searches * (noted + wide_counts_bytes(vertices)) + (searches - 1) * single_root_bytes(vertices, 0) +
         (chains - 1) * chain_bytes(vertices);
}

}  // namespace Atoll::kernels
