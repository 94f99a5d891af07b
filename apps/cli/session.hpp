// SPDX-License-Identifier: Apache-2.0
// What every command that works on a graph stands on: a machine, a crew of threads on it, and a limit of memory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/topology/crew.hpp"

#include "cli/machine_file.hpp"

namespace CLI {
class App;
}

namespace Atoll::cli {

struct MachineOptions {
  std::string machine = "detect";
  std::optional<int> threads;
  std::string memory_limit;

  void declare(CLI::App& command);
};

struct Session {
  Session(const MachineOptions& options, const Watch& watch);

  MachineFile named;  // what --machine said: known_probe() goes on from it
  Machine machine;
  Crew crew;
  const Watch& watch;
  std::vector<std::string> notes;  // what of the environment was not understood
};

// To standard output, or what `path` names; throws Error(resource) where that fails.
void print(const std::string& text, const std::string& path = "-");

// One line on stderr: "atoll: ...".
void complain(std::string text);

}  // namespace Atoll::cli
