// SPDX-License-Identifier: Apache-2.0
// How often memory was accessed, kept apart by what the work was for, by what the memory holds, and by the kind of
// access. The thesis's Table 3.1 is about `state` alone, and takes the copy of a box as a whole: here `copies`.
//
// What is an access: an element of its type. A slot that is read to be changed counts as one write, or as one read if it
// stayed as it was. An offset counts once per row, for the end of a row is where the next begins. What a program is told
// of a vertex (its id, its degree) is not counted: whether it looks at them is not seen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "atoll/exchange/access.hpp"

namespace Atoll {

// What a worker's processor time is spent on.
enum class Effort { computation, communication, switching };
inline constexpr std::size_t effort_count = 3;

// What the memory holds.
enum class Subject : std::uint8_t {
  state,     // values, messages, sums, boxes
  copies,    // messages of a box that is copied as a whole
  signals,   // values read and messages written where vertices signal: the thesis has values alone
  frontier,  // words of bitmaps: who is active, what was touched
  pieces,    // bytes that say which pieces of bitmaps are quiet
  graph,     // offsets, arcs, weights, lists of ghosts
};
inline constexpr std::size_t subject_count = 6;

struct AccessCount {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;

  AccessCount& operator+=(const AccessCount& other) {
    count += other.count;
    bytes += other.bytes;
    return *this;
  }
  friend bool operator==(const AccessCount&, const AccessCount&) = default;
};

// Of a part in a superstep, or the sum of several.
class AccessCounts {
 public:
  PerAccess<AccessCount>& of(Effort effort, Subject subject) { return counts_[index(effort, subject)]; }
  const PerAccess<AccessCount>& of(Effort effort, Subject subject) const { return counts_[index(effort, subject)]; }

  AccessCounts& operator+=(const AccessCounts& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      for (const Access access : all_accesses) counts_[i][access] += other.counts_[i][access];
    }
    return *this;
  }

 private:
  static std::size_t index(Effort effort, Subject subject) {
    return static_cast<std::size_t>(effort) * subject_count + static_cast<std::size_t>(subject);
  }
  std::array<PerAccess<AccessCount>, effort_count * subject_count> counts_ = {};
};

}  // namespace Atoll
