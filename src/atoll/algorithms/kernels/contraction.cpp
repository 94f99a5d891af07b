// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/contraction.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "atoll/algorithms/kernels/reaches_many.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t arcs_per_vertex_max = 20;      // of what is contracted
constexpr std::uint64_t vertices_max = 1u << 31;       // gathers have signed places
constexpr std::uint64_t arcs_max = ~std::uint32_t{0};  // so that a place among them has 32 bits
constexpr std::uint64_t filled_per_poll = 1u << 16;    // vertices
constexpr double work_by_vertex = 4;                   // of a search, in arcs

double work(std::uint64_t vertices, std::uint64_t arcs) {
  return work_by_vertex * static_cast<double>(vertices) + static_cast<double>(arcs);
}

bool most_is_seen(const OnePart& graph) {
  const Random random(3);
  return some_reach_many(graph.out, graph.vertices, graph.vertices, graph.vertices,
                         [&](std::uint64_t i) { return static_cast<std::uint32_t>(random.below(i, graph.vertices)); });
}

}  // namespace

bool Contraction::suits(const OnePart& graph, WeightType weights) {
  return !graph.directed && weights != WeightType::real && graph.vertices <= vertices_max && graph.arcs <= arcs_max &&
         graph.arcs <= arcs_per_vertex_max * graph.vertices && most_is_seen(graph);
}

std::uint64_t Contraction::bytes_beyond_search(const OnePart& graph) {
  const std::uint64_t by_arcs = 20 * graph.arcs;
  return by_arcs - std::min(by_arcs, 16 * std::uint64_t{graph.vertices});
}

Contraction::Contraction(const OnePart& graph, const Aim& aim, Crew& crew) {
  Shrinking shrinking(graph, taken_, crew);
  const double enough = aim.left * work(graph.vertices, graph.arcs);
  const auto left = [&] { return work(shrinking.vertices_left(), shrinking.arcs_left()); };
  shrinking.go([&](std::uint64_t vertices, std::uint64_t arcs) {
    const double pace = taken_.count() == 0 ? aim.first : aim.pace;
    return left() <= enough || work(vertices, arcs) <= (1 - pace) * left();
  });
  arrived_ = left() <= enough;
  if (!arrived_) return;
  core_ = shrinking.core();
  chunks_ = std::make_unique<const Chunks>(core_.offsets, core_.ends.size() + core_.vertex_of.size());
}

OnePart Contraction::core() const {
  const Rows rows{core_.offsets.data(), core_.ends.data(), core_.weights};
  const std::size_t vertices = core_.vertex_of.size();
  return {.vertices = static_cast<std::uint32_t>(vertices),
          .arcs = core_.offsets[vertices],
          .out = rows,
          .in = rows,
          .chunks = chunks_.get(),
          .directed = false};
}

void Contraction::release_arcs() {
  core_.ends = {};
  core_.weights = {};
}

// Ends have later places than who was taken, so that all ways to a place are known when its turn comes.
auto Contraction::start(std::uint32_t source) const -> Start {
  Start start;
  std::map<std::uint32_t, std::uint64_t> nearest{{core_.place[source], 0}};
  for (const auto& [place, distance] : nearest) {
    if (place >= taken_.count()) {
      start.core.push_back({place - taken_.count(), distance});
      continue;
    }
    start.taken.push_back({place, distance});
    const TakenVertices::Record record = taken_[place];
    for (std::uint32_t i = 0; i < record.kind.ends; ++i) {
      const std::uint64_t way = distance + record.weight(i);
      const auto [held, fresh] = nearest.try_emplace(core_.place[record.end(i)], way);
      held->second = std::min(held->second, way);
    }
  }
  return start;
}

namespace {

// All bits set, unreached, stays that.
template <class Distance>
std::uint64_t widened(Distance distance) {
  return distance == static_cast<Distance>(Contraction::unreached) ? Contraction::unreached : distance;
}

template <class Distance>
bool fits(std::uint64_t distance) {
  return distance == Contraction::unreached || distance < static_cast<Distance>(Contraction::unreached);
}

}  // namespace

template <class Key, class Distance>
bool Contraction::spread(const Array<Key>& of_core, const Start& start, Array<Distance>& distance, Crew& crew,
                         const Watch& watch) const {
  std::atomic<bool> all_fit{true};
  crew.run([&](Worker& me) {
    bool mine_fit = true;
    const auto [first, last] = me.stretch_of(core_.vertex_of.size());
    for (std::uint64_t slot = first; slot < last; ++slot) {
      const std::uint64_t found = widened(of_core[slot]);
      mine_fit = mine_fit && fits<Distance>(found);
      distance[core_.vertex_of[slot]] = static_cast<Distance>(found);
    }
    for (std::size_t round = taken_.rounds(); round-- > 0;) {
      me.meet();
      const auto [from, to] = taken_.groups_of(round);
      for (std::size_t group = from; group < to; ++group) {
        const auto [begin, end] = me.stretch_of(taken_.group(group).size());
        for (std::uint64_t at = begin; at < end; at += filled_per_poll) {
          watch.poll();
          mine_fit &= fill(taken_.group(group), at, std::min(at + filled_per_poll, end), start, distance);
        }
      }
    }
    if (!mine_fit) all_fit = false;
  });
  return all_fit;
}

template bool Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint32_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint64_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint64_t>&, const Start&, Array<std::uint64_t>&, Crew&,
                                  const Watch&) const;

// Some of a group; those between the source and the core are nearer by what the start knows. False: one does not fit.
template <class Distance>
bool Contraction::fill(const Group& group, std::uint64_t begin, std::uint64_t end, const Start& start,
                       Array<Distance>& distance) {
  bool all_fit = true;
  auto known = std::ranges::lower_bound(start.taken, group.first + begin, {}, &Offer::place);
  for (; known != start.taken.end() && known->place < group.first + end; ++known) {
    const std::uint64_t at = known->place - group.first;
    all_fit &= fill_all(group, begin, at + 1, distance);
    Distance& held = distance[group[at].vertex()];
    const std::uint64_t nearest = std::min(widened(held), known->distance);
    all_fit &= fits<Distance>(nearest);
    held = static_cast<Distance>(nearest);
    begin = at + 1;
  }
  return fill_all(group, begin, end, distance) && all_fit;
}

template <class Distance>
bool Contraction::fill_all(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance) {
  bool all_fit = true;
  const auto fill_if = [&]<std::uint32_t ends>() {
    if (group.kind.ends != ends) return;
    all_fit = group.kind.narrow ? fill_those<ends, true>(group, begin, end, distance)
                                : fill_those<ends, false>(group, begin, end, distance);
  };
  [&]<std::uint32_t... less>(std::integer_sequence<std::uint32_t, less...>) {
    (fill_if.template operator()<less + 1>(), ...);
  }(std::make_integer_sequence<std::uint32_t, TakenVertices::ends_max>());
  return all_fit;
}

template <std::uint32_t ends, bool narrow, class Distance>
bool Contraction::fill_those(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance) {
  constexpr TakenVertices::Kind kind{.ends = ends, .narrow = narrow};
  bool all_fit = true;
  for (std::uint64_t i = begin; i < end; ++i) {
    const TakenVertices::Record taken{group.words.data() + i * kind.words(), kind};
    std::uint64_t least = unreached;
    for (std::uint32_t k = 0; k < ends; ++k) {
      const std::uint64_t near = widened(distance[taken.end(k)]);
      least = std::min(least, near == unreached ? unreached : near + taken.weight(k));
    }
    all_fit &= fits<Distance>(least);
    distance[taken.vertex()] = static_cast<Distance>(least);
  }
  return all_fit;
}

}  // namespace Atoll::kernels
