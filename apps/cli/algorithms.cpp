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
#include "cli/input.hpp"
#include "cli/report.hpp"
#include "cli/run_options.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

// The parameters as the user gave them, for the report.
Json parameters_json(const RunOptions& options, const Algorithm& algorithm, const Parameters& parameters,
                     const Graph& graph, const Layout& layout, const Crew& crew) {
  Json json = Json::object();
  for (const Parameter& parameter : algorithm.parameters) {
    if (parameter.is_vertex) {
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
  json["exchange"] = options.exchange;
  json["direction"] = options.direction;
  json["alpha"] = options.alpha;
  json["beta"] = options.beta;
  json["placement"] = options.placement;
  json["seed"] = options.input.seed;
  json["width"] = layout.wide ? 64 : 32;
  return json;
}

std::string how_text(const RunOptions& options, const Algorithm& algorithm, const Parameters& parameters,
                     const Graph& graph, const Layout& layout, const Crew& crew) {
  std::string text;
  const Parameter* const start = vertex_parameter(algorithm);
  if (start != nullptr && options.sources == 0) {
    text = fmt::format("{} {}{}, ", start->name, graph.labels.of(parameters.count(start->name)),
                       options.given(start->name) ? "" : " (the first that has arcs)");
  }
  return text + fmt::format("{} on {}, {}, {}, {}", counted(static_cast<std::uint64_t>(layout.parts()), "part"),
                            counted(static_cast<std::uint64_t>(crew.threads()), "thread"), layout.partition.strategy,
                            options.exchange, options.direction);
}

std::vector<std::string> notes() {
  const std::optional<std::string> warning = placement_warning();
  return warning ? std::vector{*warning} : std::vector<std::string>{};
}

int run_algorithm(const RunOptions& options, const Watch& watch) {
  const Stopwatch clock;
  const Algorithm& algorithm = *options.algorithm;
  options.check();
  Session session(options.machine, watch);
  const Needs needs = algorithm.needs(options.run_choice().direction);
  Input input = load(options.input, needs.weights ? WhenDrawn::weighted : WhenDrawn::plain, session);
  Graph& graph = input.graph;
  const Shape shape(graph);
  const Parameters parameters = options.parameters(graph);
  const Layout layout = prepare(graph, needs, options.partition_choice(), session.crew, watch);

  TrialChoice choice{.sources = {}, .repetitions = options.trials, .verify = options.verify};
  if (options.sources != 0) choice.sources = draw_sources(layout, options.sources, options.input.seed);
  const Outcome outcome = perform(algorithm, parameters, layout, options.run_choice(), choice, session.crew, watch);
  const bool good = outcome.verified.value_or(true);

  Seconds seconds{.load = input.seconds, .partition = layout.partition.seconds, .layout = layout.seconds};
  Stopwatch output;
  if (good && !options.output.empty()) write_answer(outcome.answer, graph, options.output, watch);
  seconds.output = options.output.empty() ? 0 : output.seconds();
  seconds.total = clock.seconds();
  const Json shown = parameters_json(options, algorithm, parameters, graph, layout, session.crew);
  const Report report{.algorithm = algorithm,
                      .graph_name = input.name,
                      .shape = shape,
                      .labels = graph.labels,
                      .parameters = shown,
                      .how = how_text(options, algorithm, parameters, graph, layout, session.crew),
                      .outcome = outcome,
                      .seconds = seconds,
                      .peak_bytes = memory::peak_bytes(),
                      .notes = notes()};
  if (options.json) {
    print(json_of(report).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
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
    CLI::App& command = add_command(app, algorithm.name, algorithm.summary, algorithm.example);
    command.group("Algorithms");
    auto options = std::make_shared<RunOptions>();
    options->algorithm = &algorithm;
    bind(command, chosen, std::move(options), run_algorithm);
  }
}

}  // namespace Atoll::cli
