// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/single_roots.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/blocks.hpp"
#include "atoll/algorithms/kernels/lanes.hpp"
#include "atoll/algorithms/kernels/open_ends.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/function_ref.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t vertices_per_poll = 4096;
constexpr std::size_t short_row = 8;       // which is asked end by end
constexpr std::uint64_t queued_ahead = 8;  // rows that are fetched
constexpr std::uint64_t few_share = 64;    // reached by a root, of so many slots one: they need no sum for each slot

// Paths are counted from `one` on, a power of two. A level behind one with a count above `many` tells those behind it
// counts that are shrunk, so that a level after it, which may have 2^32 times as many, can be counted as well. Below `few`,
// what is handed back, which is one over a count, or a sum of that, would leave the range on the other side.
template <class Count>
struct Range;
template <>
struct Range<double> {
  static constexpr double one = count_of_one, many = 0x1p832, few = 0x1p-950;
};
template <>
struct Range<long double> {
  static constexpr long double one = 0x1p-16288L, many = 0x1p16224L, few = 0x1p-16310L;
};
constexpr double shrinkage = 0x1p-64;
constexpr double growth_max = 0x1p32;  // of a count, from level to level

// The sums of some roots, one after the other: in the scores, where they may be, or apart. Roots that reach few vertices
// list them, as long as no other did more.
class Chain {
 public:
  Chain() = default;
  explicit Chain(std::span<double> scores) : sums_(scores) {}

  // So many vertices, of so many slots, will be added.
  void expect(std::uint64_t count, std::uint32_t slots) {
    if (!sums_.empty() || listed_.size() + count < slots / few_share) return;
    apart_ = Array<double>(slots, Contents::whatever);
    std::ranges::fill(apart_, 0.0);
    sums_ = apart_;
    move_listed_to(sums_);
    listed_ = {};
  }
  void add(std::uint32_t slot, double dependency) {
    if (sums_.empty()) {
      listed_.push_back({slot, dependency});
    } else {
      sums_[slot] += dependency;
    }
  }

  // Adds what is apart to the scores, and is empty then.
  void move_to(std::span<double> scores) {
    for (std::uint32_t slot = 0; slot < apart_.size(); ++slot) scores[slot] += std::exchange(apart_[slot], 0.0);
    move_listed_to(scores);
    listed_.clear();
  }
  bool is_apart() const { return !apart_.empty(); }

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
};

// Chains are added to the scores in their order: one that is done early waits. One whose turn it is has no sums apart, if
// its first root may be added at once: the first chain's may, for scores begin at nothing, and so may the only one.
class InOrder {
 public:
  InOrder(std::size_t chains, std::size_t roots, std::span<double> scores)
      : waiting_(chains), one_each_(roots == chains), scores_(scores) {}

  // To be filled.
  Chain begin(std::size_t chain) {
    const std::lock_guard lock(adding_);
    if (next_ == chain && (chain == 0 || one_each_)) return Chain(scores_);
    if (empty_.empty()) return {};
    Chain used = std::move(empty_.back());
    empty_.pop_back();
    return used;
  }
  void put(std::size_t chain, Chain full) {
    const std::lock_guard lock(adding_);
    waiting_[chain] = std::move(full);
    for (; next_ < waiting_.size() && waiting_[next_]; ++next_) {
      waiting_[next_]->move_to(scores_);
      if (waiting_[next_]->is_apart()) empty_.push_back(std::move(*waiting_[next_]));
      waiting_[next_].reset();
    }
  }

 private:
  std::mutex adding_;
  std::vector<std::optional<Chain>> waiting_;
  std::vector<Chain> empty_;
  std::size_t next_ = 0;
  const bool one_each_;
  std::span<double> scores_;
};

// What a thread needs for its roots. Level by level: who is on the level that is left, or on one before, is closed, so an
// arc to anybody else is part of a shortest path. Those arcs are noted, a bit for each arc of a row that is left, row after
// row: the way back goes along them, and need not ask the others again.
class RootSearch {
 public:
  RootSearch(const SharedGraph& out, const Watch& watch)
      : out_(out),
        watch_(watch),
        closed_(words_for(out.slots())),
        met_(words_for(out.slots())),
        queue_(out.vertices() + std::uint64_t{1}, Contents::whatever),
        counts_(counts<double>()),
        ways_(most_bytes(out.vertices(), out.arcs()), Contents::whatever) {}

  // Adds to the sums that begin() returns when it has some to add; false, before it does, if a level has vertices with too
  // few and with too many paths.
  bool operator()(std::uint32_t root, FunctionRef<Chain&()> begin) {
    if (add(root, counts_, begin)) return true;
    counts_ = {};  // makes room for those of a wider range
    auto wide = counts<long double>();
    const bool countable = add(root, wide, begin);
    wide = {};
    counts_ = counts<double>();
    return countable;
  }

  Step step() const { return {.vertices = reached_, .scanned = arcs_ + way_count_}; }

  static std::uint64_t most_bytes(std::uint64_t vertices, std::uint64_t arcs) { return vertices + arcs / 8 + 8; }

 private:
  static std::uint64_t bytes_of(std::uint64_t degree) { return (degree + 7) / 8; }

  // Pages that are read before they are written cost twice.
  template <class Count>
  Array<Count> counts() const {
    Array<Count> all(out_.slots(), Contents::whatever);
    std::ranges::fill(all, Count{0});
    return all;
  }

  template <class Count>
  bool add(std::uint32_t root, Array<Count>& counts, FunctionRef<Chain&()> begin) {
    const bool countable = forward(root, counts.data());
    if (countable) backward(counts.data(), begin());
    forget();
    return countable;
  }

  template <class Count>
  bool forward(std::uint32_t root, Count* counts) {
    reached_ = 1;
    arcs_ = way_count_ = 0;
    noted_ = ways_.data();
    queue_[0] = root;
    counts[root] = Range<Count>::one;
    set_bit(met_.data(), root);
    shrunk_.clear();
    Count most_before = 0;
    for (std::uint64_t begin = 0, end = 1; begin < end; begin = end, end = reached_) {
      for (std::uint64_t i = begin; i < end; ++i) set_bit(closed_.data(), queue_[i]);
      const bool shrinks = most_before > Range<Count>::many;
      if (shrinks) shrunk_.push_back({begin, end});
      Count most = 0;
      Count least = Range<Count>::one;
      for (std::uint64_t i = begin; i < end; ++i) {
        if (i % vertices_per_poll == 0) watch_.poll();
        if (i + 2 * queued_ahead < end) out_.fetch_offsets(queue_[i + 2 * queued_ahead]);
        if (i + queued_ahead < end) out_.fetch_row(queue_[i + queued_ahead]);
        const Count count = counts[queue_[i]];
        most = std::max(most, count);
        least = std::min(least, count);
        leave(queue_[i], counts, shrinks ? count * Count{shrinkage} : count);
      }
      if (least < Range<Count>::few) return false;
      most_before = shrinks ? most * Count{shrinkage} * Count{growth_max} : most;
    }
    return true;
  }

  // `told`: to each of those behind it.
  template <class Count>
  void leave(std::uint32_t v, Count* counts, Count told) {
    const auto row = out_[v];
    const std::uint64_t* const closed = closed_.data();
    Met<Count> met{met_.data(), counts, queue_.data(), reached_};
    arcs_ += row.size();
    std::uint32_t before = nobody;
    if (row.size() <= short_row) {
      std::uint64_t open = 0;
      for (std::size_t e = 0; e < row.size(); ++e) {
        const std::uint32_t w = row[e];
        if (w != before && !test_bit(closed, w)) {
          open |= std::uint64_t{1} << e;
          met.reach(w, told);
        }
        before = w;
      }
      note(open, row.size());
    } else {
      for (std::size_t e = 0; e < row.size(); e += ends_at_once) {
        const auto ends = row.subspan(e, std::min(ends_at_once, row.size() - e));
        const std::uint64_t open = open_(ends, before, closed);
        for_set_bits(open, 0, [&](std::uint64_t i) { met.reach(ends[i], told); });
        note(open, ends.size());
        before = ends.back();
      }
    }
    reached_ = met.reached;
  }

  // Who was met, where no other store can change it.
  template <class Count>
  struct Met {
    std::uint64_t* bits;
    Count* counts;
    std::uint32_t* queue;
    std::uint64_t reached;

    void reach(std::uint32_t w, Count count) {
      const bool is_new = !test_bit(bits, w);
      counts[w] = (is_new ? 0 : counts[w]) + count;
      set_bit(bits, w);
      queue[reached] = w;
      reached += is_new ? 1 : 0;
    }
  };

  void note(std::uint64_t open, std::size_t ends) {
    std::memcpy(noted_, &open, sizeof(open));  // what is too much is written over
    noted_ += bytes_of(ends);
    way_count_ += static_cast<std::uint64_t>(std::popcount(open));
  }

  // Everybody hands back (1 + dependency) / count, in place of the count, to those before; the root nothing.
  template <class Count>
  void backward(Count* counts, Chain& sums) {
    sums.expect(reached_, out_.slots());
    auto shrunk = shrunk_.crbegin();
    for (std::uint64_t i = reached_ - 1; i > 0; --i) {
      if (i % vertices_per_poll == 0) watch_.poll();
      if (i > 2 * queued_ahead) out_.fetch_offsets(queue_[i - 2 * queued_ahead]);
      if (i > queued_ahead) out_.fetch_row(queue_[i - queued_ahead]);
      const std::uint32_t v = queue_[i];
      while (shrunk != shrunk_.crend() && i < shrunk->begin) ++shrunk;
      const bool shrinks = shrunk != shrunk_.crend() && i < shrunk->end;
      const Count told = shrinks ? counts[v] * Count{shrinkage} : counts[v];
      const Count dependency = told * handed_to(v, counts);
      sums.add(v, static_cast<double>(dependency));
      counts[v] = (1 + dependency) / counts[v];
    }
  }

  template <class Count>
  Count handed_to(std::uint32_t v, const Count* counts) {
    const auto row = out_[v];
    noted_ -= bytes_of(row.size());
    Count handed = 0;
    for (std::size_t e = 0; e < row.size(); e += ends_at_once) {
      std::uint64_t ways = 0;
      std::memcpy(&ways, noted_ + e / 8, sizeof(ways));  // there is room behind the last row
      for_set_bits(ways & low_bits(row.size() - e), e, [&](std::uint64_t arc) { handed += counts[row[arc]]; });
    }
    return handed;
  }

  // Nobody is closed, and nobody was met.
  void forget() {
    for (auto* const bits : {&closed_, &met_}) {
      if (reached_ < bits->size()) {
        for (std::uint64_t i = 0; i < reached_; ++i) (*bits)[queue_[i] / bits_per_word] = 0;
      } else {
        std::ranges::fill(*bits, std::uint64_t{0});
      }
    }
  }

  static constexpr std::size_t ends_at_once = 64;
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  struct Shrunk {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  const SharedGraph& out_;
  const Watch& watch_;
  Array<std::uint64_t> closed_;    // bitmaps of slots
  Array<std::uint64_t> met_;       // in the queue
  Array<std::uint32_t> queue_;     // slots, and room for one that was there already
  Array<double> counts_;           // [slot]: paths from the root; on the way back, what is handed to those before
  std::vector<Shrunk> shrunk_;     // levels of the queue that told counts that are shrunk
  Array<std::uint8_t> ways_;       // bits of the arcs of the queue's vertices, a row from a byte of its own on
  std::uint8_t* noted_ = nullptr;  // up to here
  OpenEnds open_ = open_ends();
  std::uint64_t reached_ = 0;
  std::uint64_t arcs_ = 0;
  std::uint64_t way_count_ = 0;
};

}  // namespace

bool add_single_roots(const SharedGraph& out, std::span<const std::uint32_t> roots, std::span<double> scores,
                      Crew& crew, const Watch& watch, Steps& steps) {
  const std::size_t chains = std::min(chains_max, roots.size());
  InOrder sums(chains, roots.size(), scores);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> countable{true};
  std::mutex telling;
  Step all;
  std::uint64_t done = 0;
  const auto tell = [&](const Step& step) {
    const std::lock_guard lock(telling);
    all.vertices += step.vertices;
    all.arcs = all.scanned += step.scanned;
    watch.report({"roots", ++done, roots.size()});
  };
  crew.run([&](Worker& me) {
    if (static_cast<std::size_t>(me.index) >= chains) return;
    RootSearch search(out, watch);
    for (std::size_t chain; (chain = next.fetch_add(1)) < chains;) {
      std::optional<Chain> mine;
      const auto begin = [&]() -> Chain& { return mine ? *mine : mine.emplace(sums.begin(chain)); };
      for (std::size_t i = chain; i < roots.size() && countable; i += chains) {
        if (!search(roots[i], begin)) countable = false;
        tell(search.step());
      }
      sums.put(chain, std::move(begin()));
    }
  });
  if (!countable) return false;
  steps.add(all);
  return true;
}

std::uint64_t single_root_bytes(std::uint64_t vertices, std::uint64_t arcs) {
  return vertices * (4 + 8) + 2 * words_for(vertices) * 8 + RootSearch::most_bytes(vertices, arcs);
}

std::uint64_t wide_counts_bytes(std::uint64_t vertices) { return vertices * (sizeof(long double) - sizeof(double)); }

std::uint64_t chain_bytes(std::uint64_t vertices) { return vertices * 8; }

}  // namespace Atoll::kernels
