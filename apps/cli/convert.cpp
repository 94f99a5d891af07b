// SPDX-License-Identifier: Apache-2.0
// `atoll convert IN OUT`: read, transform, write. The transforms are applied in the order of the help.
#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/graph/write/write.hpp"

#include "cli/commands.hpp"
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
  bool json = false;

  void declare(CLI::App& command) {
    input.declare_file(command);
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
    out.flag("--json", json, "One JSON object instead of the table");
    machine.declare(command);
  }

  void check() const {
    input.check();
    if (output.empty()) throw Error(ErrorKind::usage, "there is no file to write", "OUT", "atoll convert IN OUT");
    check_output(output, to);
  }
};

Graph transformed(Graph graph, const ConvertOptions& options, Session& session) {
  Crew& crew = session.crew;
  const Watch& watch = session.watch;
  if (options.drop_weights) graph.weights = {};
  if (options.largest_component) graph = transform::largest_component(std::move(graph), crew, watch);
  if (options.relabel_by_degree) graph = transform::relabel_by_degree(std::move(graph), crew, watch);
  if (options.orient_acyclic) graph = transform::orient_acyclic(std::move(graph), crew, watch);
  return graph;
}

int run_convert(const ConvertOptions& options, const Watch& watch) {
  options.check();
  Session session(options.machine, watch);
  Input input = load(options.input, WhenDrawn::plain, session);
  Stopwatch clock;
  const Graph graph = transformed(std::move(input.graph), options, session);
  const double transform_seconds = clock.lap();
  const auto losses = write_graph(graph, options.output, options.to, session.crew, watch);
  std::vector<std::string> notes = std::move(input.notes);
  notes.insert(notes.end(), losses.begin(), losses.end());
  report_written(graph, options.output, session.crew,
                 {{"read", input.seconds}, {"transform", transform_seconds}, {"write", clock.lap()}}, notes,
                 options.json);
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, Action& chosen) {
  add(app, chosen,
      {.group = "Graphs",
       .name = "convert",
       .summary = "Rewrite a graph in another format, transformed if asked to",
       .example = "atoll convert soc-Slashdot0902.txt.gz slashdot.atoll --symmetrise --largest-component"},
      run_convert);
}

}  // namespace Atoll::cli
