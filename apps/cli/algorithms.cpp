// SPDX-License-Identifier: Apache-2.0
// The commands that the catalog gives: load, lay out, run, verify, report. Nothing here knows an algorithm by name.
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/work.hpp"

namespace Atoll::cli {
namespace {

struct SingleOptions {
  SetupOptions setup;
  RunOptions run;

  void declare(CLI::App& command) {
    setup.input.declare(command);
    run.declare_parameters(command);
    setup.declare_layout(command);
    run.declare(command);
    setup.declare_json(command);
    setup.machine.declare(command);
  }
};

int run_algorithm(const SingleOptions& options, const Watch& watch) {
  const Stopwatch clock;
  options.setup.check();
  options.run.check(options.setup);
  Work work(options.setup, wanted_by(options.run), watch);
  const Question question = work.ask(options.run);
  work.lay_out(work.needs_of(options.run), Work::Graphs::last);
  const Told told = work.answer(question, clock);
  if (options.setup.json) {
    Json json = stamp(work.machine());
    json["graph"] = graph_json(work.input(), work.shape());
    json.update(told.json);
    print(json);
  } else {
    print(told.table, is_standard_output(options.run.output) ? "/dev/stderr" : "-");
  }
  if (told.breach.empty()) return 0;
  complain("the answer is wrong: " + told.breach);
  return exit_failed;
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

}  // namespace Atoll::cli
