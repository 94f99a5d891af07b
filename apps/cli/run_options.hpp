// SPDX-License-Identifier: Apache-2.0
// The options of a command that runs an algorithm: those of every run, and one per parameter in the catalog.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

#include "cli/input.hpp"

namespace Atoll::cli {

struct RunOptions {
  const Algorithm* algorithm = nullptr;
  std::vector<std::string> values;  // of the algorithm's parameters; empty: the fallback
  InputOptions input;
  MachineOptions machine;
  std::optional<int> parts;
  std::string partition = "random";
  std::string placement = "partitioned";
  std::string exchange = "auto";
  bool prepare = false;
  bool plain = false;
  std::string direction = "auto";
  double alpha = 15;
  double beta = 18;
  std::uint64_t trials = 1;
  std::uint64_t sources = 0;
  bool verify = false;
  bool json = false;
  bool stats = false;
  std::uint64_t top = 10;
  std::string target;
  std::string output;

  void declare(CLI::App& command);
  void check() const;  // throws Error(usage) for options that do not go together
  bool given(const std::string& parameter) const;
  bool steers() const;     // whether alpha and beta mean anything
  bool has_paths() const;  // whether the answer has parents

  std::optional<ExchangeKind> exchange_choice() const;  // none: auto
  RunChoice run_choice() const;
  PartitionChoice partition_choice() const;
  // Throws Error(input) for a vertex that is not there.
  Parameters parameters(const Graph& graph, Crew& crew) const;
};

}  // namespace Atoll::cli
