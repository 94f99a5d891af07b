// SPDX-License-Identifier: Apache-2.0
// The commands that the catalog gives: load, partition, run, verify, report. Nothing here knows an algorithm by name.
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "atoll/base/error.hpp"
#include "atoll/base/memory.hpp"
#include "atoll/base/timer.hpp"

#include "cli/answer_file.hpp"
#include "cli/commands.hpp"
#include "cli/complaint.hpp"
#include "cli/input.hpp"
#include "cli/report.hpp"
#include "cli/run_options.hpp"
#include "cli/text.hpp"
#include "cli/top.hpp"
#include "cli/way.hpp"

namespace Atoll::cli {
namespace {

// The exchange that ran, where it was left open.
std::string exchange_of(const RunOptions& options, const Answer& answer) {
  const auto& steps = answer.statistics.supersteps;
  return steps.empty() ? options.exchange : steps.front().exchange;
}

// The parameters as the user gave them, for the report.
Json parameters_json(const RunOptions& options, const Algorithm& algorithm, const Parameters& parameters,
                     const Graph& graph, const Layout& layout, const Crew& crew, const std::string& exchange) {
  Json json = Json::object();
  for (const Parameter& parameter : algorithm.parameters) {
    if (std::holds_alternative<std::vector<std::uint64_t>>(parameter.fallback)) {
      json[parameter.name] = Json::array();
      for (const std::uint64_t v : parameters.vertices(parameter.name))
        json[parameter.name].push_back(label_json(graph.labels, v));
    } else if (parameter.is_vertex) {
      if (options.sources == 0) json[parameter.name] = label_json(graph.labels, parameters.count(parameter.name));
    } else if (std::holds_alternative<std::uint64_t>(parameter.fallback)) {
      json[parameter.name] = parameters.count(parameter.name);
    } else if (std::holds_alternative<double>(parameter.fallback)) {
      json[parameter.name] = parameters.real(parameter.name);
    } else {
      json[parameter.name] = parameters.word(parameter.name);
    }
  }
  json["parts"] = layout.parts();
  json["threads"] = crew.threads();
  json["partition"] = layout.partition.strategy;
  json["exchange"] = exchange;
  json["direction"] = options.direction;
  if (options.steers()) {
    json["alpha"] = options.alpha;
    json["beta"] = options.beta;
  }
  json["placement"] = options.placement;
  json["seed"] = options.input.seed;
  json["width"] = layout.wide ? 64 : 32;
  return json;
}

std::string how_text(const RunOptions& options, const Algorithm& algorithm, const Parameters& parameters,
                     const Graph& graph, const Layout& layout, const Crew& crew, const std::string& exchange) {
  std::string text;
  const Parameter* const start = vertex_parameter(algorithm);
  if (start != nullptr && options.sources == 0) {
    text = fmt::format("{} {}{}, ", start->name, escaped(graph.labels.of(parameters.count(start->name))),
                       options.given(start->name) ? "" : " (the first that has arcs)");
  }
  return text + fmt::format("{} on {}, {}, {}, {}", counted(static_cast<std::uint64_t>(layout.parts()), "part"),
                            counted(static_cast<std::uint64_t>(crew.threads()), "thread"), layout.partition.strategy,
                            exchange, options.direction);
}

std::vector<std::string> notes(const Input& input, const Answer& answer) {
  std::vector<std::string> all = input.notes;
  all.insert(all.end(), answer.notes.begin(), answer.notes.end());
  if (const std::optional<std::string> warning = placement_warning()) all.push_back(*warning);
  return all;
}

std::uint64_t ghosts_of(const Layout& layout) {
  std::uint64_t ghosts = 0;
  for (const PartView& part : layout.any_view().parts) ghosts += part.sources.ghosts() + part.targets.ghosts();
  return ghosts;
}

// An estimate is an upper bound and at most this many times what a run takes.
constexpr std::uint64_t estimate_slack = 2;

// What the peak of the memory is expected to become. Throws Error(resource) if the run cannot fit.
std::uint64_t expected_peak(const Algorithm& algorithm, const Layout& layout, const std::string& name) {
  const std::uint64_t needed = algorithm.estimate(layout.vertices, ghosts_of(layout), layout.wide);
  const std::uint64_t limit = memory::limit_bytes();
  const std::uint64_t left = limit - std::min(limit, memory::current_bytes());
  if (limit != 0 && needed / estimate_slack > left) {
    throw Error(ErrorKind::resource,
                fmt::format("not enough memory: {} needs about {} beside the graph, {} of {} are left", algorithm.name,
                            bytes_text(needed), bytes_text(left), bytes_text(limit)),
                name, "raise --memory-limit, free memory, or use a smaller graph");
  }
  return std::max(memory::peak_bytes(), memory::current_bytes() + needed);
}

// An algorithm that refuses a negative weight knows no labels: `arc` does.
[[noreturn]] void name_arc(const Error& error, const std::optional<std::string>& arc, const std::string& graph) {
  if (error.kind() != ErrorKind::input || !error.where().empty() || !arc) throw;
  throw Error(ErrorKind::input, *arc, graph, error.fix());
}

// One part needs no part file, but one that was named must be one.
void check_part_file(const RunOptions& options, const Graph& graph, Crew& crew) {
  if (options.parts != 1 || !options.partition.starts_with("file:")) return;
  partition::named(options.partition, graph, 1, options.input.seed, crew);
}

int run_algorithm(const RunOptions& options, const Watch& watch) {
  const Stopwatch clock;
  const Algorithm& algorithm = *options.algorithm;
  options.check();
  Session session(options.machine, watch);
  const Needs needs = algorithm.needs(options.run_choice().direction);
  Input input = load(options.input, needs.weights ? WhenDrawn::weighted : WhenDrawn::plain, session);
  Graph& graph = input.graph;
  const Shape shape(graph, session.crew);
  const Parameters parameters = options.parameters(graph, session.crew);
  std::optional<std::uint64_t> target;
  if (!options.target.empty()) target = vertex_of(graph, "--target", options.target, session.crew);
  check_part_file(options, graph, session.crew);
  const std::optional<std::string> negative = needs.weights ? negative_arc(graph, session.crew) : std::nullopt;
  const Layout layout = prepare(graph, needs, options.partition_choice(), session.crew, watch);

  TrialChoice choice{
      .sources = {}, .repetitions = options.trials, .prepare = options.prepare, .verify = options.verify};
  if (options.sources != 0) choice.sources = draw_sources(layout, options.sources, options.input.seed);
  const std::uint64_t estimated_bytes = expected_peak(algorithm, layout, input.name);
  Outcome outcome;
  try {
    outcome = perform(algorithm, parameters, layout, options.run_choice(), choice, session.crew, watch);
  } catch (const Error& error) {
    name_arc(error, negative, input.name);
  }
  const bool good = outcome.verified.value_or(true);
  outcome.breach = in_labels(outcome.breach, graph.labels, graph.vertices);

  Seconds seconds{.load = input.seconds, .partition = layout.partition.seconds, .layout = layout.seconds};
  Stopwatch output;
  if (good && !options.output.empty()) write_answer(outcome.answer, graph, options.output, watch);
  seconds.output = options.output.empty() ? 0 : output.seconds();
  seconds.total = clock.seconds();
  const std::string exchange = exchange_of(options, outcome.answer);
  const Json shown = parameters_json(options, algorithm, parameters, graph, layout, session.crew, exchange);
  const Report report{.algorithm = algorithm,
                      .input = input,
                      .shape = shape,
                      .labels = graph.labels,
                      .tops = tops_of(outcome.answer, options.top, shape.directed, session.crew),
                      .way = target ? std::optional(way_to(outcome.answer, *target)) : std::nullopt,
                      .parameters = shown,
                      .how = how_text(options, algorithm, parameters, graph, layout, session.crew, exchange),
                      .outcome = outcome,
                      .seconds = seconds,
                      .peak_bytes = memory::peak_bytes(),
                      .estimated_bytes = estimated_bytes,
                      .notes = notes(input, outcome.answer)};
  if (options.json) {
    print(json_of(report));
  } else {
    const std::string steps = options.stats ? '\n' + superstep_table(outcome.answer.statistics) : "";
    print(table_of(report) + steps, options.output == "-" ? "/dev/stderr" : "-");
  }
  if (!good) complain("the answer is wrong: " + outcome.breach);
  return good ? 0 : 1;
}

}  // namespace

void add_algorithms(CLI::App& app, Action& chosen) {
  for (const Algorithm& algorithm : catalog()) {
    CLI::App& command = add_command(
        app,
        {.group = "Algorithms", .name = algorithm.name, .summary = algorithm.summary, .example = algorithm.example});
    for (const std::string& alias : algorithm.aliases) command.alias(alias);
    auto options = std::make_shared<RunOptions>();
    options->algorithm = &algorithm;
    bind(command, chosen, std::move(options), run_algorithm);
  }
}

}  // namespace Atoll::cli
