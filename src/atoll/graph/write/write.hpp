// SPDX-License-Identifier: Apache-2.0
// Writing a graph file, in any format we read. The file appears under its name only when it is complete.
#pragma once

#include <string>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// `format` as in ReadOptions; "" takes it from the suffix. A trailing .gz, .xz or .zst is packed. "-" is standard output.
// Returns what the format had no place for and is harmless, a sentence each; what would read back as a graph with other
// answers is refused.
//
// What a format cannot say:
//   edges csv     carry labels and weights; both arcs of an undirected edge are listed (no such word in the format), so
//                 it reads back as a directed graph with the same answers; edges counts the vertices in a comment that
//                 our reader honours where labels are counted; otherwise vertices without arcs are left out
//   el wel        vertices count from 0; the last ones are left out if they have no arcs; el refuses weights, wel writes
//                 1 for none
//   sg wsg        vertices count from 0; sg refuses weights, wsg writes 1 for none and refuses real weights
//   mtx gr metis  vertices count from 1; gr is directed and writes weight 1 for none; gr and metis refuse real weights;
//                 metis refuses what is not undirected, without self-loops and parallel edges
//   atoll         keeps everything, and what the graph was prepared with (Graph::in, Graph::order), which others refuse
// edges (where labels are not counted), csv, el and wel refuse a graph without arcs.
// Throws what check_output throws, Error(usage) for a graph that the format refuses, Error(resource | cancelled).
std::vector<std::string> write_graph(const Graph& graph, const std::string& path, const std::string& format, Crew& crew,
                                     const Watch& watch);

// Before a graph is made: throws Error(usage) for an unknown format, one that is not that of the suffix, and a packing
// that is not written, naming the option that the format is said by. Returns the name of the format.
inline constexpr std::string_view format_option = "--format";
std::string check_output(const std::string& path, const std::string& format, std::string_view option = format_option);

}  // namespace Atoll
