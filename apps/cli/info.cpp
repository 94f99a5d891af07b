// SPDX-License-Identifier: Apache-2.0
// `atoll info GRAPH`: what a graph is, before anything is run on it.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/base/memory.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/statistics.hpp"

#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

struct InfoOptions {
  InputOptions input;
  MachineOptions machine;
  bool json = false;

  void declare(CLI::App& command) {
    input.declare(command);
    Group(command, "Answer").flag("--json", json, "One JSON object instead of the table");
    machine.declare(command);
  }
};

struct Found {
  Shape shape;
  Statistics statistics;
  std::uint64_t bytes = 0;
  int width = 32;
  std::vector<Fact> components;  // count, largest
  std::string labels;
  double load_seconds = 0;
  double info_seconds = 0;
};

std::string kind_of(const Labels& labels, std::uint64_t vertices) {
  if (vertices == 0) return "none";
  if (labels.are_strings()) return fmt::format("names, the first is {}", shown(labels.of(0)));
  if (labels.ids().empty()) return fmt::format("{} to {}", labels.first(), labels.first() + vertices - 1);
  const auto [least, most] = std::ranges::minmax(labels.ids());
  if (most - least >= vertices) return fmt::format("integers with gaps, {} to {}", least, most);
  const bool in_order = std::ranges::is_sorted(labels.ids());
  return fmt::format("{}{} to {}{}", in_order ? "" : "integers ", least, most, in_order ? "" : ", in another order");
}

std::vector<Fact> components_of(Graph& graph, Session& session) {
  const Algorithm& components = algorithm("components");
  const Layout layout =
      prepare(graph, components.needs(DirectionChoice::automatic), {.parts = 1}, session.crew, session.watch);
  return components.run(layout, defaults(components), {}, session.crew, session.watch).facts;
}

// Of the pairs of vertices, ordered ones in a directed graph, the share that is an edge. As in NetworkX self-loops and
// parallel edges count, so there may be more than one.
double density_of(const Shape& shape) {
  if (shape.vertices < 2) return 0;
  const auto vertices = static_cast<double>(shape.vertices);
  return static_cast<double>(shape.edges) * (shape.directed ? 1 : 2) / (vertices * (vertices - 1));
}

Json degrees_json(const Degrees& degrees) {
  return {{"max", degrees.max}, {"mean", degrees.mean}, {"histogram", degrees.histogram}};
}

// Integers to the last digit.
Json weight_json(const Found& found, double weight) {
  return found.shape.weights == WeightType::integer ? Json(static_cast<std::int64_t>(weight)) : Json(weight);
}
std::string weight_text(const Found& found, double weight) {
  if (found.shape.weights == WeightType::integer) return fmt::format("{}", static_cast<std::int64_t>(weight));
  return fmt::format("{:g}", weight);
}

Json json_of(const Found& found, const Input& input, const Machine& machine) {
  Json json = stamp(machine);
  json["graph"] = graph_json(input, found.shape);
  json["labels"] = found.labels;
  json["symmetric"] = found.statistics.symmetric;
  json["one_way"] = found.statistics.one_way;
  if (found.shape.weights != WeightType::none)
    json["weights"] = {{"min", weight_json(found, found.statistics.weight_min)},
                       {"max", weight_json(found, found.statistics.weight_max)}};
  json["width"] = found.width;
  json["bytes"] = found.bytes;
  json["density"] = density_of(found.shape);
  json["self_loops"] = found.statistics.self_loops;
  json["parallel"] = found.statistics.parallel;
  json["isolated"] = found.statistics.isolated;
  json["out_degree"] = degrees_json(found.statistics.out);
  json["in_degree"] = degrees_json(found.statistics.in);
  Json& components = json["components"] = Json::object();
  for (const Fact& fact : found.components) components[fact.name] = std::get<std::uint64_t>(fact.value);
  json["seconds"] = {{"load", rounded(found.load_seconds)}, {"info", rounded(found.info_seconds)}};
  json["peak_bytes"] = memory::peak_bytes();
  json["notes"] = input.notes;
  return json;
}

std::string degree_range(std::size_t k) {
  if (k < 2) return std::to_string(k);
  const std::uint64_t first = std::uint64_t{1} << (k - 1);
  return fmt::format("{} to {}", grouped(first), grouped(2 * first - 1));
}

std::uint64_t count_at(const std::vector<std::uint64_t>& histogram, std::size_t k) {
  return k < histogram.size() ? histogram[k] : 0;
}

std::string histogram_table(const Found& found) {
  const auto& out = found.statistics.out.histogram;
  const auto& in = found.statistics.in.histogram;
  Table table(found.shape.directed ? std::vector<std::string>{"degree", "vertices, out", "vertices, in"}
                                   : std::vector<std::string>{"degree", "vertices"});
  for (std::size_t k = 0; k < std::max(out.size(), in.size()); ++k) {
    std::vector<std::string> row{degree_range(k), grouped(count_at(out, k))};
    if (found.shape.directed) row.push_back(grouped(count_at(in, k)));
    table.add(std::move(row));
  }
  return table.text();
}

std::string symmetry_of(const Statistics& statistics) {
  if (statistics.symmetric) return "yes: every arc has its reverse (-s makes edges of them)";
  if (statistics.one_way) return "no: no arc has its reverse (if each line is an edge, --undirected says so)";
  return "no: some arcs have their reverse";
}

std::string table_of(const Found& found, const Input& input) {
  const Statistics& statistics = found.statistics;
  Sheet sheet;
  sheet.add("graph", fmt::format("{}: {}", shown(input.name), found.shape.text()));
  if (!input.format.empty()) sheet.add("read as", input.format);
  sheet.add("labels", found.labels);
  if (found.shape.directed) sheet.add("symmetric", symmetry_of(statistics));
  if (found.shape.weights != WeightType::none)
    sheet.add("weights", fmt::format("{} to {}", weight_text(found, statistics.weight_min),
                                     weight_text(found, statistics.weight_max)));
  if (found.shape.directed) {
    sheet.add("out-degree", fmt::format("max {}, mean {:.2f}", grouped(statistics.out.max), statistics.out.mean));
    sheet.add("in-degree", fmt::format("max {}, mean {:.2f}", grouped(statistics.in.max), statistics.in.mean));
  } else {
    sheet.add("degree", fmt::format("max {}, mean {:.2f}", grouped(statistics.out.max), statistics.out.mean));
  }
  sheet.add("density", fmt::format("{:.3g}", density_of(found.shape)));
  sheet.add("isolated", grouped(statistics.isolated));
  sheet.add("self-loops", grouped(statistics.self_loops));
  sheet.add("parallel", grouped(statistics.parallel));
  for (const Fact& fact : found.components) {
    sheet.add(fact.name == "count" ? "components" : fact.name, grouped(std::get<std::uint64_t>(fact.value)));
  }
  sheet.add("bytes",
            fmt::format("{} ({} in memory, {}-bit ids)", grouped(found.bytes), bytes_text(found.bytes), found.width));
  sheet.add("time",
            fmt::format("load {}, info {}", seconds_text(found.load_seconds), seconds_text(found.info_seconds)));
  for (const std::string& note : input.notes) sheet.add("note", note);
  return sheet.text() + '\n' + histogram_table(found);
}

int run_info(const InfoOptions& options, const Watch& watch) {
  options.input.check();
  if (!options.input.path.empty() && options.input.seed)
    throw Error(ErrorKind::usage, "the graph is not drawn", "--seed", "leave it out");
  Session session(options.machine, watch);
  Input input = load(options.input, {.use = Use::told}, session);
  const Stopwatch clock;
  Found found{.shape = Shape(input.graph, session.crew),
              .statistics = statistics(input.graph, session.crew, watch),
              .bytes = input.graph.bytes(),
              .width = input.graph.wide() ? 64 : 32,
              .components = {},
              .labels = kind_of(input.graph.labels, input.graph.vertices),
              .load_seconds = input.seconds};
  found.components = components_of(input.graph, session);
  found.info_seconds = clock.seconds();
  if (options.json) {
    print(json_of(found, input, session.machine));
  } else {
    print(table_of(found, input));
  }
  return 0;
}

}  // namespace

void add_info(CLI::App& app, Action& chosen) {
  add(app, chosen,
      {.group = "Graphs",
       .name = "info",
       .summary = "Counts, degrees, components and bytes of a graph",
       .example = "atoll info web.mtx.gz"},
      run_info);
}

}  // namespace Atoll::cli
