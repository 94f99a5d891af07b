// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/bfs.hpp"

#include <algorithm>
#include <memory>
#include <variant>

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/search/contracted_search.hpp"
#include "atoll/algorithms/kernels/search/search.hpp"
#include "atoll/algorithms/kernels/search/wavefront.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/spare_pages.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice direction) {
  const bool push = direction != DirectionChoice::pull;
  const bool pull = direction != DirectionChoice::push;
  using Search = Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>;
  return {.push = push,
          .pull = pull,
          .source_ids = true,
          .programs = {{.shape = shape_of_program<Search>(), .pushes = push, .pulls = pull}}};
}

Needs kernel_needs() { return {.push = true, .pull = true}; }

std::vector<std::string> columns_of(const Parameters& parameters) {
  const std::string& wanted = parameters.word("answer");
  if (wanted == "levels") return {"level"};
  if (wanted == "parents") return {"parent"};
  return {"level", "parent"};
}

template <class Id, class Visit>
Answer search(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
              const Watch& watch) {
  constexpr bool parents = requires(Visit v) { v.parent; };
  constexpr bool levels = requires(Visit v) { v.level; };
  const std::uint64_t source = checked_source(layout, parameters);
  IdArray parent;
  Array<std::uint32_t> level;
  std::uint64_t reached = 0;
  Answer answer;
  const auto take = [&](const DomainArray<Visit>& values) {
    if constexpr (parents) parent = IdArray(layout.vertices, sizeof(Id) == 8);
    if constexpr (levels) level = Array<std::uint32_t>(layout.vertices);
    Stopwatch aggregation;
    reached = count_where(values, [](const Visit& v) { return v.visited(); }, crew);
    collect(layout, values, crew, [&](std::uint64_t id, const Visit& visit) {
      if constexpr (parents) parent.set(id, visit.parent);
      if constexpr (levels) level[id] = visit.level;
    });
    answer.aggregation_seconds = aggregation.seconds();
  };
  // Where the model chooses the exchange it may choose the direction too, unless alpha or beta was asked for.
  const bool free = layout.arrangement == Arrangement::ghosted && !choice.exchange;
  const Execution execution =
      execution_of(choice, free && !choice.is_tuned() ? SteeringRule::by_cost : SteeringRule::by_arcs);
  answer.statistics = execute(Bfs<Id, Visit>{source}, layout, execution, crew, watch, take).statistics;
  // The last superstep finds the frontier empty, unless the search reached nothing but its source.
  const std::uint64_t steps = answer.statistics.count();
  const std::uint64_t depth = steps == 0 ? 0 : steps - 1;
  answer.facts = {{"reached", reached}, {"depth", depth}};
  if constexpr (levels) answer.columns.push_back({"level", std::move(level)});
  if constexpr (parents) answer.columns.push_back({"parent", std::move(parent)});
  return answer;
}

// The kernel that suits the graph; where alpha or beta was asked for, the one that goes by them.
class SearchKernel {
 public:
  SearchKernel(const Layout& layout, bool tuned, kernels::Use use, Crew& crew) {
    const kernels::OnePart graph = kernels::one_part(layout);
    if (auto contracted = use == kernels::Use::often && !tuned ? Contracted::if_it_pays(graph, crew) : nullptr) {
      search_ = std::move(contracted);
    } else if (!tuned && kernels::Wavefront::suits(graph)) {
      search_.emplace<kernels::Wavefront>(graph, use, crew);
    } else {
      search_.emplace<kernels::Search>(graph, use, crew);
    }
  }

  bool is_for(const RunChoice& choice) const {
    return !choice.is_tuned() || std::holds_alternative<kernels::Search>(search_);
  }
  void operator()(std::uint32_t source, const RunChoice& choice, kernels::SearchAnswer& answer, const Watch& watch) {
    if (auto* const contracted = std::get_if<std::unique_ptr<Contracted>>(&search_))
      return (**contracted)(source, answer, watch);
    if (auto* const wavefront = std::get_if<kernels::Wavefront>(&search_)) return (*wavefront)(source, answer, watch);
    auto& search = std::get<kernels::Search>(search_);
    const Steering steering = steering_of(choice, SteeringRule::by_arcs);
    search({.source = source, .alpha = steering.alpha, .beta = steering.beta}, answer, watch);
  }

 private:
  using Contracted = kernels::ContractedSearch;

  std::variant<std::monostate, kernels::Search, kernels::Wavefront, std::unique_ptr<Contracted>> search_;
};

bool by_kernel(const Layout& layout) { return kernels::can_walk(layout) && layout.push && layout.pull; }

struct PreparedSearch : Preparation {
  PreparedSearch(const Layout& made_of, Crew& served)
      : Preparation(&made_of, &served), search(made_of, false, kernels::Use::often, served) {}
  SearchKernel search;
};

std::shared_ptr<Preparation> prepare(const Layout& layout, const Parameters& parameters, Crew& crew) {
  if (!by_kernel(layout)) return {};
  auto prepared = std::make_shared<PreparedSearch>(layout, crew);
  const std::uint64_t column = layout.vertices * sizeof(std::uint32_t);
  make_spare_pages({column, parameters.word("answer") == "both" ? column : 0}, crew);
  return prepared;
}

Answer search_by_kernel(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                        const Watch& watch) {
  const std::uint64_t source = checked_source(layout, parameters);
  const std::string& wanted = parameters.word("answer");
  auto* const prepared = prepared_for<PreparedSearch>(choice, layout, crew);
  const Stopwatch clock;
  const bool is_prepared = prepared != nullptr && prepared->search.is_for(choice);
  const auto own =
      is_prepared ? nullptr : std::make_unique<SearchKernel>(layout, choice.is_tuned(), kernels::Use::once, crew);
  SearchKernel& search = is_prepared ? prepared->search : *own;
  IdArray parent = wanted == "levels" ? IdArray() : IdArray(layout.vertices, false, Contents::whatever);
  Array<std::uint32_t> level(wanted == "parents" ? 0 : layout.vertices, Contents::whatever);
  kernels::SearchAnswer found;
  if (wanted != "levels") found.parent = parent.narrow();
  if (wanted != "parents") found.level = level.data();
  search(static_cast<std::uint32_t>(layout.partition.internal_of[source]), choice, found, watch);
  Answer answer;
  answer.statistics = std::move(found.statistics);
  answer.statistics.seconds = clock.seconds();
  answer.facts = {{"reached", found.reached}, {"depth", found.depth}};
  if (wanted != "parents") answer.columns.push_back({"level", std::move(level)});
  if (wanted != "levels") answer.columns.push_back({"parent", std::move(parent)});
  return answer;
}

template <class Id>
Answer with_ids(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                const Watch& watch) {
  const std::string& wanted = parameters.word("answer");
  if (wanted == "parents") return search<Id, Parent<Id>>(layout, parameters, choice, crew, watch);
  if (wanted == "levels") return search<Id, Level>(layout, parameters, choice, crew, watch);
  return search<Id, ParentAndLevel<Id>>(layout, parameters, choice, crew, watch);
}

Answer run(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
           const Watch& watch) {
  if (kernels::may_walk(layout, choice) && by_kernel(layout))
    return search_by_kernel(layout, parameters, choice, crew, watch);
  return layout.wide ? with_ids<std::uint64_t>(layout, parameters, choice, crew, watch)
                     : with_ids<std::uint32_t>(layout, parameters, choice, crew, watch);
}

certify::Verdict check(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew) {
  const std::string& wanted = parameters.word("answer");
  const IdArray* parent = wanted == "levels" ? nullptr : &answer.as<IdArray>("parent");
  std::span<const std::uint32_t> level;
  if (wanted != "parents") level = answer.as<Array<std::uint32_t>>("level");
  const certify::SearchFacts told{.reached = answer.fact<std::uint64_t>("reached"),
                                  .depth = answer.fact<std::uint64_t>("depth")};
  return certify::bfs(layout, parameters.count("source"), level, parent, crew, told);
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t ghosts, bool wide) {
  const std::uint64_t id = wide ? 8 : 4;
  // Value, sum of own and ghost, two boxes; bitmaps; the two columns of the answer.
  return vertices * (4 * id + 8) + ghosts * 3 * id + vertices + (id + 4) * vertices;
}

std::optional<std::uint64_t> kernel_estimate(const Layout& layout, const Parameters& parameters, Aids aids,
                                             Crew& crew) {
  if (!by_kernel(layout)) return {};
  const kernels::OnePart graph = kernels::one_part(layout);
  const std::uint64_t columns = columns_of(parameters).size() * sizeof(std::uint32_t) * layout.vertices;
  const auto use = aids == Aids::to_be_made ? kernels::Use::often : kernels::Use::once;
  const std::uint64_t searched = kernels::Wavefront::suits(graph)
                                     ? kernels::Wavefront::bytes_max(graph, use)
                                     : kernels::Search::bytes_max(graph, use, crew.threads());
  const std::uint64_t contracted = use == kernels::Use::often && kernels::ContractedSearch::suits(graph)
                                       ? kernels::ContractedSearch::bytes_max(graph)
                                       : 0;
  return columns + std::max(searched, contracted);
}

}  // namespace

Algorithm entries::bfs() {
  return {
      .name = "bfs",
      .summary = "Breadth-first search: how many arcs every vertex is away from a source, and a tree of shortest ways",
      .example = "atoll bfs roads.gr.gz --source 17 --verify",
      .parameters = {{"source", "the vertex to start from", std::uint64_t{0}, true},
                     {"answer", "what to remember of each vertex", "both", false, {"both", "parents", "levels"}}},
      .columns = {"level", "parent"},
      .columns_of = columns_of,
      .needs = needs,
      .kernel_needs = kernel_needs,
      .run = run,
      .prepare = prepare,
      .check = check,
      .estimate = estimate,
      .kernel_estimate = kernel_estimate};
}

}  // namespace Atoll
