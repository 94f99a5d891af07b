// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, SIGTERM and SIGHUP: one thread waits for them. The first asks the work to stop; work that does not within a
// moment (a blocked pipe, a large unmapping) is ended with its unfinished files removed. A second one ends it at once.
#pragma once

#include <atomic>
#include <mutex>
#include <signal.h>
#include <thread>

#include "atoll/base/watch.hpp"

#include "cli/exit_code.hpp"

namespace Atoll::cli {

// Lives in main, before any other thread; signals that our parent told us to ignore stay ignored.
class Interrupts {
 public:
  explicit Interrupts(Watch& watch);
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // How the program ends where one of them stopped it.
  int exit_code() const { return exit_stopped + signal_; }

  // Says on stderr that we stopped, once: who is second returns when it is said. Nobody waits for ever for a reader who
  // has gone to sleep. From any thread.
  void say_stopped();

 private:
  void listen();
  [[noreturn]] void leave();

  Watch& watch_;
  sigset_t signals_{};
  std::atomic<int> signal_{0};
  std::atomic<bool> over_{false};
  std::mutex saying_;
  bool said_ = false;  // under saying_
  std::thread thread_;
};

}  // namespace Atoll::cli
