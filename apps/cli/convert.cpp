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
  std::string merge;
  bool drop_self_loops = false;
  bool drop_weights = false;
  bool transpose = false;
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
    Group group(command, "Transforms, in this order");
    group.flag("--drop-self-loops", drop_self_loops, "Without arcs from a vertex to itself");
    group.flag("--drop-weights", drop_weights, "Without weights, which not every format holds");
    group.value("--merge", merge, "HOW", "Parallel arcs become one, of weight sum, min, max or first")
        ->check(word_of({"sum", "min", "max", "first"}));
    group.flag("--transpose", transpose, "Every arc turned round (after --symmetrise)");
    group.flag("--largest-component", largest_component, "Only the largest weakly connected component");
    group.flag("--relabel-by-degree", relabel_by_degree, "Vertices by falling degree; labels stay theirs");
    group.flag("--orient-acyclic", orient_acyclic,
               "Only arcs towards the higher degree: a directed graph without cycles");
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

Merge merge_named(const std::string& name) {
  if (name == "sum") return Merge::sum;
  if (name == "min") return Merge::min;
  if (name == "max") return Merge::max;
  return name == "first" ? Merge::first : Merge::keep;
}

Graph transformed(Graph graph, const ConvertOptions& options, Session& session) {
  Crew& crew = session.crew;
  const Watch& watch = session.watch;
  if (options.drop_weights) graph.weights = {};
  if (options.input.symmetrise) {
    const Merge merge = options.merge.empty() ? Merge::min : merge_named(options.merge);
    graph = transform::symmetrise(std::move(graph), merge, crew, watch);
  }
  if (options.transpose) graph = transform::transpose(std::move(graph), crew, watch);
  if (options.largest_component) graph = transform::largest_component(std::move(graph), crew, watch);
  if (options.relabel_by_degree) graph = transform::relabel_by_degree(std::move(graph), crew, watch);
  if (options.orient_acyclic) graph = transform::orient_acyclic(std::move(graph), crew, watch);
  return graph;
}

int run_convert(const ConvertOptions& options, const Watch& watch) {
  options.check();
  Session session(options.machine, watch);
  Stopwatch clock;
  ReadOptions read = read_options(options.input);
  read.drop_self_loops = options.drop_self_loops;
  read.merge = merge_named(options.merge);
  Graph graph = read_graph(options.input.path, read, session.crew, watch);
  const double read_seconds = clock.lap();
  graph = transformed(std::move(graph), options, session);
  const double transform_seconds = clock.lap();
  const auto losses = write_graph(graph, options.output, options.to, watch);
  report_written(graph, options.output,
                 {{"read", read_seconds}, {"transform", transform_seconds}, {"write", clock.lap()}}, losses,
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
