// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/load.hpp"

#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/read/numbers.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll {

bool wide_ids(const ReadOptions& options, std::uint64_t vertices, const std::string& path) {
  const bool fits = vertices <= reading::narrow_limit;
  if (options.width == IdWidth::narrow && !fits) {
    throw Error(ErrorKind::input, fmt::format("{} vertices do not fit 32-bit ids", vertices), path, "use 64-bit ids");
  }
  return options.width == IdWidth::wide || !fits;
}

bool leaves_arcs(const ReadOptions& options) {
  return !options.drop_self_loops && options.merge == Merge::keep && options.directed != false;
}

namespace {

Graph transformed(Graph&& graph, const ReadOptions& options, Crew& crew, const Watch& watch) {
  Graph result = std::move(graph);
  if (options.drop_self_loops) result = transform::drop_self_loops(std::move(result), crew, watch);
  if (result.directed && options.directed == false) {
    return transform::symmetrise(std::move(result), options.merge, crew, watch);
  }
  if (options.directed == true && !result.directed) result.directed = result.mirrored = true;
  if (options.merge != Merge::keep) result = transform::merge_parallel(std::move(result), options.merge, crew, watch);
  if (result.in && transform::is_mirrored(result, *result.in, result.weighted(), crew)) {
    result.in.reset();
    result.mirrored = true;
  }
  return result;
}

}  // namespace

// What is transformed still comes from where it came from.
Graph as_asked(Graph&& graph, const ReadOptions& options, Crew& crew, const Watch& watch) {
  Origin origin = std::move(graph.origin);
  Graph result = transformed(std::move(graph), options, crew, watch);
  result.origin = std::move(origin);
  return result;
}

}  // namespace Atoll
