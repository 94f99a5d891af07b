// SPDX-License-Identifier: Apache-2.0
// What a probe will measure, decided before it begins: which pairs, which sizes, how often, so that it ends in time on
// any number of domains and fits into the memory that there is. And the clock that deals the time out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "atoll/base/timer.hpp"
#include "atoll/model/probe.hpp"

namespace Atoll::probing {

inline constexpr int in_flight_max = 64;

struct MemoryPlan {
  int domain = 0;
  std::vector<int> teams;            // that access it; the first touches it
  std::vector<std::uint64_t> sizes;  // of arrays, ascending
};

struct Plan {
  std::vector<MemoryPlan> memories;
  std::vector<PageSize> pages;
  int repeats = 5;
  std::size_t scan_lists = 2;  // a short one and a long one; the long one alone, or none
  std::vector<std::string> left_out;

  std::uint64_t samples(const Crew& crew) const;  // of the same time each; warming up counts
  double setup_seconds() const;                   // estimated: arrays are made and filled
  std::vector<std::uint64_t> lists() const;       // bytes of those that a domain's threads scan, ascending
};

double setup_seconds_of(std::uint64_t array_bytes, PageSize pages);  // of one array

Plan plan_of(const Crew& crew, const ProbeOptions& options);

// Numbers of threads from 1 to all, doubling.
std::vector<int> doubling(int all);

// Deals the time that is left to the samples that are left.
class Clock {
 public:
  Clock(const Plan& plan, const Crew& crew, double seconds, const Watch& watch);

  // Seconds of the next sample. Throws Error(cancelled).
  double window();
  void setup_done(double estimate);  // that much of Plan::setup_seconds()
  double seconds() const { return watch_.seconds(); }

 private:
  Stopwatch watch_;
  const Watch& listener_;
  double end_;
  double setup_left_;
  std::uint64_t samples_;
  std::uint64_t done_ = 0;
};

}  // namespace Atoll::probing
