// SPDX-License-Identifier: Apache-2.0
// An answer as a text file: one line per vertex in the user's order, its label, then the columns. What is missing
// (unreached) is an empty field; a vertex in a column is shown by its label. Between tabs: in a label a tab is written
// \t, a newline \n, a carriage return \r and a backslash \\, as COPY of PostgreSQL does. Where the name ends in .csv, a
// line of names, commas, and quotes around a label that needs them, as RFC 4180 says; lines end in \n alone.
#pragma once

#include <string>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll::cli {

// Throws Error(usage) for a name that promises what no answer is written as, such as .json.
void check_answer_name(const std::string& path);

// The file appears under its name only when it is complete; .gz, .xz and .zst are packed.
// Throws Error(usage | resource | cancelled).
void write_answer(const Answer& answer, const Graph& graph, const std::string& path, const Watch& watch);

}  // namespace Atoll::cli
