// SPDX-License-Identifier: Apache-2.0
// `atoll generate SHAPE FILE`: one sub-command per shape, each with the numbers that shape has.
#include "atoll/graph/generate/generate.hpp"

#include <fmt/format.h>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "atoll/base/memory.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/write/write.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/input.hpp"
#include "cli/text.hpp"
#include "cli/written.hpp"

namespace Atoll::cli {
namespace {

using generate::DrawnWeights;

struct GenerateOptions;

// A number that says how large the graph becomes.
struct Size {
  std::string name;
  std::function<Json()> value;
  bool given = false;
};

struct ShapeEntry {
  std::string name;
  std::string summary;
  std::string example;
  void (*declare)(Group& group, GenerateOptions& options);
  generate::Shape (*shape)(const GenerateOptions& options);
  bool draws_twice = false;  // self-loops and parallel edges may come
};

struct GenerateOptions {
  const ShapeEntry* entry = nullptr;
  std::vector<Size> sizes;
  int scale = 16;
  double degree = 16;
  std::uint64_t vertices = 1000;
  double probability = .01;
  std::uint64_t rows = 100;
  std::uint64_t columns = 100;
  double holes = .1;
  std::uint64_t seed = 1;
  std::string weights = "none";
  std::string width;
  bool directed = false;
  bool as_drawn = false;
  std::string output;
  std::string format;
  bool json = false;
  MachineOptions machine;

  void declare(CLI::App& command);
};

// Its default is the value that it has.
template <class T>
void declare_size(Group& group, GenerateOptions& options, const std::string& names, T& value, const std::string& type,
                  const std::string& help, const CLI::Validator& check) {
  const std::size_t at = options.sizes.size();
  CLI::Option* const option = group.value(names, value, type, fmt::format("{} (default: {})", help, value));
  option->check(check)->each([&options, at](const std::string&) { options.sizes[at].given = true; });
  options.sizes.push_back({.name = option->get_lnames().front(), .value = [&value] { return Json(value); }});
}

void declare_scale(Group& group, GenerateOptions& options) {
  declare_size(group, options, "--scale", options.scale, "S", "2^S vertices", whole_number(1, 40));
  declare_size(group, options, "-k,--degree", options.degree, "K", "K 2^S edges are drawn", real_number(0, 1 << 20));
}

void declare_vertices(Group& group, GenerateOptions& options) {
  declare_size(group, options, "--vertices", options.vertices, "N", "Vertices",
               whole_number(1, std::uint64_t{1} << 40));
}

void declare_probability(Group& group, GenerateOptions& options) {
  declare_vertices(group, options);
  declare_size(group, options, "--probability", options.probability, "P", "Of every pair to be an edge",
               real_number(0, 1));
}

void declare_grid(Group& group, GenerateOptions& options) {
  const auto side = whole_number(1, std::uint64_t{1} << 40);
  declare_size(group, options, "--rows", options.rows, "N", "Rows", side);
  declare_size(group, options, "--columns", options.columns, "N", "Columns", side);
  declare_size(group, options, "--holes", options.holes, "SHARE", "Of the vertices without edges", real_number(0, 1));
}

const std::vector<ShapeEntry>& shapes() {
  using O = GenerateOptions;
  using Drawn = generate::Shape;
  static const std::vector<ShapeEntry> all{
      {"kronecker", "R-MAT / Graph500: few vertices with very many edges",
       "atoll generate kronecker kron20.atoll --scale 20", declare_scale,
       [](const O& o) -> Drawn { return generate::Kronecker{.scale = o.scale, .degree = o.degree}; }, true},
      {"uniform", "Both ends of every edge uniform (GAPBS urand)", "atoll generate uniform urand20.sg --scale 20",
       declare_scale, [](const O& o) -> Drawn { return generate::Uniform{.scale = o.scale, .degree = o.degree}; },
       true},
      {"erdos-renyi", "Every pair with one probability",
       "atoll generate erdos-renyi er.mtx --vertices 5000 --probability 0.002", declare_probability,
       [](const O& o) -> Drawn { return generate::ErdosRenyi{.vertices = o.vertices, .probability = o.probability}; }},
      {"grid", "Four neighbours, with holes: like roads",
       "atoll generate grid grid.gr --rows 1000 --columns 1000 --weights million", declare_grid,
       [](const O& o) -> Drawn { return generate::Grid{.rows = o.rows, .columns = o.columns, .holes = o.holes}; }},
      {"path", "A line", "atoll generate path path.el --vertices 100", declare_vertices,
       [](const O& o) -> Drawn { return generate::Path{.vertices = o.vertices}; }},
      {"star", "One vertex in the middle", "atoll generate star star.el --vertices 100", declare_vertices,
       [](const O& o) -> Drawn { return generate::Star{.vertices = o.vertices}; }},
      {"complete", "Every pair", "atoll generate complete k100.graph --vertices 100", declare_vertices,
       [](const O& o) -> Drawn { return generate::Complete{.vertices = o.vertices}; }},
  };
  return all;
}

void GenerateOptions::declare(CLI::App& command) {
  command
      .add_option("FILE", output, "What to write; its suffix is the format, .gz .xz .zst pack; - is standard output")
      ->required()
      ->type_name("")
      ->check(not_empty());
  set_usage(command, {"FILE"});
  Group group(command, "Graph");
  entry->declare(group, *this);
  group.value("--seed", seed, "N", "The same seed draws the same graph (default: 1)")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  group
      .value("--weights", weights, "KIND",
             "none (default), byte: 1 to 255, million: 1 to 1,000,000, unit: real below 1")
      ->check(word_of({"none", "byte", "million", "unit"}));
  group.flag("--directed", directed, "Arcs, not edges");
  if (entry->draws_twice) group.flag("--as-drawn", as_drawn, "Keep self-loops and parallel edges");
  group.value("--width", width, "BITS", "Bits of an id: 32 or 64 (default: 32 where they fit)")
      ->check(word_of({"32", "64"}));
  group.value("--format", format, "NAME", "edges csv mtx gr metis el wel sg wsg atoll (default: by the suffix)");
  group.flag("--json", json, "One JSON object instead of the table");
  machine.declare(command);
}

generate::Options drawing(const GenerateOptions& options) {
  generate::Options drawn{.seed = options.seed, .directed = options.directed, .simple = !options.as_drawn};
  if (options.weights == "byte") drawn.weights = DrawnWeights::byte;
  if (options.weights == "million") drawn.weights = DrawnWeights::million;
  if (options.weights == "unit") drawn.weights = DrawnWeights::unit;
  if (options.width == "32") drawn.width = IdWidth::narrow;
  if (options.width == "64") drawn.width = IdWidth::wide;
  return drawn;
}

// "kronecker, scale 16 (the default), degree 8, seed 1".
std::string drawn_text(const GenerateOptions& options) {
  std::string text = options.entry->name;
  for (const Size& size : options.sizes) {
    const Json value = size.value();
    const std::string number =
        value.is_number_float() ? fmt::format("{}", value.get<double>()) : grouped(value.get<std::uint64_t>());
    text += fmt::format(", {} {}{}", size.name, number, size.given ? "" : " (the default)");
  }
  return text + fmt::format(", seed {}", options.seed);
}

Json drawn_json(const GenerateOptions& options) {
  Json json{{"shape", options.entry->name}};
  for (const Size& size : options.sizes) json[size.name] = size.value();
  json["seed"] = options.seed;
  return json;
}

int run_generate(const GenerateOptions& options, const Watch& watch) {
  Stopwatch clock;
  check_output(options.output, options.format);
  check_written("FILE", options.output, files_read(options.machine.machine));
  Session session(options.machine, watch);
  generate::Drawn drawn = generate::draw_edges(options.entry->shape(options), drawing(options), session.crew, watch);
  const double draw_seconds = clock.lap();
  const Graph graph = generate::build(std::move(drawn), session.crew, watch);
  const double build_seconds = clock.lap();
  std::vector<std::string> notes = write_graph(graph, options.output, options.format, session.crew, watch);
  notes.insert(notes.end(), session.notes.begin(), session.notes.end());
  report_written(graph, options.output, session.crew,
                 {{"draw", draw_seconds}, {"build", build_seconds}, {"write", clock.lap()}}, notes, options.json,
                 Making{.word = "drawn", .text = drawn_text(options), .json = drawn_json(options)});
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, Action& chosen) {
  CLI::App& generate = add_command(app, {.group = "Graphs",
                                         .name = "generate",
                                         .summary = "Draw a graph and write it to a file",
                                         .example = shapes().front().example});
  generate.require_subcommand(1);
  generate.formatter(formatter_with("SHAPE [OPTIONS] FILE"));
  const std::string example = generate.get_footer();
  generate.footer(
      "Every shape has numbers that say how large it becomes; --seed, --weights, --directed and --format are options "
      "of all. `atoll generate SHAPE --help` lists them, with their defaults.\n\n" +
      example);
  for (const ShapeEntry& entry : shapes()) {
    CLI::App& command =
        add_command(generate, {.group = "", .name = entry.name, .summary = entry.summary, .example = entry.example});
    auto options = std::make_shared<GenerateOptions>();
    options->entry = &entry;
    bind(command, chosen, std::move(options), run_generate);
  }
}

}  // namespace Atoll::cli
