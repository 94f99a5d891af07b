// SPDX-License-Identifier: Apache-2.0
// Levels are walked by all threads, and still give the order of a queue that one thread would keep: whoever is in the
// frontier bids its place for those it leads to, the least bid wins, and winners list whom they won, one after the other.
#include "atoll/graph/near_order.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <variant>
#include <vector>

#include "atoll/base/atomic.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t met_per_grain = 256;  // vertices of a frontier
constexpr std::uint64_t ends_ahead = 8;       // that are fetched
constexpr std::uint64_t vertices_forgotten = 1u << 14;
constexpr std::uint64_t vertices_per_poll = 1u << 16;

template <class Id>
class Ordering {
 public:
  Ordering(const Csr<Id>& rows, Crew& crew)
      : rows_(rows), crew_(crew), bids_(vertices()), order_(vertices(), Contents::whatever) {
    forget_all();
  }

  IdArray operator()() {
    for (std::uint64_t v = 0; v < vertices(); ++v) {
      if (v % vertices_per_poll == 0) crew_.poll();
      if (degree(v) == 0 || bids_[v] != nobody) continue;
      const std::uint64_t begin = size_;
      search(static_cast<Id>(v));
      const Id rim = order_[size_ - 1];
      forget(begin);
      search(rim);
    }
    for (std::uint64_t v = 0; v < vertices(); ++v) {
      if (v % vertices_per_poll == 0) crew_.poll();
      if (degree(v) == 0) order_[size_++] = static_cast<Id>(v);
    }
    return IdArray(std::move(order_));
  }

 private:
  static constexpr Id nobody = ~Id{0};

  std::uint64_t vertices() const { return rows_.offsets.size() - 1; }
  std::uint64_t degree(std::uint64_t v) const { return rows_.offsets[v + 1] - rows_.offsets[v]; }

  void forget_all() { parallel_fill(bids_, nobody, crew_); }

  // Everybody from place `begin` on.
  void forget(std::uint64_t begin) {
    crew_.for_chunks(size_ - begin, vertices_forgotten, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t i = begin + from; i < begin + to; ++i) bids_[order_[i]] = nobody;
    });
    size_ = begin;
  }

  // All that can be reached from a vertex comes into the order.
  void search(Id start) {
    std::uint64_t begin = size_;
    bids_[start] = static_cast<Id>(begin);
    order_[size_++] = start;
    while (begin < size_) {
      crew_.poll();
      const std::uint64_t end = size_;
      list_level(begin, end);
      begin = end;
    }
  }

  // A bid is one more than the place of who makes it, so that those met before the frontier's ends have bids up to its
  // beginning.
  void list_level(std::uint64_t begin, std::uint64_t end) {
    over_frontier(begin, end, [&](std::uint64_t place, Id w) {
      if (load_relaxed(bids_[w]) > begin) bid(w, static_cast<Id>(place + 1));
    });
    won_.assign((end - begin + met_per_grain - 1) / met_per_grain, 0);
    over_frontier(begin, end, [&](std::uint64_t place, Id w) {
      won_[(place - begin) / met_per_grain] += bids_[w] == place + 1 ? 1u : 0u;
    });
    for (std::uint64_t& won : won_) won = std::exchange(size_, size_ + won);
    over_frontier(begin, end, [&](std::uint64_t place, Id w) {
      if (bids_[w] == place + 1) order_[won_[(place - begin) / met_per_grain]++] = w;
    });
  }

  void bid(Id w, Id mine) {
    const std::atomic_ref<Id> least(bids_[w]);
    Id held = least.load(std::memory_order_relaxed);
    while (mine < held && !least.compare_exchange_weak(held, mine, std::memory_order_relaxed)) {
    }
  }

  // visit(place, w) for each end w of the vertices in places [begin, end); once, if arcs are parallel.
  template <class Visit>
  void over_frontier(std::uint64_t begin, std::uint64_t end, const Visit& visit) {
    crew_.for_chunks(end - begin, met_per_grain, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t place = begin + from; place < begin + to; ++place) {
        if (place + ends_ahead < begin + to)
          __builtin_prefetch(&rows_.targets[rows_.offsets[order_[place + ends_ahead]]]);
        const Id v = order_[place];
        for (std::uint64_t e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
          const bool again = e > rows_.offsets[v] && rows_.targets[e] == rows_.targets[e - 1];
          if (!again) visit(place, rows_.targets[e]);
        }
      }
    });
  }

  const Csr<Id>& rows_;
  Crew& crew_;
  Array<Id> bids_;   // [vertices]: the least for it, or nobody
  Array<Id> order_;  // [vertices]
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> won_;  // by a chunk of the frontier; then where it lists them
};

}  // namespace

IdArray near_order(const Graph& graph, Crew& crew) {
  return std::visit([&](const auto& rows) { return Ordering(rows, crew)(); }, graph.out);
}

double mean_gap(const Graph& graph, const IdArray& place) {
  constexpr std::uint64_t sample = 1024;
  const Random random(1);
  double gaps = 0;
  double arcs = 0;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < sample && graph.vertices > 0; ++i) {
          const std::uint64_t v = random.below(i, graph.vertices);
          for (std::uint64_t e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e, ++arcs) {
            const std::uint64_t here = place[v], there = place[rows.targets[e]];
            gaps += static_cast<double>(std::max(here, there) - std::min(here, there));
          }
        }
      },
      graph.out);
  return arcs == 0 ? 0 : gaps / arcs;
}

}  // namespace Atoll
