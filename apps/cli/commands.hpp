// SPDX-License-Identifier: Apache-2.0
// The commands of the program: each declares its options and what is done when it is chosen.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/base/watch.hpp"

#include "cli/usage.hpp"

namespace Atoll::cli {

// Returns the exit code: 0, or 1 where an answer was not verified.
using Action = std::function<int(const Watch&)>;

// The command of an entry of the catalog, by all its names and without options.
CLI::App& add_algorithm_command(CLI::App& parent, const Algorithm& algorithm, const std::string& example);
void add_algorithms(CLI::App& app, Action& chosen);  // one per entry of the catalog
void add_explain(CLI::App& app, Action& chosen);     // one below `explain` per vertex program

// What `atoll run` is to run: filled by parse_runs when the app has been parsed.
struct RunOptions;
using Runs = std::vector<std::shared_ptr<const RunOptions>>;
void add_run(CLI::App& app, Action& chosen, std::shared_ptr<const Runs> runs);
// The words behind each -- of `run ...`, which keeps those before the first. None of another command.
std::vector<std::vector<std::string>> take_runs(std::vector<std::string>& words);
// False where they only asked for help. Throws Error(usage).
bool parse_runs(const CLI::App& app, const std::vector<std::vector<std::string>>& all, Runs& runs);
void add_generate(CLI::App& app, Action& chosen);
void add_convert(CLI::App& app, Action& chosen);
void add_info(CLI::App& app, Action& chosen);
void add_partition(CLI::App& app, Action& chosen);
void add_machine(CLI::App& app, Action& chosen);

// Gives a command its options, which live as long as its action: Options has declare(CLI::App&), and run does the work.
// They are declared once the arguments have named the command: those of all together take 0.7 MB and two milliseconds.
template <class Options>
void bind(CLI::App& command, Action& chosen, std::shared_ptr<Options> options,
          int (*run)(const Options&, const Watch&)) {
  command.preparse_callback([&command, options](std::size_t) { options->declare(command); });
  command.final_callback([&chosen, options = std::move(options), run] {
    chosen = [options, run](const Watch& watch) { return run(*options, watch); };
  });
}

// The same with options of their own.
template <class Options>
void add(CLI::App& app, Action& chosen, const About& about, int (*run)(const Options&, const Watch&)) {
  bind(add_command(app, about), chosen, std::make_shared<Options>(), run);
}

}  // namespace Atoll::cli
