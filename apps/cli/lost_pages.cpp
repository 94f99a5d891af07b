// SPDX-License-Identifier: Apache-2.0
#include "cli/lost_pages.hpp"

#include <atomic>
#include <signal.h>
#include <string_view>
#include <tuple>
#include <unistd.h>

#include "atoll/base/output_file.hpp"

#include "cli/exit_code.hpp"
#include "cli/progress.hpp"

namespace Atoll::cli {
namespace {

std::atomic<bool> is_told{false};

// In the thread that read. It holds no lock there, so what the end of the program takes is free to be had.
void on_bus_error(int signal, siginfo_t* about, void*) {
  if (about->si_code != BUS_ADRERR) {
    ::signal(signal, SIG_DFL);  // it comes again at once
    return;
  }
  while (is_told.exchange(true)) pause();  // another thread is at it
  constexpr std::string_view message =
      "atoll: a file became shorter while it was read; wait until it is complete, and start again\n";
  OutputFile::abandon_all();
  ProgressLine::erase();
  std::ignore = write(STDERR_FILENO, message.data(), message.size());
  _exit(exit_input);
}

}  // namespace

void expect_lost_pages() {
  struct sigaction action{};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace Atoll::cli
