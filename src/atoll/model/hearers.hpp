// SPDX-License-Identifier: Apache-2.0
// How messages meet in slots where some hear more than others: hubs hear again and again, most vertices rarely. Slots fall
// into classes by degree; within a class each is as likely as another to be told. It is counted, and nothing is fitted.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "atoll/topology/crew.hpp"

namespace Atoll {

// Shares of all slots, and of all messages.
struct HearerClass {
  double slots = 1;
  double messages = 1;
  friend bool operator==(const HearerClass&, const HearerClass&) = default;
};

// Of `messages` to `slots`, each slot as likely as another and the messages to a slot in any order, those better than
// all before them: 1 + 1/2 + ... + 1/k of k messages to one slot.
double records(double messages, double slots);

// Slots, by class. One class: each is as likely as another.
class Hearers {
 public:
  explicit Hearers(std::vector<HearerClass> classes = {{}}) : classes_(std::move(classes)) {}

  const std::vector<HearerClass>& classes() const { return classes_; }

  // How many of `slots` are told by so many messages, one at least.
  double told(double messages, double slots) const;
  // How many are told something better than all that `before` others said, if each message is as good as another.
  double told_better(double messages, double before, double slots) const;
  // The messages that are better than all before them in their slot.
  double better(double messages, double before, double slots) const;

  // Those of them that others tell so often that there is a slot: as many as `messages` reach of so many vertices.
  Hearers reached(double messages, double vertices) const;

 private:
  std::vector<HearerClass> classes_;
};

// Counts vertices by how many arcs lead to them, in powers of two.
class DegreeCount {
 public:
  void add(std::uint64_t degree);
  void add(const DegreeCount& other);
  Hearers hearers() const;

 private:
  struct Class {
    std::uint64_t vertices = 0;
    std::uint64_t arcs = 0;
  };
  std::array<Class, 65> by_width_ = {};
};

// degree(v) of so many vertices.
template <class Degree>
void count_degrees(DegreeCount& count, std::uint64_t vertices, const Degree& degree, Crew& crew) {
  std::mutex adding;
  crew.for_chunks(vertices, std::uint64_t{1} << 16, [&](std::uint64_t begin, std::uint64_t end) {
    DegreeCount some;
    for (std::uint64_t v = begin; v < end; ++v) some.add(degree(v));
    const std::scoped_lock lock(adding);
    count.add(some);
  });
}

}  // namespace Atoll
