// SPDX-License-Identifier: Apache-2.0
// The options of a run of an algorithm: those of every run, and one per parameter in the catalog.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

#include "cli/setup_options.hpp"

namespace Atoll::cli {

struct RunOptions {
  const Algorithm* algorithm = nullptr;
  std::vector<std::string> values;  // of the algorithm's parameters; empty: the fallback
  bool plain = false;
  std::string direction = "auto";
  std::optional<double> alpha;
  std::optional<double> beta;
  std::uint64_t trials = 1;
  std::uint64_t sources = 0;
  bool verify = false;
  bool stats = false;
  bool count = false;
  std::optional<std::uint64_t> top;
  std::string target;
  std::string output;
  std::function<void(const Model&)> explain;  // not declared

  void declare_parameters(CLI::App& command);
  void declare(CLI::App& command);              // the others
  void check(const SetupOptions& setup) const;  // throws Error(usage) for options that do not go together
  bool given(const std::string& parameter) const;
  // Parameters that are not as by default, with their values, but for a source.
  std::vector<std::pair<std::string, std::string>> chosen() const;
  std::uint64_t top_count() const { return top.value_or(10); }
  bool steers() const;       // whether alpha and beta mean anything
  bool has_program() const;  // whether there is a vertex program, or a kernel is all
  bool has_paths() const;    // whether the answer may have parents

  DirectionChoice direction_choice(const SetupOptions& setup) const;
  RunChoice run_choice(const SetupOptions& setup) const;
  // What can be said without a graph: a vertex that is named has a stand-in.
  Parameters settled(std::uint64_t seed) const;
  // Throws Error(input) for a vertex that is not there.
  Parameters parameters(const Graph& graph, std::uint64_t seed, Crew& crew) const;

 private:
  void check_way(const SetupOptions& setup) const;
  void check_answer(const SetupOptions& setup) const;
};

// The algorithms that have this option.
std::vector<std::string> algorithms_with(const std::string& option);

}  // namespace Atoll::cli
