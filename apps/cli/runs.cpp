// SPDX-License-Identifier: Apache-2.0
// What stands behind each -- of `atoll run`: a run, parsed as a command of its own.
#include "atoll/base/error.hpp"

#include "cli/commands.hpp"
#include "cli/run_options.hpp"

namespace Atoll::cli {
namespace {

// Throws Error(usage) for an option that a run has not, but all runs share.
void check_place(const CLI::App& tail, const CLI::App& setup, const std::vector<std::string>& words) {
  if (words[0].starts_with('-')) return;
  const CLI::App* const run = tail.get_subcommand(words[0]);
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with('-') || run->get_option_no_throw(name) != nullptr) continue;
    if (setup.get_option_no_throw(name) == nullptr) continue;
    throw Error(ErrorKind::usage, "concerns all runs", name, "write it before the first --");
  }
}

bool parse_run(const CLI::App& setup, const std::vector<std::string>& words, Runs& runs) {
  if (words.empty()) {
    throw Error(ErrorKind::usage, "there is no algorithm behind --", "atoll run", "write one, as in -- bfs");
  }
  CLI::App tail("A run over the graph.", "atoll run --");
  tail.require_subcommand(1);
  tail.formatter(formatter_with("ALGORITHM"));
  tail.set_help_flag("-h,--help", "Show this help and exit");
  std::shared_ptr<const RunOptions> chosen;
  for (const Algorithm& algorithm : catalog()) {
    CLI::App& command = add_algorithm_command(tail, algorithm, "atoll run GRAPH -- " + algorithm.name);
    auto options = std::make_shared<RunOptions>();
    options->algorithm = &algorithm;
    options->declare_parameters(command);
    options->declare(command);
    command.final_callback([&chosen, options] { chosen = options; });
  }
  refuse_unknown_algorithm(tail, words[0]);
  check_place(tail, setup, words);
  if (!parse(tail, words)) return false;
  runs.push_back(chosen);
  return true;
}

}  // namespace

std::vector<std::vector<std::string>> take_runs(std::vector<std::string>& words) {
  std::vector<std::vector<std::string>> runs;
  if (words.empty() || words[0] != "run") return runs;
  const std::vector<std::string> all = std::exchange(words, {});
  for (const std::string& word : all) {
    if (word == "--") {
      runs.emplace_back();
    } else {
      (runs.empty() ? words : runs.back()).push_back(word);
    }
  }
  return runs;
}

bool parse_runs(const CLI::App& app, const std::vector<std::vector<std::string>>& all, Runs& runs) {
  for (const std::vector<std::string>& words : all) {
    if (!parse_run(*app.get_subcommand("run"), words, runs)) return false;
  }
  return true;
}

}  // namespace Atoll::cli
