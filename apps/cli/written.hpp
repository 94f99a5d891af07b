// SPDX-License-Identifier: Apache-2.0
// What a command says that has written a graph.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/input.hpp"
#include "cli/json.hpp"

namespace Atoll::cli {

// How the graph was made, where there is more to say than from which file.
struct Making {
  std::string word;  // drawn, prepared
  std::string text;
  Json json;
};

// As a table or as JSON: {graph, output, WORD of its making, seconds, peak_bytes, notes}. Where the graph went to
// standard output, on stderr. `losses`, what the format left out, are the notes, or a line each on stderr.
void report_written(const Graph& graph, const std::string& path, Crew& crew,
                    const std::vector<std::pair<std::string, double>>& seconds, const std::vector<std::string>& losses,
                    bool json, const std::optional<Making>& making = {});

}  // namespace Atoll::cli
