// SPDX-License-Identifier: Apache-2.0
// `atoll machine`: what was found of the machine, whether threads and memory may be bound to it, and what its memory can
// do, as measured now or before.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "atoll/base/error.hpp"
#include "atoll/base/output_file.hpp"
#include "atoll/graph/write/pack.hpp"
#include "atoll/topology/domain_array.hpp"
#include "atoll/topology/recording.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/machine_file.hpp"
#include "cli/memory_limit.hpp"
#include "cli/numa_report.hpp"
#include "cli/probe_json.hpp"
#include "cli/probe_table.hpp"
#include "cli/session.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

constexpr double quick_seconds = 3.4;

struct ShowOptions {
  MachineOptions machine;
  bool probe = false;
  bool quick = false;
  std::string probe_file;
  std::string report;
  bool json = false;

  void declare(CLI::App& command) {
    Group measure(command, "Probe");
    measure.flag("--probe", probe, "Measure bandwidth, latency, atomics and barrier, under a minute, and keep it");
    measure.flag("--quick", quick, "In about five seconds, with fewer sizes and repetitions");
    measure.value("--probe-file", probe_file, "FILE", "Keep it there (default: in the user's cache folder)");
    measure.value("--report", report, "FILE",
                  "Measure, run a fixed set of algorithms, and pack all of it with the topology into a file to send; "
                  ".gz .xz .zst pack");
    machine.declare(command);
    Group(command, "Answer").flag("--json", json, "One JSON object instead of the table");
  }

  void check() const {
    if (quick && !measures()) throw Error(ErrorKind::usage, "nothing is measured", "--quick", "add --probe");
    check_report();
    if (probe_file.empty()) return;
    if (!probe) throw Error(ErrorKind::usage, "nothing is measured", "--probe-file", "add --probe");
    check_written("--probe-file", probe_file, files_read(machine.machine));
    if (is_standard_output(probe_file)) {
      throw Error(ErrorKind::usage, "standard output has the answer", "--probe-file", "name a file, or leave it out");
    }
  }

  void check_report() const {
    if (report.empty()) return;
    writing::packing_of(report);
    check_written("--report", report, files_read(machine.machine));
    if (is_standard_output(report)) {
      throw Error(ErrorKind::usage, "standard output has the answer", "--report", "name a file");
    }
    if (!probe_file.empty() && is_same_output(report, probe_file))
      throw Error(ErrorKind::usage, "--report writes to it already", "--probe-file", "name another file");
  }

  bool measures() const { return probe || !report.empty(); }
  ProbeOptions probe_options() const { return quick ? ProbeOptions{.seconds = quick_seconds} : ProbeOptions{}; }
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

// What was measured, now or before.
struct Known {
  MachineFile file;
  std::string path;  // where it was kept just now
};

Json json_of(const Binding& binding) {
  Json json = {{"threads", binding.threads}, {"memory", binding.memory}};
  if (!binding.why_not.empty()) json["why_not"] = binding.why_not;
  return json;
}

Json json_of(const Session& session, const Binding& binding, const std::optional<Known>& known) {
  const Machine& machine = session.machine;
  Json json = stamp();
  json.update({{"name", machine.name}, {"processors", machine.processors()}});
  json.update(topology_json(machine));
  json["available_bytes"] = available_memory();
  json["threads"] = session.crew.threads();
  json["notes"] = session.notes;
  json["binding"] = json_of(binding);
  if (known) {
    json["probe"] = cli::json_of(*known->file.probe);
    if (!known->file.date.empty()) json["probe_date"] = known->file.date;
    if (!known->path.empty()) json["probe_file"] = known->path;
  }
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

std::string table_of(const Session& session, const Binding& binding) {
  const Machine& machine = session.machine;
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
            fmt::format("{}, {}", session.crew.threads(), binding.threads ? "each bound to its domain" : "not bound"));
  std::string memory = binding.memory ? "may be bound to its domain" : "not bound";
  if (!binding.why_not.empty()) memory += ": " + binding.why_not;
  sheet.add("memory", memory);
  for (const std::string& note : session.notes) sheet.add("note", note);
  return sheet.text() + '\n' + domain_table(machine);
}

void refuse_unless_here(const ShowOptions& options, const Machine& machine) {
  if (machine.is_here) return;
  throw Error(ErrorKind::usage, "only the machine that we run on can be measured",
              "--machine " + options.machine.machine, "leave it out, or only look at what is known of that one");
}

// Keeps it, if that is asked for.
Known measure(const ShowOptions& options, Session& session) {
  std::string path = options.probe_file;
  if (options.probe && path.empty()) path = make_room_for_probe(session.machine);
  if (!path.empty()) OutputFile::check(path);
  MachineFile file{.machine = session.machine, .probe = {}, .date = command_date(), .source = {}};
  file.probe = probe_machine(session.crew, options.probe_options(), session.watch);
  if (!path.empty()) print(cli::json_of(file), path);
  return {.file = std::move(file), .path = std::move(path)};
}

// Returns how many runs are in it.
std::size_t report(const ShowOptions& options, const Known& known, const Binding& binding, const Session& session) {
  Json json = cli::json_of(known.file);
  json["binding"] = json_of(binding);
  json["topology"] = recording_of_this_machine();
  json["runs"] =
      report_runs(options.machine, known.file, options.quick ? RunSize::small : RunSize::usual, session.watch);
  write_report(json, options.report, session.watch);
  return json["runs"].size();
}

std::string known_text(const Known& known, const Machine& machine) {
  Sheet sheet;
  if (!known.file.source.empty()) sheet.add("source", known.file.source);
  if (!known.file.date.empty()) sheet.add("measured", known.file.date);
  if (!known.path.empty()) sheet.add("kept in", known.path);
  return '\n' + sheet.text() + cli::table_of(*known.file.probe, machine);
}

int show_machine(const ShowOptions& options, const Watch& watch) {
  options.check();
  Session session(options.machine, watch);
  const Binding binding = try_binding(session.crew);
  std::optional<Known> known;
  if (options.measures()) {
    refuse_unless_here(options, session.machine);
    known = measure(options, session);
  } else if (std::optional<MachineFile> file = known_probe(session.named, watch)) {
    known = Known{.file = *std::move(file), .path = {}};
  }
  const std::size_t runs = options.report.empty() ? 0 : report(options, *known, binding, session);
  if (options.json) {
    print(json_of(session, binding, known));
    return 0;
  }
  print(table_of(session, binding) + (known ? known_text(*known, session.machine) : ""));
  if (runs > 0) print(fmt::format("\nwritten       {}: what was measured, and {} runs\n", options.report, runs));
  return 0;
}

}  // namespace

void add_machine(CLI::App& app, Action& chosen) {
  add(app, chosen,
      {.group = "Machine",
       .name = "machine",
       .summary = "What was found of this machine, or of another",
       .example = "atoll machine --probe --quick"},
      show_machine);
}

}  // namespace Atoll::cli
