// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/communities/label_propagation.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/communities/colouring.hpp"
#include "atoll/algorithms/kernels/communities/row_weights.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/counting_sort.hpp"
#include "atoll/topology/dealer.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t grain_max = 512;       // vertices
constexpr std::uint32_t nothing = 0xfffffffe;  // no label: these are below SharedGraph::slots_max
constexpr std::uint64_t open_rounds = 10;      // in which even a label as good as the own one may be taken over

// The votes that one vertex hears, in a table as large as it needs.
template <class Vote>
class Ballot {
 public:
  void begin(std::uint64_t voters) {
    const std::uint64_t size = std::bit_ceil(2 * voters);
    if (entries_.size() < size) {
      entries_ = {};  // not both at a time
      entries_ = Array<Entry>(size);
    }
    last_ = size - 1;
    shift_ = 64 - std::countr_zero(size);
  }

  void add(std::uint32_t label, Vote votes) {
    const std::uint32_t name = label + 1;
    std::uint64_t i = label * 0x9e3779b97f4a7c15u >> shift_;
    while (entries_[i].name != name && entries_[i].name != nobody) i = (i + 1) & last_;
    entries_[i].name = name;
    entries_[i].votes += votes;
  }

  // Of the best labels `favourite`, or else the one of the least hash; `own` without votes. Leaves the table empty.
  std::uint32_t count(std::uint32_t own, std::uint32_t favourite) {
    Vote best{};
    std::uint32_t chosen = own + 1;
    std::uint64_t least = 0;
    for (std::uint64_t i = 0; i <= last_; ++i) {
      const Entry entry = std::exchange(entries_[i], {});
      if (entry.votes < best || entry.votes == Vote{}) continue;
      const std::uint64_t hash = entry.name == favourite + 1 ? 0 : mix64(entry.name) | 1;
      if (entry.votes == best && hash >= least) continue;
      best = entry.votes;
      chosen = entry.name;
      least = hash;
    }
    return chosen - 1;
  }

 private:
  static constexpr std::uint32_t nobody = 0;
  struct Entry {
    std::uint32_t name = nobody;  // label + 1
    Vote votes{};
  };

  Array<Entry> entries_;  // empty between two vertices
  std::uint64_t last_ = 0;
  int shift_ = 0;
};

// Votes are counted, or are weights: Vote is one that all of a row fit in.
template <class W, class Vote>
class Rounds {
 public:
  Rounds(const SharedGraph& graph, std::uint64_t iterations_max, Crew& crew, const Watch& watch)
      : graph_(graph),
        crew_(crew),
        watch_(watch),
        iterations_max_(iterations_max),
        order_(graph.vertices()),
        place_(graph.slots()),
        active_(words_for(graph.vertices())),
        label_(graph.slots()),
        shares_(static_cast<std::size_t>(crew.threads())) {}

  Propagation operator()() {
    Steps steps(watch_, iterations_max_);
    converged_ = graph_.vertices() == 0;
    if (!converged_) {
      put_in_order();
      crew_.run([&](Worker& me) { work(me, steps); });
    }
    return {.label = std::move(label_), .iterations = iterations_, .converged = converged_, .statistics = steps.take()};
  }

 private:
  struct alignas(64) Share {
    Ballot<Vote> ballot;
    std::uint64_t changed = 0;
    std::uint64_t asked = 0;
    std::uint64_t arcs = 0;
  };

  void put_in_order() {
    const Colouring colour(graph_, crew_, watch_);
    starts_ = counting_sort(
        graph_.vertices(), colour.colours(), [&](std::uint64_t user) { return colour[graph_.slot_of(user)]; },
        [&](std::uint64_t user, std::uint64_t position) {
          const std::uint32_t v = graph_.slot_of(user);
          order_[position] = v;
          place_[v] = static_cast<std::uint32_t>(position);
          label_[v] = static_cast<std::uint32_t>(user);
        },
        crew_);
    parallel_fill(active_, ~std::uint64_t{0}, crew_);
  }

  void work(Worker& me, Steps& steps) {
    Share& mine = shares_[static_cast<std::size_t>(me.index)];
    std::uint64_t round = 0;
    while (!done_) {
      for (std::size_t colour = 0; colour + 1 < starts_.size(); ++colour) {
        vote(mine, ++round, starts_[colour], starts_[colour + 1]);
        me.meet();
      }
      if (me.index == 0) conclude(steps);
      me.meet();
    }
  }

  // By the leader, while the others wait.
  void conclude(Steps& steps) {
    std::uint64_t changed = 0;
    Step step;
    for (Share& share : shares_) {
      changed += std::exchange(share.changed, 0);
      step.vertices += std::exchange(share.asked, 0);
      step.scanned += std::exchange(share.arcs, 0);
    }
    step.arcs = step.scanned;
    step.direction = Direction::pull;
    steps.add(step);
    watch_.poll();
    converged_ = changed == 0;
    done_ = ++iterations_ == iterations_max_ || converged_;
  }

  // The active vertices of one colour.
  void vote(Share& mine, std::uint64_t round, std::uint64_t first, std::uint64_t last) {
    const std::uint64_t grain = std::clamp<std::uint64_t>((last - first) / (8 * shares_.size()), 1, grain_max);
    dealer_.deal(0, round, last - first, grain, [&](std::uint64_t from, std::uint64_t to) {
      watch_.poll();
      const std::uint64_t begin = first + from;
      const std::uint64_t end = first + to;
      for (std::uint64_t word = begin / 64; word * 64 < end; ++word) {
        const std::uint64_t before = begin > word * 64 ? low_bits(begin - word * 64) : 0;
        const std::uint64_t bits = load_relaxed(active_[word]) & low_bits(end - word * 64) & ~before;
        if (bits == 0) continue;
        std::atomic_ref(active_[word]).fetch_and(~bits, std::memory_order_relaxed);
        for_set_bits(bits, word * 64, [&](std::uint64_t position) { ask(mine, order_[position]); });
      }
    });
  }

  void ask(Share& mine, std::uint32_t v) {
    const auto row = graph_[v];
    if (row.empty()) return;
    ++mine.asked;
    mine.arcs += row.size();
    const RowWeights<W> weights(graph_, v);
    mine.ballot.begin(std::min(row.size(), graph_.vertices()));
    for (std::size_t e = 0; e < row.size(); ++e) {
      if (row[e] != v) mine.ballot.add(label_[row[e]], weights[e]);
    }
    const std::uint32_t favourite = iterations_ < open_rounds ? nothing : label_[v];
    const std::uint32_t label = mine.ballot.count(label_[v], favourite);
    if (label == label_[v]) return;
    ++mine.changed;
    label_[v] = label;
    for (const std::uint32_t w : row) {  // who has that label already has one reason more to keep it
      if (label_[w] != label) mark_bit_shared(active_.data(), place_[w]);
    }
  }

  const SharedGraph& graph_;
  Crew& crew_;
  const Watch& watch_;
  std::uint64_t iterations_max_;
  Array<std::uint32_t> order_;         // [vertices]: slots by colour
  Array<std::uint32_t> place_;         // [slot]: in order_
  Array<std::uint64_t> active_;        // bitmap over order_
  Array<std::uint32_t> label_;         // [slot]
  std::vector<std::uint64_t> starts_;  // [colour + 1], in order_
  std::vector<Share> shares_;          // [thread]
  Dealer dealer_{1};
  std::uint64_t iterations_ = 0;
  bool converged_ = false;
  bool done_ = false;
};

}  // namespace

Propagation propagate_labels(const SharedGraph& graph, std::uint64_t iterations_max, Crew& crew, const Watch& watch) {
  return with_weights(graph, [&]<class W>(W) {
    const auto by = [&]<class Vote>(Vote) { return Rounds<W, Vote>(graph, iterations_max, crew, watch)(); };
    if constexpr (std::is_same_v<W, NoWeight>) {
      const bool are_few = graph.arcs() <= std::numeric_limits<std::uint32_t>::max();
      return are_few ? by(std::uint32_t{}) : by(std::uint64_t{});
    } else {
      return by(double{});
    }
  });
}

}  // namespace Atoll::kernels
