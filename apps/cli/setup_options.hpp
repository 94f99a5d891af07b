// SPDX-License-Identifier: Apache-2.0
// The options that all runs over a graph share: the graph, how it is laid out, and the machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

#include "cli/files.hpp"
#include "cli/input.hpp"
#include "cli/session.hpp"

namespace Atoll::cli {

// Throws Error(usage).
[[noreturn]] void refuse_prepare(const std::string& why, const std::string& remedy);

struct SetupOptions {
  InputOptions input;
  MachineOptions machine;
  std::optional<int> parts;
  std::string partition;
  std::string placement = "partitioned";
  std::string exchange = "auto";
  bool prepare = false;
  bool json = false;
  std::string report;  // files
  std::string trace;
  const MachineFile* measured = nullptr;  // not declared: the probe that the model takes; none: the one that is kept

  void declare_layout(CLI::App& command, bool exchanges);  // whether there may be several exchanges
  void declare_told(CLI::App& command);
  void check() const;  // throws Error(usage) for options that do not go together
  std::vector<ReadFile> files_read() const { return cli::files_read(input, machine.machine, partition); }

  bool wants_json() const { return json || !report.empty() || !trace.empty(); }
  bool told_on_standard_output() const { return is_standard_output(report) || is_standard_output(trace); }

  std::optional<ExchangeKind> exchange_choice() const;  // none: auto
  PartitionChoice partition_choice() const;

 private:
  void check_told() const;
};

}  // namespace Atoll::cli
