// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/components/strong_rest.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "atoll/algebra/monoid.hpp"
#include "atoll/algorithms/kernels/components/depth_first.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/graph/counting_sort.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t groups = 1024;
constexpr std::uint64_t rest_per_grain = 1024;
constexpr std::uint64_t small_rest = std::uint64_t{1} << 16;  // vertices that one thread may as well search alone
constexpr std::uint64_t colouring_cost = 6;                   // in depth-first searches of the same vertices
constexpr std::uint32_t counted_max = std::numeric_limits<std::uint32_t>::max();

// A permutation of the numbers of 32 bits that looks drawn (lowbias32 of C. Wellons' hash-prospector), never 0 for a
// slot, and its inverse.
constexpr std::uint32_t colour_of(std::uint32_t slot) {
  std::uint32_t x = slot + 1;
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
constexpr std::uint32_t slot_of(std::uint32_t colour) {
  std::uint32_t x = (colour ^ (colour >> 16)) * 0x43021123u;
  x = (x ^ (x >> 15) ^ (x >> 30)) * 0x1d69e2a5u;
  return (x ^ (x >> 16)) - 1;
}
static_assert(slot_of(colour_of(0)) == 0 && slot_of(colour_of(123456789)) == 123456789);

// Marks v; whether nobody had. What was written before a mark is seen by who unmarks it.
bool mark(VertexSet& marks, std::uint32_t v) {
  const std::atomic_ref word(marks[v / bits_per_word]);
  return (word.fetch_or(mask_of(v), std::memory_order_acq_rel) & mask_of(v)) == 0;
}
void unmark(VertexSet& marks, std::uint32_t v) {
  std::atomic_ref(marks[v / bits_per_word]).fetch_and(~mask_of(v), std::memory_order_acq_rel);
}

// One arc less; whether it was the last. A count that may have been cut off stays: its vertex is not trimmed.
bool drop(std::uint32_t& count) {
  const std::atomic_ref<std::uint32_t> shared(count);
  return shared.load(std::memory_order_relaxed) != counted_max && shared.fetch_sub(1, std::memory_order_relaxed) == 1;
}

}  // namespace

void Rest::solve(RestRule rule) {
  group(out_.slots(), [](std::uint64_t i) { return static_cast<std::uint32_t>(i); });
  while (!rest_.empty() && (rule == RestRule::colour || (rule == RestRule::automatic && pays_to_colour()))) {
    trim();
    colour();
    regroup();
  }
  if (!rest_.empty()) search();
}

// rest_ becomes the undecided of slot_at(0 .. count - 1), by group.
template <class SlotAt>
void Rest::group(std::uint64_t count, const SlotAt& slot_at) {
  Array<std::uint32_t> sorted(count);
  const auto group_of = [&](std::uint64_t i) -> std::uint64_t {
    const std::uint32_t set = set_[slot_at(i)];
    return set == decided ? groups : set / static_cast<std::uint32_t>((std::uint64_t{1} << 32) / groups);
  };
  const auto place = [&](std::uint64_t i, std::uint64_t position) {
    if (const std::uint32_t v = slot_at(i); set_[v] != decided) sorted[position] = v;
  };
  group_first_ = counting_sort(count, groups + 1, group_of, place, crew_);
  group_first_.pop_back();
  sorted.shrink(group_first_.back());
  rest_ = std::move(sorted);
}

void Rest::regroup() {
  const Array<std::uint32_t> old = std::move(rest_);
  group(old.size(), [&](std::uint64_t i) { return old[i]; });
}

// Depth-first searches take as long as that of the largest group, or a share of the whole.
bool Rest::pays_to_colour() const {
  std::uint64_t largest = 0;
  for (std::uint64_t g = 0; g < groups; ++g) largest = std::max(largest, group_first_[g + 1] - group_first_[g]);
  return largest > small_rest &&
         largest * static_cast<std::uint64_t>(crew_.threads()) > (1 + colouring_cost) * rest_.size();
}

template <class F>
void Rest::each(F&& visit) {
  crew_.for_chunks(rest_.size(), rest_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    watch_.poll();
    for (std::uint64_t i = begin; i < end; ++i) visit(rest_[i]);
  });
}

template <class If>
void Rest::list_if(Worklist& list, const If& wanted) {
  crew_.for_chunks(rest_.size(), rest_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    watch_.poll();
    Worklist::Putter putter(list);
    for (std::uint64_t i = begin; i < end; ++i)
      if (wanted(rest_[i])) putter.put(rest_[i]);
  });
}

template <class Visit>
std::uint64_t Rest::run_all(Worklist& list, const Visit& visit) {
  std::uint64_t arcs = 0;
  while (!list.empty()) arcs += list.round(crew_, watch_, visit);
  return arcs;
}

// Arcs in and out of each vertex, from and to another one of its set.
void Rest::count_live(Array<std::uint32_t>& ins, Array<std::uint32_t>& outs) {
  const auto live = [&](const SharedGraph& graph, std::uint32_t v) {
    std::uint64_t count = 0;
    for (const std::uint32_t w : graph[v]) count += w != v && set_[w] == set_[v] ? 1u : 0u;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, counted_max));
  };
  each([&](std::uint32_t v) {
    ins[v] = live(in_, v);
    outs[v] = live(out_, v);
  });
}

void Rest::trim() {
  Array<std::uint32_t> ins(out_.slots());
  Array<std::uint32_t> outs(out_.slots());
  count_live(ins, outs);
  Worklist list(rest_.size());
  VertexSet marks(words_for(out_.slots()));
  list_if(list, [&](std::uint32_t v) { return (ins[v] == 0 || outs[v] == 0) && mark(marks, v); });
  const std::uint64_t arcs = run_all(list, [&](std::uint32_t v, const auto& push) {
    const std::uint32_t set = load_relaxed(set_[v]);
    store_relaxed(set_[v], decided);
    member_[v] = v;
    const auto leave = [&](const SharedGraph& graph, Array<std::uint32_t>& counts) {
      for (const std::uint32_t w : graph[v]) {
        if (w != v && load_relaxed(set_[w]) == set && drop(counts[w]) && mark(marks, w)) push(w);
      }
    };
    leave(out_, ins);
    leave(in_, outs);
    return out_.degree(v) + in_.degree(v);
  });
  steps_.add({.vertices = rest_.size(), .scanned = arcs});
  regroup();
}

void Rest::colour() {
  VertexSet marks(words_for(out_.slots()));
  Worklist list(rest_.size());
  std::uint64_t arcs = spread_colours(list, marks);
  arcs += collect_colours(list, marks);
  each([&](std::uint32_t v) {
    const bool is_found = test_bit(marks.data(), v);
    set_[v] = is_found ? decided : member_[v];
    if (is_found) member_[v] = slot_of(member_[v]);
  });
  steps_.add({.vertices = rest_.size(), .scanned = arcs});
}

// member_ becomes the greatest colour of a vertex from which there is a way. Who is marked waits in the list.
std::uint64_t Rest::spread_colours(Worklist& list, VertexSet& marks) {
  each([&](std::uint32_t v) {
    member_[v] = colour_of(v);
    mark(marks, v);
  });
  list.put(rest_);
  return run_all(list, [&](std::uint32_t v, const auto& push) {
    unmark(marks, v);
    const std::uint32_t colour = load_relaxed(member_[v]);
    const auto row = out_[v];
    for (const std::uint32_t w : row) {
      if (set_[w] == set_[v] && fold_shared<Max<std::uint32_t>>(member_[w], colour) && mark(marks, w)) push(w);
    }
    return row.size();
  });
}

// Marks what has a way to the vertex whose colour it has.
std::uint64_t Rest::collect_colours(Worklist& list, VertexSet& marks) {
  list_if(list, [&](std::uint32_t v) { return member_[v] == colour_of(v) && mark(marks, v); });
  return run_all(list, [&](std::uint32_t v, const auto& push) {
    const auto row = in_[v];
    for (const std::uint32_t u : row) {
      if (set_[u] == set_[v] && member_[u] == member_[v] && mark(marks, u)) push(u);
    }
    return row.size();
  });
}

void Rest::search() {
  Array<std::uint32_t> number(out_.slots());
  Array<DepthFirst::Frame> frames(rest_.size());
  Array<std::uint32_t> stack(rest_.size());
  const auto each_group = [&](const auto& visit) {
    crew_.for_chunks(groups, 1, [&](std::uint64_t g, std::uint64_t) {
      if (group_first_[g] != group_first_[g + 1]) visit(g, group_first_[g], group_first_[g + 1]);
    });
  };
  const auto first_number = [&](std::uint64_t g) { return static_cast<std::uint32_t>(group_first_[g] + g + 1); };
  each_group([&](std::uint64_t g, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) store_relaxed(number[rest_[i]], first_number(g));
  });
  std::atomic<std::uint64_t> arcs{0};
  each_group([&](std::uint64_t g, std::uint64_t begin, std::uint64_t end) {
    DepthFirst search{out_, watch_, member_, number, first_number(g), &frames[begin], &stack[begin]};
    for (std::uint64_t i = begin; i < end; ++i) search.from(rest_[i]);
    arcs += search.scanned;
  });
  steps_.add({.vertices = rest_.size(), .scanned = arcs});
}

}  // namespace Atoll::kernels
