// SPDX-License-Identifier: Apache-2.0
// The supersteps of a kernel as statistics and progress show them. By one thread, between phases.
#pragma once

#include <cstdint>

#include "atoll/base/timer.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// What a step went over. Without arcs of its own a frontier has those that were scanned.
struct Step {
  std::uint64_t vertices = 0;  // active
  std::uint64_t scanned = 0;   // arcs
  std::uint64_t arcs = scanned;
  Direction direction = Direction::push;
  DirectionReason reason = {};  // of kernels that are steered
};

class Steps {
 public:
  // `expected`: how many, for the progress; 0: nobody knows.
  explicit Steps(const Watch& watch, std::uint64_t expected = 0) : watch_(watch), expected_(expected) {}

  // Ends a step: its time is since the last one ended.
  void add(const Step& step);

  // All of them; their time is since construction.
  RunStatistics take();

 private:
  const Watch& watch_;
  std::uint64_t expected_ = 0;
  Stopwatch lap_;
  Stopwatch whole_;
  RunStatistics statistics_;
};

}  // namespace Atoll::kernels
