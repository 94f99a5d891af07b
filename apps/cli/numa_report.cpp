// SPDX-License-Identifier: Apache-2.0
#include "cli/numa_report.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>

#include "atoll/base/memory.hpp"
#include "atoll/graph/write/packed_file.hpp"

#include "cli/work.hpp"

namespace Atoll::cli {
namespace {

// How a graph is cut, how updates cross, and where memory lies, in the words of the command line.
struct Design {
  std::string_view partition;
  std::string_view exchange;
  std::string_view placement;
};
// The thesis's five designs (section 5.2; two are what a system does that knows nothing of parts) and the model's choice;
// and with owners drawn but not sorted, each exchange again.
constexpr std::array designs{
    Design{"hybrid", "two-box", "partitioned"},  Design{"hybrid", "one-box", "partitioned"},
    Design{"hybrid", "zero-box", "partitioned"}, Design{"hybrid", "zero-box", "interleave"},
    Design{"hybrid", "zero-box", "oblivious"},   Design{"hybrid", "auto", "partitioned"},
    Design{"random", "two-box", "partitioned"},  Design{"random", "one-box", "partitioned"},
    Design{"random", "zero-box", "partitioned"}, Design{"random", "auto", "partitioned"},
};

// Whose accesses are counted: hybrid draws owners as random does, and placement moves pages and no accesses.
bool is_counted(const Design& design) {
  return design.partition == "hybrid" && design.exchange != "auto" && design.placement == "partitioned";
}

constexpr int scale_small = 14;
constexpr int scale_least = 20;
constexpr int scale_most = 24;
constexpr int parts_in_one_domain = 4;  // so that there is something to exchange

// As large as a few minutes and half of the memory allow: twice the graph for twice the processors, from scale 20 for two.
int scale_of(const Machine& machine, RunSize size) {
  constexpr std::uint64_t bytes_per_vertex = 16 * 2 * 24;  // 32 arcs with weights, while they are built
  if (size == RunSize::small) return scale_small;
  const auto processors = static_cast<unsigned>(std::max(2, machine.processors()));
  int scale = std::min(scale_most, scale_least + static_cast<int>(std::bit_width(processors)) - 2);
  const std::uint64_t limit = memory::limit_bytes();
  while (limit != 0 && scale > scale_small && bytes_per_vertex << scale > limit / 2) --scale;
  return scale;
}

using Values = std::map<std::string, std::string>;  // of parameters, by name

RunOptions run_of(const std::string& name, const Values& given) {
  RunOptions run;
  run.algorithm = &algorithm(name);
  for (const Parameter& parameter : run.algorithm->parameters) {
    const auto value = given.find(parameter.name);
    run.values.push_back(value == given.end() ? "" : value->second);
  }
  run.plain = true;  // kernels have no exchange
  run.verify = true;
  run.top = 0;
  run.explain = [](const Model&) {};  // every superstep is predicted, also where nothing is left to choose
  return run;
}

// As in the thesis: PageRank, BFS that turns round and BFS that does not, and shortest paths.
std::vector<RunOptions> runs_on(std::uint64_t sources, const std::string& iterations) {
  std::vector<RunOptions> all{run_of("pagerank", {{"iterations", iterations}, {"tolerance", "0"}}), run_of("bfs", {}),
                              run_of("bfs", {}), run_of("sssp", {{"answer", "distances"}})};
  for (RunOptions& run : all | std::views::drop(1)) run.sources = sources;
  all[2].direction = "push";
  return all;
}

std::vector<RunOptions> runs_of(const Design& design) {
  std::vector<RunOptions> all = runs_on(4, "5");
  all[0].trials = 3;
  if (!is_counted(design)) return all;
  for (RunOptions& run : runs_on(1, "1")) {  // an iteration is like the next
    run.count = true;
    all.push_back(std::move(run));
  }
  return all;
}

SetupOptions setup_of(const MachineOptions& options, const MachineFile& measured, const Design& design, RunSize size) {
  const int domains = measured.machine.domains_with_cores();
  SetupOptions setup;
  setup.machine = options;
  setup.input.kronecker_scale = scale_of(measured.machine, size);
  setup.partition = design.partition;
  setup.exchange = design.exchange;
  setup.placement = design.placement;
  setup.parts = domains == 1 ? parts_in_one_domain : domains;
  setup.measured = &measured;
  setup.json = true;
  return setup;
}

void add_runs(Json& list, const SetupOptions& setup, const Design& design, const Watch& watch) {
  const std::vector<RunOptions> all = runs_of(design);
  Work work(setup, {.weights = true, .inverse = true}, watch);
  std::vector<Question> questions;
  for (const RunOptions& run : all) questions.push_back(work.ask(run));
  Needs needs;
  for (const RunOptions& run : all) needs = both(needs, work.needs_of(run));
  work.lay_out(needs, Work::Graphs::last);
  for (const Question& question : questions) {
    const Stopwatch clock;
    Json json = {
        {"graph", graph_json(work.input(), work.shape())},
        {"way", {{"partition", design.partition}, {"exchange", design.exchange}, {"placement", design.placement}}}};
    json.update(work.answer(question, clock).json);
    list.push_back(std::move(json));
  }
}

}  // namespace

Json report_runs(const MachineOptions& options, const MachineFile& measured, RunSize size, const Watch& watch) {
  Json list = Json::array();
  for (const Design& design : designs) add_runs(list, setup_of(options, measured, design, size), design, watch);
  return list;
}

void write_report(const Json& json, const std::string& path, const Watch& watch) {
  writing::PackedFile file(path, watch);
  const std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
  file.expect(text.size());
  file.put(text);
  file.commit();
}

}  // namespace Atoll::cli
