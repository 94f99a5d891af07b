// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/catalog.hpp"

#include <algorithm>
#include <utility>

#include "atoll/algorithms/entries.hpp"
#include "atoll/base/check.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll {

std::span<const Algorithm> catalog() {
  static const std::vector<Algorithm> all = {
      entries::bfs(), entries::sssp(), entries::pagerank(), entries::components(), entries::degree(),
  };
  return all;
}

const Algorithm& algorithm(const std::string& name) {
  const auto found = std::ranges::find(catalog(), name, &Algorithm::name);
  if (found != catalog().end()) return *found;
  std::string names;
  for (const Algorithm& entry : catalog()) names += (names.empty() ? "" : ", ") + entry.name;
  throw Error(ErrorKind::usage, "no algorithm is called '" + name + "'", {}, "choose one of " + names);
}

Parameters defaults(const Algorithm& algorithm) {
  Parameters parameters;
  for (const Parameter& parameter : algorithm.parameters) parameters.set(parameter.name, parameter.fallback);
  return parameters;
}

const Column& Answer::column(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &Column::name);
  ATOLL_CHECK(found != columns.end());
  return *found;
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

Layout prepare(Graph& graph, const Needs& needs, const PartitionChoice& choice, Crew& crew, const Watch& watch) {
  const int parts = choice.parts != 0 ? choice.parts : crew.machine().domains_with_cores();
  if (needs.both_ways && graph.directed) graph = transform::symmetrise(std::move(graph), Merge::keep, crew, watch);
  // One part has nothing to balance: the user's order stays, and so do the arcs, where they are.
  const std::string strategy = parts == 1 ? "contiguous" : choice.strategy;
  Partition partition = partition::named(strategy, graph, parts, choice.seed, crew);
  const LayoutOptions options{.push = needs.push,
                              .pull = needs.pull,
                              .weights = needs.weights && graph.weighted(),
                              .source_ids = needs.source_ids,
                              .release_graph = true};
  return build_layout(graph, std::move(partition), options, choice.placement, crew, watch);
}

}  // namespace Atoll
