// SPDX-License-Identifier: Apache-2.0
// The graph that a command works on: a file, or drawn on the spot (GAPBS's -g and -u).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atoll/graph/read/read.hpp"

#include "cli/json.hpp"
#include "cli/session.hpp"

namespace Atoll::cli {

struct InputOptions {
  std::string path;
  std::optional<int> kronecker_scale;
  std::optional<int> uniform_scale;
  std::optional<double> degree;
  std::optional<std::uint64_t> seed;
  bool undirected = false;
  bool symmetrise = false;
  bool transpose = false;
  bool drop_self_loops = false;
  std::string merge;
  std::string format;
  std::string ids;
  std::string width;
  bool may_draw = false;  // -g and -u are there

  std::uint64_t drawn_from() const { return seed.value_or(1); }

  void declare(CLI::App& command);
  void declare_file(CLI::App& command);  // only what concerns a file
  // Throws Error(usage) unless there is exactly one graph, and every option is about it.
  void check() const;
};

ReadOptions read_options(const InputOptions& options);
Merge merge_named(const std::string& name);  // "" keeps

struct Input {
  Graph graph;
  std::string name;
  std::string format;              // "csv, gz"; empty: drawn
  std::vector<std::string> notes;  // what was decided on the way
  double seconds = 0;              // to read or draw, and to turn round
};

// What the graph is for: to be run on, where --prepare may be given, or else.
enum class Use : std::uint8_t { run, told };

// What the graph is wanted with.
struct Wanted {
  Use use = Use::run;
  bool weights = false;   // where it is drawn; a file has them or not
  bool inverse = false;   // the arcs turned round, where the file has them
  bool in_order = false;  // rows in the order that the file was prepared in (Graph::order)
};
Input load(const InputOptions& options, const Wanted& wanted, Session& session);

// How rows are prepared, by the order they are in: "rows hubs first, arcs turned round".
std::string prepared_text(std::string_view order, bool inverse);

// The vertex with this label. Throws Error(input) naming the option, and a label that may have been meant.
std::uint64_t vertex_of(const Graph& graph, const std::string& option, const std::string& label, Crew& crew);

// The first vertex that has outgoing arcs; the first one if none has. 0 without vertices.
std::uint64_t first_with_arcs(const Graph& graph);

// The first arc with a negative weight, for who refuses it: "the arc a -> b has the negative weight -5".
std::optional<std::string> negative_arc(const Graph& graph, Crew& crew);

// A vertex by its label: a number where labels are numbers.
Json label_json(const Labels& labels, std::uint64_t vertex);

// {vertices, arcs, edges, directed, weighted}
struct Shape {
  Shape(const Graph& graph, Crew& crew);
  Json json() const;
  std::string text() const;  // "4 vertices, 6 arcs, directed, integer weights"; "3 edges (6 arcs), undirected"

  std::uint64_t vertices;
  std::uint64_t arcs;
  std::uint64_t edges;  // as many as arcs if directed
  bool directed;
  WeightType weights;
};

// {name, format} and the shape.
Json graph_json(const Input& input, const Shape& shape);

}  // namespace Atoll::cli
