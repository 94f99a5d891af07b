// SPDX-License-Identifier: Apache-2.0
// An answer as a text file: one line per vertex in the user's order, tab separated: its label, then the columns. What
// is missing (unreached) is an empty field; a vertex in a column is shown by its label.
#pragma once

#include <string>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll::cli {

// The file appears under its name only when it is complete. Throws Error(usage | resource | cancelled).
void write_answer(const Answer& answer, const Graph& graph, const std::string& path, const Watch& watch);

}  // namespace Atoll::cli
