// SPDX-License-Identifier: Apache-2.0
// Brandes' algorithm for a batch of roots by all threads. Forward, level by level, a vertex adds up the path counts of
// its neighbours one level nearer; backward, what its neighbours one level farther hand back. An entry is a vertex with
// the lanes in which it has one level; a level is a stretch of the queue. Invariant: values of odd and of even levels
// lie in two arrays, so the level that is read is never the one that is written, and a row is added up in its own
// order, whoever does it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/lanes.hpp"
#include "atoll/algorithms/kernels/path_counts.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/engine/steering.hpp"
#include "atoll/partition/spaces.hpp"

namespace Atoll::kernels {

namespace brandes {

inline constexpr std::uint64_t entries_per_grain = 64;
inline constexpr std::uint64_t slots_per_grain = 1024;
inline constexpr std::size_t shallow = 8;  // levels in which most arcs are reached, or else lanes do not pay
inline constexpr std::uint64_t slots_per_fill = 1u << 16;

// What a thread finds, until it has enough to put it into the queue.
struct Found {
  std::array<std::uint32_t, 1024> slots;
  std::array<Lanes, 1024> masks;
  std::size_t count = 0;
};

// What a thread adds up of a level.
struct alignas(64) Share {
  std::uint64_t round = 0;    // of the dealer
  std::uint64_t arcs = 0;     // out of what it found
  std::uint64_t reached = 0;  // arcs in, counted in every lane
  std::uint64_t scanned = 0;
  Lanes lanes = 0;
  double most = 0;  // paths to a vertex
};

}  // namespace brandes

template <std::size_t lanes>
class Brandes {
 public:
  using Sums = Values<lanes>;
  using Mine = brandes::Share;
  using Found = brandes::Found;

  Brandes(const Layout& layout, const Steering& steering, std::span<double> scores, Crew& crew, const Watch& watch)
      : out_(layout, *layout.push),
        in_(layout, *layout.pull),
        steering_(steering),
        scores_(scores),
        crew_(crew),
        watch_(watch),
        dealer_(1),
        shares_(static_cast<std::size_t>(crew.threads())),
        queue_(lanes * layout.vertices, Contents::whatever),
        masks_(lanes * layout.vertices, Contents::whatever),
        visited_(out_.slots(), Contents::whatever),
        idle_(out_.slots(), Contents::whatever) {
    for (auto& values : values_) values = Array<Sums>(out_.slots(), Contents::whatever);
    for (auto& front : front_) front = Array<Lanes>(out_.slots(), Contents::whatever);
    empty_fronts();
    find_idle();
  }

  // Returns what it went over; or nothing, and no score has changed, if there are more paths than a double can count, or
  // the graph is so deep that roots have little in common. Then it cannot be used again.
  std::optional<Step> operator()(std::span<const std::uint32_t> roots) {
    roots_ = roots;
    crew_.run([&](Worker& me) { work(me); });
    if (given_up_) return std::nullopt;
    Step step{.vertices = bounds_.back()};
    for (Mine& share : shares_) step.scanned += std::exchange(share.scanned, 0);
    step.arcs = step.scanned;
    return step;
  }

 private:
  static constexpr Lanes all = static_cast<Lanes>((1u << lanes) - 1);

  // Nobody is in front, and all slots are nobody's.
  void empty_fronts() {
    crew_.for_chunks(out_.slots(), brandes::slots_per_fill, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto& front : front_) std::fill(front.begin() + begin, front.begin() + end, Lanes{0});
      std::fill(idle_.begin() + begin, idle_.begin() + end, all);
    });
  }

  // Nobody's slots, and vertices that no arc leads to.
  void find_idle() {
    const Stretches slots = shared_slots(out_.layout());
    for (std::size_t p = 0; p < slots.first.size(); ++p) {
      const auto first = static_cast<std::uint32_t>(slots.first[p]);
      crew_.for_chunks(out_.layout().own(static_cast<int>(p)), brandes::slots_per_fill,
                       [&](std::uint64_t begin, std::uint64_t end) {
                         for (std::uint64_t v = first + begin; v < first + end; ++v)
                           idle_[v] = in_.degree(static_cast<std::uint32_t>(v)) == 0 ? all : Lanes{0};
                       });
    }
  }

  void work(Worker& me) {
    Mine& mine = shares_[static_cast<std::size_t>(me.index)];
    deal(mine, out_.slots(), brandes::slots_per_fill, [&](std::uint64_t begin, std::uint64_t end) {
      std::copy(idle_.begin() + begin, idle_.begin() + end, visited_.begin() + begin);
    });
    me.meet();
    if (me.index == 0) plant();
    me.meet();
    while (!over_) {
      if (bottom_up_) {
        sweep(mine);
      } else {
        expand(mine);
        me.meet();
        settle(mine);
      }
      me.meet();
      if (me.index == 0) conclude();
      me.meet();
    }
    if (given_up_) return;
    for (std::size_t level = depth(); level > 0; --level) {
      fold(mine, level);
      me.meet();
    }
    for (std::size_t level = 0; level <= std::min<std::size_t>(depth(), 2); ++level) forget(mine, level);
  }

  std::size_t depth() const { return bounds_.size() - 2; }  // the last level that has entries
  Lanes* front(std::size_t level) { return front_[level % 3].data(); }
  Sums* values(std::size_t level) { return values_[level % 2].data(); }

  // work(begin, end) over [0, count), in pieces, for whoever asks next. Every thread goes through the same deals.
  template <class F>
  void deal(Mine& mine, std::uint64_t count, std::uint64_t grain, F&& work) {
    dealer_.deal(0, ++mine.round, count, grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      work(begin, end);
    });
  }
  // visit(entry) over a level.
  template <class F>
  void each(Mine& mine, std::size_t level, F&& visit) {
    const std::uint64_t first = bounds_[level];
    deal(mine, bounds_[level + 1] - first, brandes::entries_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = first + begin; i < first + end; ++i) visit(i);
    });
  }
  void forget(Mine& mine, std::size_t level) {
    each(mine, level, [&](std::uint64_t i) { front(level)[queue_[i]] = 0; });
  }

  // The roots, level 0.
  void plant() {
    bounds_ = {0, 0};
    over_ = bottom_up_ = false;
    now_ = {};
    reached_ = 0;
    lanes_ = 0;
    for (std::size_t lane = 0; lane < roots_.size(); ++lane) {
      const std::uint32_t root = roots_[lane];
      const auto bit = static_cast<Lanes>(1u << lane);
      queue_[lane] = root;
      masks_[lane] = front(0)[root] = bit;
      visited_[root] = static_cast<Lanes>(visited_[root] | bit);
      values(0)[root].at[lane] = CountRange<double>::one;
      now_.arcs += out_.degree(root);
      lanes_ = static_cast<Lanes>(lanes_ | bit);
    }
    now_.vertices = bounds_.back() = append_at_ = roots_.size();
    steer_from({});
  }

  void append(Found& found) {
    const std::uint64_t at = append_at_.fetch_add(found.count, std::memory_order_relaxed);
    std::copy_n(found.slots.begin(), found.count, queue_.begin() + at);
    std::copy_n(found.masks.begin(), found.count, masks_.begin() + at);
    found.count = 0;
  }

  // Bottom-up: every vertex looks for its neighbours in front, in the lanes that are not through.
  void sweep(Mine& mine) {
    const std::size_t level = bounds_.size() - 1;
    Found found;
    deal(mine, out_.slots(), brandes::slots_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t at = begin; at < end; at += 8) sweep_eight(mine, level, at, std::min(at + 8, end), found);
      append(found);
    });
    if (level >= 2) forget(mine, level - 2);
  }

  void sweep_eight(Mine& mine, std::size_t level, std::uint64_t begin, std::uint64_t end, Found& found) {
    if (end - begin == 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, &visited_[begin], sizeof(eight));
      if ((~eight & lanes_ * 0x0101010101010101u) == 0) return;
    }
    for (std::uint64_t at = begin; at < end; ++at) {
      const auto v = static_cast<std::uint32_t>(at);
      const auto wanted = static_cast<Lanes>(lanes_ & ~visited_[v]);
      if (wanted == 0) continue;
      const auto row = in_[v];
      Sums sum{};
      const Lanes mask = gather(row, wanted, front(level - 1), values(level - 1), sum);
      mine.scanned += row.size();
      if (mask == 0) continue;
      reach(mine, level, v, mask, row.size(), sum);
      front(level)[v] = mask;
      found.slots[found.count] = v;
      found.masks[found.count++] = mask;
    }
  }

  void reach(Mine& mine, std::size_t level, std::uint32_t v, Lanes mask, std::uint64_t degree, const Sums& counts) {
    visited_[v] = static_cast<Lanes>(visited_[v] | mask);
    put_chosen(values(level)[v], counts, mask);
    mine.lanes = static_cast<Lanes>(mine.lanes | mask);
    mine.most = std::max(mine.most, std::ranges::max(counts.at));
    mine.arcs += out_.degree(v);
    mine.reached += degree * static_cast<std::uint64_t>(std::popcount(mask));
  }

  // Top-down: the entries of the last level tell their neighbours in which lanes they are reached...
  void expand(Mine& mine) {
    const std::size_t level = bounds_.size() - 1;
    Found found;
    Lanes* const next = front(level);
    each(mine, level - 1, [&](std::uint64_t i) {
      const Lanes mask = masks_[i];
      const auto row = out_[queue_[i]];
      mine.scanned += row.size();
      for (const std::uint32_t w : row) {
        const auto lacks = static_cast<Lanes>(mask & ~visited_[w]);
        if (lacks == 0) continue;
        const std::atomic_ref<Lanes> told(next[w]);
        if ((lacks & ~told.load(std::memory_order_relaxed)) == 0) continue;
        if (told.fetch_or(lacks, std::memory_order_relaxed) != 0) continue;
        found.slots[found.count++] = w;
        if (found.count == found.slots.size()) append(found);
      }
    });
    append(found);
    if (level >= 2) forget(mine, level - 2);
  }

  // ... who then add up the path counts.
  void settle(Mine& mine) {
    const std::size_t level = bounds_.size() - 1;
    const std::uint64_t first = bounds_.back();
    deal(mine, append_at_ - first, brandes::entries_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = first + begin; i < first + end; ++i) {
        const std::uint32_t v = queue_[i];
        const Lanes mask = masks_[i] = front(level)[v];
        const auto row = in_[v];
        Sums sum{};
        gather(row, mask, front(level - 1), values(level - 1), sum);
        mine.scanned += row.size();
        reach(mine, level, v, mask, row.size(), sum);
      }
    });
  }

  // By the leader, while the others wait.
  void conclude() {
    const Frontier before = std::exchange(now_, {});
    now_.vertices = append_at_ - bounds_.back();
    lanes_ = 0;
    for (Mine& share : shares_) {
      now_.arcs += std::exchange(share.arcs, 0);
      reached_ += std::exchange(share.reached, 0);
      lanes_ = static_cast<Lanes>(lanes_ | std::exchange(share.lanes, Lanes{0}));
      if (!(std::exchange(share.most, 0) <= count_max)) given_up_ = true;
    }
    given_up_ |= depth() == brandes::shallow && 2 * reached_ < roots_.size() * out_.arcs();
    over_ = now_.vertices == 0 || given_up_;
    if (!over_) bounds_.push_back(append_at_);
    steer_from(before);
  }

  void steer_from(const Frontier& before) {
    const std::uint64_t seen = reached_ / lanes;
    bottom_up_ = steer(steering_, {.last = bottom_up_ ? Direction::pull : Direction::push,
                                   .before = before,
                                   .now = now_,
                                   .vertices = out_.vertices(),
                                   .unexplored_arcs = out_.arcs() - std::min(out_.arcs(), seen)})
                     .direction == Direction::pull;
  }

  // Backward: what the entries of a level depend on their roots. Their path counts become what they hand back.
  void fold(Mine& mine, std::size_t level) {
    Lanes* const next = front(level);
    Sums* const kept = values(level);
    each(mine, level, [&](std::uint64_t i) {
      const std::uint32_t v = queue_[i];
      const Lanes mask = masks_[i];
      Sums sum{};
      if (level < depth()) {
        const auto row = out_[v];
        gather(row, mask, front(level + 1), values(level + 1), sum);
        mine.scanned += row.size();
      }
      scores_[v] += hand_back(kept[v], mask, sum);
      next[v] = mask;
    });
    if (level + 2 <= depth()) forget(mine, level + 2);
  }

  const SharedGraph out_;
  const SharedGraph in_;
  const Steering steering_;
  std::span<double> scores_;
  Crew& crew_;
  const Watch& watch_;
  Dealer dealer_;
  std::vector<Mine> shares_;
  std::array<Array<Sums>, 2> values_;  // by level: path counts, then what is handed back; in chosen lanes
  std::array<Array<Lanes>, 3> front_;  // by level: the lanes in which a vertex has it
  Array<std::uint32_t> queue_;
  Array<Lanes> masks_;                 // beside the queue
  Array<Lanes> visited_;               // lanes in which a vertex has a level
  Array<Lanes> idle_;                  // what visited begins with
  std::vector<std::uint64_t> bounds_;  // of the levels in the queue
  std::span<const std::uint32_t> roots_;
  std::atomic<std::uint64_t> append_at_{0};
  Frontier now_;
  std::uint64_t reached_ = 0;
  Lanes lanes_ = 0;  // of the last level
  bool bottom_up_ = false;
  bool over_ = false;
  bool given_up_ = false;
};

}  // namespace Atoll::kernels
