// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/contraction.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "atoll/algorithms/kernels/reaches_many.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t arcs_per_vertex_max = 20;      // of what is contracted
constexpr std::uint64_t vertices_max = 0x7fffffff;     // gathers have signed places, and levels fit
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

std::uint64_t Contraction::bytes_max(const OnePart& graph) {
  struct Bytes {
    std::uint64_t of_arc, of_vertex;
  };
  constexpr Bytes with_small_weights{.of_arc = 16, .of_vertex = 19}, with_whole_weights{.of_arc = 20, .of_vertex = 37};
  const bool whole = !graph.out.weights.empty() && graph.out.weights.is_whole();
  const Bytes bytes = whole ? with_whole_weights : with_small_weights;
  return bytes.of_arc * graph.arcs + bytes.of_vertex * graph.vertices;
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

// The number of a taken vertex; behind all these, a slot of the core.
std::uint32_t Contraction::place_of(std::uint32_t vertex) const {
  const std::uint16_t number = core_.group_of[vertex];
  if (number != ContractedCore::not_taken) return taken_.group(number).first + taken_.group(number).find(vertex);
  const auto slot = std::ranges::lower_bound(core_.vertex_of, vertex) - core_.vertex_of.begin();
  return taken_.count() + static_cast<std::uint32_t>(slot);
}

// Ends have later places than who was taken, so that all ways to a place are known when its turn comes.
auto Contraction::start(std::uint32_t source) const -> Start {
  Start start;
  struct Way {
    std::uint32_t vertex;
    std::uint64_t distance;
  };
  std::map<std::uint32_t, Way> nearest{{place_of(source), {source, 0}}};
  for (const auto& [place, way] : nearest) {
    const auto [vertex, distance] = way;
    if (place >= taken_.count()) {
      start.core.push_back({place - taken_.count(), distance});
      continue;
    }
    start.taken.push_back({place, distance});
    const TakenVertices::Record record = taken_.record(place, vertex);
    for (std::uint32_t i = 0; i < record.kind.ends; ++i) {
      const Way on{record.end(i), distance + record.weight(i)};
      Way& held = nearest.try_emplace(place_of(on.vertex), on).first->second;
      held.distance = std::min(held.distance, on.distance);
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

// Below half of the range: what is there plus a weight, if that is as small, is never taken for unreached.
template <class Distance>
constexpr std::uint64_t too_far = std::uint64_t{1} << (8 * sizeof(Distance) - 1);

template <class Distance>
bool fits(std::uint64_t distance) {
  return distance == Contraction::unreached || distance < too_far<Distance>;
}

// The ways to a vertex over its ends, and whether what was taken of them fits.
template <std::uint32_t weight_bytes, class Distance>
class NearestOfEnds {
 public:
  std::uint64_t way(Distance end, std::uint64_t weight) const {
    if constexpr (are_small) return end + weight;
    return widened(end) == Contraction::unreached ? Contraction::unreached : end + weight;
  }
  Distance take(std::uint64_t least) {
    if constexpr (are_small) {
      const auto taken = static_cast<Distance>(std::min<std::uint64_t>(least, unreached));
      seen_ |= static_cast<Distance>(taken + 1);
      return taken;
    } else {
      seen_ |= fits<Distance>(least) ? 0 : too_far<Distance>;
      return static_cast<Distance>(least);
    }
  }
  bool all_fit() const { return (seen_ & too_far<Distance>) == 0; }

 private:
  static constexpr Distance unreached = static_cast<Distance>(Contraction::unreached);
  // If weights are below half of the range too, a way over a reached end is below unreached, and one over an unreached end
  // is not: nobody need ask.
  static constexpr std::uint64_t heaviest = weight_bytes == 4 ? Contraction::weight_max : (1u << 8 * weight_bytes) - 1;
  static constexpr bool are_small = sizeof(Distance) < 8 && heaviest < too_far<Distance>;

  std::uint64_t seen_ = 0;
};

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

template bool Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint16_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint32_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint64_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint64_t>&, const Start&, Array<std::uint16_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint64_t>&, const Start&, Array<std::uint32_t>&, Crew&,
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
    Distance& held = distance[group.vertex(at)];
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
    switch (group.kind.weight_bytes) {
      case 1: all_fit = fill_those<ends, 1>(group, begin, end, distance); break;
      case 2: all_fit = fill_those<ends, 2>(group, begin, end, distance); break;
      default: all_fit = fill_those<ends, 4>(group, begin, end, distance);
    }
  };
  [&]<std::uint32_t... less>(std::integer_sequence<std::uint32_t, less...>) {
    (fill_if.template operator()<less + 1>(), ...);
  }(std::make_integer_sequence<std::uint32_t, TakenVertices::ends_max>());
  return all_fit;
}

template <std::uint32_t ends, std::uint32_t weight_bytes, class Distance>
bool Contraction::fill_those(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance) {
  constexpr TakenVertices::Kind kind{.ends = ends, .weight_bytes = weight_bytes};
  NearestOfEnds<weight_bytes, Distance> nearest;
  const std::byte* record = group.at(begin);
  while (begin < end) {
    const std::uint32_t high = group.vertex(begin) >> TakenVertices::stretch_bits;
    const std::uint64_t stop = std::min<std::uint64_t>(end, group.before_stretch[high + 1]);
    for (; begin < stop; ++begin, record += kind.bytes()) {
      TakenVertices::Record taken{record, high << TakenVertices::stretch_bits, kind};
      taken.vertex |= taken.template read<std::uint16_t>(0);
      std::uint64_t least = unreached;
      for (std::uint32_t k = 0; k < ends; ++k)
        least = std::min(least, nearest.way(distance[taken.end(k)], taken.weight(k)));
      distance[taken.vertex] = nearest.take(least);
    }
  }
  return nearest.all_fit();
}

}  // namespace Atoll::kernels
