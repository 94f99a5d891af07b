// SPDX-License-Identifier: Apache-2.0
#include "cli/run_options.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <ranges>

#include "atoll/algorithms/advice.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/graph/write/pack.hpp"

#include "cli/answer_file.hpp"
#include "cli/text.hpp"
#include "cli/top.hpp"
#include "cli/trials.hpp"
#include "cli/usage.hpp"

namespace Atoll::cli {
namespace {

constexpr std::uint64_t entries_max = 10'000;  // of a list that is told; they stay in memory, uncounted
constexpr double infinite = std::numeric_limits<double>::infinity();

using VertexList = std::vector<std::uint64_t>;

bool is_list(const Parameter& parameter) { return std::holds_alternative<VertexList>(parameter.fallback); }

// Drawing has one seed for all, which the graph's options declare.
bool is_seed(const Parameter& parameter) { return parameter.name == "seed"; }

std::string fallback_text(const Parameter& parameter) {
  if (is_list(parameter)) return "all";
  if (parameter.is_vertex) return "the first that has arcs";
  if (const auto* word = std::get_if<std::string>(&parameter.fallback)) return *word;
  if (const auto* real = std::get_if<double>(&parameter.fallback)) return fmt::format("{}", *real);
  return std::to_string(std::get<std::uint64_t>(parameter.fallback));
}

void declare_parameter(CLI::App& command, const Parameter& parameter, const std::string& names, std::string& value) {
  std::string help = parameter.help;
  if (!help.empty()) help[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(help[0])));
  if (!parameter.words.empty()) help += ": " + listed(parameter.words);
  help += fmt::format(" (default: {})", fallback_text(parameter));
  CLI::Option* option = command.add_option(names, value, help)->group("Algorithm");
  if (parameter.is_vertex) {
    only_once(option)->type_name(is_list(parameter) ? "LABEL[,LABEL...]" : "LABEL")->check(not_empty());
  } else if (!parameter.words.empty()) {
    option->type_name("WORD")->check(word_of(parameter.words));
  } else {
    const bool real = std::holds_alternative<double>(parameter.fallback);
    option->type_name(real ? "X" : "N")->check(number_of(parameter));
  }
}

// Labels between commas; what is a label as a whole is one, whatever is in it. Nothing: none.
VertexList vertices_of(const Graph& graph, const std::string& option, const std::string& labels, Crew& crew) {
  VertexList vertices;
  if (labels.empty()) return vertices;
  graph.labels.build_index(crew);
  if (const std::uint64_t vertex = graph.labels.find(labels, graph.vertices); vertex < graph.vertices) return {vertex};
  for (const auto label : std::views::split(labels, ','))
    vertices.push_back(vertex_of(graph, option, std::string(label.begin(), label.end()), crew));
  return vertices;
}

}  // namespace

void RunOptions::declare_parameters(CLI::App& command) {
  values.resize(algorithm->parameters.size());
  bool short_name = true;  // -r, as in GAPBS, is the first vertex that is asked for
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = algorithm->parameters[i];
    if (is_seed(parameter)) continue;
    const bool first = parameter.is_vertex && !is_list(parameter) && std::exchange(short_name, false);
    declare_parameter(command, parameter, (first ? "-r,--" : "--") + parameter.name, values[i]);
  }
}

void RunOptions::declare(CLI::App& command) {
  Group run(command, "Run");
  const auto of_programs = [&](CLI::Option* option) {  // others refuse it, and say why
    if (!has_program()) option->group("");
    return option;
  };
  of_programs(run.value("--direction", direction, "HOW", "push, pull or auto (default)"))
      ->check(word_of({"push", "pull", "auto"}));
  if (steers()) {
    run.value("--alpha", alpha, "X",
              "auto: pull once the active vertices have more than 1/X of the arcs of those never active (default: 15)")
        ->check(real_number(1e-9, infinite));
    run.value("--beta", beta, "X", "auto: push again once fewer than 1/X of all vertices are active (default: 18)")
        ->check(real_number(1e-9, infinite));
  }
  of_programs(run.flag("--plain", plain, "The vertex program, also where a specialised kernel is there"));
  run.value("-n,--trials", trials, "N", "Run so often; the time is the median (default: 1)")
      ->check(whole_number(1, entries_max));
  if (vertex_parameter(*algorithm) != nullptr) {
    run.value("--sources", sources, "N", "Run from so many drawn vertices that have arcs, one after the other")
        ->check(whole_number(1, entries_max));
  }
  Group answer(command, "Answer");
  answer.flag("-v,--verify", verify, "Prove every answer by its certificate; exit code 1 if one is wrong");
  if (has_paths()) {
    only_once(answer.value("--target", target, "LABEL", "Also the path from the source to this vertex"));
  }
  if (has_tops(*algorithm)) {
    answer.value("--top", top, "N", "The N largest are named (default: 10)")->check(whole_number(0, entries_max));
  }
  answer.flag("--stats", stats, "Also a table of the supersteps");
  of_programs(
      answer.flag("--count", count,
                  "Also a table of the accesses to memory, local and remote; counting takes its time, and implies "
                  "--plain, for kernels have no exchange"));
  only_once(answer.value(
      "-o,--output", output, "FILE",
      fmt::format("Write a line per vertex: label, {}, between tabs; in labels \\t \\n \\r \\\\ stand for what "
                  "would break the line; .csv: between commas, with a line of names; .gz .xz .zst pack; - is "
                  "standard output",
                  listed(algorithm->columns))));
}

void RunOptions::check_answer(const SetupOptions& setup) const {
  const Parameters chosen = settled(setup.input.drawn_from());
  chosen.check();
  const auto columns = algorithm->columns_of != nullptr ? algorithm->columns_of(chosen) : algorithm->columns;
  if (!output.empty() && columns.empty()) {
    throw Error(ErrorKind::usage, "the answer has nothing to write of a vertex", "--output", "leave --answer out");
  }
  if (top && columns.empty()) {
    const auto has_columns = [](const Parameter& parameter) { return !parameter.for_columns.empty(); };
    const auto asks = std::ranges::find_if(algorithm->parameters, has_columns);
    ATOLL_CHECK(asks != algorithm->parameters.end());
    throw Error(ErrorKind::usage, "the answer has nothing to say of a vertex", "--top",
                fmt::format("say --{} {}", asks->name, asks->for_columns));
  }
  if (!target.empty() && std::ranges::find(columns, "parent") == columns.end()) {
    throw Error(ErrorKind::usage, "the answer has no parents to follow", "--target", "leave --answer out");
  }
}

void RunOptions::check(const SetupOptions& setup) const {
  check_answer(setup);
  writing::packing_of(output);
  check_answer_name(output);
  if (!output.empty()) check_written("--output", output, setup.files_read());
  check_apart("--output", output, "--report", setup.report);
  check_apart("--output", output, "--trace", setup.trace);
  check_way(setup);
  if (setup.json && is_standard_output(output)) {
    throw Error(ErrorKind::usage, "standard output cannot have both", "--json and --output -",
                "name a file for the answer");
  }
  if (sources != 0 && given(vertex_parameter(*algorithm)->name)) {
    throw Error(ErrorKind::usage, "the sources are drawn, or one is named", "--sources and --source",
                "leave one of them out");
  }
  if (sources != 0 && trials != 1) {
    throw Error(ErrorKind::usage, "each source is one trial", "--sources and --trials", "leave one of them out");
  }
  if (sources > 1 && !output.empty()) {
    throw Error(ErrorKind::usage, "there is one answer per source", "--output", "name one --source");
  }
  if (sources != 0 && !target.empty()) {
    throw Error(ErrorKind::usage, "there is one path per source", "--sources and --target", "name one --source");
  }
}

// What is said of the way to run must be one that this algorithm has.
void RunOptions::check_way(const SetupOptions& setup) const {
  struct Way {
    bool is_said;
    std::string option;
    std::string lacks;  // of an algorithm that is no vertex program
    std::string remedy;
  };
  const bool boxed = setup.exchange_choice().value_or(ExchangeKind::zero_box) != ExchangeKind::zero_box;
  const Way ways[] = {
      {boxed, "--exchange", "it runs in one address space only", "leave it at auto, or say zero-box"},
      {count, "--count", "it has no exchange to count in", "leave it out"},
      {plain, "--plain", "its kernel is all there is", "leave it out"},
      {direction != "auto", "--direction", "its kernel goes the way that suits", "leave it at auto"},
  };
  if ((alpha || beta) && direction != "auto")
    throw Error(ErrorKind::usage, fmt::format("{} is every superstep's direction, and nothing turns it", direction),
                alpha ? "--alpha" : "--beta", "leave it out, or --direction");
  for (const Way& way : ways) {
    if (!way.is_said) continue;
    if (!has_program())
      throw Error(ErrorKind::usage, fmt::format("{} is no vertex program: {}", algorithm->name, way.lacks), way.option,
                  way.remedy);
    if (setup.prepare)
      throw Error(ErrorKind::usage, "what is prepared serves the kernels, and this is for vertex programs",
                  "--prepare and " + way.option, "leave one of them out");
  }
}

bool RunOptions::given(const std::string& parameter) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (algorithm->parameters[i].name == parameter) return !values[i].empty();
  }
  return false;
}

std::vector<std::pair<std::string, std::string>> RunOptions::chosen() const {
  std::vector<std::pair<std::string, std::string>> all;  // as written
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = algorithm->parameters[i];
    const bool is_source = parameter.is_vertex && !is_list(parameter);
    const bool is_default = !parameter.is_vertex && values[i] == fallback_text(parameter);
    if (!values[i].empty() && !is_source && !is_default) all.emplace_back(parameter.name, values[i]);
  }
  return all;
}

bool RunOptions::steers() const {
  const Needs needs = algorithm->needs(DirectionChoice::automatic);
  return needs.push && needs.pull && !needs.shared;  // who walks a shared graph decides by itself
}

bool RunOptions::has_program() const { return !algorithm->needs(DirectionChoice::automatic).shared; }

bool RunOptions::has_paths() const {
  return vertex_parameter(*algorithm) != nullptr &&
         std::ranges::find(algorithm->columns, "parent") != algorithm->columns.end();
}

// Bins are for what is pushed: with them an algorithm that would pull alone pushes, unless it was told to.
DirectionChoice RunOptions::direction_choice(const SetupOptions& setup) const {
  if (direction == "push") return DirectionChoice::push;
  if (direction == "pull") return DirectionChoice::pull;
  const bool bins = setup.exchange_choice() == ExchangeKind::binned;
  const bool pulls_alone = !algorithm->needs(DirectionChoice::automatic).push;
  return bins && pulls_alone ? DirectionChoice::push : DirectionChoice::automatic;
}

RunChoice RunOptions::run_choice(const SetupOptions& setup) const {
  return {.exchange = setup.exchange_choice(),
          .direction = direction_choice(setup),
          .alpha = alpha,
          .beta = beta,
          .explain = explain,
          .plain = plain,
          .counted = count};
}

Parameters RunOptions::settled(std::uint64_t seed) const {
  Parameters chosen = defaults(*algorithm);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = algorithm->parameters[i];
    const std::string option = "--" + parameter.name;
    if (is_seed(parameter)) {
      chosen.set(parameter.name, seed);
    } else if (values[i].empty()) {
      if (!output.empty() && !parameter.for_columns.empty()) chosen.set(parameter.name, parameter.for_columns);
    } else if (is_list(parameter)) {
      chosen.set(parameter.name, VertexList{0});
    } else if (parameter.is_vertex) {
      continue;
    } else if (std::holds_alternative<double>(parameter.fallback)) {
      chosen.set(parameter.name, real_number_from(option, values[i], advice(parameter)));
    } else if (std::holds_alternative<std::uint64_t>(parameter.fallback)) {
      chosen.set(parameter.name, whole_number_from(option, values[i], advice(parameter)));
    } else {
      chosen.set(parameter.name, values[i]);
    }
  }
  return chosen;
}

Parameters RunOptions::parameters(const Graph& graph, std::uint64_t seed, Crew& crew) const {
  Parameters chosen = settled(seed);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = algorithm->parameters[i];
    const std::string option = "--" + parameter.name;
    if (!parameter.is_vertex) continue;
    if (is_list(parameter)) {
      chosen.set(parameter.name, vertices_of(graph, option, values[i], crew));
      continue;
    }
    if (graph.vertices == 0) {
      throw Error(ErrorKind::input, "the graph has no vertices", option, "name a graph that has some");
    }
    chosen.set(parameter.name, values[i].empty() ? first_with_arcs(graph) : vertex_of(graph, option, values[i], crew));
  }
  return chosen;
}

std::vector<std::string> algorithms_with(const std::string& option) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : catalog()) {
    CLI::App command;
    RunOptions run;
    run.algorithm = &algorithm;
    run.declare_parameters(command);
    run.declare(command);
    if (command.get_option_no_throw(option) != nullptr) names.push_back(algorithm.name);
  }
  return names;
}

}  // namespace Atoll::cli
