// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/betweenness.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/betweenness/dependencies.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/spare_pages.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/fill.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {

// Floyd's way: every number is drawn once, and one that is taken gives its place to the last that could be drawn.
IdArray draw_roots(std::uint64_t vertices, std::uint64_t count, std::uint64_t seed, bool wide, const Watch& watch) {
  constexpr std::uint64_t roots_per_poll = 1u << 16;
  constexpr std::uint64_t words_per_poll = 1u << 16;
  if (count >= vertices) return IdArray::counting(0, vertices);
  Array<std::uint64_t> taken(words_for(vertices));
  const Random random(seed);
  for (std::uint64_t last = vertices - count; last < vertices; ++last) {
    if (last % roots_per_poll == 0) watch.poll();
    const std::uint64_t drawn = random.below(last, last + 1);
    set_bit(taken.data(), test_bit(taken.data(), drawn) ? last : drawn);
  }
  IdArray roots(count, wide);
  std::uint64_t at = 0;
  for (std::size_t w = 0; w < taken.size(); ++w) {
    if (w % words_per_poll == 0) watch.poll();
    for_set_bits(taken[w], w * bits_per_word, [&](std::uint64_t v) { roots.set(at++, v); });
  }
  return roots;
}

certify::BetweennessScale betweenness_scale(const Pairs& pairs) {
  if (pairs.vertices < 3) return {1, 1};  // nothing lies between
  const auto others = static_cast<double>(pairs.vertices - 1);
  const auto roots = static_cast<double>(pairs.roots);
  const double over = pairs.normalised ? 1 / (others - 1) : others / (pairs.directed ? 1 : 2);
  if (pairs.roots == pairs.vertices) return {over / others, over / others};
  return {pairs.roots > 1 ? over / (roots - 1) : 0, over / roots};
}

namespace {

Needs needs(DirectionChoice) { return {.push = true, .pull = true, .shared = true}; }

// Where none are named.
std::uint64_t drawn_roots(const Layout& layout, const Parameters& parameters) {
  const std::uint64_t samples = parameters.count("samples");
  return samples == 0 ? layout.vertices : std::min(samples, layout.vertices);
}

IdArray roots_of(const Layout& layout, const Parameters& parameters, const Watch& watch) {
  const std::vector<std::uint64_t> named = checked_vertices(layout, parameters, "roots");
  if (named.empty())
    return draw_roots(layout.vertices, drawn_roots(layout, parameters), parameters.count("seed"), layout.wide, watch);
  IdArray roots(named.size(), layout.wide);
  for (std::size_t i = 0; i < named.size(); ++i) roots.set(i, named[i]);
  return roots;
}

certify::BetweennessScale scale_of(const Layout& layout, const Parameters& parameters, const IdArray& roots) {
  return betweenness_scale({.vertices = layout.vertices,
                            .roots = roots.size(),
                            .directed = layout.directed,
                            .normalised = parameters.word("normalised") == "yes"});
}

// Of drawn roots: what they are worth.
std::optional<std::string> sampling_note(const Layout& layout, const Parameters& parameters) {
  const std::uint64_t samples = parameters.count("samples");
  if (samples == 0 || !parameters.vertices("roots").empty()) return std::nullopt;
  if (samples < layout.vertices)
    return fmt::format("estimated from {} of {} vertices as roots", samples, layout.vertices);
  return fmt::format("--samples {}: all vertices are roots, so the scores are exact", samples);
}

// Whether what is made for all slots has room for an answer that lies elsewhere.
bool may_answer_by_slot(const kernels::SharedGraph& graph) {
  return !graph.in_user_order() && graph.slots() == graph.vertices();
}

// All are 0 by slot.
void clear_scores(Array<double>& scores, std::uint64_t slots, Crew& crew) {
  if (scores.empty()) scores = Array<double>(slots, Contents::whatever);
  parallel_fill(scores, 0, crew);
}

// From slots to the user's vertices, in scale: if a slot is the user's vertex, the scores themselves, which are gone then;
// else in the room, if there is one.
Array<double> collect_scores(const kernels::SharedGraph& graph, Array<double>& scores,
                             std::optional<Array<double>> room, const IdArray& roots,
                             const certify::BetweennessScale& scale, Crew& crew, const Watch& watch) {
  const std::uint64_t scaled_apart = scale.root == scale.other ? 0 : roots.size();
  Array<double> of_roots(scaled_apart, Contents::whatever);
  for (std::uint64_t i = 0; i < scaled_apart; ++i) of_roots[i] = scores[graph.slot_of(roots[i])] * scale.root;
  Array<double> apart;
  if (!graph.in_user_order()) apart = room ? std::move(*room) : Array<double>(graph.vertices(), Contents::whatever);
  Array<double>& betweenness = graph.in_user_order() ? scores : apart;
  graph.for_users(crew, watch,
                  [&](std::uint32_t slot, std::uint64_t v) { betweenness[v] = scores[slot] * scale.other; });
  for (std::uint64_t i = 0; i < scaled_apart; ++i) betweenness[roots[i]] = of_roots[i];
  return std::move(betweenness);
}

void state_facts(Answer& answer, Array<double> betweenness, std::uint64_t roots, Crew& crew) {
  const auto largest = most_over<double>(betweenness.size(), [&](std::uint64_t v) { return betweenness[v]; }, crew);
  answer.facts = {{"roots", roots}, {"largest", largest}};
  answer.columns.push_back({"betweenness", std::move(betweenness)});
}

std::uint64_t count_of_roots(const Layout& layout, const Parameters& parameters) {
  const std::uint64_t named = parameters.vertices("roots").size();
  return named != 0 ? named : drawn_roots(layout, parameters);
}

struct PreparedDependencies : Preparation {
  PreparedDependencies(const Layout& made_of, Crew& served)
      : Preparation(&made_of, &served), dependencies(made_of, served) {}
  bool suits(const Parameters& parameters) const override {
    return dependencies.is_prepared_for(count_of_roots(*layout, parameters));
  }
  kernels::Dependencies dependencies;
  Array<double> scores;  // by slot, what a run writes before it writes its answer
};

std::shared_ptr<Preparation> prepare(const Layout& layout, const Parameters& parameters, Crew& crew) {
  auto made = std::make_shared<PreparedDependencies>(layout, crew);
  made->dependencies.prepare(count_of_roots(layout, parameters));
  const kernels::SharedGraph graph(layout, *layout.push);
  if (!graph.in_user_order()) clear_scores(made->scores, graph.slots(), crew);
  if (!may_answer_by_slot(graph) || !made->dependencies.has_room())
    make_spare_pages({layout.vertices * sizeof(double)}, crew);
  return made;
}

Answer run(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
           const Watch& watch) {
  parameters.check();
  auto* const prepared = prepared_for<PreparedDependencies>(choice, layout, crew);
  const Stopwatch clock;
  const IdArray roots = roots_of(layout, parameters, watch);
  const kernels::SharedGraph graph(layout, *layout.push);
  Array<std::uint32_t> slots(roots.size());
  crew.for_chunks(roots.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) slots[i] = graph.slot_of(roots[i]);
  });
  Array<double> own_scores;
  Array<double>& scores = prepared != nullptr ? prepared->scores : own_scores;
  clear_scores(scores, graph.slots(), crew);
  Answer answer;
  answer.statistics = prepared != nullptr ? prepared->dependencies(slots, scores, watch)
                                          : kernels::Dependencies(layout, crew)(slots, scores, watch);
  const auto scale = scale_of(layout, parameters, roots);
  auto room = prepared != nullptr && may_answer_by_slot(graph) ? prepared->dependencies.take_room() : std::nullopt;
  state_facts(answer, collect_scores(graph, scores, std::move(room), roots, scale, crew, watch), roots.size(), crew);
  if (std::optional<std::string> note = sampling_note(layout, parameters)) answer.notes.push_back(std::move(*note));
  if (layout.weights_left || layout.weight_type != WeightType::none)
    answer.notes.emplace_back("the weights are not used: the length of a path is its arcs");
  answer.statistics.seconds = clock.seconds();
  return answer;
}

certify::Verdict check(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew) {
  const IdArray roots = roots_of(layout, parameters, crew.watch());
  if (const auto told = answer.fact<std::uint64_t>("roots"); told != roots.size())
    return {false, fmt::format("{} roots, but {} told", roots.size(), told)};
  certify::Verdict verdict = certify::betweenness(layout, answer.as<Array<double>>("betweenness"),
                                                  {roots, scale_of(layout, parameters, roots)}, crew);
  return and_as_told(std::move(verdict), [&] { return largest_as_told(answer, "betweenness", "largest", crew); });
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t, bool wide) {
  return kernels::dependencies_bytes(vertices) + vertices * (8 + 8 + 4 + (wide ? 8u : 4u));
}

std::optional<std::uint64_t> kernel_estimate(const Layout& layout, const Parameters& parameters, Aids aids,
                                             Crew& crew) {
  const std::uint64_t of_one = estimate(layout.vertices, 0, layout.wide);
  if (aids == Aids::made) return of_one;
  return of_one + kernels::further_dependencies_bytes(layout, count_of_roots(layout, parameters), crew);
}

}  // namespace

Algorithm entries::betweenness() {
  return {
      .name = "betweenness",
      .aliases = {"bc"},
      .done_by = {"brandes"},
      .summary = "Betweenness centrality: how many shortest paths, by number of arcs, lead through every vertex",
      .example = "atoll betweenness friends.csv --samples 256 --verify",
      .parameters =
          {{"roots", "from where paths are counted, between commas", std::vector<std::uint64_t>{}, true},
           {.name = "samples",
            .help = "or from so many drawn ones, as an estimate for all; 0: from all, which takes vertices times arcs",
            .fallback = std::uint64_t{0},
            .instead_of = "roots"},
           {"seed", "of the drawing", std::uint64_t{1}},
           {"normalised", "divided by the pairs that a vertex can lie between", "yes", false, {"yes", "no"}}},
      .columns = {"betweenness"},
      .needs = needs,
      .run = run,
      .prepare = prepare,
      .check = check,
      .estimate = estimate,
      .kernel_estimate = kernel_estimate};
}

}  // namespace Atoll
