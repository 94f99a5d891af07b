// SPDX-License-Identifier: Apache-2.0
// Reading a graph file: the format is found by content first and suffix second, gz / xz / zst are unpacked on the way,
// and text is parsed in parallel from a mapping. What a file leaves open is decided like this:
// - An edge list or CSV is directed. With directed = false each line is an edge, so a file that lists both directions
//   gets every edge twice: say merge as well. With directed = true an undirected file keeps both arcs of its edges.
// - Every line of a CSV has as many fields as the first one. An edge list that we wrote may count its vertices.
// - Integer ids with gaps become 0 .. n-1 in ascending order, names become vertices in order of appearance; both keep
//   their labels. Under a header that counts the vertices, and in GAPBS's .el and .wel, every id is a vertex.
// - Weights are 32-bit integers, or all real if one in the file has a decimal point.
// - The first line of a CSV is a header unless a field is a number. Where no suffix says CSV, and in an edge list,
//   a first line is a header if it names source and target, or has no number while the ends in the next line are integers.
//   In an edge list such a line must then begin with names that ends are known by, "u v"; others are refused.
// - A METIS graph by another suffix or on a pipe is told by its counts; one that could be an edge list is refused.
// What of this a user should know is told in the graph's origin.
#pragma once

#include <optional>
#include <string>

#include "atoll/base/watch.hpp"
#include "atoll/graph/build.hpp"
#include "atoll/graph/graph.hpp"

namespace Atoll {

enum class IdKind { by_first_line, integer, string };
enum class IdWidth { by_size, narrow, wide };  // 32-bit where they fit; 32 or an error; 64

struct ReadOptions {
  std::string format = {};  // "" (found), "edges", "csv", "mtx", "gr", "metis", "el", "wel", "sg", "wsg", "atoll"
  IdKind ids = IdKind::by_first_line;
  IdWidth width = IdWidth::by_size;
  std::optional<bool> directed = {};  // empty: as the format says; an edge list or CSV is directed
  bool drop_self_loops = false;
  Merge merge = Merge::keep;
  // What a binary file holds besides, where the arcs stay as they are in it:
  bool inverse = false;   // the arcs of a directed graph turned round (Graph::in); costs as much memory as the arcs
  bool in_order = false;  // rows in the order they were prepared in (Graph::order), and not the user's
};

// Throws Error(input) with "file:line" and how to fix it; Error(usage) for a format that the first bytes contradict;
// Error(resource | cancelled).
Graph read_graph(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch);

}  // namespace Atoll
