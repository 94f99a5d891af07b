// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/stage_order.hpp"

#include <algorithm>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t spread_stages_max = 8;
constexpr std::uint64_t chunks_spread = 8;  // of a stage, at least: threads share them
// The same, where arcs lead one way, and how many stages there are then. What does not hear the chunk before takes rounds,
// so few chunks go together: one for each of few processors. (Of a graph without cycles in its order, in two turns beside
// each other, two rounds settle all.) On more of them stages have work for more.
constexpr std::uint64_t few_processors = 4, stages_max_of_few = 256;
constexpr std::uint64_t chunks_in_turn = 4, stages_max = 32;
constexpr std::uint64_t arcs_sampled_min = 64, arcs_sampled_max = 256;  // one for each chunk
constexpr std::uint64_t arcs_within = 12;  // a chunk, at least, to say which way its rows go

bool are_nearly_all(std::uint64_t some, std::uint64_t all) { return some * 4 >= all * 3; }

std::uint64_t stages_for(std::uint64_t chunks, std::uint64_t per_stage, std::uint64_t most) {
  return std::clamp<std::uint64_t>(chunks / per_stage, 1, most);
}

}  // namespace

// Some arcs, by their chunks. Within a chunk they ascend or descend.
struct StageOrder::Sample {
  struct Arc {
    std::uint64_t from, to;
  };
  std::vector<Arc> between;
  std::uint64_t ascending = 0, descending = 0;
  std::uint64_t arcs = 0;

  // Chunks have as much work each, so they are asked alike.
  Sample(const OnePart& graph, std::span<const std::uint32_t> bounds) {
    const Random random(1);
    const std::uint64_t chunks = bounds.size() - 1;
    for (std::uint64_t i = 0; i < std::clamp(chunks, arcs_sampled_min, arcs_sampled_max); ++i) {
      const std::uint64_t to = random.below(2 * i, chunks);
      const std::uint64_t* const first = graph.in.offsets + bounds[to];
      const std::uint64_t* const last = graph.in.offsets + bounds[to + 1];
      if (*first == *last) continue;
      const std::uint64_t arc = *first + random.below(2 * i + 1, *last - *first);
      const auto v = static_cast<std::uint32_t>(bounds[to] + row_of({first, last + 1}, arc));
      const std::uint32_t u = graph.in.ends[arc];
      const auto from = static_cast<std::uint64_t>(std::ranges::upper_bound(bounds, u) - 1 - bounds.begin());
      ++arcs;
      if (from != to) {
        between.push_back({from, to});
      } else if (u != v) {
        ++(u < v ? ascending : descending);
      }
    }
  }
};

StageOrder::StageOrder(const OnePart& graph, bool hears_chunk, std::uint64_t processors)
    : chunks_(graph.chunks->count()),
      way_{.stages = stages_for(chunks_, chunks_spread, spread_stages_max),
           .spread = true,
           .descends = !graph.user_order} {
  if (!graph.directed || chunks_ == 0) return;
  Sample sample(graph, graph.chunks->bounds());
  if (!hears_chunk) sample.ascending = sample.descending = 0;
  if (sample.arcs > 0) choose(sample, processors);
}

// Along the arcs, where nearly all of them lead one way; spread, if more are heard of so, as where layer follows layer. If
// a way has a quarter fewer that are not heard: a lattice, of which few are not, takes 4 rounds instead of 9.
void StageOrder::choose(const Sample& sample, std::uint64_t processors) {
  const auto heard = [&](const Way& way) {
    std::uint64_t fresh = std::max(sample.ascending, sample.descending);
    for (const auto& [from, to] : sample.between)
      fresh += stage_of(way, chunks_, from) < stage_of(way, chunks_, to) ? 1u : 0u;
    return fresh;
  };
  const auto up = static_cast<std::uint64_t>(
      std::ranges::count_if(sample.between, [](const auto& arc) { return arc.from < arc.to; }));
  const std::uint64_t down = sample.between.size() - up;
  const std::uint64_t within = sample.ascending + sample.descending;
  rows_descend_ = within >= arcs_within && are_nearly_all(sample.descending, within);
  leads_one_way_ = !sample.between.empty() && are_nearly_all(std::max(up, down), sample.between.size());
  if (!leads_one_way_) return;
  std::uint64_t most = heard(way_);
  const std::uint64_t stages = processors <= few_processors ? stages_for(chunks_, processors, stages_max_of_few)
                                                            : stages_for(chunks_, chunks_in_turn, stages_max);
  for (const bool spread : {true, false}) {
    const Way other = {.stages = stages, .spread = spread, .descends = down > up};
    const std::uint64_t arcs = heard(other);
    if (arcs <= most || 4 * (sample.arcs - arcs) > 3 * (sample.arcs - most)) continue;
    way_ = other;
    most = arcs;
  }
}

std::uint64_t StageOrder::stage_of(const Way& way, std::uint64_t chunks, std::uint64_t chunk) {
  const std::uint64_t turn = way.descends ? chunks - 1 - chunk : chunk;
  return way.spread ? turn % way.stages : ((turn + 1) * way.stages - 1) / chunks;
}

std::uint64_t StageOrder::chunks_of(std::uint64_t stage) const {
  if (way_.spread) return (chunks_ - stage + way_.stages - 1) / way_.stages;
  return chunks_ * (stage + 1) / way_.stages - chunks_ * stage / way_.stages;
}

std::uint64_t StageOrder::chunk(std::uint64_t stage, std::uint64_t i) const {
  const std::uint64_t turn = way_.spread ? stage + i * way_.stages : chunks_ * stage / way_.stages + i;
  return way_.descends ? chunks_ - 1 - turn : turn;
}

}  // namespace Atoll::kernels
