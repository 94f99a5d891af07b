// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/catalog.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "atoll/algorithms/advice.hpp"
#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/exchange/binned.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll {

namespace {

template <class Named>
std::string names_of(const Named& all) {
  std::string names;
  for (const auto& entry : all) names += (names.empty() ? "" : ", ") + entry.name;
  return names;
}

}  // namespace

std::span<const Algorithm> catalog() {
  static const std::vector<Algorithm> all = {
      entries::bfs(),
      entries::sssp(),
      entries::pagerank(),
      entries::components(),
      entries::degree(),
      entries::strong_components(),
      entries::spanning_forest(),
      entries::cores(),
      entries::colouring(),
      entries::communities(),
      entries::triangles(),
      entries::betweenness(),
  };
  return all;
}

const Algorithm& algorithm(const std::string& name) {
  const auto is_called = [&](const Algorithm& one) {
    return one.name == name || std::ranges::find(one.aliases, name) != one.aliases.end();
  };
  const auto found = std::ranges::find_if(catalog(), is_called);
  if (found != catalog().end()) return *found;
  throw Error(ErrorKind::usage, "no algorithm is called '" + name + "'", {}, "choose one of " + names_of(catalog()));
}

Parameters defaults(const Algorithm& algorithm) { return Parameters(algorithm.parameters); }

void catalog_detail::refuse(std::string_view what, std::string_view name) {
  throw Error(ErrorKind::usage, std::string(what), std::string(name));
}

const Column& Answer::column(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &Column::name);
  if (found != columns.end()) return *found;
  throw Error(ErrorKind::usage, "the answer has no such column", std::string(name),
              "choose one of " + names_of(columns));
}

Parameters::Parameters(std::vector<Parameter> known) : known_(std::move(known)) {
  for (const Parameter& parameter : known_) values_.emplace(parameter.name, parameter.fallback);
}

void Parameters::set(const std::string& name, ParameterValue value) {
  const auto parameter = std::ranges::find(known_, name, &Parameter::name);
  if (parameter == known_.end())
    throw Error(ErrorKind::usage, "there is no such parameter", name, "choose one of " + names_of(known_));
  if (value.index() != parameter->fallback.index()) {
    constexpr const char* kinds[] = {"a count or a vertex", "a real number", "a word", "a list of vertices"};
    throw Error(ErrorKind::usage, std::string("the value must be ") + kinds[parameter->fallback.index()], name);
  }
  const auto* word = std::get_if<std::string>(&value);
  if (word != nullptr && std::ranges::find(parameter->words, *word) == parameter->words.end())
    throw Error(ErrorKind::usage, "'" + *word + "' is not one of its words", name,
                "choose one of " + fmt::format("{}", fmt::join(parameter->words, ", ")));
  values_[name] = std::move(value);
}

namespace {

const ParameterValue& value_of(const std::map<std::string, ParameterValue>& values, const std::string& name) {
  const auto found = values.find(name);
  ATOLL_CHECK(found != values.end());
  return found->second;
}

// Says what the number is for, since it is not always known that a parameter was set.
void check_range(const Parameter& parameter, const ParameterValue& value) {
  const auto* const count = std::get_if<std::uint64_t>(&value);
  const auto* const real = std::get_if<double>(&value);
  if (count == nullptr && real == nullptr) return;
  const double number = count != nullptr ? static_cast<double>(*count) : *real;
  if (number >= parameter.range.least && number < parameter.range.below) return;
  throw Error(ErrorKind::usage,
              fmt::format("{} will not do ({})", count != nullptr ? std::to_string(*count) : fmt::format("{}", number),
                          parameter.help),
              "--" + parameter.name, advice(parameter));
}

}  // namespace

std::string advice(const Parameter& parameter) {
  const auto [least, below] = parameter.range;
  const auto* const real = std::get_if<double>(&parameter.fallback);
  return fmt::format(
      "give a {} from {} {}, as in --{} {}", real != nullptr ? "number" : "whole number", least,
      std::isinf(below) ? "on" : fmt::format("to below {}", below), parameter.name,
      real != nullptr ? fmt::format("{}", *real) : std::to_string(std::get<std::uint64_t>(parameter.fallback)));
}

std::uint64_t Parameters::count(const std::string& name) const {
  return std::get<std::uint64_t>(value_of(values_, name));
}
double Parameters::real(const std::string& name) const { return std::get<double>(value_of(values_, name)); }
const std::string& Parameters::word(const std::string& name) const {
  return std::get<std::string>(value_of(values_, name));
}
const std::vector<std::uint64_t>& Parameters::vertices(const std::string& name) const {
  return std::get<std::vector<std::uint64_t>>(value_of(values_, name));
}

bool Parameters::changed(const std::string& name) const {
  const auto parameter = std::ranges::find(known_, name, &Parameter::name);
  ATOLL_CHECK(parameter != known_.end());
  return value_of(values_, name) != parameter->fallback;
}

void Parameters::check() const {
  for (const Parameter& parameter : known_) {
    if (!parameter.is_vertex) check_range(parameter, value_of(values_, parameter.name));
    if (parameter.instead_of.empty() || !changed(parameter.name) || !changed(parameter.instead_of)) continue;
    throw Error(ErrorKind::usage, "the one stands instead of the other",
                fmt::format("--{} and --{}", parameter.instead_of, parameter.name), "leave one of them out");
  }
}

namespace {

int parts_of(const PartitionChoice& choice, const Crew& crew) {
  return choice.parts != 0 ? choice.parts : crew.machine().domains_with_cores();
}

bool in_one_domain(const Crew& crew, int parts) {
  for (int part = 1; part < parts; ++part) {
    if (crew.home_of_part(part, parts) != crew.home_of_part(0, parts)) return false;
  }
  return true;
}

// Who reads the rows of others needs them all in one address space.
void check_shareable(const Graph& graph, const PartitionChoice& choice, int parts) {
  if (choice.exchange.value_or(ExchangeKind::zero_box) != ExchangeKind::zero_box)
    throw Error(ErrorKind::usage, "this algorithm is no vertex program: it runs in one address space only", {},
                "leave --exchange at auto, or say zero-box");
  const std::uint64_t between = (static_cast<std::uint64_t>(parts) - 1) * bits_per_piece;  // at most
  if (graph.vertices >= kernels::SharedGraph::slots_max - between)
    throw Error(ErrorKind::input,
                fmt::format("this algorithm takes graphs of less than 2^31 vertices{}",
                            parts == 1 ? "" : ", and a little less in several parts"),
                {}, parts == 1 ? "use a smaller graph" : "use a smaller graph, or --parts 1");
}

// Rows in an order of their own must not pass for the user's.
void discard_arcs(Graph& graph) {
  std::visit([](auto& rows) { rows = {}; }, graph.out);
  graph.weights.bits = {};
  graph.in.reset();
  graph.order.reset();
}

// The order of the vertices stays.
void make_both_ways(Graph& graph, bool weights, Crew& crew, const Watch& watch) {
  if (!graph.directed) return;
  try {
    Graph both = transform::spend_both_ways(graph, weights && graph.weighted(), crew, watch);
    graph.arcs = both.arcs;
    graph.directed = graph.mirrored = false;
    graph.out = std::move(both.out);
    graph.weights = std::move(both.weights);
  } catch (...) {
    discard_arcs(graph);
    throw;
  }
}

// In the order that kernels profit from, if wanted: that of the file, if it has one; else in the user's.
void put_in_order(Graph& graph, bool wanted, Crew& crew, const Watch& watch) {
  try {
    if (graph.order && !(wanted && graph.order->first.size() == 2)) transform::in_users_order(graph, crew, watch);
    if (wanted && !graph.order) transform::order_for_runs(graph, crew, watch);
  } catch (...) {
    discard_arcs(graph);
    throw;
  }
}

// Several parts whose rows may lie end to end, for nothing is remote.
bool can_join(const PartitionChoice& choice, const Crew& crew) {
  const int parts = parts_of(choice, crew);
  return parts > 1 && !choice.exchange && in_one_domain(crew, parts) && choice.placement == Placement::partitioned;
}

// What several threads of one domain have to do is dealt, so no part need weigh as much as another, and the user's order
// stays where nobody asks for something else. The rows of the graph come into the order of the partition.
Partition join_parts(Graph& graph, const PartitionChoice& choice, Crew& crew, const Watch& watch) {
  const std::string strategy = choice.strategy.empty() ? "contiguous" : choice.strategy;
  Partition partition = partition::named(strategy, graph, parts_of(choice, crew), choice.seed, crew);
  try {
    transform::order_rows(graph, partition.user_of, crew, watch);
  } catch (...) {
    discard_arcs(graph);
    throw;
  }
  return partition;
}

// One part has nothing to balance: the user's order stays, and so do the arcs, where they are.
Partition partition_of(Graph& graph, int parts, const PartitionChoice& choice, Crew& crew) {
  if (graph.order) return partition::in_order(std::move(*graph.order), graph.wide(), crew);
  if (parts == 1) return partition::whole(graph.vertices);
  return partition::named(choice.strategy.empty() ? "random" : choice.strategy, graph, parts, choice.seed, crew);
}

}  // namespace

void refuse_preparation() {
  throw Error(ErrorKind::usage, "what was prepared belongs to another layout, crew or algorithm", {},
              "prepare for these");
}

bool is_layout_free(const Needs& needs, const PartitionChoice& choice, const Crew& crew) {
  const bool joined = needs.joined && can_join(choice, crew);
  return !choice.exchange && !needs.shared && !joined && parts_of(choice, crew) > 1;
}

Needs needs_of(const Algorithm& algorithm, const RunChoice& run, const PartitionChoice& choice, const Graph& graph,
               const Crew& crew) {
  const bool joinable = can_join(choice, crew);
  const int parts = joinable ? 1 : parts_of(choice, crew);
  const bool walked = algorithm.kernel_needs != nullptr && kernels::is_free(run) &&
                      kernels::can_walk(parts, graph.wide(), graph.vertices);
  Needs needs = walked && !choice.prepared ? algorithm.kernel_needs() : algorithm.needs(run.direction);
  needs.joined = joinable && (walked || needs.shared);
  return needs;
}

std::uint64_t estimated_bytes(const Algorithm& algorithm, const Layout& layout, const Parameters& parameters,
                              const RunChoice& choice, bool prepares, Crew& crew) {
  const bool has_program = !algorithm.needs(DirectionChoice::automatic).shared;
  const bool by_program = has_program && !kernels::is_free(choice);
  if (!by_program && algorithm.kernel_estimate != nullptr) {
    const Aids aids = choice.prepared != nullptr ? Aids::made : prepares ? Aids::to_be_made : Aids::none;
    if (const auto bytes = algorithm.kernel_estimate(layout, parameters, aids, crew)) return *bytes;
  }
  std::uint64_t ghosts = 0;
  for (const PartView& part : layout.any_view().parts) ghosts += layout.ghosts(part);
  const bool bins = choice.exchange == ExchangeKind::binned && layout.push;
  return algorithm.estimate(layout.vertices, ghosts, layout.wide) +
         (bins ? estimated_bin_bytes(layout, crew.threads(), crew.machine().second_level_bytes()) : 0);
}

namespace {

// The layout that is predicted to be cheaper. A pull of a directed graph asks for its arcs turned round, as the layout will.
Arrangement cheaper_layout(Graph& graph, const Needs& needs, const Partition& partition, const PartitionChoice& choice,
                           Crew& crew, const Watch& watch) {
  const std::vector<PlannedProgram> unknown{{.pushes = needs.push, .pulls = needs.pull}};
  const std::span<const PlannedProgram> programs = needs.programs.empty() ? unknown : needs.programs;
  const bool pulled = std::ranges::any_of(programs, &PlannedProgram::pulls);
  if (pulled && !graph.both_ways() && !graph.in)
    graph.in = transform::inverse_of(graph, needs.weights && graph.weighted(), crew, watch);
  const LayoutForecast forecast = forecast_layouts(graph, partition, programs, rates_of(choice.probe.get()), crew);
  if (choice.explain) choice.explain(forecast);
  return forecast.taken;
}

Arrangement arrangement_of(Graph& graph, const Needs& needs, const Partition& partition, const PartitionChoice& choice,
                           Crew& crew, const Watch& watch) {
  const auto parts = static_cast<std::uint64_t>(partition.parts());
  const bool fits = graph.vertices + parts * bits_per_piece <= ~std::uint32_t{0};
  if (!fits) return Arrangement::ghosted;
  if (is_layout_free(needs, choice, crew)) return cheaper_layout(graph, needs, partition, choice, crew, watch);
  const bool unboxed = needs.shared || shares_slots(choice.exchange.value_or(ExchangeKind::zero_box));
  return unboxed ? Arrangement::shared : Arrangement::ghosted;
}

}  // namespace

Layout prepare(Graph& graph, const Needs& needs, const PartitionChoice& choice, Crew& crew, const Watch& watch) {
  const bool has_rows =
      std::visit([&](const auto& rows) { return rows.offsets.size() == graph.vertices + 1; }, graph.out);
  if (!has_rows && graph.vertices != 0)
    throw Error(ErrorKind::usage, "the graph's arcs were given to a layout before", {},
                "lay out once for the needs of all algorithms, or read the graph again");
  const int parts = parts_of(choice, crew);
  if (needs.shared) check_shareable(graph, choice, parts);
  ATOLL_CHECK(!choice.keep_graph || !(needs.both_ways && graph.directed));
  ATOLL_CHECK(!choice.keep_graph || !(choice.prepared && parts == 1));
  ATOLL_CHECK(!choice.keep_graph || !needs.joined);
  Stopwatch clock;
  if (needs.both_ways) make_both_ways(graph, needs.weights, crew, watch);
  const bool pull = needs.pull || (needs.pull_if_there && graph.directed && (graph.in || graph.mirrored));
  if (!choice.keep_graph && (!pull || !graph.directed)) graph.in.reset();
  put_in_order(graph, choice.prepared && parts == 1, crew, watch);
  const bool joined = needs.joined && can_join(choice, crew);
  const bool in_order = joined || graph.order;
  Partition partition = joined ? join_parts(graph, choice, crew, watch) : partition_of(graph, parts, choice, crew);
  const double change_seconds = clock.seconds() - partition.seconds;
  graph.order.reset();
  const bool was_turned = graph.in.has_value();
  try {
    const Stopwatch choosing;
    const LayoutOptions options{.arrangement = arrangement_of(graph, needs, partition, choice, crew, watch),
                                .push = needs.push,
                                .pull = pull,
                                .weights = needs.weights && graph.weighted(),
                                .source_ids = needs.source_ids,
                                .release_graph = !choice.keep_graph,
                                .boxes_only = !shares_slots(choice.exchange.value_or(ExchangeKind::zero_box)),
                                .in_order = in_order,
                                .packed_weights = choice.prepared && parts == 1};
    const double choosing_seconds = choosing.seconds();
    Layout layout = build_layout(graph, std::move(partition), options, choice.placement, crew, watch);
    layout.seconds += change_seconds + choosing_seconds;
    if (!was_turned) graph.in.reset();
    return layout;
  } catch (...) {
    if (!was_turned) graph.in.reset();
    if (!choice.keep_graph) discard_arcs(graph);
    throw;
  }
}

}  // namespace Atoll
