// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/stage_order.hpp"

#include <algorithm>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t spread_stages_max = 8;
constexpr std::uint64_t chunks_spread = 8;                              // of a stage, at least: threads share them
constexpr std::uint64_t arcs_sampled_min = 64, arcs_sampled_max = 256;  // as many as there are chunks
constexpr std::uint64_t arcs_within = 12;  // a chunk, at least, to say which way its rows go

bool are_nearly_all(std::uint64_t some, std::uint64_t all) { return some * 4 >= all * 3; }

std::uint64_t stages_for(std::uint64_t chunks, std::uint64_t per_stage, std::uint64_t most) {
  return std::clamp<std::uint64_t>(chunks / per_stage, 1, most);
}

// Where arcs lead one way. What is settled together misses each other, and that takes rounds (of a graph without
// cycles, in its order, in two turns beside each other, two settle all), so a stage has one chunk for each of few
// processors, or more where there are very many chunks; of more processors four and more, for there is work for more
// then.
std::uint64_t stages_one_way(std::uint64_t chunks, int processors) {
  constexpr int few_processors = 4;
  constexpr std::uint64_t stages_of_few = 256, chunks_of_many = 4, stages_of_many = 32;
  if (processors > few_processors) return stages_for(chunks, chunks_of_many, stages_of_many);
  const auto together = static_cast<std::uint64_t>(processors);
  return stages_for(chunks + together - 1, together, stages_of_few);
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

StageOrder::StageOrder(const OnePart& graph, bool hears_chunk, int processors)
    : chunks_(graph.chunks->count()),
      way_{.stages = stages_for(chunks_, chunks_spread, spread_stages_max),
           .spread = true,
           .descends = !graph.user_order} {
  if (!graph.directed || chunks_ == 0) return;
  Sample sample(graph, graph.chunks->bounds());
  if (!hears_chunk) sample.ascending = sample.descending = 0;
  if (sample.arcs > 0) choose(sample, stages_one_way(chunks_, processors));
}

// Along the arcs, where nearly all of them lead one way; spread, if more are heard of so, as where layer follows layer.
// A way is taken if it leaves a quarter fewer unheard than the one before.
void StageOrder::choose(const Sample& sample, std::uint64_t stages) {
  const auto heard = [&](const Way& way) {
    std::uint64_t fresh = rows_descend_ ? sample.descending : sample.ascending;
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
  std::uint64_t most = heard(way_);
  for (const bool spread : {true, false}) {
    if (!leads_one_way_) break;
    const Way other = {.stages = stages, .spread = spread, .descends = down > up};
    const std::uint64_t arcs = heard(other);
    if (arcs <= most || 4 * (sample.arcs - arcs) > 3 * (sample.arcs - most)) continue;
    way_ = other;
    most = arcs;
  }
  share_heard_ = static_cast<double>(most) / static_cast<double>(sample.arcs);
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
