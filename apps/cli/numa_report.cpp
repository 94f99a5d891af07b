// SPDX-License-Identifier: Apache-2.0
#include "cli/numa_report.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>

#include "atoll/base/memory.hpp"
#include "atoll/graph/write/packed_file.hpp"

#include "cli/work.hpp"

namespace Atoll::cli {
namespace {

struct Design {
  std::string_view exchange;
  std::string_view placement;
};
// The thesis's five (section 5.2): the last two are what a system does that knows nothing of parts.
constexpr std::array designs{Design{"two-box", "partitioned"}, Design{"one-box", "partitioned"},
                             Design{"zero-box", "partitioned"}, Design{"zero-box", "interleave"},
                             Design{"zero-box", "oblivious"}};

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

RunOptions run_of(const std::string& name) {
  RunOptions run;
  run.algorithm = &algorithm(name);
  run.values.resize(run.algorithm->parameters.size());
  run.verify = true;
  run.top = 0;
  return run;
}

std::vector<RunOptions> runs() {
  std::vector<RunOptions> all{run_of("bfs"), run_of("pagerank"), run_of("sssp")};
  all[0].sources = 8;
  all[1].trials = 3;
  all[2].sources = 4;
  return all;
}

SetupOptions setup_of(const MachineOptions& options, const Machine& machine, const Design& design, RunSize size) {
  const int domains = machine.domains_with_cores();
  SetupOptions setup;
  setup.machine = options;
  setup.input.kronecker_scale = scale_of(machine, size);
  setup.exchange = design.exchange;
  setup.placement = design.placement;
  setup.parts = domains == 1 ? parts_in_one_domain : domains;
  setup.json = true;
  return setup;
}

void add_runs(Json& list, const SetupOptions& setup, const Watch& watch) {
  const std::vector<RunOptions> all = runs();
  Work work(setup, {.weights = true, .inverse = true}, watch);
  std::vector<Question> questions;
  for (const RunOptions& run : all) questions.push_back(work.ask(run));
  Needs needs;
  for (const RunOptions& run : all) needs = both(needs, work.needs_of(run));
  work.lay_out(needs, Work::Graphs::last);
  for (const Question& question : questions) {
    const Stopwatch clock;
    Json json = {{"graph", graph_json(work.input(), work.shape())}};
    json.update(work.answer(question, clock).json);
    list.push_back(std::move(json));
  }
}

}  // namespace

Json report_runs(const MachineOptions& options, const Machine& machine, RunSize size, const Watch& watch) {
  Json list = Json::array();
  for (const Design& design : designs) add_runs(list, setup_of(options, machine, design, size), watch);
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
