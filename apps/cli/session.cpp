// SPDX-License-Identifier: Apache-2.0
#include "cli/session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <string>

#include "atoll/base/letters.hpp"
#include "atoll/base/memory.hpp"
#include "atoll/base/output_file.hpp"

#include "cli/memory_limit.hpp"
#include "cli/own_code.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "cli/usage.hpp"

namespace Atoll::cli {
namespace {

CLI::Validator number_of_threads() { return whole_number(1, 4096); }

// The first number of OMP_NUM_THREADS, "4" or "4,2", where --threads would take it; else 0: one per processor.
int threads_of_environment() {
  const char* const value = std::getenv("OMP_NUM_THREADS");
  if (value == nullptr) return 0;
  const std::string list = value;
  std::istringstream words(list.substr(0, list.find(',')));
  std::string first;
  words >> first;
  return number_of_threads()(first).empty() ? std::stoi(first) : 0;
}

std::vector<std::string> notes_of_environment() {
  const char* const value = std::getenv("OMP_NUM_THREADS");
  if (value == nullptr || *value == '\0' || threads_of_environment() != 0) return {};
  return {
      fmt::format("OMP_NUM_THREADS is '{}', which is no number from 1 to 4096: it counts as not set", shown(value))};
}

}  // namespace

void MachineOptions::declare(CLI::App& command) {
  Group group(command, "Machine");
  group
      .value("--threads", threads, "N", "Threads in all (default: OMP_NUM_THREADS, else one per processor we may use)")
      ->check(number_of_threads());
  group.value("--machine", machine, "WHAT",
              "detect (default), a shape such as 4x2, or a file: hwloc XML, or what --probe kept");
  group.value("--memory-limit", memory_limit, "SIZE", "Give up beyond this, as in 4G (default: what is available)");
}

Session::Session(const MachineOptions& options, const Watch& watching)
    : named(machine_named(options.machine, watching)),
      machine(named.machine),
      crew(machine, {.threads = options.threads ? *options.threads : threads_of_environment(), .watch = &watching}),
      watch(watching),
      notes(options.threads ? std::vector<std::string>{} : notes_of_environment()) {
  if (options.memory_limit.empty()) {
    memory::set_limit_bytes(available_memory(), memory::LimitOf::system);
  } else {
    memory::set_limit_bytes(bytes_from("--memory-limit", options.memory_limit));
  }
  forget_code();
}

void print(const std::string& text, const std::string& path) {
  ProgressLine::erase();
  OutputFile out(path);
  out.append(text);
  out.commit();
}

void complain(std::string text) {
  // What a path or a file has in it must not steer the terminal.
  std::ranges::replace_if(text, is_control, ' ');
  ProgressLine::erase();
  std::fputs(fmt::format("atoll: {}\n", text).c_str(), stderr);  // nobody is left to tell if this fails
}

}  // namespace Atoll::cli
