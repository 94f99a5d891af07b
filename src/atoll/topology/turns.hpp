// SPDX-License-Identifier: Apache-2.0
// Things that many threads use in an order that is known before: each use has its turn, and who comes early waits until
// those before have had theirs. What they wrote can be read then.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "atoll/topology/crew.hpp"

namespace Atoll {

class Turns {
 public:
  explicit Turns(std::size_t things) : passed_(std::make_unique<Passed[]>(things)), things_(things) {}

  // Until `thing` was passed on so often. Those before must be in the hands of workers that run; leaves if another one
  // failed. Throws Error(cancelled).
  void wait(std::size_t thing, std::uint32_t turn, Worker& me) const {
    constexpr int patience = 1024;
    for (int i = 0; passed_[thing].count.load(std::memory_order_acquire) != turn; ++i) {
      if (i < patience) continue;
      me.crew->poll();
      me.leave_if_broken();
      std::this_thread::yield();
    }
  }
  void pass(std::size_t thing) { passed_[thing].count.fetch_add(1, std::memory_order_release); }
  // Between two runs of the crew.
  void begin_again() {
    for (std::size_t i = 0; i < things_; ++i) passed_[i].count.store(0, std::memory_order_relaxed);
  }

 private:
  struct alignas(64) Passed {
    std::atomic<std::uint32_t> count{0};
  };
  std::unique_ptr<Passed[]> passed_;
  std::size_t things_;
};

}  // namespace Atoll
