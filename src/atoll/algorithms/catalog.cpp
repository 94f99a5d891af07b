// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/catalog.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "atoll/algorithms/entries.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/topology/reduce.hpp"

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

}  // namespace

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

namespace {

bool in_one_domain(const Crew& crew, int parts) {
  for (int part = 1; part < parts; ++part) {
    if (crew.home_of_part(part, parts) != crew.home_of_part(0, parts)) return false;
  }
  return true;
}

// Some vertex has many times the mean degree: an order that begins with those keeps what is read most together.
bool has_hubs(const Graph& graph, Crew& crew) {
  constexpr double uneven = 16;
  const auto offsets = graph.offsets();
  const auto longest = reduce<std::uint64_t>(
      graph.vertices, [&](std::uint64_t& most, std::uint64_t v) { most = std::max(most, offsets[v + 1] - offsets[v]); },
      [](std::uint64_t& most, std::uint64_t other) { most = std::max(most, other); }, crew);
  return static_cast<double>(longest) * static_cast<double>(graph.vertices) > uneven * static_cast<double>(graph.arcs);
}

// Who reads the rows of others needs them all in one address space.
void check_shareable(const Graph& graph, const PartitionChoice& choice) {
  if (choice.exchange.value_or(ExchangeKind::zero_box) != ExchangeKind::zero_box)
    throw Error(ErrorKind::usage, "this algorithm is no vertex program: it runs in one address space only", {},
                "leave --exchange at auto, or say zero-box");
  if (graph.vertices >= ~std::uint32_t{0} / 2)
    throw Error(ErrorKind::input, "this algorithm takes graphs of less than 2^31 vertices", {}, "use a smaller graph");
}

}  // namespace

void check_serves(const Preparation& preparation, const Layout& layout, const Crew& crew) {
  if (preparation.layout == &layout && preparation.crew == &crew) return;
  throw Error(ErrorKind::usage, "what was prepared belongs to another layout or crew", {}, "prepare for these");
}

Layout prepare(Graph& graph, const Needs& needs, const PartitionChoice& choice, Crew& crew, const Watch& watch) {
  const bool has_rows =
      std::visit([&](const auto& rows) { return rows.offsets.size() == graph.vertices + 1; }, graph.out);
  if (!has_rows && graph.vertices != 0)
    throw Error(ErrorKind::usage, "the graph's arcs were given to a layout before", {},
                "lay out once for the needs of all algorithms, or read the graph again");
  if (needs.shared) check_shareable(graph, choice);
  const int parts = choice.parts != 0 ? choice.parts : crew.machine().domains_with_cores();
  if (needs.both_ways && graph.directed) graph = transform::symmetrise(std::move(graph), Merge::keep, crew, watch);
  const bool in_order = choice.prepared && parts == 1 && has_hubs(graph, crew);
  // One part has nothing to balance: the user's order stays, and so do the arcs, where they are.
  const std::string strategy = in_order ? "degree" : parts == 1 ? "contiguous" : choice.strategy;
  Partition partition = partition::named(strategy, graph, parts, choice.seed, crew);
  const bool unboxed =
      needs.shared || (choice.exchange ? *choice.exchange == ExchangeKind::zero_box : in_one_domain(crew, parts));
  const bool fits = graph.vertices + static_cast<std::uint64_t>(parts) * bits_per_word <= ~std::uint32_t{0};
  const LayoutOptions options{.arrangement = unboxed && fits ? Arrangement::shared : Arrangement::ghosted,
                              .push = needs.push,
                              .pull = needs.pull,
                              .weights = needs.weights && graph.weighted(),
                              .source_ids = needs.source_ids,
                              .release_graph = true,
                              .in_order = in_order};
  const Stopwatch clock;
  try {
    if (in_order) transform::reorder_rows(graph, partition.user_of, crew, watch);
    Layout layout = build_layout(graph, std::move(partition), options, choice.placement, crew, watch);
    layout.seconds = clock.seconds();
    return layout;
  } catch (...) {  // rows in an order of their own must not pass for the user's
    std::visit([](auto& rows) { rows = {}; }, graph.out);
    graph.weights.bits = {};
    throw;
  }
}

}  // namespace Atoll
