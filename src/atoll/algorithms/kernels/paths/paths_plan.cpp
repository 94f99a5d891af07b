// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/paths_plan.hpp"

#include <algorithm>
#include <array>

#include "atoll/algorithms/kernels/drawn_arcs.hpp"
#include "atoll/algorithms/kernels/paths/lengths.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr double dense = 8;                    // arcs of a vertex: from here on, a horizon saves most of them
constexpr double few_ends = 1.0 / 16;          // of the ends: to ask each of them would cost more
constexpr double thin = 1.5;                   // up to here, most vertices have one at most
constexpr double chain = 1.25;                 // arcs on from where an arc leads: hardly anybody has a choice
constexpr double chain_arcs = 64;              // of a bucket: a thread goes on so far before others have a turn
constexpr std::uint64_t few_bytes = 4u << 20;  // of a graph and its distances: they stay in the caches of one thread

// Of arcs, some beside each other, so that few lines are fetched.
struct Sample {
  static constexpr std::size_t places = 64, beside = 8, size = places * beside;

  std::array<double, size> weights{};
  double mean_weight = 0;
  double degree_reached = 0;  // of an arc's end
  double dead_ends = 0;       // share of the ends that no arc leads on from

  // The weight that this share of the arcs is lighter than.
  double lighter(double share) {
    const auto at = weights.begin() + static_cast<std::ptrdiff_t>(std::min(share, 1.0) * (size - 1));
    std::ranges::nth_element(weights, at);
    return *at;
  }
};

// Among a 64th of the vertices, or as many as belong together in a small graph; not that hubs come first.
bool is_near(const OnePart& graph, std::uint32_t from, std::uint32_t to) {
  constexpr std::uint32_t share = 64;
  const std::uint32_t together = graph.user_order || graph.near_order ? 256 : 0;
  return (from > to ? from - to : to - from) < std::max(graph.vertices / share, together);
}

// Whether most arcs lead to a near number.
bool mostly_near(const OnePart& graph, const Rows& rows) {
  std::size_t near = 0;
  draw_arcs(rows.offsets, graph.vertices, Sample::places,
            [&](std::uint32_t from, std::uint64_t arc) { near += is_near(graph, from, rows.ends[arc]) ? 1u : 0u; });
  return 2 * near > Sample::places;
}

double mean_degree(const OnePart& graph) { return static_cast<double>(graph.arcs) / graph.vertices; }

template <class Lengths>
Sample sample_of(const OnePart& graph, const Rows& rows) {
  Sample sample;
  const Random random(1);
  const std::uint64_t leads_nowhere = graph.directed ? 0 : 1;  // arcs
  for (std::size_t i = 0; i < Sample::size; ++i) {
    const std::uint64_t place = random.below(i / Sample::beside, graph.arcs);
    const std::uint64_t e = std::min(place + i % Sample::beside, graph.arcs - 1);
    sample.weights[i] = Lengths::number(Lengths::weight(rows.weights[e]));
    sample.mean_weight += sample.weights[i] / Sample::size;
    const std::uint64_t degree = rows.degree(rows.ends[e]);
    sample.degree_reached += static_cast<double>(degree) / Sample::size;
    sample.dead_ends += degree <= leads_nowhere ? 1.0 / Sample::size : 0;
  }
  return sample;
}

}  // namespace

bool is_thin(const OnePart& graph) { return mean_degree(graph) < thin; }
bool is_dense(const OnePart& graph) { return mean_degree(graph) >= dense; }

// A bucket is so wide that `rivals` arcs of the row an arc leads to are lighter, or, where rows are shorter than that,
// wider than all; or, along the chains of an undirected graph, whose arcs have none, as long as many arcs. The horizon
// moves by the weight that one arc in 16, or two of a row, are lighter than. Where arcs lead to near numbers, as in the
// web, paths are long, and no horizon has most of the graph before it. Where arcs are neither sorted, so that to hold
// some back means to read the row again, nor can be pulled (`can_hold`), there is none either. Then a small graph is
// one thread's: lines of distances that change hands cost more than a second one gains.
template <class Lengths>
PathsPlan plan_for(const OnePart& graph, const Rows& rows, bool can_hold) {
  if (graph.arcs == 0 || rows.offsets == nullptr || rows.weights.empty()) return {};
  Sample sample = sample_of<Lengths>(graph, rows);
  const double degree = mean_degree(graph);
  const double degree_reached = std::max(1.0, sample.degree_reached);
  const bool has_horizon = is_dense(graph) && can_hold && !mostly_near(graph, rows);
  const bool is_chain = !has_horizon && !graph.directed && sample.degree_reached - 1 < chain;
  const bool follows = is_chain || (!has_horizon && graph.directed && is_thin(graph));
  const double rivals = has_horizon ? 1 : 4;  // without a horizon, meetings are what costs
  const double share = rivals / degree_reached;
  // Where many weights are 0, buckets as narrow as that would never end.
  const double width =
      std::max(is_chain ? chain_arcs * sample.lighter(0.5) : sample.lighter(share) * std::max(1.0, share),
               sample.mean_weight / (4 * degree_reached));
  const std::uint64_t bytes = 8 * graph.arcs + 12 * std::uint64_t{graph.vertices};
  PathsPlan plan{.bucket_width = width,
                 .spares_ends = sample.dead_ends > few_ends && !follows,
                 .follows = follows,
                 .alone = !has_horizon && bytes <= few_bytes};
  const double bucket = width > 0 ? Lengths(width).bucket_width() : 1;
  if (has_horizon)
    plan.band_buckets = 1 + static_cast<std::uint64_t>(sample.lighter(std::max(1.0 / 16, 2 / degree)) / bucket);
  return plan;
}

template PathsPlan plan_for<NarrowLengths>(const OnePart&, const Rows&, bool);
template PathsPlan plan_for<WideLengths>(const OnePart&, const Rows&, bool);
template PathsPlan plan_for<RealLengths>(const OnePart&, const Rows&, bool);

}  // namespace Atoll::kernels
