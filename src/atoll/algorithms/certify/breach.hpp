// SPDX-License-Identifier: Apache-2.0
// How a certificate looks for a broken rule: over every vertex or every arc, on all threads, keeping the least one
// found. Invariant: verdict and reason are the same for any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>

#include "atoll/algorithms/certify.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::certify {

inline constexpr std::uint64_t vertices_per_grain = 4096;

// The least place where a rule is broken. Usable from several threads; cheap when most of them find nothing.
template <class Place>
class Least {
 public:
  explicit Least(Place end) : least_(end) {}

  void found(const Place& place) {
    if (place[0] > bound_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    if (place >= least_) return;
    least_ = place;
    bound_.store(place[0], std::memory_order_relaxed);
  }

  const Place& place() const { return least_; }

 private:
  std::mutex mutex_;
  Place least_;
  std::atomic<std::uint64_t> bound_{std::numeric_limits<std::uint64_t>::max()};
};

// complaint(scratch, v): what is wrong with vertex v, without naming it; empty: nothing. The scratch is a Scratch{} for
// many vertices, one after the other.
template <class Scratch, class Complaint>
Verdict every_vertex_with(std::uint64_t vertices, Crew& crew, Complaint complaint) {
  using Place = std::array<std::uint64_t, 1>;
  Least<Place> least({vertices});
  crew.for_chunks(vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    Scratch scratch{};
    for (std::uint64_t v = begin; v < end; ++v) {
      if (!complaint(scratch, v).empty()) return least.found({v});
    }
  });
  const std::uint64_t v = least.place()[0];
  if (v == vertices) return {};
  Scratch scratch{};
  return {false, fmt::format("vertex {}: {}", v, complaint(scratch, v))};
}

// complaint(v), likewise.
template <class Complaint>
Verdict every_vertex(std::uint64_t vertices, Crew& crew, Complaint complaint) {
  struct Nothing {};
  return every_vertex_with<Nothing>(vertices, crew, [&](Nothing, std::uint64_t v) { return complaint(v); });
}

// holds(u, v, weight bits) is asked once for each arc; complaint(u, v, weight bits) says what is wrong with vertex v
// where it is false.
template <class Holds, class Complaint>
Verdict every_arc(const Layout& layout, Crew& crew, Holds holds, Complaint complaint) {
  using Place = std::array<std::uint64_t, 3>;
  Least<Place> least({layout.vertices, 0, 0});
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t weight) {
    if (!holds(u, v, weight)) least.found({v, u, weight});
  });
  const auto [v, u, weight] = least.place();
  if (v == layout.vertices) return {};
  return {false, fmt::format("vertex {}: {}", v, complaint(u, v, static_cast<std::uint32_t>(weight)))};
}

// Whether two numbers are the same, but for what is rounded in sums of reals in some order: to a part of them, however
// small they are, so 0 agrees with 0 alone.
inline bool agree(double a, double b) {
  constexpr double rounding = 1e-9;
  return a == b || std::abs(a - b) <= rounding * std::min(std::abs(a), std::abs(b));
}

// What is told beside the columns of an answer, and what they say themselves.
inline Verdict same_as_told(std::string_view what, std::uint64_t counted, std::uint64_t told) {
  if (counted == told) return {};
  return {false, fmt::format("{} {}, but {} told", counted, what, told)};
}

}  // namespace Atoll::certify
