// SPDX-License-Identifier: Apache-2.0
// What a command says that has written a graph.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/input.hpp"

namespace Atoll::cli {

// As a table or as JSON: {graph, output, seconds, peak_bytes, notes}. Where the graph went to standard output, on stderr.
// `losses`, what the format left out, are the notes, or a line each on stderr.
void report_written(const Graph& graph, const std::string& path, Crew& crew,
                    const std::vector<std::pair<std::string, double>>& seconds, const std::vector<std::string>& losses,
                    bool json);

}  // namespace Atoll::cli
