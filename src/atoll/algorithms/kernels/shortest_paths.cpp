// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/shortest_paths.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <optional>
#include <type_traits>
#include <utility>

#include "atoll/algorithms/kernels/island.hpp"
#include "atoll/algorithms/kernels/lengths.hpp"
#include "atoll/algorithms/kernels/nearing.hpp"
#include "atoll/algorithms/kernels/path_tree.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t distances_per_grain = 1u << 14;
constexpr double dense = 8;            // arcs of a vertex: from here on, a horizon saves most of them
constexpr double few_ends = 1.0 / 16;  // of the ends: to ask each of them would cost more
constexpr double thin = 1.5;           // up to here, most vertices have one at most
constexpr Contraction::Aim less{.left = 0.8,
                                .pace = 1.0 / 18};  // where more is left, a contracted graph is searched no faster
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
bool is_near(const OnePart& graph, const Rows& rows, std::uint64_t e) {
  constexpr std::uint32_t share = 64;
  const std::uint32_t together = graph.user_order || graph.near_order ? 256 : 0;
  const std::uint32_t vertices = graph.vertices;
  const auto from = static_cast<std::uint32_t>(row_of({rows.offsets, vertices + std::size_t{1}}, e));
  const std::uint32_t to = rows.ends[e];
  return (from > to ? from - to : to - from) < std::max(vertices / share, together);
}

// Whether most arcs lead to a near number.
bool mostly_near(const OnePart& graph, const Rows& rows) {
  const Random random(1);
  std::size_t near = 0;
  for (std::size_t i = 0; i < Sample::places; ++i) near += is_near(graph, rows, random.below(i, graph.arcs)) ? 1u : 0u;
  return 2 * near > Sample::places;
}

double mean_degree(const OnePart& graph) { return static_cast<double>(graph.arcs) / graph.vertices; }

bool is_thin(const OnePart& graph) { return mean_degree(graph) < thin; }

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

// A bucket is so wide that `rivals` arcs of the row an arc leads to are lighter, or, where rows are shorter than that,
// wider than all. The horizon moves by the weight that one arc in 16, or two of a row, are lighter than. Where arcs lead
// to near numbers, as in the web, paths are long, and no horizon has most of the graph before it. Where arcs are neither
// sorted, so that to hold some back means to read the row again, nor can be pulled (`can_hold`), there is none either.
// Then a small graph is one thread's: lines of distances that change hands cost more than a second one gains.
template <class Lengths>
PathsPlan plan_for(const OnePart& graph, const Rows& rows, bool can_hold) {
  if (graph.arcs == 0 || rows.offsets == nullptr || rows.weights == nullptr) return {};
  Sample sample = sample_of<Lengths>(graph, rows);
  const double degree = mean_degree(graph);
  const double degree_reached = std::max(1.0, sample.degree_reached);
  const bool has_horizon = degree >= dense && can_hold && !mostly_near(graph, rows);
  const double rivals = has_horizon ? 1 : 4;  // without a horizon, meetings are what costs
  const double share = rivals / degree_reached;
  // Where many weights are 0, buckets as narrow as that would never end.
  const double width =
      std::max(sample.lighter(share) * std::max(1.0, share), sample.mean_weight / (4 * degree_reached));
  const std::uint64_t bytes = 8 * graph.arcs + 12 * std::uint64_t{graph.vertices};
  PathsPlan plan{.bucket_width = width,
                 .spares_ends = sample.dead_ends > few_ends,
                 .follows = !has_horizon && graph.directed && is_thin(graph),
                 .alone = !has_horizon && bytes <= few_bytes};
  const double bucket = std::is_same_v<Lengths, RealLengths> && width > 0 ? width : std::max(1.0, width);
  if (has_horizon)
    plan.band_buckets = 1 + static_cast<std::uint64_t>(sample.lighter(std::max(1.0 / 16, 2 / degree)) / bucket);
  return plan;
}

// From slots to the user's vertices.
template <class Value, class ValueOf>
Array<Value> in_user_order(const OnePart& graph, const ValueOf& value_of, Crew& crew) {
  Array<Value> values(graph.vertices, Contents::whatever);
  crew.for_chunks(graph.vertices, distances_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    if (graph.user_order) {
      for (std::uint64_t v = begin; v < end; ++v) values[v] = value_of(v);
    } else {
      for (std::uint64_t v = begin; v < end; ++v) values[v] = value_of((*graph.slots)[v]);
    }
  });
  return values;
}

template <class Lengths, class ArcRows>
IdArray parents_of(const OnePart& graph, const ArcRows& out, const std::optional<ArcRows>& in,
                   const Array<typename Lengths::Key>& distance, std::uint32_t source, Crew& crew, const Watch& watch) {
  using Tree = PathTree<Lengths, ArcRows>;
  Array<std::uint32_t> slots(graph.vertices, Contents::whatever);
  crew.for_chunks(graph.vertices, distances_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(slots.begin() + begin, slots.begin() + end, Tree::none);
  });
  Tree(out, in, distance, slots, crew, watch).grow(source);
  IdArray parent(graph.vertices, false);
  crew.for_chunks(graph.vertices, distances_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const std::uint32_t slot = slots[graph.user_order ? v : (*graph.slots)[v]];
      parent.set(v, slot == Tree::none ? Tree::none : (*graph.users)[slot]);
    }
  });
  return parent;
}

}  // namespace

using Narrow = IntegerLengths<std::uint32_t>;
using Wide = IntegerLengths<std::uint64_t>;

struct Paths::Searcher {
  virtual ~Searcher() = default;
  // False: the keys are too narrow.
  virtual bool search(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) = 0;
};

namespace {

// An integer is its own key, a real the bits of it.
template <class Lengths>
using DistanceOf = std::conditional_t<std::is_same_v<Lengths, RealLengths>, float, typename Lengths::Key>;

template <class Lengths, class ArcRows>
struct SearcherOf : Paths::Searcher {
  using Distance = DistanceOf<Lengths>;

  // What is searched may lack arcs of the graph that no shortest path has. How to is planned for all of them.
  SearcherOf(const OnePart& of, const OnePart& searched, const ArcRows& out, const std::optional<ArcRows>& in,
             Crew& served)
      : graph(of), crew(served) {
    const auto plan = [&](bool can_hold) {
      nearing.emplace(searched, out, in, plan_for<Lengths>(graph, graph.out, can_hold), crew);
    };
    plan(ArcRows::by_weight || in);
    if (ArcRows::by_weight && nearing->has_horizon() && !learn()) plan(false);
  }

  bool search(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) override {
    const Waiting<typename Lengths::Key> start{wanted.source, 0};
    if (!nearing->search({&start, 1}, watch)) return false;
    answer.statistics = nearing->statistics();
    if (wanted.parents)
      answer.parent =
          parents_of<Lengths>(graph, nearing->out(), nearing->in(), nearing->distances(), wanted.source, crew, watch);
    answer.distance = distances();
    return true;
  }

 private:
  Array<Distance> distances() {
    if constexpr (std::is_same_v<Distance, typename Lengths::Key>) {
      if (graph.user_order) return nearing->take_distances();
    }
    const auto& distance = nearing->distances();
    return in_user_order<Distance>(
        graph, [&](std::uint64_t slot) { return std::bit_cast<Distance>(distance[slot]); }, crew);
  }

  // Many searches will profit from what one from the largest hub shows. False: that a horizon does not pay.
  bool learn() {
    if (graph.directed && most_reach_little()) return false;
    const std::uint64_t largest = largest_hub({graph.out.offsets, std::size_t{graph.vertices} + 1}, crew);
    return !search_from(static_cast<std::uint32_t>(largest)) || nearing->learn_band();
  }

  // Of some vertices with arcs: in a directed graph they may reach less than a hub does.
  bool most_reach_little() {
    constexpr int wanted = 5;
    constexpr std::uint64_t draws_max = 64;
    const Random random(2);
    int asked = 0;
    int enough = 0;
    for (std::uint64_t i = 0; i < draws_max && asked < wanted; ++i) {
      const auto v = static_cast<std::uint32_t>(random.below(i, graph.vertices));
      if (graph.out.degree(v) == 0) continue;
      ++asked;
      enough += !search_from(v) || nearing->reached_enough() ? 1 : 0;
    }
    return 2 * enough < asked;
  }

  bool search_from(std::uint32_t v) {
    const Waiting<typename Lengths::Key> start{v, 0};
    return nearing->search({&start, 1}, crew.watch());
  }

  const OnePart graph;
  std::optional<Nearing<Lengths, ArcRows>> nearing;
  Crew& crew;
};

// Of what is left of a contracted graph; the tree is that of the whole graph.
template <class Lengths, class Word, bool weighted>
struct SearcherOfCore : Paths::Searcher {
  using ArcRows = SortedRows<Word>;

  SearcherOfCore(const OnePart& searched, const Contraction& contracted, const SortedArcs& arcs, const PathsPlan& plan,
                 Crew& served)
      : graph(searched),
        contraction(contracted),
        nearing(arcs.searched(contraction.core()), arcs.out<Word>(), arcs.in<Word>(), plan, served),
        crew(served) {}

  bool search(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) override {
    const Contraction::Start start = contraction.start(wanted.source);
    if (contraction.is_island(start) && island(wanted, answer, watch)) return true;
    std::vector<Waiting<typename Lengths::Key>> starts;
    for (const Contraction::Offer& offer : start.core) {
      if (offer.distance >= Lengths::too_far) return false;
      starts.push_back({offer.place, static_cast<typename Lengths::Key>(offer.distance)});
    }
    if (!nearing.search(starts, watch)) return false;
    answer.statistics = nearing.statistics();
    return spread<Lengths>(wanted, start, answer, watch) || spread<Wide>(wanted, start, answer, watch);
  }

 private:
  // False: it is not that small.
  bool island(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) {
    Array<typename Lengths::Key> distance(graph.vertices, Contents::whatever);
    crew.for_chunks(graph.vertices, distances_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      std::fill(distance.begin() + begin, distance.begin() + end, Lengths::none);
    });
    Steps steps(watch);
    if (!search_island(graph.out, wanted.source, distance, steps)) return false;
    answer.statistics = steps.take();
    tell<Lengths>(wanted, distance, answer, watch);
    return true;
  }

  // False: distances of the graph are too large for such numbers.
  template <class Spread>
  bool spread(const PathsWanted& wanted, const Contraction::Start& start, PathsAnswer& answer, const Watch& watch) {
    Array<typename Spread::Key> distance(graph.vertices, Contents::whatever);
    if (!contraction.spread(nearing.distances(), start, distance, crew, watch)) return false;
    tell<Spread>(wanted, distance, answer, watch);
    return true;
  }

  // `distance`, of the graph's slots, may be moved from.
  template <class Spread>
  void tell(const PathsWanted& wanted, Array<typename Spread::Key>& distance, PathsAnswer& answer, const Watch& watch) {
    const std::optional rows(GivenRows<Spread, weighted>{graph.out});
    if (wanted.parents) answer.parent = parents_of<Spread>(graph, *rows, rows, distance, wanted.source, crew, watch);
    if (graph.user_order || wanted.by_slot) {
      answer.distance = std::move(distance);
    } else {
      answer.distance =
          in_user_order<typename Spread::Key>(graph, [&](std::uint64_t slot) { return distance[slot]; }, crew);
    }
  }

  const OnePart graph;
  const Contraction& contraction;
  Nearing<Lengths, ArcRows> nearing;
  Crew& crew;
};

template <class Lengths, bool weighted>
std::unique_ptr<Paths::Searcher> as_given(const OnePart& graph, Crew& crew) {
  using ArcRows = GivenRows<Lengths, weighted>;
  const Rows& in = graph.directed ? graph.in : graph.out;
  std::optional<ArcRows> turned;
  if (in.offsets != nullptr) turned = ArcRows{in};
  return std::make_unique<SearcherOf<Lengths, ArcRows>>(graph, graph, ArcRows{graph.out}, turned, crew);
}

template <class Lengths, class Word>
std::unique_ptr<Paths::Searcher> sorted(const OnePart& graph, const SortedArcs& arcs, Crew& crew) {
  return std::make_unique<SearcherOf<Lengths, SortedRows<Word>>>(graph, arcs.searched(graph), arcs.out<Word>(),
                                                                 arcs.in<Word>(), crew);
}

template <class Lengths, class Word>
std::unique_ptr<Paths::Searcher> in_core(const OnePart& graph, const Contraction& contraction, const SortedArcs& arcs,
                                         const PathsPlan& plan, Crew& crew) {
  if (graph.out.weights == nullptr)
    return std::make_unique<SearcherOfCore<Lengths, Word, false>>(graph, contraction, arcs, plan, crew);
  return std::make_unique<SearcherOfCore<Lengths, Word, true>>(graph, contraction, arcs, plan, crew);
}

// The arcs of a row that lead to one vertex: from there as many lead back, of the same weights.
bool are_mirrored(const Rows& rows, std::uint32_t u, std::span<const std::uint32_t> ends, std::size_t from,
                  std::size_t to) {
  const auto back = rows[ends[from]];
  const auto [first, last] = std::ranges::equal_range(back, u);
  if (static_cast<std::size_t>(last - first) != to - from) return false;
  if (rows.weights == nullptr) return true;
  const std::uint32_t* const there = rows.weights + rows.offsets[u] + from;
  return std::equal(there, there + (to - from), rows.weights + rows.offsets[ends[from]] + (first - back.begin()));
}

bool are_mirrored(const Rows& rows, std::uint32_t u) {
  const auto ends = rows[u];
  for (std::size_t from = 0, to = 0; from < ends.size(); from = to) {
    while (to < ends.size() && ends[to] == ends[from]) ++to;
    if (!are_mirrored(rows, u, ends, from, to)) return false;
  }
  return true;
}

// Roads are often listed with an arc for each direction, as if the graph were directed. The first arc without its
// counterpart, which most graphs have soon, ends the search for one. (A layout knows only where it has a pull.)
OnePart both_ways_if_mirrored(OnePart graph, Crew& crew) {
  if (!graph.directed) return graph;
  constexpr std::uint64_t rows_per_grain = 4096;
  std::atomic<bool> mirrored{true};
  crew.for_chunks(graph.vertices, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t u = begin; u < end && mirrored.load(std::memory_order_relaxed); ++u) {
      if (!are_mirrored(graph.out, static_cast<std::uint32_t>(u))) mirrored = false;
    }
  });
  graph.directed = !mirrored;
  return graph;
}

}  // namespace

Paths::Paths(const OnePart& graph, WeightType weights, bool aids, Crew& crew)
    : graph_(aids ? both_ways_if_mirrored(graph, crew) : graph), crew_(crew) {
  if (aids && Contraction::suits(graph_, weights)) {
    contraction_ = std::make_unique<Contraction>(graph_, less, crew);
    if (!contraction_->arrived()) contraction_.reset();
  }
  if (contraction_ != nullptr) {
    sort_core();
  } else if (aids && weights != WeightType::none && !is_thin(graph_)) {
    sorted_ = std::make_unique<SortedArcs>(graph_, weights, crew);
  }
  searcher_ = weights == WeightType::real ? searcher<RealLengths>() : searcher<Narrow>();
}

Paths::Paths(const OnePart& graph, std::unique_ptr<Contraction> contraction, Crew& crew)
    : graph_(graph), crew_(crew), contraction_(std::move(contraction)) {
  sort_core();
  searcher_ = searcher<Narrow>();
}

void Paths::sort_core() {
  const OnePart core = contraction_->core();
  sorted_ = std::make_unique<SortedArcs>(core, WeightType::integer, crew_);
  plan_of_core_ = std::make_unique<const PathsPlan>(plan_for<Narrow>(core, core.out, true));
  contraction_->release_arcs();
}

Paths::~Paths() = default;

// Whether the arcs of a directed graph are mirrored is not asked twice: they may be.
std::uint64_t Paths::bytes_of_aids(const OnePart& graph, WeightType weights) {
  OnePart of_edges = graph;
  of_edges.directed = false;
  const bool contracts = Contraction::suits(of_edges, weights);
  const std::uint64_t sorted = weights == WeightType::none ? 0 : SortedArcs::bytes_max(graph);
  return std::max(sorted, contracts ? Contraction::bytes_beyond_search(graph) : 0);
}

template <class Lengths>
std::unique_ptr<Paths::Searcher> Paths::searcher() const {
  if constexpr (!std::is_same_v<Lengths, RealLengths>) {
    if (contraction_ != nullptr && sorted_->narrow())
      return in_core<Lengths, std::uint32_t>(graph_, *contraction_, *sorted_, *plan_of_core_, crew_);
    if (contraction_ != nullptr)
      return in_core<Lengths, std::uint64_t>(graph_, *contraction_, *sorted_, *plan_of_core_, crew_);
    if (graph_.out.weights == nullptr) return as_given<Lengths, false>(graph_, crew_);
  }
  if (sorted_ == nullptr) return as_given<Lengths, true>(graph_, crew_);
  if (sorted_->narrow()) return sorted<Lengths, std::uint32_t>(graph_, *sorted_, crew_);
  return sorted<Lengths, std::uint64_t>(graph_, *sorted_, crew_);
}

PathsAnswer Paths::operator()(const PathsWanted& wanted, const Watch& watch) {
  PathsAnswer answer;
  if (searcher_->search(wanted, answer, watch)) return answer;
  searcher_ = searcher<Wide>();
  searcher_->search(wanted, answer, watch);
  return answer;
}

}  // namespace Atoll::kernels
