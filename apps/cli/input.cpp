// SPDX-License-Identifier: Apache-2.0
#include "cli/input.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/generate/generate.hpp"
#include "atoll/graph/row_of.hpp"
#include "atoll/graph/statistics.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/topology/reduce.hpp"

#include "cli/text.hpp"
#include "cli/usage.hpp"

namespace Atoll::cli {
namespace {

constexpr auto any_seed = std::numeric_limits<std::uint64_t>::max();

Input draw(const InputOptions& options, bool weighted, Session& session) {
  const double degree = options.degree.value_or(16);
  generate::Shape shape = generate::Kronecker{.scale = options.kronecker_scale.value_or(0), .degree = degree};
  if (options.uniform_scale) shape = generate::Uniform{.scale = *options.uniform_scale, .degree = degree};
  const generate::Options choice{.seed = options.drawn_from(),
                                 .weights = weighted ? generate::DrawnWeights::byte : generate::DrawnWeights::none,
                                 .width = read_options(options).width};
  return {.graph = generate::draw(shape, choice, session.crew, session.watch),
          .name = options.uniform_scale ? fmt::format("uniform, scale {}", *options.uniform_scale)
                                        : fmt::format("Kronecker, scale {}", *options.kronecker_scale),
          .format = {},
          .notes = {}};
}

// Whose memory gives out while a text is read and sorted into rows is told what would take less.
Graph read(const InputOptions& options, const ReadOptions& choice, Session& session) {
  try {
    return read_graph(options.path, choice, session.crew, session.watch);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::resource || !error.where().empty() || options.path.ends_with(".atoll")) throw;
    throw Error(ErrorKind::resource, error.what(), options.path,
                "a file that atoll convert wrote as .atoll takes less to read");
  }
}

// For who named a vertex that is not there: what there is.
std::string examples(const Graph& graph, const std::string& label) {
  if (graph.vertices == 0) return "the graph has no vertices";
  const Labels& labels = graph.labels;
  if (!labels.are_strings()) {
    const auto& ids = labels.ids();
    const std::uint64_t least = ids.empty() ? labels.first() : *std::ranges::min_element(ids);
    const std::uint64_t most = ids.empty() ? labels.first() + graph.vertices - 1 : *std::ranges::max_element(ids);
    const bool has_gaps = most - least >= graph.vertices;
    return fmt::format("labels go from {} to {}{}", least, most, has_gaps ? ", with gaps" : "");
  }
  constexpr std::uint64_t names_compared = 100'000;
  std::vector<std::string> names;
  for (std::uint64_t v = 0; v < std::min(graph.vertices, names_compared); ++v) names.push_back(shown(labels.of(v)));
  const std::string best = closest(shown(label), names);
  return fmt::format("{}the first of {} is {}{}", best.empty() ? "" : fmt::format("did you mean {}? ", best),
                     counted(graph.vertices, "name"), names[0],
                     lower(best) == lower(shown(label)) ? ", and upper and lower case differ" : "");
}

// What a file that lists both directions becomes when each line is taken for an edge.
constexpr auto doubled_note =
    "every edge is there twice, for the file lists both directions: leave --undirected out, or say -s instead";

// What `--merge first` means for rows that came without the order of lines.
constexpr auto first_note =
    "of parallel arcs the first is the lightest here: a binary file has them in order of their weights, not of lines";

bool is_binary(const std::string& format) { return format == "atoll" || format == "sg" || format == "wsg"; }

// Why the rows of a prepared file cannot stay in its order; empty: they can.
std::string_view transform_of(const InputOptions& options) {
  if (options.symmetrise) return "--symmetrise";
  if (options.transpose) return "--transpose";
  if (options.drop_self_loops) return "--drop-self-loops";
  if (options.undirected) return "--undirected";
  return merge_named(options.merge) == Merge::keep ? "" : "--merge";
}

// What there is to say of a prepared file: how it is; of a run, why its rows were not taken so. Empty: nothing.
std::string prepared_note(const InputOptions& options, const Wanted& wanted, const Graph& graph) {
  const Origin& origin = graph.origin;
  const bool is_prepared = !origin.order.empty() || origin.inverse;
  if (wanted.use == Use::told)
    return is_prepared ? "the file is prepared: " + prepared_text(origin.order, origin.inverse) : "";
  if (origin.order.empty() || graph.order) return "";
  constexpr auto put_back = "rows were put back into the order of the vertices";
  if (const std::string_view transform = transform_of(options); !transform.empty())
    return fmt::format("the file is prepared, but for {} its {}", transform, put_back);
  return fmt::format("the file is prepared: its {}; with --prepare kernels take them so, in one part", put_back);
}

Graph turned(Graph graph, const InputOptions& options, Session& session) {
  if (options.symmetrise) {
    const Merge merge = options.merge.empty() ? Merge::min : merge_named(options.merge);
    graph = transform::symmetrise(std::move(graph), merge, session.crew, session.watch);
  }
  if (options.transpose) graph = transform::transpose(std::move(graph), session.crew, session.watch);
  return graph;
}

Graph thinned(Graph graph, const InputOptions& options, Session& session) {
  if (options.drop_self_loops) graph = transform::drop_self_loops(std::move(graph), session.crew, session.watch);
  return transform::merge_parallel(std::move(graph), merge_named(options.merge), session.crew, session.watch);
}

}  // namespace

void InputOptions::declare_file(CLI::App& command) {
  Group group(command, "Graph");
  CLI::Option* const graph =
      command.add_option("-f,GRAPH", path, "A file in any format we read, packed or not; - is standard input");
  only_once(graph)->type_name("FILE")->group("Graph")->check(not_empty());
  group.flag("-s,--symmetrise", symmetrise,
             "An edge where there is an arc, also where the file lists both directions: parallel ones are merged (the "
             "lightest stays)");
  group.flag("--undirected", undirected, "Every line is an edge, for a file that lists each edge once");
  group.flag("--drop-self-loops", drop_self_loops, "Without arcs from a vertex to itself");
  group
      .value("--merge", merge, "HOW",
             "Parallel arcs become one, of weight sum, min, max or first (of the lines; a binary file has the lightest "
             "first)")
      ->check(word_of({"sum", "min", "max", "first"}));
  group.flag("--transpose", transpose, "Every arc turned round (after --symmetrise)");
  group.value("--format", format, "NAME", "edges csv mtx gr metis el wel sg wsg atoll (default: by content)");
  group.value("--ids", ids, "KIND", "integer or string (default: as in the first line)")
      ->check(word_of({"integer", "string"}));
  group.value("--width", width, "BITS", "Bits of an id: 32 or 64 (default: 32 where they fit)")
      ->check(word_of({"32", "64"}));
}

void InputOptions::declare(CLI::App& command) {
  declare_file(command);
  may_draw = true;
  set_usage(command, {"GRAPH", "-g SCALE", "-u SCALE"});
  Group group(command, "Graph");
  const auto drawn = [&](const char* names, std::optional<int>& scale, const char* help) {
    only_once(group.value(names, scale, "SCALE", help))->check(whole_number(1, 40));
  };
  drawn("-g,--kronecker", kronecker_scale,
        "Not a file: a Kronecker graph of 2^SCALE vertices, with weights of 1 to 255 where they are wanted");
  drawn("-u,--uniform", uniform_scale, "Not a file: a uniform random graph of 2^SCALE vertices");
  group.value("-k,--degree", degree, "K", "Edges per vertex of a drawn graph (default: 16)")
      ->check(real_number(0, 1 << 20));
  group.value("--seed", seed, "N", "Of all that is drawn: graph, partition, sources (default: 1)")
      ->check(whole_number(0, any_seed));
}

void InputOptions::check() const {
  const int given = (path.empty() ? 0 : 1) + (kronecker_scale ? 1 : 0) + (uniform_scale ? 1 : 0);
  if (given != 1) {
    throw Error(ErrorKind::usage, given == 0 ? "there is no graph to work on" : "there is more than one graph", "GRAPH",
                may_draw ? "name a file, or draw one with -g SCALE" : "name a file; atoll generate draws one");
  }
  const bool drawn = path.empty();
  if (!drawn && degree) throw Error(ErrorKind::usage, "the graph is not drawn", "--degree", "leave it out");
  for (const auto& [option, used] : {std::pair{"--format", !format.empty()}, std::pair{"--ids", !ids.empty()},
                                     std::pair{"--undirected", undirected}}) {
    if (drawn && used) throw Error(ErrorKind::usage, "the graph is drawn, and not a file", option, "leave it out");
  }
}

ReadOptions read_options(const InputOptions& options) {
  ReadOptions read{.format = options.format};
  if (options.ids == "integer") read.ids = IdKind::integer;
  if (options.ids == "string") read.ids = IdKind::string;
  if (options.width == "32") read.width = IdWidth::narrow;
  if (options.width == "64") read.width = IdWidth::wide;
  if (options.undirected) read.directed = false;
  read.drop_self_loops = options.drop_self_loops;
  read.merge = merge_named(options.merge);
  return read;
}

Merge merge_named(const std::string& name) {
  if (name == "sum") return Merge::sum;
  if (name == "min") return Merge::min;
  if (name == "max") return Merge::max;
  return name == "first" ? Merge::first : Merge::keep;
}

Input load(const InputOptions& options, const Wanted& wanted, Session& session) {
  const Stopwatch clock;
  Input input;
  if (options.path.empty()) {
    input = draw(options, wanted.weights, session);
    input.graph = thinned(std::move(input.graph), options, session);
  } else {
    input.name = options.path;
    ReadOptions choice = read_options(options);
    choice.inverse = wanted.inverse || options.symmetrise;
    choice.in_order = wanted.in_order && transform_of(options).empty();
    input.graph = read(options, choice, session);
    Origin& origin = input.graph.origin;
    input.format = origin.format + (origin.packing.empty() ? "" : ", " + origin.packing);
    input.notes = std::move(origin.notes);
    if (std::string note = prepared_note(options, wanted, input.graph); !note.empty())
      input.notes.push_back(std::move(note));
    if (options.undirected && !options.symmetrise && is_doubled(input.graph, session.crew))
      input.notes.emplace_back(doubled_note);
    if (options.merge == "first" && is_binary(origin.format) && input.graph.weights.type != WeightType::none)
      input.notes.emplace_back(first_note);
  }
  input.graph = turned(std::move(input.graph), options, session);
  input.notes.insert(input.notes.end(), session.notes.begin(), session.notes.end());
  input.seconds = clock.seconds();
  return input;
}

std::string prepared_text(std::string_view order, bool inverse) {
  std::string_view rows = "as they were";
  if (order == RowOrder::by_degree) rows = "hubs first";
  if (order == RowOrder::by_nearness) rows = "neighbours near";
  return fmt::format("rows {}{}", rows, inverse ? ", arcs turned round" : "");
}

std::uint64_t vertex_of(const Graph& graph, const std::string& option, const std::string& label, Crew& crew) {
  graph.labels.build_index(crew);
  const std::uint64_t vertex = graph.labels.find(label, graph.vertices);
  if (vertex < graph.vertices) return vertex;
  throw Error(ErrorKind::input, fmt::format("no vertex is called '{}'", shown(label)), option, examples(graph, label));
}

std::optional<std::string> negative_arc(const Graph& graph, Crew& crew) {
  struct First {
    std::uint64_t arc = std::numeric_limits<std::uint64_t>::max();
  };
  const auto first_in = [&](const auto weights) {
    return reduce<First>(
               weights.size(),
               [&](First& first, std::uint64_t e) {
                 if (weights[e] < 0) first.arc = std::min(first.arc, e);
               },
               [](First& first, const First& more) { first.arc = std::min(first.arc, more.arc); }, crew)
        .arc;
  };
  std::uint64_t e = graph.arcs;
  if (graph.weights.type == WeightType::integer) e = first_in(graph.weights.as<std::int32_t>());
  if (graph.weights.type == WeightType::real) e = first_in(graph.weights.as<float>());
  if (e >= graph.arcs) return std::nullopt;
  const auto [u, v] = std::visit(
      [e](const auto& rows) { return std::pair{row_of(rows.offsets, e), std::uint64_t{rows.targets[e]}}; }, graph.out);
  const std::string weight = graph.weights.type == WeightType::integer
                                 ? fmt::format("{}", graph.weights.as<std::int32_t>()[e])
                                 : fmt::format("{}", graph.weights.as<float>()[e]);
  return fmt::format("the arc {} -> {} has the negative weight {}", shown(graph.labels.of(graph.user_of(u))),
                     shown(graph.labels.of(graph.user_of(v))), weight);
}

std::uint64_t first_with_arcs(const Graph& graph) {
  const auto offsets = graph.offsets();
  std::uint64_t first = graph.vertices;
  for (std::uint64_t row = 0; row < graph.vertices; ++row) {
    if (offsets[row] == offsets[row + 1]) continue;
    first = std::min(first, graph.user_of(row));
    if (!graph.order) break;
  }
  return first == graph.vertices ? 0 : first;
}

Json label_json(const Labels& labels, std::uint64_t vertex) {
  const std::string label = labels.of(vertex);
  return labels.are_strings() ? Json(label) : Json(std::stoull(label));
}

Shape::Shape(const Graph& graph, Crew& crew)
    : vertices(graph.vertices),
      arcs(graph.arcs),
      edges(count_edges(graph, crew)),
      directed(graph.directed),
      weights(graph.weights.type) {}

Json Shape::json() const {
  return {{"vertices", vertices},
          {"arcs", arcs},
          {"edges", edges},
          {"directed", directed},
          {"weighted", weights != WeightType::none}};
}

Json graph_json(const Input& input, const Shape& shape) {
  Json json{{"name", input.name}, {"format", input.format.empty() ? Json(nullptr) : Json(input.format)}};
  json.update(shape.json());
  return json;
}

std::string Shape::text() const {
  const std::string all_arcs = counted(arcs, "arc");
  std::string text = fmt::format("{}, {}, {}", vertices == 1 ? "1 vertex" : grouped(vertices) + " vertices",
                                 directed ? all_arcs : fmt::format("{} ({})", counted(edges, "edge"), all_arcs),
                                 directed ? "directed" : "undirected");
  if (weights != WeightType::none) text += weights == WeightType::integer ? ", integer weights" : ", real weights";
  return text;
}

}  // namespace Atoll::cli
