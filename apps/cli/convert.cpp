// SPDX-License-Identifier: Apache-2.0
// `atoll convert IN OUT`: read, transform, prepare, write. The transforms are applied in the order of the help.
#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/graph/write/write.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/input.hpp"
#include "cli/written.hpp"

namespace Atoll::cli {
namespace {

struct ConvertOptions {
  InputOptions input;
  MachineOptions machine;
  std::string output;
  std::string to;
  bool drop_weights = false;
  bool largest_component = false;
  bool relabel_by_degree = false;
  bool orient_acyclic = false;
  bool prepare = false;
  bool json = false;

  void declare(CLI::App& command) {
    input.declare_file(command);
    set_usage(command, {"GRAPH OUT", "-f GRAPH OUT"});
    command
        .add_option("OUT", output, "What to write; its suffix is the format, .gz .xz .zst pack; - is standard output")
        ->type_name("FILE")
        ->check(not_empty());
    Group group(command, "Transforms, after those of the graph and in this order");
    group.flag("--drop-weights", drop_weights, "Without weights, which not every format holds");
    group.flag("--largest-component", largest_component, "Only the largest weakly connected component");
    group.flag("--relabel-by-degree", relabel_by_degree, "Vertices by falling degree; labels stay theirs");
    group.flag("--orient-acyclic", orient_acyclic,
               "Of an undirected graph only the arcs towards the higher degree: a directed one without cycles");
    Group out(command, "Output");
    out.value("--to", to, "NAME", "edges csv mtx gr metis el wel sg wsg atoll (default: by the suffix)");
    out.flag(
        "--prepare", prepare,
        "Only atoll: keep what many runs profit from, rows with hubs first where degrees are uneven or, in a mesh, "
        "neighbours near, and of a directed graph the arcs turned round; atoll ALGORITHM --prepare then spares that "
        "work, and makes in every process what is not in the file, as the core of a road network");
    out.flag("--json", json, "One JSON object instead of the table");
    machine.declare(command);
  }

  void check() const {
    input.check();
    if (output.empty()) throw Error(ErrorKind::usage, "there is no file to write", "OUT", "atoll convert IN OUT");
    const std::string format = check_output(output, to, "--to");
    check_written("OUT", output, files_read(input, machine.machine));
    if (prepare && format != "atoll") {
      throw Error(ErrorKind::usage, format + " has no place for what is prepared", "--prepare",
                  "write atoll, or leave it out");
    }
  }
};

Graph transformed(Graph graph, const ConvertOptions& options, Session& session) {
  Crew& crew = session.crew;
  const Watch& watch = session.watch;
  if (options.drop_weights) graph = transform::drop_weights(std::move(graph));
  if (options.largest_component) graph = transform::largest_component(std::move(graph), crew, watch);
  if (options.relabel_by_degree) graph = transform::relabel_by_degree(std::move(graph), crew, watch);
  if (options.orient_acyclic) graph = transform::orient_acyclic(std::move(graph), crew, watch);
  return graph;
}

// What prepare() makes of a graph whose runs push and pull.
Making prepare_rows(Graph& graph, Session& session) {
  transform::order_for_runs(graph, session.crew, session.watch);
  if (graph.directed && !graph.in)
    graph.in = transform::inverse_of(graph, graph.weighted(), session.crew, session.watch);
  const std::string order = graph.order ? graph.order->strategy : "";
  return {.word = "prepared",
          .text = prepared_text(order, graph.in.has_value()),
          .json = {{"order", order.empty() ? Json() : Json(order)}, {"inverse", graph.in.has_value()}}};
}

// Where the file is the same as without --prepare.
constexpr auto nothing_kept =
    "nothing is kept: no order of rows would help, and what else suits such a graph is made in every process with "
    "--prepare";

int run_convert(const ConvertOptions& options, const Watch& watch) {
  options.check();
  Session session(options.machine, watch);
  Input input = load(options.input, {.use = Use::told, .inverse = options.prepare}, session);
  Stopwatch clock;
  Graph graph = transformed(std::move(input.graph), options, session);
  std::vector<std::pair<std::string, double>> seconds{{"read", input.seconds}, {"transform", clock.lap()}};
  std::optional<Making> making;
  if (options.prepare) {
    making = prepare_rows(graph, session);
    seconds.emplace_back("prepare", clock.lap());
  }
  const auto losses = write_graph(graph, options.output, options.to, session.crew, watch);
  std::vector<std::string> notes = std::move(input.notes);
  notes.insert(notes.end(), losses.begin(), losses.end());
  if (options.prepare && !graph.order && !graph.in) notes.emplace_back(nothing_kept);
  seconds.emplace_back("write", clock.lap());
  report_written(graph, options.output, session.crew, seconds, notes, options.json, making);
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, Action& chosen) {
  add(app, chosen,
      {.group = "Graphs",
       .name = "convert",
       .summary = "Rewrite a graph in another format, transformed or prepared if asked to",
       .example = "atoll convert soc-Slashdot0902.txt.gz slashdot.atoll --symmetrise --largest-component"},
      run_convert);
}

}  // namespace Atoll::cli
