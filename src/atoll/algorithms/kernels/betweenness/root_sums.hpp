// SPDX-License-Identifier: Apache-2.0
// What roots add to the scores. Threads take roots as they come, but a sum depends on the order of its terms; so roots are
// dealt to chains, and chains are added up in their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/betweenness/path_counts.hpp"
#include "atoll/algorithms/kernels/blocks.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::kernels {

// Numbers for all slots, all 0, that go round: whoever takes some gives them back so, whatever they were good for.
class Rooms {
 public:
  explicit Rooms(std::uint32_t slots) : slots_(slots) {}

  std::uint32_t slots() const { return slots_; }
  // Throws Error(resource).
  Array<double> take() {
    std::optional<Array<double>> idle = take_idle();
    return idle ? std::move(*idle) : made();
  }
  // One that nobody has, if there is one.
  std::optional<Array<double>> take_idle() {
    const std::lock_guard lock(taking_);
    if (idle_.empty()) return {};
    Array<double> room = std::move(idle_.back());
    idle_.pop_back();
    return room;
  }
  // Makes one for whoever comes. Throws Error(resource).
  void make() { give_back(made()); }
  void give_back(Array<double>&& room) {
    const std::lock_guard lock(taking_);
    idle_.push_back(std::move(room));
  }
  std::size_t idle() const { return idle_.size(); }  // while nobody takes any

 private:
  Array<double> made() const {
    Array<double> room(slots_, Contents::whatever);
    std::ranges::fill(room, 0.0);
    return room;
  }

  const std::uint32_t slots_;
  std::mutex taking_;
  std::vector<Array<double>> idle_;
};

// The sums of some roots, one after the other: in the scores, where they may be, or apart. Roots that reach few vertices
// list them, as long as no other did more: that depends on the roots alone, whatever another chain left here.
class Chain {
 public:
  Chain() = default;
  explicit Chain(std::span<double> scores) : sums_(scores) {}
  // Of one root, [slot].
  explicit Chain(Array<double>&& dependencies) : apart_(std::move(dependencies)) { sums_ = apart_; }

  // So few, of so many slots, need no sum for each slot.
  static bool lists(std::uint64_t count, std::uint32_t slots) {
    constexpr std::uint64_t few_share = 64;
    return count < slots / few_share;
  }
  // So many vertices will be added.
  void expect(std::uint64_t count, Rooms& rooms) {
    is_new_ = false;
    if (!sums_.empty() || lists(listed_.size() + count, rooms.slots())) return;
    apart_ = rooms.take();
    sums_ = apart_;
    is_new_ = listed_.size() == 0;
    move_listed_to(sums_);
    listed_.clear();
  }
  // Sums that are apart, and nothing was added yet: all 0. The place of a vertex may have something else until it is added.
  std::span<double> new_sums() const { return is_new_ ? sums_ : std::span<double>(); }
  void add(std::uint32_t slot, double dependency) {
    if (sums_.empty()) {
      listed_.push_back({slot, dependency});
    } else {
      sums_[slot] += dependency;
    }
  }

  // For who will add to it.
  void fetch(std::uint32_t slot) const {
    if (!sums_.empty()) __builtin_prefetch(&sums_[slot], 1);
  }

  // Adds what is apart to the scores, and is empty then; its room goes back.
  void move_to(std::span<double> scores, Rooms& rooms) {
    const std::span<double> apart = sums_.data() == apart_.data() ? sums_ : std::span<double>();
    for (std::size_t slot = 0; slot < apart.size(); ++slot) scores[slot] += std::exchange(apart[slot], 0.0);
    if (!apart_.empty()) rooms.give_back(std::move(apart_));
    move_listed_to(scores);
    listed_.clear();
    sums_ = {};
  }

 private:
  struct Listed {
    std::uint32_t slot = 0;
    double dependency = 0;
  };

  void move_listed_to(std::span<double> sums) const {
    for (std::size_t i = 0; i < listed_.size(); ++i) sums[listed_[i].slot] += listed_[i].dependency;
  }

  std::span<double> sums_;  // [slot], or none yet
  Array<double> apart_;     // where they are, if not in the scores
  Blocks<Listed> listed_;   // until there are some
  bool is_new_ = false;
};

// Where the dependencies of a root go on its way back, from the last level to the first: to sums.
struct AddedTo {
  Chain& sums;
  void fetch(std::uint32_t v) const { sums.fetch(v); }
  // Of the i-th of the level.
  void put(std::uint32_t, std::uint32_t v, double dependency) const { sums.add(v, dependency); }
  void end_level(const PathLevel&) const {}
};

// Or where its paths were counted, once those before have asked for what is handed to them. Room for a level, twice.
struct KeptInPlace {
  double* kept;
  const std::uint32_t* queue;
  double* level_now;
  double* level_behind;
  PathLevel behind{.begin = 0, .end = 0};

  void fetch(std::uint32_t) const {}
  void put(std::uint32_t i, std::uint32_t, double dependency) { level_now[i] = dependency; }
  void end_level(const PathLevel& level) {
    keep_level_behind();
    std::swap(level_now, level_behind);
    behind = level;
  }
  void keep_level_behind() const {
    for (std::uint32_t i = behind.begin; i < behind.end; ++i) kept[queue[i]] = level_behind[i - behind.begin];
  }
};

// Chains are added to the scores in their order: one that is done early waits. One whose turn it is has no sums apart, if
// its roots may be added one by one: the first chain's may, which never waits, and so may an only root. Which of the first
// two only roots comes first does not matter where the scores are 0: a sum of two is the same either way.
class InOrder {
 public:
  // The scores may have sums already.
  InOrder(std::size_t chains, std::size_t roots, std::span<double> scores, bool scores_are_zero, Rooms& rooms)
      : waiting_(chains),
        rooms_(rooms),
        one_each_(roots == chains),
        second_may_come_first_(one_each_ && scores_are_zero),
        scores_(scores) {}

  // To be filled.
  Chain begin(std::size_t chain) {
    const std::lock_guard lock(adding_);
    if (next_ == chain && (chain == 0 || one_each_)) {
      first_is_added_ = first_is_added_ || chain == 0;
      return Chain(scores_);
    }
    return {};
  }
  void put(std::size_t chain, Chain full) {
    const std::lock_guard lock(adding_);
    if (chain == 1 && next_ == 0 && second_may_come_first_ && !first_is_added_) {
      second_came_first_ = true;
      return add_to_scores(std::move(full));
    }
    waiting_[chain] = std::move(full);
    for (; next_ < waiting_.size() && waiting_[next_]; ++next_) {
      add_to_scores(std::move(*waiting_[next_]));
      waiting_[next_].reset();
      if (next_ == 0 && second_came_first_) ++next_;
    }
  }
  // Whether sums of a root had better be kept by whoever has them than added: it is not its turn, or not its alone.
  bool should_keep(std::size_t chain) {
    const std::lock_guard lock(adding_);
    return one_each_ && waiting_.size() > 1 && (next_ != chain || chain == 0);
  }

 private:
  void add_to_scores(Chain full) { full.move_to(scores_, rooms_); }

  std::mutex adding_;
  std::vector<std::optional<Chain>> waiting_;
  Rooms& rooms_;
  std::size_t next_ = 0;
  bool first_is_added_ = false;  // or was, root by root
  bool second_came_first_ = false;
  const bool one_each_;
  const bool second_may_come_first_;
  std::span<double> scores_;
};

}  // namespace Atoll::kernels
