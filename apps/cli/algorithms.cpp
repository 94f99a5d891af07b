// SPDX-License-Identifier: Apache-2.0
// The commands that the catalog gives: load, lay out, run, verify, report. Nothing here knows an algorithm by name.
// `atoll explain ALGORITHM GRAPH` is such a run of the vertex program, as the model chooses or as it is named, with
// what the model knew.
#include <nlohmann/json.hpp>

#include "atoll/base/error.hpp"

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/explain.hpp"
#include "cli/told.hpp"
#include "cli/work.hpp"

namespace Atoll::cli {
namespace {

struct SingleOptions {
  SetupOptions setup;
  RunOptions run;

  void declare(CLI::App& command) {
    setup.input.declare(command);
    run.declare_parameters(command);
    setup.declare_layout(command, run.has_program());
    run.declare(command);
    setup.declare_told(command);
    setup.machine.declare(command);
  }
};

// A run, and what there is to say beside its answer: more JSON, or more text.
int run_and_tell(const SingleOptions& options, const Explanation* explanation, const Watch& watch) {
  const Stopwatch clock;
  options.setup.check();
  options.run.check(options.setup);
  Work work(options.setup, wanted_by(options.run, options.setup), watch);
  const Question question = work.ask(options.run);
  const Needs needs = work.needs_of(options.run);
  if (options.run.trials > 1) work.rehearse_layout(needs);
  work.lay_out(needs, Work::Graphs::last);
  Told told = work.answer(question, clock);
  if (options.setup.wants_json()) {
    Json json = work.stamp();
    for (auto& [key, value] : told.json.items()) json[key] = std::move(value);  // supersteps may be thousands
    if (explanation != nullptr) json["explanation"] = explanation->json(work.rates_of(), work.layout_forecast());
    tell(json, options.setup, watch);
  }
  if (!options.setup.json) {
    const bool out_is_taken = is_standard_output(options.run.output) || options.setup.told_on_standard_output();
    const std::string more =
        explanation != nullptr ? '\n' + explanation->text(work.rates_of(), work.layout_forecast()) : "";
    print(told.table + more, out_is_taken ? "/dev/stderr" : "-");
  }
  if (told.breach.empty()) return 0;
  complain("the answer is wrong: " + told.breach);
  return exit_failed;
}

int run_algorithm(const SingleOptions& options, const Watch& watch) { return run_and_tell(options, nullptr, watch); }

int explain_algorithm(const SingleOptions& options, const Watch& watch) {
  if (options.setup.prepare)
    throw Error(ErrorKind::usage, "what is prepared serves the kernels, which have no exchange", "--prepare",
                "leave it out");
  Explanation explanation;
  SingleOptions free = options;
  free.run.plain = true;
  free.run.stats = true;
  free.run.explain = [&](const Model& model) { explanation.hear(model); };
  return run_and_tell(free, &explanation, watch);
}

}  // namespace

CLI::App& add_algorithm_command(CLI::App& parent, const Algorithm& algorithm, const std::string& example) {
  CLI::App& command = add_command(
      parent, {.group = "Algorithms", .name = algorithm.name, .summary = algorithm.summary, .example = example});
  for (const std::string& alias : algorithm.aliases) command.alias(alias);
  return command;
}

void add_algorithms(CLI::App& app, Action& chosen) {
  for (const Algorithm& algorithm : catalog()) {
    CLI::App& command = add_algorithm_command(app, algorithm, algorithm.example);
    auto options = std::make_shared<SingleOptions>();
    options->run.algorithm = &algorithm;
    bind(command, chosen, std::move(options), run_algorithm);
  }
}

void add_explain(CLI::App& app, Action& chosen) {
  CLI::App& explain = add_command(app, {.group = "Machine",
                                        .name = "explain",
                                        .summary = "A run, and the numbers behind the exchange of every superstep",
                                        .example = "atoll explain pagerank web.mtx.gz --parts 4"});
  explain.require_subcommand(1);
  explain.formatter(formatter_with("ALGORITHM [OPTIONS] GRAPH"));
  const std::string example = explain.get_footer();
  explain.footer("`atoll explain bfs --help` lists the options of an algorithm.\n\n" + example);
  for (const Algorithm& algorithm : catalog()) {
    auto options = std::make_shared<SingleOptions>();
    options->run.algorithm = &algorithm;
    if (!options->run.has_program()) continue;
    bind(add_algorithm_command(explain, algorithm, "atoll explain" + algorithm.example.substr(5)), chosen,
         std::move(options), explain_algorithm);
  }
}

}  // namespace Atoll::cli
