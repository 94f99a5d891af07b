// SPDX-License-Identifier: Apache-2.0
// `atoll machine`: what was found of the machine, and whether threads and memory may be bound to it.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "atoll/topology/domain_array.hpp"

#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/memory_limit.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

struct ShowOptions {
  MachineOptions machine;
  bool json = false;

  void declare(CLI::App& command) {
    machine.declare(command);
    Group(command, "Answer").flag("--json", json, "One JSON object instead of the table");
  }
};

struct Binding {
  bool threads = false;
  bool memory = false;
  std::string why_not;  // memory
};

Binding try_binding(Crew& crew) {
  Pages page(static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  Binding binding;
  binding.threads = crew.pinned();
  binding.memory = crew.machine().is_here && place({.crew = &crew}, 0, page.data(), page.bytes());
  binding.why_not = placement_warning().value_or("");
  return binding;
}

Json json_of(const Machine& machine, const Crew& crew, const Binding& binding) {
  Json json = stamp();
  json.update({{"name", machine.name}, {"processors", machine.processors()}});
  json.update(topology_json(machine));
  json["available_bytes"] = available_memory();
  json["threads"] = crew.threads();
  json["binding"] = {{"threads", binding.threads}, {"memory", binding.memory}};
  if (!binding.why_not.empty()) json["binding"]["why_not"] = binding.why_not;
  return json;
}

std::string domain_table(const Machine& machine) {
  std::vector<std::string> head{"node", "cores", "processors", "memory"};
  for (std::size_t to = 0; to < machine.distances.size(); ++to) {
    head.push_back(fmt::format("to {}", machine.domains[to].os_index));
  }
  Table table(head);
  for (std::size_t d = 0; d < machine.domains.size(); ++d) {
    const Domain& domain = machine.domains[d];
    std::vector<std::string> row{std::to_string(domain.os_index), std::to_string(domain.cores.size()),
                                 std::to_string(domain.processors()), bytes_text(domain.memory_bytes)};
    if (!machine.distances.empty()) {
      for (const int distance : machine.distances[d]) row.push_back(std::to_string(distance));
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string table_of(const Machine& machine, const Crew& crew, const Binding& binding) {
  Sheet sheet;
  sheet.add("machine", machine.name + (machine.is_here ? "" : " (not this one)"));
  sheet.add("domains", fmt::format("{}, of them {} with cores", machine.domains.size(), machine.domains_with_cores()));
  sheet.add("processors", std::to_string(machine.processors()));
  for (const Cache& cache : machine.caches) {
    sheet.add(fmt::format("L{} cache", cache.level),
              fmt::format("{}, shared by {}", bytes_text(cache.bytes),
                          counted(static_cast<std::uint64_t>(cache.sharers), "processor")));
  }
  const std::uint64_t available = available_memory();
  sheet.add("available", available == 0 ? "unknown" : bytes_text(available));
  sheet.add("threads",
            fmt::format("{}, {}", crew.threads(), binding.threads ? "each bound to its domain" : "not bound"));
  std::string memory = binding.memory ? "may be bound to its domain" : "not bound";
  if (!binding.why_not.empty()) memory += ": " + binding.why_not;
  sheet.add("memory", memory);
  return sheet.text() + '\n' + domain_table(machine);
}

int show_machine(const ShowOptions& options, const Watch& watch) {
  Session session(options.machine, watch);
  const Binding binding = try_binding(session.crew);
  if (options.json) {
    print(json_of(session.machine, session.crew, binding));
  } else {
    print(table_of(session.machine, session.crew, binding));
  }
  return 0;
}

}  // namespace

void add_machine(CLI::App& app, Action& chosen) {
  add(app, chosen,
      {.group = "Machine",
       .name = "machine",
       .summary = "What was found of this machine, or of another",
       .example = "atoll machine --machine 4x2"},
      show_machine);
}

}  // namespace Atoll::cli
