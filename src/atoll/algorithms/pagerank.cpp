// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/pagerank.hpp"

#include <fmt/format.h>
#include <limits>
#include <utility>

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/ranks/ranking.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice direction) {
  const bool push = direction == DirectionChoice::push;
  return {.push = push,
          .pull = !push,
          .programs = {{.shape = shape_of_program<PageRank>(), .pushes = push, .pulls = !push}}};
}

Needs kernel_needs() { return {.push = false, .pull = true}; }

bool spreads_dangling(const Parameters& parameters) { return parameters.word("variant") == "spread"; }

// What a kernel computes with. Ranks add up to 1, so what floats round away of all in a round is about 2^-24.
bool in_doubles(const Parameters& parameters) {
  constexpr double told_by_floats = 1e-6;
  const double tolerance = parameters.real("tolerance");
  return spreads_dangling(parameters) || (tolerance > 0 && tolerance < told_by_floats);
}

// Where jumps land that are personal: a bit per vertex, or per slot where a kernel asks.
class Personal {
 public:
  Personal(const Layout& layout, const Parameters& parameters, bool by_slot) {
    const std::vector<std::uint64_t> named = checked_vertices(layout, parameters, "personal");
    if (named.empty()) return;
    marks_ = Array<std::uint64_t>(words_for(layout.vertices));
    marked_ = named.size();
    for (const std::uint64_t v : named) set_bit(marks_.data(), by_slot ? layout.partition.internal_of[v] : v);
  }

  Jump jump() const { return {marks_, marked_}; }

 private:
  Array<std::uint64_t> marks_;
  std::uint64_t marked_ = 0;
};

// What may help who stopped above the tolerance. In a round rounding alone changes about epsilon of a sum of 1, for ever.
std::string way_to_converge(double change) {
  if (change >= std::numeric_limits<double>::epsilon()) return ": allow more iterations, or a larger tolerance";
  return ", at a residual that may be rounding: allow a larger tolerance";
}

void state_facts(Answer& answer, std::uint64_t rounds, double change, const Parameters& parameters) {
  const double tolerance = parameters.real("tolerance");
  const bool converged = change < tolerance;
  answer.facts = {{"iterations", rounds}, {"residual", change}, {"converged", converged}};
  if (converged || tolerance == 0) return;
  answer.notes.push_back(fmt::format("stopped after {} round{}, above the tolerance{}", rounds, rounds == 1 ? "" : "s",
                                     way_to_converge(change)));
}

Answer rank_vertices(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                     const Watch& watch) {
  Array<double> rank;
  Answer answer;
  const auto take = [&](const DomainArray<double>& values) {
    rank = Array<double>(layout.vertices);
    Stopwatch aggregation;
    collect(layout, values, crew, [&](std::uint64_t id, double value) { rank[id] = value; });
    answer.aggregation_seconds = aggregation.seconds();
  };
  const Execution execution = execution_of(choice, SteeringRule::pull, parameters.count("iterations"));
  const Personal personal(layout, parameters, false);
  const PageRank program{.vertices = static_cast<double>(layout.vertices),
                         .damping = parameters.real("damping"),
                         .tolerance = parameters.real("tolerance"),
                         .spread_dangling = spreads_dangling(parameters),
                         .jump = personal.jump()};
  const auto executed = execute(program, layout, execution, crew, watch, take);
  answer.statistics = executed.statistics;
  answer.columns.push_back({"rank", std::move(rank)});
  state_facts(answer, executed.statistics.count(), executed.round.tally.change, parameters);
  return answer;
}

bool by_kernel(const Layout& layout) { return kernels::can_walk(layout) && layout.pull; }

// `jump`: what a kernel is to know of it; for its rounds, whether there are marks.
kernels::RankingOptions options_of(const Parameters& parameters, const Jump& jump, const Crew& crew) {
  return {.damping = parameters.real("damping"),
          .tolerance = parameters.real("tolerance"),
          .iterations_max = parameters.count("iterations"),
          .spread_dangling = spreads_dangling(parameters),
          .in_doubles = in_doubles(parameters),
          .jump = jump,
          .cache_bytes = crew.machine().last_level_bytes(),
          .second_level_bytes = crew.machine().second_level_bytes(),
          .processors = crew.machine().processors()};
}

// With some mark for all of personal jumps: a plan asks only whether there are any.
kernels::RankingOptions options_for_plan(const Parameters& parameters, const Crew& crew) {
  static constexpr std::uint64_t somewhere = 0;
  Jump jump;
  if (!parameters.vertices("personal").empty()) jump.marks = std::span(&somewhere, 1);
  return options_of(parameters, jump, crew);
}

// The same, with the rounds that suit.
kernels::RankingOptions plan_of(const kernels::OnePart& graph, const Parameters& parameters, const Crew& crew,
                                kernels::Use use) {
  kernels::RankingOptions options = options_for_plan(parameters, crew);
  options.rounds = kernels::rounds_of(graph, options, use);
  return options;
}

struct PreparedRows : Preparation {
  PreparedRows(const Layout& made_of, const kernels::RankingOptions& options, Crew& served)
      : Preparation(&made_of, &served),
        plan(options),
        tables(kernels::one_part(made_of), options, served, kernels::Use::often) {}
  bool suits(const Parameters& parameters) const override {
    kernels::RankingOptions run = options_for_plan(parameters, *crew);
    return plan_run(kernels::one_part(*layout), run);
  }
  // Gives a run its rounds. Whether the tables are of the form that suits them. One that is like what was planned before is
  // not planned again, for that takes samples.
  bool plan_run(const kernels::OnePart& graph, kernels::RankingOptions& run) const {
    const bool is_planned = run.damping == plan.damping && run.tolerance == plan.tolerance &&
                            run.spread_dangling == plan.spread_dangling &&
                            run.jump.marks.empty() == plan.jump.marks.empty();
    run.rounds = is_planned ? plan.rounds : kernels::rounds_of(graph, run, kernels::Use::often);
    return is_planned || tables.serve(graph, run);
  }

  kernels::RankingOptions plan;
  kernels::RowTables tables;
};

// One round: what it writes waits for the first run (Contents::whatever), which would have to have it cleared; but not
// where that would be more than waits.
void make_pages_of_rounds(const Layout& layout, const kernels::RowTables& tables, kernels::RankingOptions options,
                          Crew& crew) {
  constexpr std::uint64_t reals_per_vertex = 8;
  if (layout.vertices * reals_per_vertex * sizeof(float) > memory::spare_bytes_max) return;
  options.iterations_max = 1;
  options.jump = {};  // whose marks no plan has
  kernels::rank(kernels::one_part(layout), tables, options, crew, crew.watch());
}

std::shared_ptr<Preparation> prepare(const Layout& layout, const Parameters& parameters, Crew& crew) {
  if (!by_kernel(layout)) return {};
  const auto options = plan_of(kernels::one_part(layout), parameters, crew, kernels::Use::often);
  auto prepared = std::make_shared<PreparedRows>(layout, options, crew);
  const bool has_tables = !prepared->tables.empty();  // not where rows are walked as they are
  make_pages_of_rounds(layout, prepared->tables,
                       has_tables ? options : plan_of(kernels::one_part(layout), parameters, crew, kernels::Use::once),
                       crew);
  if (!has_tables) return {};
  return prepared;
}

Answer rank_by_kernel(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                      const Watch& watch) {
  const Stopwatch clock;
  const kernels::OnePart graph = kernels::one_part(layout);
  const Personal personal(layout, parameters, true);
  kernels::RankingOptions options = options_of(parameters, personal.jump(), crew);
  const auto* const prepared = prepared_for<PreparedRows>(choice, layout, crew);
  const bool is_prepared = prepared != nullptr && prepared->plan_run(graph, options);
  if (!is_prepared) options.rounds = kernels::rounds_of(graph, options, kernels::Use::once);
  kernels::RowTables own;
  if (!is_prepared) own = {graph, options, crew, kernels::Use::once};
  kernels::RankingResult found = is_prepared ? kernels::rank(graph, prepared->tables, options, crew, watch)
                                             : kernels::rank(graph, std::move(own), options, crew, watch);
  const bool goes_on = found.iterations < options.iterations_max && !(found.change < options.tolerance);
  if (options.rounds == kernels::RoundKind::settled && goes_on) {
    RunStatistics all = std::exchange(found, {}).statistics;
    options.iterations_max -= all.count();
    options.rounds = kernels::rounds_after_all(graph, options, kernels::Use::once);
    own = {graph, options, crew, kernels::Use::once};
    found = kernels::rank(graph, std::move(own), options, crew, watch);
    found.iterations += all.count();
    all.append(found.statistics);
    found.statistics = std::move(all);
  }
  Answer answer;
  answer.statistics = std::move(found.statistics);
  std::visit([&](auto& ranks) { answer.columns.push_back({"rank", std::move(ranks)}); }, found.ranks);
  state_facts(answer, found.iterations, found.change, parameters);
  answer.statistics.seconds = clock.seconds();
  return answer;
}

Answer run(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
           const Watch& watch) {
  parameters.check();
  const auto rank = kernels::may_walk(layout, choice) && by_kernel(layout) ? rank_by_kernel : rank_vertices;
  Answer answer = rank(layout, parameters, choice, crew, watch);
  if (layout.weights_left || layout.weight_type != WeightType::none)
    answer.notes.emplace_back("the weights are not used: a vertex passes on the same along each of its arcs");
  return answer;
}

// The residual recomputed must be what was said: the last change, or less where that led to these ranks, and rounding.
certify::Verdict check(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew) {
  const auto* const floats = std::get_if<Array<float>>(&answer.column("rank").values);
  certify::Ranks rank;
  if (floats != nullptr) {
    rank = std::span<const float>(*floats);
  } else {
    rank = std::span<const double>(answer.as<Array<double>>("rank"));
  }
  const std::vector<std::uint64_t> personal = checked_vertices(layout, parameters, "personal");
  const certify::PageRankRule rule{parameters.real("damping"), spreads_dangling(parameters), personal};
  const double residual = certify::pagerank_residual(layout, rank, rule, crew);
  const auto change = answer.fact<double>("residual");
  constexpr double of_floats = 1e-6;
  const double rounding = floats != nullptr ? of_floats : 1e-9;
  answer.check_value = residual;
  if (answer.fact<bool>("converged") != (change < parameters.real("tolerance")))
    return {false, "the tolerance is said to be reached where it is not, or not where it is"};
  if (residual <= change * (1 + 1e-6) + rounding) return iterations_as_told(answer, parameters, layout.vertices);
  return {false, fmt::format("the residual is {}, not {} or less", residual, change)};
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t ghosts, bool) {
  // Ranks, sums, what is said, shares, and the answer.
  return vertices * (8 + 8 + 8 + 8 + 8) + vertices / 8 + ghosts * 24;
}

std::optional<std::uint64_t> kernel_estimate(const Layout& layout, const Parameters& parameters, Aids aids,
                                             Crew& crew) {
  if (!by_kernel(layout)) return {};
  // Ranks, what is said twice, shares; records of short rows, or what sweeps by segments and pairs keep, or the sums of
  // segments that each thread adds up together, which is less; in stages what three more threads hear, and steps: seven
  // and a half floats or doubles in all, the half in what is over of the 20 bytes.
  const std::uint64_t number = in_doubles(parameters) ? 8 : 4;
  const std::uint64_t ranks = layout.vertices * (7 * number + 20);
  if (aids == Aids::made) return ranks;
  const kernels::OnePart graph = kernels::one_part(layout);
  const kernels::Use use = aids == Aids::none ? kernels::Use::once : kernels::Use::often;
  return ranks + kernels::RowTables::bytes_max(graph, plan_of(graph, parameters, crew, use), use);
}

}  // namespace

Algorithm entries::pagerank() {
  return {.name = "pagerank",
          .aliases = {"pr"},
          .summary = "PageRank: how central every vertex is to a walker who follows arcs and sometimes jumps",
          .example = "atoll pagerank web.mtx.gz --tolerance 1e-8 --output ranks.tsv",
          .parameters =
              {{.name = "damping", .help = "probability to follow an arc", .fallback = 0.85, .range = {.below = 1}},
               {"tolerance", "stop when a round changes less than this in all (L1); 0: never", 1e-6},
               {.name = "iterations",
                .help = "stop after this many rounds",
                .fallback = std::uint64_t{100},
                .range = {.least = 1}},
               {"variant",
                "spread: vertices without outgoing arcs spread their rank as walkers jump, in double; gap: "
                "they lose it, and kernels use floats where the tolerance is 1e-6 or more, or 0",
                "spread",
                false,
                {"spread", "gap"}},
               {"personal", "where a walker jumps to, between commas", std::vector<std::uint64_t>{}, true}},
          .columns = {"rank"},
          .needs = needs,
          .kernel_needs = kernel_needs,
          .run = run,
          .prepare = prepare,
          .check = check,
          .estimate = estimate,
          .kernel_estimate = kernel_estimate};
}

}  // namespace Atoll
