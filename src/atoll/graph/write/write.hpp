// SPDX-License-Identifier: Apache-2.0
// Writing a graph file, in any format we read. The file appears under its name only when it is complete.
#pragma once

#include <string>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"

namespace Atoll {

// `format` as in ReadOptions; "" takes it from the suffix (a trailing .gz is packed). "-" is standard output.
//
// What a format cannot say:
//   edges csv     carry labels and weights; both arcs of an undirected edge are listed (no such word in the format), so
//   it
//                 reads back as a directed graph with the same answers; vertices without arcs have no line
//   el wel        as edges, but vertices count from 0; el leaves weights out, wel writes 1 for none
//   sg wsg        vertices count from 0; sg leaves weights out, wsg writes 1 for none and refuses real weights
//   mtx gr metis  vertices count from 1; gr is directed and writes weight 1 for none; gr and metis refuse real weights;
//   metis
//                 refuses what is not undirected, without self-loops and parallel edges
//   atoll         keeps everything
// Throws Error(usage) for an unknown format or a graph that the format refuses, Error(resource | cancelled).
void write_graph(const Graph& graph, const std::string& path, const std::string& format, const Watch& watch);

}  // namespace Atoll
