// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/round_choice.hpp"

#include <algorithm>
#include <span>

#include "atoll/algorithms/kernels/ranks/rank_start.hpp"
#include "atoll/algorithms/kernels/ranks/relaxed_order.hpp"
#include "atoll/algorithms/kernels/ranks/stage_order.hpp"
#include "atoll/algorithms/kernels/ranks/tiles.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

std::uint64_t bytes_of_real(const RankingOptions& options) {
  return options.in_doubles ? sizeof(double) : sizeof(float);
}

// Whether stages of an undirected graph, which take fewer rounds, are ahead of tiles too: where a second-level cache
// holds what is heard, or all but a little. There a round by rows takes hardly longer than one by tiles, unless these
// are there already and rows long.
bool stages_outrun_tiles(const OnePart& graph, const RankingOptions& options, Use use) {
  constexpr std::uint64_t share_beyond_cache = 8;
  constexpr std::uint64_t long_row = 24;  // in the mean
  const std::uint64_t bytes = options.second_level_bytes + options.second_level_bytes / share_beyond_cache;
  return graph.vertices * bytes_of_real(options) <= bytes &&
         (use == Use::once || graph.arcs < long_row * graph.vertices);
}

// Whether all that stages keep of a vertex stays in the last-level cache, beside the rows that pass through it.
bool stages_are_cached(const OnePart& graph, const RankingOptions& options) {
  constexpr std::uint64_t reals_per_vertex = 8;
  return options.cache_bytes == 0 || graph.vertices * reals_per_vertex * bytes_of_real(options) <= options.cache_bytes;
}

}  // namespace

bool tiles_suit(const OnePart& graph, const RankingOptions& options, Use use) {
  constexpr std::uint64_t near_cache_max = std::uint64_t{64} << 20;
  const bool reads_are_near = options.cache_bytes > 0 && options.cache_bytes <= near_cache_max;
  return !(use == Use::once && reads_are_near) && Tiles::suit(graph, use, options.processors);
}

bool has_near_ends(const OnePart& graph) {
  constexpr std::uint64_t sample = 1024;
  const std::uint64_t share = graph.directed ? 10 : 2;
  const Random random(1);
  std::uint64_t arcs = 0;
  std::uint64_t near = 0;
  const std::span<const std::uint32_t> bounds = graph.chunks->bounds();
  for (std::uint64_t i = 0; i < sample && graph.vertices > 0; ++i) {
    const auto v = static_cast<std::uint32_t>(random.below(i, graph.vertices));
    const auto bound = std::ranges::upper_bound(bounds, v);
    for (const std::uint32_t u : graph.in[v]) near += u >= *(bound - 1) && u < *bound ? 1u : 0u;
    arcs += graph.in.degree(v);
  }
  return near * share > arcs;
}

RoundKind rounds_of(const OnePart& graph, const RankingOptions& options, Use use) {
  const bool may_settle = options.tolerance > 0 && !graph.directed && options.jump.marks.empty();
  if (may_settle && starts_settled(graph, options.damping, options.tolerance)) return RoundKind::settled;
  return rounds_after_all(graph, options, use);
}

RoundKind rounds_after_all(const OnePart& graph, const RankingOptions& options, Use use) {
  if (options.tolerance == 0) return RoundKind::power;
  const bool anywhere = options.jump.marks.empty();
  if (!graph.directed) {
    if (!anywhere) return RoundKind::beyond;
    const bool by_tiles = use == Use::often && Tiles::pay_often(graph, options.processors);
    if (by_tiles && graph.near_order) return RoundKind::beyond;
    if (has_near_ends(graph)) {
      if (RelaxedOrder::suits(graph)) return RoundKind::relaxed;
      // Stages take fewer rounds where neighbours know each other, but of doubles tiles are the faster for many runs.
      return by_tiles && options.spread_dangling ? RoundKind::beyond : RoundKind::staged;
    }
    // Stages take fewer rounds, but cannot have tiles, which are the fastest where what is heard leaves the cache, and
    // keep more of a vertex, so that it leaves the last-level cache before.
    const bool staged = (stages_outrun_tiles(graph, options, use) || !tiles_suit(graph, options, use)) &&
                        stages_are_cached(graph, options);
    return staged ? RoundKind::staged : RoundKind::beyond;
  }
  if (options.spread_dangling) return RoundKind::power;
  // By tiles rounds are more, but take so much less; not where stages hear nearly all in the same round, and take a
  // few.
  constexpr double nearly_all = 0.75;
  constexpr std::uint64_t arcs_per_processor = 1u << 19;  // two strips of tiles at least
  const bool by_tiles = anywhere && use == Use::often && Tiles::pay_often(graph, options.processors) &&
                        graph.arcs >= arcs_per_processor * static_cast<std::uint64_t>(options.processors) &&
                        StageOrder(graph, has_near_ends(graph), options.processors).share_heard() < nearly_all;
  return by_tiles ? RoundKind::leaping : RoundKind::staged;
}

}  // namespace Atoll::kernels
