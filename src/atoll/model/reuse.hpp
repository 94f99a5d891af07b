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

// A cache in which each line has one place, so that places are independent: if each line of an array is as likely as
// another, exactly the share of the array that fits is found, and what a place has before its first access, which a sample
// cannot know, is left out without a bias.
class PlayedCache {
 public:
  explicit PlayedCache(std::uint64_t lines) : lines_(lines), held_(lines) {}  // a power of two

  void access(std::uint64_t line) {
    std::uint64_t& held = held_[line & (lines_ - 1)];
    known_ += held != 0 ? 1u : 0u;
    found_ += held == line + 1 ? 1u : 0u;
    held = line + 1;
  }

  std::uint64_t known() const { return known_; }  // accesses to a place that was accessed before
  std::uint64_t found() const { return found_; }  // of them, those to the same line

 private:
  std::uint64_t lines_;
  std::vector<std::uint64_t> held_;  // by place: its line + 1; 0: not known
  std::uint64_t known_ = 0;
  std::uint64_t found_ = 0;
};

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
