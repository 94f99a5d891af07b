// SPDX-License-Identifier: Apache-2.0
// Two clocks: the wall, and the processor time of this thread. Waiting is the first minus the second.
#pragma once

#include <ctime>

namespace Atoll {

inline double clock_seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

inline double wall_seconds() { return clock_seconds(CLOCK_MONOTONIC); }
inline double thread_cpu_seconds() { return clock_seconds(CLOCK_THREAD_CPUTIME_ID); }

// Seconds since construction or the last lap.
class Stopwatch {
 public:
  double seconds() const { return wall_seconds() - start_; }
  double lap() {
    const double now = wall_seconds();
    const double elapsed = now - start_;
    start_ = now;
    return elapsed;
  }

 private:
  double start_ = wall_seconds();
};

}  // namespace Atoll
