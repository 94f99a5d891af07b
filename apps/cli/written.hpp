// SPDX-License-Identifier: Apache-2.0
// What a command says that has written a graph.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/input.hpp"

namespace Atoll::cli {

// As a table or as JSON: {graph, output, seconds, peak_bytes}. Where the graph went to standard output, on stderr.
void report_written(const Graph& graph, const std::string& path,
                    const std::vector<std::pair<std::string, double>>& seconds, bool json);

}  // namespace Atoll::cli
