// SPDX-License-Identifier: Apache-2.0
// How soon a scan comes back to what it accesses at random. Hubs are named again and again, and neighbours that were
// numbered side by side share lines: both lie in a cache however large the array around them is. It is measured, by
// caches that are played through with the slots of a sample of the arcs (scan_sample.hpp), and nothing is fitted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace Atoll {

// The share of accesses that caches of some sizes find, by ascending size. None: each element is as likely as another.
struct Reuse {
  struct Point {
    double cache_bytes = 0;
    double found = 0;
    friend bool operator==(const Point&, const Point&) = default;
  };
  std::vector<Point> points;
  friend bool operator==(const Reuse&, const Reuse&) = default;
};

inline constexpr std::uint64_t line_bytes = 64;

// Plays runs of slots through caches of several sizes, each run from the start.
class ReuseMeter {
 public:
  ReuseMeter(double slot_bytes, std::span<const std::uint64_t> cache_bytes);  // powers of two, ascending

  double slot_bytes() const { return slot_bytes_; }
  bool is_idle() const { return counts_.empty(); }  // there is no cache to play
  void play(std::span<const std::uint64_t> slots);
  ReuseMeter unplayed() const;        // of the same sizes
  void add(const ReuseMeter& other);  // of the same sizes too
  Reuse reuse() const;                // a size of which nothing is known is left out

 private:
  struct Count {
    std::uint64_t cache_bytes = 0;
    std::uint64_t known = 0;
    std::uint64_t found = 0;
  };
  double slot_bytes_;
  std::vector<Count> counts_;
};

}  // namespace Atoll
