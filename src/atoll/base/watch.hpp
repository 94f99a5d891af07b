// SPDX-License-Identifier: Apache-2.0
// Long work can be watched and stopped: an event stream (phase, done, total) going out, a cancel request coming in.
// Work polls the request per block; after a cancel what it only reads is intact, what it consumes is gone.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "atoll/base/error.hpp"

namespace Atoll {

struct Progress {
  std::string_view phase;   // "reading", "building", "pagerank"
  std::uint64_t done = 0;   // in units of the phase
  std::uint64_t total = 0;  // 0: unknown
};

class Watch {
 public:
  Watch() = default;
  explicit Watch(std::function<void(const Progress&)> listener) : listener_(std::move(listener)) {}

  // May be called from any thread and from a signal handler.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // Throws Error(cancelled) after cancel(). Cheap: one relaxed load.
  void poll() const {
    if (cancelled()) throw Error(ErrorKind::cancelled, "stopped on request");
  }

  // Tells the listener; called by one thread at a time.
  void report(const Progress& progress) const {
    if (listener_) listener_(progress);
  }

 private:
  std::atomic<bool> cancelled_{false};
  std::function<void(const Progress&)> listener_;
};

}  // namespace Atoll
