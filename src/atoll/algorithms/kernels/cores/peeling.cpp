// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/cores/peeling.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/cores/neighbours.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t sweep_grain = 4096;
constexpr std::uint64_t peel_grain = 256;        // at most
constexpr std::uint64_t arcs_budget = 1u << 16;  // that a thread peels beyond its piece before it shares what is left
constexpr std::int32_t gone = 0x7fffffff;
constexpr std::uint64_t hubs_max = 8192;
constexpr int hub_bits_min = 10;  // 2^9 neighbours or more

int bits_of(std::int32_t count) { return static_cast<int>(std::bit_width(static_cast<std::uint32_t>(count))); }

// Vertices that all threads would count down at once: each thread counts what they lose for itself, and at the end of a
// round the losses are added up. In place of the neighbours left, Peeling has ~index of a hub.
struct Hubs {
  std::vector<std::uint32_t> slots;
  std::vector<std::int32_t> left;  // gone: it is peeled
};

class Peeling {
 public:
  Peeling(const SharedGraph& graph, Crew& crew, const Watch& watch)
      : graph_(graph),
        crew_(crew),
        watch_(watch),
        steps_(watch),
        left_(graph.slots()),
        alive_(graph.vertices()),
        still_alive_(graph.vertices()),
        queue_(graph.vertices()),
        shares_(static_cast<std::size_t>(crew.threads())) {}

  void operator()() {
    count_neighbours();
    if (crew_.threads() > 1) choose_hubs();
    crew_.run([&](Worker& me) { me.threads == 1 ? work<Writers::one>(me) : work<Writers::many>(me); });
  }

  std::uint32_t core(std::uint32_t slot) const { return static_cast<std::uint32_t>(left_[slot]); }
  RunStatistics statistics() { return steps_.take(); }

 private:
  // What one thread does.
  struct alignas(64) Share {
    std::vector<std::uint32_t> stack;  // fell in this level and are not peeled yet
    std::vector<std::uint32_t> kept;   // of a piece of a sweep
    std::uint64_t arcs = 0;
    std::uint64_t followed = 0;        // peeled from the stack
    std::int32_t least = gone;         // neighbours left, of those who stayed in this sweep
    std::vector<std::int32_t> losses;  // [hub], of this round
    std::uint64_t deals = 0;
  };

  void count_neighbours() {
    graph_.for_chunks(crew_, watch_, [&](std::uint32_t begin, std::uint32_t end) {
      const std::uint64_t at = kept_end_.fetch_add(end - begin, std::memory_order_relaxed);
      for (std::uint32_t v = begin; v < end; ++v) {
        std::int32_t count = 0;
        for_neighbours(v, graph_[v], [&](std::uint32_t) { ++count; });
        left_[v] = count;
        alive_[at + v - begin] = v;
        const int bits = bits_of(count);
        if (bits >= hub_bits_min) of_bits_[static_cast<std::size_t>(bits)].fetch_add(1, std::memory_order_relaxed);
      }
    });
    alive_count_ = kept_end_.exchange(0);
  }

  // All that have so many neighbours that no more than hubs_max have as many.
  void choose_hubs() {
    int bits = 32;
    for (std::uint64_t hubs = 0; bits > hub_bits_min; --bits) {
      hubs += of_bits_[static_cast<std::size_t>(bits) - 1];
      if (hubs > hubs_max) break;
    }
    std::mutex choosing;
    crew_.for_chunks(alive_count_, sweep_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        std::int32_t& left = left_[alive_[i]];
        if (bits_of(left) < bits) continue;
        const std::lock_guard lock(choosing);
        hubs_.slots.push_back(alive_[i]);
        hubs_.left.push_back(left);
        left = ~static_cast<std::int32_t>(hubs_.slots.size() - 1);
      }
    });
    for (Share& share : shares_) share.losses.resize(hubs_.slots.size());
  }

  template <Writers writers>
  void work(Worker& me) {
    Share& mine = shares_[static_cast<std::size_t>(me.index)];
    while (!done_) {
      sweep(mine);
      for_my_hubs(me, [&](std::size_t hub) {
        mine.least = std::min(mine.least, hubs_.left[hub]);
        if (hubs_.left[hub] == level_) fell(hub, mine);
      });
      append(mine.stack, queue_end_, queue_);
      me.meet();
      if (me.index == 0) begin_level();
      me.meet();
      while (peeling_) {
        peel_front<writers>(mine);
        me.meet();
        if (!hubs_.slots.empty()) {
          add_losses(me, mine);
          me.meet();
        }
        if (me.index == 0) next_front();
        me.meet();
      }
    }
  }

  // work(begin, end) over [0, count) for whoever asks next. Every thread goes through the same deals, with a meet
  // between two.
  template <class F>
  void deal(Share& mine, std::uint64_t count, std::uint64_t grain, F&& work) {
    dealer_.deal(0, ++mine.deals, count, grain, std::forward<F>(work));
  }

  void append(std::vector<std::uint32_t>& from, std::atomic<std::uint64_t>& end, Array<std::uint32_t>& to) {
    const std::uint64_t at = end.fetch_add(from.size(), std::memory_order_relaxed);
    std::ranges::copy(from, to.begin() + at);
    from.clear();
  }

  // Whoever was peeled before has less than `level_` left, all others that or more.
  void sweep(Share& mine) {
    mine.least = gone;
    deal(mine, alive_count_, sweep_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::uint32_t v = alive_[i];
        const std::int32_t left = left_[v];
        if (left > level_) {
          mine.kept.push_back(v);
          mine.least = std::min(mine.least, left);
        } else if (left == level_) {
          mine.stack.push_back(v);
        }
      }
      append(mine.kept, kept_end_, still_alive_);
      append(mine.stack, queue_end_, queue_);
    });
  }

  // By the leader, while the others wait, as the next two.
  void begin_level() {
    std::swap(alive_, still_alive_);
    alive_count_ = kept_end_.exchange(0);
    front_end_ = 0;
    next_front();
  }

  void next_front() {
    watch_.poll();
    front_begin_ = front_end_;
    front_end_ = queue_end_;
    peeling_ = front_begin_ != front_end_;
    if (!peeling_) end_level();
  }

  // Where nobody went, nobody will before the least that is left.
  void end_level() {
    std::uint64_t arcs = 0;
    std::uint64_t peeled = queue_end_.exchange(0);
    std::int32_t least = gone;
    for (Share& share : shares_) {
      arcs += std::exchange(share.arcs, 0);
      peeled += std::exchange(share.followed, 0);
      least = std::min(least, share.least);
    }
    if (peeled != 0) steps_.add({.vertices = peeled, .scanned = arcs});
    level_ = peeled != 0 ? level_ + 1 : least;
    done_ = alive_count_ == 0 && least == gone;
  }

  template <class F>
  void for_my_hubs(const Worker& me, F&& visit) {
    const auto [begin, end] = me.stretch_of(hubs_.slots.size());
    for (std::size_t hub = begin; hub < end; ++hub) {
      if (hubs_.left[hub] != gone) visit(hub);
    }
  }

  void fell(std::size_t hub, Share& mine) {
    hubs_.left[hub] = gone;
    left_[hubs_.slots[hub]] = level_;
    mine.stack.push_back(hubs_.slots[hub]);
  }

  void add_losses(const Worker& me, Share& mine) {
    for_my_hubs(me, [&](std::size_t hub) {
      for (Share& share : shares_) hubs_.left[hub] -= std::exchange(share.losses[hub], 0);
      if (hubs_.left[hub] <= level_) fell(hub, mine);
    });
    append(mine.stack, queue_end_, queue_);
  }

  template <Writers writers>
  void peel_front(Share& mine) {
    const std::uint64_t front = front_end_ - front_begin_;
    const std::uint64_t grain = std::clamp<std::uint64_t>(front / (8 * shares_.size()), 1, peel_grain);
    deal(mine, front, grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t i = front_begin_ + begin; i < front_begin_ + end; ++i) remove<writers>(mine, queue_[i]);
      const std::uint64_t enough = mine.arcs + arcs_budget;
      while (!mine.stack.empty() && mine.arcs < enough) {
        const std::uint32_t v = mine.stack.back();
        mine.stack.pop_back();
        ++mine.followed;
        remove<writers>(mine, v);
      }
      append(mine.stack, queue_end_, queue_);
    });
  }

  template <Writers writers>
  void remove(Share& mine, std::uint32_t v) {
    const auto row = graph_[v];
    mine.arcs += row.size();
    for_neighbours(v, row, [&](std::uint32_t w) {
      if (loses_one<writers>(left_[w], mine)) mine.stack.push_back(w);
    });
  }

  // Whether a neighbour has now fallen to this level. Two threads may both see it above: who comes too late takes back.
  template <Writers writers>
  bool loses_one(std::int32_t& left, Share& mine) const {
    if constexpr (writers == Writers::one) {
      if (left <= level_) return false;
      --left;
      return left == level_;
    } else {
      const std::int32_t seen = load_relaxed(left);
      if (seen < 0) ++mine.losses[static_cast<std::uint32_t>(~seen)];
      if (seen <= level_) return false;
      const std::atomic_ref<std::int32_t> shared(left);
      const std::int32_t before = shared.fetch_sub(1, std::memory_order_relaxed);
      if (before <= level_) shared.fetch_add(1, std::memory_order_relaxed);
      return before == level_ + 1;
    }
  }

  const SharedGraph& graph_;
  Crew& crew_;
  const Watch& watch_;
  Steps steps_;
  Array<std::int32_t> left_;          // [slot]: neighbours left; of who is peeled the core number
  Array<std::uint32_t> alive_;        // who was there when the level began, and some who were not
  Array<std::uint32_t> still_alive_;  // who has more neighbours than the level
  Array<std::uint32_t> queue_;        // whom this level peels, as common work
  std::vector<Share> shares_;         // [thread]
  Hubs hubs_;
  std::atomic<std::uint64_t> of_bits_[33];  // [bit width]: how many have so many neighbours
  Dealer dealer_{1};
  // Written by all threads, in lines that have nothing else; what follows is read by all.
  alignas(64) std::atomic<std::uint64_t> kept_end_{0};
  alignas(64) std::atomic<std::uint64_t> queue_end_{0};
  alignas(64) std::uint64_t alive_count_ = 0;
  std::uint64_t front_begin_ = 0;
  std::uint64_t front_end_ = 0;
  bool peeling_ = false;
  bool done_ = false;
  std::int32_t level_ = 0;
};

}  // namespace

RunStatistics peel(const SharedGraph& graph, std::span<std::uint32_t> core, Crew& crew, const Watch& watch) {
  Peeling peeling(graph, crew, watch);
  peeling();
  graph.for_users(crew, watch, [&](std::uint32_t slot, std::uint64_t v) { core[v] = peeling.core(slot); });
  return peeling.statistics();
}

}  // namespace Atoll::kernels
