// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/components/reaching.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "atoll/base/bits.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t small_share = 256;  // below 1/256 of the vertices a frontier is never swept
constexpr double push_cost = 3;             // of going along an arc, in arcs of a sweep
constexpr std::uint64_t open_per_grain = 4096;

class Reach {
 public:
  Reach(const Reaching& graph, const VertexSet& within, Worklist& list)
      : graph_(graph),
        list_(list),
        within_(within),
        open_(within.size()),
        reached_(within.size()),
        fresh_(within.size()) {
    each_word([&](std::uint64_t w) { open_[w] = within_[w]; });
  }

  VertexSet run(std::uint32_t source) {
    take(source);
    list_.put({&source, 1});
    while (!list_.empty()) {
      pays_to_sweep() ? sweep_while_it_pays() : expand();
    }
    tell_reached();
    return std::move(reached_);
  }

 private:
  struct Swept {
    std::uint64_t found = 0;    // vertices
    std::uint64_t leaving = 0;  // arcs that leave these
    std::uint64_t scanned = 0;  // arcs
  };

  template <class F>
  void each_word(F&& visit) const {
    graph_.crew.for_chunks(open_.size(), open_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t w = begin; w < end; ++w) visit(w);
    });
  }

  void tell_reached() {
    each_word([&](std::uint64_t w) { reached_[w] = within_[w] & ~open_[w]; });
  }

  // Whether v was open, and is reached by this call.
  bool take(std::uint32_t v) { return clear_claimed_bit(open_.data(), v); }

  void expand() {
    const std::uint64_t waiting = list_.waiting().size();
    const std::uint64_t arcs = list_.round(graph_.crew, graph_.watch, [&](std::uint32_t v, const auto& push) {
      const auto row = graph_.along[v];
      for (const std::uint32_t w : row) {
        if (take(w)) push(w);
      }
      return row.size();
    });
    explored_ += arcs;
    graph_.steps.add({.vertices = waiting, .scanned = arcs});
  }

  std::uint64_t open() const {
    return sum_over<std::uint64_t>(open_.size(), [&](std::uint64_t w) { return std::popcount(open_[w]); }, graph_.crew);
  }

  // A vertex finds an arc from what is reached the sooner, the more arcs leave that.
  bool pays_to_sweep() const {
    const std::span<const std::uint32_t> waiting = list_.waiting();
    if (waiting.size() <= graph_.along.vertices() / small_share) return false;
    const auto arcs = static_cast<double>(graph_.along.arcs());
    const auto leaving = static_cast<double>(sum_over<std::uint64_t>(
        waiting.size(), [&](std::uint64_t i) { return graph_.along.degree(waiting[i]); }, graph_.crew));
    const double each = std::min(arcs / static_cast<double>(graph_.along.vertices()),
                                 arcs / (static_cast<double>(explored_) + leaving));
    return static_cast<double>(open()) * each < push_cost * leaving;
  }

  // All that is reached when a sweep begins has its neighbours reached when it ends: what is fresh is the frontier.
  // Another sweep would cost as much as the last one, but for what that found.
  void sweep_while_it_pays() {
    list_.clear();
    tell_reached();
    for (std::uint64_t before = open();;) {
      const Swept swept = sweep();
      explored_ += swept.leaving;
      const std::uint64_t after = before - swept.found;
      const double next = static_cast<double>(swept.scanned) * static_cast<double>(after) / static_cast<double>(before);
      if (swept.found == 0 || next >= push_cost * static_cast<double>(swept.leaving)) break;
      before = after;
    }
    graph_.along.for_chunks(graph_.crew, graph_.watch, [&](std::uint32_t begin, std::uint32_t end) {
      Worklist::Putter putter(list_);
      for (std::uint64_t w = begin / bits_per_word; w < words_for(end); ++w)
        for_set_bits(fresh_[w], w * bits_per_word, [&](std::uint64_t v) { putter.put(static_cast<std::uint32_t>(v)); });
    });
  }

  Swept sweep() {
    std::atomic<std::uint64_t> found{0};
    std::atomic<std::uint64_t> leaving{0};
    std::atomic<std::uint64_t> scanned{0};
    graph_.against.for_chunks(graph_.crew, graph_.watch, [&](std::uint32_t begin, std::uint32_t end) {
      Swept mine;
      for (std::uint64_t w = begin / bits_per_word; w < words_for(end); ++w) {
        fresh_[w] = sweep_word(w, mine.scanned);
        mine.found += static_cast<std::uint64_t>(std::popcount(fresh_[w]));
        for_set_bits(fresh_[w], w * bits_per_word,
                     [&](std::uint64_t v) { mine.leaving += graph_.along.degree(static_cast<std::uint32_t>(v)); });
      }
      found.fetch_add(mine.found, std::memory_order_relaxed);
      leaving.fetch_add(mine.leaving, std::memory_order_relaxed);
      scanned.fetch_add(mine.scanned, std::memory_order_relaxed);
    });
    graph_.steps.add({.vertices = found, .scanned = scanned, .direction = Direction::pull});
    return {found, leaving, scanned};
  }

  // The vertices of a word that have an arc from one that is reached. One thread sweeps a word.
  std::uint64_t sweep_word(std::uint64_t w, std::uint64_t& arcs) {
    std::uint64_t found = 0;
    for_set_bits(open_[w], w * bits_per_word, [&](std::uint64_t v) {
      for (const std::uint32_t u : graph_.against[static_cast<std::uint32_t>(v)]) {
        ++arcs;
        if (!test_bit_shared(reached_.data(), u)) continue;
        found |= mask_of(v);
        break;
      }
    });
    if (found == 0) return 0;
    open_[w] &= ~found;
    store_relaxed(reached_[w], reached_[w] | found);
    return found;
  }

  const Reaching& graph_;
  Worklist& list_;
  std::uint64_t explored_ = 0;  // arcs that leave what is reached and waits no more
  const VertexSet& within_;
  VertexSet open_;     // within, and not reached
  VertexSet reached_;  // within, and not open; known while sweeping
  VertexSet fresh_;    // reached by the last sweep
};

}  // namespace

VertexSet Reaching::from(std::uint32_t source, const VertexSet& within, Worklist& list) const {
  return Reach(*this, within, list).run(source);
}

}  // namespace Atoll::kernels
