// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/shortest_paths.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "atoll/algorithms/kernels/paths/delta_stepping.hpp"
#include "atoll/algorithms/kernels/paths/island.hpp"
#include "atoll/algorithms/kernels/paths/lengths.hpp"
#include "atoll/algorithms/kernels/paths/mirrored_arcs.hpp"
#include "atoll/algorithms/kernels/paths/path_tree.hpp"
#include "atoll/algorithms/kernels/paths/paths_plan.hpp"
#include "atoll/algorithms/kernels/paths/row_heads.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/random.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t distances_per_grain = 1u << 14;
// Where more is left, a contracted graph is searched no faster.
constexpr Contraction::Aim aim_of_paths{.left = 0.8, .pace = 1.0 / 18};

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
  parallel_fill(slots, Tree::none, crew);
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

struct Paths::Searcher {
  virtual ~Searcher() = default;
  // False: the keys are too narrow.
  virtual bool search(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) = 0;
  bool keys_suffice = true;  // as far as was learned
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
             Paths::Learning learning, Crew& served)
      : graph(of), crew(served) {
    const auto plan = [&](bool can_hold) {
      stepping.emplace(searched, out, in, plan_for<Lengths>(graph, graph.out, can_hold), crew);
    };
    plan(ArcRows::by_weight || in);
    if (ArcRows::by_weight && stepping->has_horizon() && !learn(learning)) plan(false);
  }

  bool search(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) override {
    const Waiting<typename Lengths::Key> start{wanted.source, 0};
    if (!stepping->search({&start, 1}, watch)) return false;
    answer.statistics = stepping->statistics();
    if (wanted.kind == PathsKind::tree)
      answer.parent = parents_of<Lengths>(graph, stepping->out(), stepping->in(), stepping->distances(), wanted.source,
                                          crew, watch);
    answer.distance = distances();
    return true;
  }

 private:
  Array<Distance> distances() {
    if constexpr (std::is_same_v<Distance, typename Lengths::Key>) {
      if (graph.user_order) return stepping->take_distances();
    }
    const auto& distance = stepping->distances();
    return in_user_order<Distance>(
        graph, [&](std::uint64_t slot) { return std::bit_cast<Distance>(distance[slot]); }, crew);
  }

  // Many searches will profit from what one from the largest hub shows. False: that a horizon does not pay.
  bool learn(Paths::Learning learning) {
    if (graph.directed && most_reach_little()) return false;
    const auto largest =
        static_cast<std::uint32_t>(largest_hub({graph.out.offsets, std::size_t{graph.vertices} + 1}, crew));
    if (!search_from(largest)) return true;
    if (!stepping->learn_band()) return false;
    if (learning == Paths::Learning::brief) return true;
    stepping->try_nearer_bands([&] {
      const Stopwatch watch;
      return search_from(largest) ? watch.seconds() : std::numeric_limits<double>::infinity();
    });
    return true;
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
      enough += !search_from(v) || stepping->reached_enough() ? 1 : 0;
    }
    return 2 * enough < asked;
  }

  bool search_from(std::uint32_t v) {
    const Waiting<typename Lengths::Key> start{v, 0};
    const bool suffice = stepping->search({&start, 1}, crew.watch());
    keys_suffice = keys_suffice && suffice;
    return suffice;
  }

  const OnePart graph;
  std::optional<DeltaStepping<Lengths, ArcRows>> stepping;
  Crew& crew;
};

// Of what is left of a contracted graph; the tree is that of the whole graph.
template <class Lengths, class Word, class Weights>
struct SearcherOfCore : Paths::Searcher {
  using ArcRows = SortedRows<Word>;

  SearcherOfCore(const OnePart& searched, const Contraction& contracted, const SortedArcs& arcs, const PathsPlan& plan,
                 Crew& served)
      : graph(searched),
        contraction(contracted),
        stepping(arcs.searched(contraction.core()), arcs.out<Word>(), arcs.in<Word>(), plan, served),
        crew(served) {}

  bool search(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) override {
    const Contraction::Start start = contraction.start(wanted.source);
    if (contraction.is_island(start) && island(wanted, answer, watch)) return true;
    std::vector<Waiting<typename Lengths::Key>> starts;
    for (const Contraction::Offer& offer : start.core) {
      if (offer.distance >= Lengths::too_far) return false;
      starts.push_back({offer.place, static_cast<typename Lengths::Key>(offer.distance)});
    }
    if (!stepping.search(starts, watch)) return false;
    answer.statistics = stepping.statistics();
    if (wanted.kind == PathsKind::levels)
      return spread_levels<std::uint16_t>(start, answer, watch) || spread_levels<std::uint32_t>(start, answer, watch);
    return spread<Lengths>(wanted, start, answer, watch) || spread<WideLengths>(wanted, start, answer, watch);
  }

 private:
  // False: it is not that small.
  bool island(const PathsWanted& wanted, PathsAnswer& answer, const Watch& watch) {
    const bool levels = wanted.kind == PathsKind::levels;
    Array<typename Lengths::Key> distance(graph.vertices + std::uint64_t{levels ? 1u : 0u}, Contents::whatever);
    parallel_fill(std::span(distance).first(graph.vertices), Lengths::none, crew);
    Steps steps(watch);
    if (!search_island(graph.out, wanted.source, distance, steps)) return false;
    answer.statistics = steps.take();
    if constexpr (std::is_same_v<Lengths, NarrowLengths>) {
      if (levels) {
        answer.level = std::move(distance);
        return true;
      }
    }
    tell<Lengths>(wanted, distance, answer, watch);
    return true;
  }

  // False: distances of the graph are too large for such numbers.
  template <class Spread>
  bool spread(const PathsWanted& wanted, const Contraction::Start& start, PathsAnswer& answer, const Watch& watch) {
    Array<typename Spread::Key> distance(graph.vertices, Contents::whatever);
    if (!contraction.spread(stepping.distances(), start, distance, crew, watch)) return false;
    tell<Spread>(wanted, distance, answer, watch);
    return true;
  }

  template <class Level>
  bool spread_levels(const Contraction::Start& start, PathsAnswer& answer, const Watch& watch) {
    Array<Level> level(graph.vertices + std::uint64_t{1}, Contents::whatever);
    if (!contraction.spread(stepping.distances(), start, level, crew, watch)) return false;
    answer.level = std::move(level);
    return true;
  }

  // `distance`, of the graph's slots, may be moved from.
  template <class Spread>
  void tell(const PathsWanted& wanted, Array<typename Spread::Key>& distance, PathsAnswer& answer, const Watch& watch) {
    const std::optional rows(GivenRows<Spread, Weights>{graph.out});
    if (wanted.kind == PathsKind::tree)
      answer.parent = parents_of<Spread>(graph, *rows, rows, distance, wanted.source, crew, watch);
    if (graph.user_order) {
      answer.distance = std::move(distance);
    } else {
      answer.distance =
          in_user_order<typename Spread::Key>(graph, [&](std::uint64_t slot) { return distance[slot]; }, crew);
    }
  }

  const OnePart graph;
  const Contraction& contraction;
  DeltaStepping<Lengths, ArcRows> stepping;
  Crew& crew;
};

template <class Lengths, class Weights>
std::unique_ptr<Paths::Searcher> as_given(const OnePart& graph, Paths::Learning learning, Crew& crew) {
  using ArcRows = GivenRows<Lengths, Weights>;
  const Rows& in = graph.directed ? graph.in : graph.out;
  std::optional<ArcRows> turned;
  if (in.offsets != nullptr) turned = ArcRows{in};
  return std::make_unique<SearcherOf<Lengths, ArcRows>>(graph, graph, ArcRows{graph.out}, turned, learning, crew);
}

template <class Lengths, class Word>
std::unique_ptr<Paths::Searcher> sorted(const OnePart& graph, const SortedArcs& arcs, Paths::Learning learning,
                                        Crew& crew) {
  return std::make_unique<SearcherOf<Lengths, SortedRows<Word>>>(graph, arcs.searched(graph), arcs.out<Word>(),
                                                                 arcs.in<Word>(), learning, crew);
}

template <class Lengths, class Word>
std::unique_ptr<Paths::Searcher> in_core(const OnePart& graph, const Contraction& contraction, const SortedArcs& arcs,
                                         const PathsPlan& plan, Crew& crew) {
  if (graph.out.weights.empty())
    return std::make_unique<SearcherOfCore<Lengths, Word, NoWeights>>(graph, contraction, arcs, plan, crew);
  return std::make_unique<SearcherOfCore<Lengths, Word, ArcWeights>>(graph, contraction, arcs, plan, crew);
}

}  // namespace

Paths::Paths(const OnePart& graph, WeightType weights, Use use, Crew& crew)
    : graph_(use == Use::often ? both_ways_if_mirrored(graph, crew) : graph), crew_(crew) {
  if (use == Use::often && Contraction::suits(graph_, weights)) {
    contraction_ = std::make_unique<Contraction>(graph_, aim_of_paths, crew);
    if (!contraction_->arrived()) contraction_.reset();
  }
  if (contraction_ != nullptr) {
    sort_core();
  } else if (use == Use::often && weights != WeightType::none && !is_thin(graph_)) {
    sorted_ = std::make_unique<SortedArcs>(graph_, weights, crew);
  }
  if (weights == WeightType::real) {
    searcher_ = searcher<RealLengths>(Learning::thorough);
  } else {
    searcher_ = searcher<NarrowLengths>(Learning::thorough);
    if (!searcher_->keys_suffice) searcher_ = searcher<WideLengths>(Learning::thorough);
  }
}

Paths::Paths(const OnePart& graph, std::unique_ptr<Contraction> contraction, Crew& crew)
    : graph_(graph), crew_(crew), contraction_(std::move(contraction)) {
  sort_core();
  searcher_ = searcher<NarrowLengths>(Learning::thorough);
}

void Paths::sort_core() {
  const OnePart core = contraction_->core();
  sorted_ = std::make_unique<SortedArcs>(core, WeightType::integer, crew_);
  plan_of_core_ = std::make_unique<const PathsPlan>(plan_for<NarrowLengths>(core, core.out, true));
  contraction_->release_arcs();
}

Paths::~Paths() = default;

std::uint64_t Paths::bytes_max(const OnePart& graph, WeightType weights, Use use, Crew& crew) {
  // Distances as they are searched for and as they are told; parents; who waits, for its turn or for its parent.
  const std::uint64_t searched = std::uint64_t{graph.vertices} * (8 + 8 + 4 + 16);
  if (use == Use::once) return searched;
  const bool contracts = Contraction::suits(both_ways_if_mirrored(graph, crew), weights);
  const std::uint64_t heads =
      weights == WeightType::integer && is_dense(graph) ? RowHeads::bytes_max(graph.vertices) : 0;
  const bool sorts = weights != WeightType::none && !is_thin(graph);
  const std::uint64_t sorted = sorts ? SortedArcs::bytes_max(graph) + heads : 0;
  return std::max(searched + sorted, contracts ? Contraction::bytes_max(graph) : 0);
}

template <class Lengths>
std::unique_ptr<Paths::Searcher> Paths::searcher(Learning learning) const {
  if constexpr (!std::is_same_v<Lengths, RealLengths>) {
    if (contraction_ != nullptr && sorted_->narrow())
      return in_core<Lengths, std::uint32_t>(graph_, *contraction_, *sorted_, *plan_of_core_, crew_);
    if (contraction_ != nullptr)
      return in_core<Lengths, std::uint64_t>(graph_, *contraction_, *sorted_, *plan_of_core_, crew_);
    if (graph_.out.weights.empty()) return as_given<Lengths, NoWeights>(graph_, learning, crew_);
    if (sorted_ == nullptr && !graph_.out.weights.is_whole())
      return as_given<Lengths, ArcWeights>(graph_, learning, crew_);
  }
  if (sorted_ == nullptr) return as_given<Lengths, WholeWeights>(graph_, learning, crew_);
  if (sorted_->narrow()) return sorted<Lengths, std::uint32_t>(graph_, *sorted_, learning, crew_);
  return sorted<Lengths, std::uint64_t>(graph_, *sorted_, learning, crew_);
}

PathsAnswer Paths::operator()(const PathsWanted& wanted, const Watch& watch) {
  PathsAnswer answer;
  if (searcher_->search(wanted, answer, watch)) return answer;
  searcher_ = searcher<WideLengths>(Learning::brief);
  const bool fits = searcher_->search(wanted, answer, watch);
  ATOLL_CHECK(fits);
  return answer;
}

}  // namespace Atoll::kernels
