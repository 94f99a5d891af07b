// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupts.hpp"

#include <ctime>
#include <mutex>
#include <poll.h>
#include <pthread.h>
#include <string_view>
#include <tuple>
#include <unistd.h>
#include <utility>

#include "atoll/base/output_file.hpp"

#include "cli/progress.hpp"

namespace Atoll::cli {
namespace {

constexpr timespec patience{.tv_sec = 0, .tv_nsec = 50'000'000};
constexpr int reader_patience_ms = 2000;

// Whether somebody reads what we say, or will soon.
bool is_heard() {
  pollfd writable{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&writable, 1, reader_patience_ms) > 0;
}

bool is_ignored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupts::Interrupts(Watch& watch) : watch_(watch) {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&signals_, signal);
  }
  sigaddset(&signals_, SIGUSR2);  // our own, to end the thread
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  thread_ = std::thread([this] { listen(); });
}

Interrupts::~Interrupts() {
  over_ = true;
  pthread_kill(thread_.native_handle(), SIGUSR2);
  thread_.join();
}

void Interrupts::listen() {
  int signal = 0;
  do {
    if (sigwait(&signals_, &signal) != 0 || over_) return;
  } while (signal == SIGUSR2);  // not from us
  signal_ = signal;
  watch_.cancel();
  sigtimedwait(&signals_, nullptr, &patience);  // until the next signal, or our end
  if (!over_) leave();
}

void Interrupts::leave() {
  OutputFile::abandon_all();
  say_stopped();
  _exit(exit_code());
}

void Interrupts::say_stopped() {
  constexpr std::string_view message = "atoll: stopped on request\n";
  const std::lock_guard saying(saying_);
  if (std::exchange(said_, true) || !is_heard()) return;
  ProgressLine::erase();
  std::ignore = write(STDERR_FILENO, message.data(), message.size());
}

}  // namespace Atoll::cli
