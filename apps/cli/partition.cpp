// SPDX-License-Identifier: Apache-2.0
// `atoll partition GRAPH --parts N`: the quality of each strategy side by side, and a part file of one of them.
#include "atoll/partition/partition.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

#include "atoll/base/error.hpp"
#include "atoll/graph/write/packed_file.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/input.hpp"
#include "cli/run_options.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

constexpr int parts_to_compare = 4;  // where the machine has no number to say

struct PartitionOptions {
  InputOptions input;
  MachineOptions machine;
  std::optional<int> parts;
  std::string strategy;
  std::string output;
  bool json = false;
  bool pairs = false;

  void declare(CLI::App& command) {
    input.declare(command);
    Group group(command, "Partition");
    group.value("--parts", parts, "N", "Parts of the graph (default: one per memory domain, 4 where there is one)")
        ->check(whole_number(1, partition::parts_max));
    group
        .value("--partition", strategy, "HOW",
               "Only this one: random, degree, hybrid, contiguous, contiguous-vertices, file:PATH")
        ->check(strategy_name());
    only_once(group.value("-o,--output", output, "FILE", "Write the part of every vertex, a line each, as METIS does"));
    group.flag("--json", json, "One JSON object instead of the table: counts per part");
    group.flag("--pairs", pairs, "In it also [part, owner, ghosts] for every pair of parts that has some");
    machine.declare(command);
  }

  void check() const {
    input.check();
    check_part_file(input, strategy, parts.has_value());
    if (!output.empty() && strategy.empty()) {
      throw Error(ErrorKind::usage, "which strategy is not said", "--output", "name one with --partition");
    }
    if (pairs && !json) throw Error(ErrorKind::usage, "the table has no room for them", "--pairs", "add --json");
    writing::packing_of(output);
    if (!output.empty()) check_written("--output", output, files_read(input, machine.machine, strategy));
    if (json && is_standard_output(output)) {
      throw Error(ErrorKind::usage, "standard output cannot have both", "--json and --output -",
                  "name a file for the parts");
    }
  }
};

struct Assessed {
  std::string strategy;
  Quality quality;
};

std::uint64_t sum(std::span<const std::uint64_t> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

std::uint64_t ghosts_of(const Quality& quality) {
  std::uint64_t all = 0;
  for (const auto& row : quality.ghosts) all += sum(row);
  return all;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string table_of(const std::vector<Assessed>& all, const Shape& shape) {
  Table table(
      {"strategy", "vertices max/mean", "arcs max/mean", "remote arcs", "share", "ghosts", "per vertex", "time"});
  for (const auto& [strategy, quality] : all) {
    const std::uint64_t remote = sum(quality.remote_arcs);
    const std::uint64_t ghosts = ghosts_of(quality);
    const double per_vertex =
        shape.vertices == 0 ? 0 : static_cast<double>(ghosts) / static_cast<double>(shape.vertices);
    table.add({strategy, fmt::format("{:.3f}", quality.imbalance_vertices),
               fmt::format("{:.3f}", quality.imbalance_arcs), grouped(remote), share(remote, shape.arcs),
               grouped(ghosts), fmt::format("{:.3f}", per_vertex), seconds_text(quality.seconds)});
  }
  return table.text();
}

// How many ghosts each part has.
Json ghosts_json(const Quality& quality) {
  Json ghosts = Json::array();
  for (const auto& row : quality.ghosts) ghosts.push_back(sum(row));
  return ghosts;
}

Json pairs_json(const Quality& quality) {
  Json pairs = Json::array();
  for (std::size_t part = 0; part < quality.ghosts.size(); ++part) {
    const auto& row = quality.ghosts[part];
    for (std::size_t owner = 0; owner < row.size(); ++owner) {
      if (row[owner] != 0) pairs.push_back({part, owner, row[owner]});
    }
  }
  return pairs;
}

Json json_of(const std::vector<Assessed>& all, const Machine& machine, const Json& graph, int parts, bool pairs) {
  Json json = stamp(machine);
  json.update({{"graph", graph}, {"parts", parts}, {"strategies", Json::array()}});
  for (const auto& [strategy, quality] : all) {
    json["strategies"].push_back({{"strategy", strategy},
                                  {"vertices", quality.vertices},
                                  {"arcs", quality.arcs},
                                  {"remote_arcs", quality.remote_arcs},
                                  {"ghosts", ghosts_json(quality)},
                                  {"imbalance_vertices", quality.imbalance_vertices},
                                  {"imbalance_arcs", quality.imbalance_arcs},
                                  {"seconds", rounded(quality.seconds)}});
    if (pairs) json["strategies"].back()["ghost_pairs"] = pairs_json(quality);
  }
  return json;
}

void write_parts(const Partition& partition, const std::string& path, const Watch& watch) {
  writing::PackedFile file(path, watch);
  file.expect(partition.vertices());
  for (std::uint64_t v = 0; v < partition.vertices(); ++v) {
    file.advance(1);
    file.put_integer(partition.owner(partition.internal_of[v]));
    file.put('\n');
  }
  file.commit();
}

int run_partition(const PartitionOptions& options, const Watch& watch) {
  options.check();
  Session session(options.machine, watch);
  const Input input = load(options.input, {.use = Use::told}, session);
  const Shape shape(input.graph, session.crew);
  const int domains = session.machine.domains_with_cores();
  const int parts = options.parts.value_or(domains == 1 ? parts_to_compare : domains);
  std::vector<std::string> strategies{options.strategy};
  if (options.strategy.empty()) {
    strategies = partition::names();
    std::erase(strategies, "file:PATH");
  }
  std::vector<Assessed> all;
  for (const std::string& strategy : strategies) {
    watch.poll();
    watch.report({"partitioning", all.size(), strategies.size()});
    const Partition partition =
        partition::named(strategy, input.graph, parts, options.input.drawn_from(), session.crew);
    all.push_back({strategy, quality(input.graph, partition, session.crew)});
    if (!options.output.empty()) write_parts(partition, options.output, watch);
  }
  if (options.json) {
    print(json_of(all, session.machine, graph_json(input, shape), parts, options.pairs));
  } else {
    Sheet sheet;
    sheet.add("graph", fmt::format("{}: {}", shown(input.name), shape.text()));
    sheet.add("parts", std::to_string(parts));
    for (const std::string& note : input.notes) sheet.add("note", note);
    print(sheet.text() + '\n' + table_of(all, shape), is_standard_output(options.output) ? "/dev/stderr" : "-");
  }
  return 0;
}

}  // namespace

void add_partition(CLI::App& app, Action& chosen) {
  add(app, chosen,
      {.group = "Graphs",
       .name = "partition",
       .summary = "How well each strategy cuts a graph into parts",
       .example = "atoll partition roads.gr.gz --parts 4"},
      run_partition);
}

}  // namespace Atoll::cli
