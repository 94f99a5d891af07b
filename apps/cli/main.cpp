// SPDX-License-Identifier: Apache-2.0
// The program: arguments to a command, the command to an exit code. 0 done, 1 failed, 2 a wrong question, 3 a wrong
// input, 129, 130 or 143 stopped by SIGHUP, Ctrl-C or SIGTERM. What goes wrong is told in one line on stderr.
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

#include "atoll/base/error.hpp"

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupts.hpp"
#include "cli/json.hpp"
#include "cli/lost_pages.hpp"
#include "cli/progress.hpp"
#include "cli/session.hpp"

namespace Atoll::cli {
namespace {

void declare(CLI::App& app, Action& chosen, const std::shared_ptr<const Runs>& runs) {
  app.require_subcommand(1);
  app.formatter(formatter_with("COMMAND"));
  app.option_defaults()->take_last();
  app.set_help_flag("-h,--help", "Show this help and exit");
  app.set_version_flag("--version", "atoll " ATOLL_VERSION, "Show the version and exit");
  app.footer(
      "`atoll COMMAND --help` lists the options of a command and shows an example.\n"
      "Exit codes: 0 done, 1 failed (or an answer not verified), 2 wrong usage, 3 wrong input,\n"
      "130 stopped by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP.");
  add_algorithms(app, chosen);
  add_run(app, chosen, runs);
  add_explain(app, chosen);
  add_generate(app, chosen);
  add_convert(app, chosen);
  add_info(app, chosen);
  add_partition(app, chosen);
  add_machine(app, chosen);
}

// The arguments as options: "help bfs" is "bfs --help", "version" is "--version".
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words[0] == "version") words[0] = "--version";
  if (words[0] == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  return words;
}

// Empty, where the arguments asked for no more than help or the version.
Action understand(int argc, char** argv) {
  Action chosen;
  const auto runs = std::make_shared<Runs>();
  CLI::App app("Graph analytics over memory domains: a graph file in, verified answers out.", "atoll");
  declare(app, chosen, runs);
  if (argc < 2) throw Error(ErrorKind::usage, "there is no command", {}, "atoll --help lists them");
  std::vector<std::string> words = words_of(argc, argv);
  const auto runs_words = take_runs(words);
  refuse_unknown_command(app, words[0]);
  if (!parse(app, std::move(words)) || !parse_runs(app, runs_words, *runs)) return {};
  return chosen;
}

int guarded(int argc, char** argv, const Watch& watch, Interrupts& interrupts) {
  try {
    const Action action = understand(argc, argv);
    return action ? action(watch) : 0;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) {
      interrupts.say_stopped();
      return interrupts.exit_code();
    }
    complain(error.what());
    return exit_code(error);
  } catch (const std::bad_alloc&) {
    complain("out of memory; free some, or use a smaller graph");
  } catch (const std::exception& error) {
    complain(fmt::format("{}; this is a bug of Atoll, please report it", error.what()));
  }
  return exit_failed;
}

// The next file that is opened would get the number of one that is closed, and what is said would go into it. Now it
// fails, as it should.
void hold_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    std::ignore = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace
}  // namespace Atoll::cli

int main(int argc, char** argv) {
  using namespace Atoll;
  cli::hold_standard_descriptors();
  cli::remember_command(argc, argv);
  cli::expect_lost_pages();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its write, not our death
  try {
    cli::ProgressLine line;
    Watch watch(line);
    cli::Interrupts interrupts(watch);
    return cli::guarded(argc, argv, watch, interrupts);
  } catch (const std::system_error& error) {  // no thread to be had
    cli::complain(fmt::format("cannot start: {}; free some memory, or allow more threads", error.what()));
    return 1;
  }
}
