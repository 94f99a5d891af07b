// SPDX-License-Identifier: Apache-2.0
// A worker in the middle of a superstep: the parts its team serves, its share of each phase, its clock.
// All members go through the same phases in the same order; begin_phase() keeps their counts in step.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "atoll/base/function_ref.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/exchange/access_counts.hpp"
#include "atoll/topology/crew.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll {

// What one worker did for one part in one superstep.
struct PartWork {
  std::array<double, effort_count> cpu_seconds = {};
  std::uint64_t arcs_scanned = 0;
  std::uint64_t remote_updates = 0;        // messages that crossed to another part, after aggregation at the source
  std::uint64_t active = 0;                // vertices active in the next superstep
  std::uint64_t active_arcs = 0;           // their outgoing arcs
  std::unique_ptr<AccessCounts> accesses;  // null unless the run is counted
};

// Decks of the dealer: one per part for sweeps over its own vertices, one for its ghosts, one per block of its arcs,
// one per pair of parts for their box, where there can be boxes. A deck is dealt at most once per phase.
class Decks {
 public:
  enum class Boxes { none, of_pairs };
  Decks(int parts, std::size_t blocks_max, Boxes boxes)
      : parts_(static_cast<std::size_t>(parts)), blocks_(blocks_max), boxes_(boxes == Boxes::none ? 0 : parts_) {}
  std::size_t own(int part) const { return static_cast<std::size_t>(part); }
  std::size_t ghosts(int part) const { return parts_ + static_cast<std::size_t>(part); }
  std::size_t block(int part, std::size_t block) const {
    return 2 * parts_ + static_cast<std::size_t>(part) * blocks_ + block;
  }
  std::size_t box(int part, int other) const {
    return (2 + blocks_ + static_cast<std::size_t>(part)) * parts_ + static_cast<std::size_t>(other);
  }
  std::size_t size() const { return (2 + blocks_ + boxes_) * parts_; }

 private:
  std::size_t parts_;
  std::size_t blocks_;
  std::size_t boxes_;  // of a part
};

// How much of a deck one takes at a time: the fewer arcs a superstep begins with, the more, for a piece may cost less than
// taking it, and lines that go from one core to another cost more than both.
enum class Dealing { by_piece, by_hand, whole };

class Member {
 public:
  // `dealing`: of the superstep at hand; changed by one thread while the others wait.
  Member(Worker& worker, Dealer& dealer, const Decks& all_decks, const Dealing& dealing, const Watch& watch, int parts);

  const Decks& decks;

  // The parts my team serves: [first_part, last_part).
  int first_part() const { return first_; }
  int last_part() const { return last_; }
  bool leads_team() const { return worker_.rank_in_team == 0; }
  int index() const { return worker_.index; }
  // Nobody else serves the parts of my team; nobody else is in the crew.
  bool alone_in_team() const { return worker_.team_size == 1; }
  bool alone() const { return worker_.threads == 1; }
  bool leads() const { return worker_.index == 0; }
  void meet() { worker_.meet(); }
  // Leaves where the run was cancelled or another member failed.
  void poll() const {
    watch_.poll();
    worker_.leave_if_broken();
  }

  void begin_phase() { ++phase_; }

  // visit(part) for each part of my team, all its members at once, spread over the parts at the beginning; the processor
  // time goes to `effort` of that part.
  void phase(Effort effort, FunctionRef<void(int part)> visit);
  bool visits_last(int part) const { return part == visited(last_ - first_ - 1); }

  // work(begin, end) for my share of the pieces [0, count); those of a part are shared by its team. Once per phase and
  // deck.
  void share(std::size_t deck, std::uint64_t count, FunctionRef<void(std::uint64_t begin, std::uint64_t end)> work);

  // work(begin, end) over [0, count) in pieces of `grain`, one by one.
  void share_range(std::size_t deck, std::uint64_t count, std::uint64_t grain,
                   FunctionRef<void(std::uint64_t begin, std::uint64_t end)> work);

  PartWork& work(int part) { return work_[static_cast<std::size_t>(part)]; }

  // The processor time since the last lap went to `effort` for this part.
  void lap(Effort effort, int part);

 private:
  // My i-th part in a phase.
  int visited(int i) const {
    const int parts = last_ - first_;
    return first_ + (worker_.rank_in_team * parts / worker_.team_size + i) % parts;
  }

  Worker& worker_;
  Dealer& dealer_;
  const Dealing& dealing_;
  const Watch& watch_;
  int first_ = 0;
  int last_ = 0;
  std::uint64_t phase_ = 0;
  double cpu_ = thread_cpu_seconds();
  std::vector<PartWork> work_;
};

}  // namespace Atoll
