// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/communities/colouring.hpp"

#include <algorithm>
#include <bit>
#include <thread>

#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/counting_sort.hpp"
#include "atoll/graph/parallel_sort.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t run_bits = 6;  // 64 vertices of one hash
constexpr std::uint64_t classes = 33;  // by the bit width of the degree, from the largest
constexpr std::uint64_t arcs_per_piece = 4096;
constexpr std::uint64_t order_ahead = 4;  // vertices
constexpr std::uint64_t all = ~std::uint64_t{0};
constexpr int patience = 64;  // looks at a vertex that is waited for, between naps

// The hashes of the runs of vertices, in ascending order, each with the number of its run below.
Array<std::uint64_t> hashed_runs(std::uint64_t vertices, Crew& crew) {
  const std::uint64_t runs = (vertices >> run_bits) + 1;
  const std::uint64_t mask = low_bits(static_cast<std::uint64_t>(std::bit_width(runs)));
  Array<std::uint64_t> sorted(runs);
  parallel_sort<std::uint64_t>(
      runs, [&](std::uint64_t run) { return (mix64(run) & ~mask) | run; },
      [&](std::uint64_t i, std::uint64_t hash) { sorted[i] = hash & mask; }, crew);
  return sorted;
}

}  // namespace

// Colours that neighbours have.
class Colouring::Palette {
 public:
  // The least colour, `bound` at most, that is not among those of `use`, by use(mark).
  template <class Use>
  std::uint32_t least_free(std::uint32_t bound, const Use& use) {
    if (words_.size() < words_for(bound + 1)) words_ = Array<std::uint64_t>(std::bit_ceil(words_for(bound + 1)));
    use([&](std::uint32_t colour) {
      if (colour < bound) set_bit(words_.data(), colour);
    });
    std::size_t word = 0;
    while (words_[word] == all) ++word;
    const auto free = static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_one(words_[word])));
    std::fill_n(words_.begin(), words_for(bound + 1), std::uint64_t{0});
    return free;
  }

 private:
  Array<std::uint64_t> words_;  // empty between two calls
};

Colouring::Colouring(const SharedGraph& graph, Crew& crew, const Watch& watch)
    : graph_(graph), order_(graph.vertices()), state_(graph.slots()) {
  Steps steps(watch, 1);
  put_in_order(crew, watch);
  crew.run([&](Worker& me) { work(me, watch); });
  steps.add({.vertices = graph.vertices(), .scanned = graph.arcs(), .direction = Direction::pull});
  const auto colours_to = [&](std::uint64_t i) { return state_[order_[i]] + 1; };
  colours_ = most_over<std::uint32_t>(graph.vertices(), colours_to, crew);
  statistics_ = steps.take();
}

std::uint64_t Colouring::degree_class(std::uint64_t user) const {
  // There are classes of numbers of 32 bits; parallel arcs may be more.
  const std::uint64_t degree = std::min<std::uint64_t>(graph_.degree(graph_.slot_of(user)), ~std::uint32_t{0});
  return classes - 1 - static_cast<std::uint64_t>(std::bit_width(degree));
}

void Colouring::put_in_order(Crew& crew, const Watch& watch) {
  const Array<std::uint64_t> runs = hashed_runs(graph_.vertices(), crew);
  const auto user_at = [&](std::uint64_t i) { return runs[i >> run_bits] << run_bits | (i & low_bits(run_bits)); };
  const auto bucket = [&](std::uint64_t i) {
    const std::uint64_t user = user_at(i);
    return user < graph_.vertices() ? degree_class(user) : classes;
  };
  const auto place = [&](std::uint64_t i, std::uint64_t position) {
    if (user_at(i) >= graph_.vertices()) return;
    const std::uint32_t slot = graph_.slot_of(user_at(i));
    order_[position] = slot;
    state_[slot] = uncoloured + static_cast<std::uint32_t>(position);
  };
  watch.poll();
  starts_ = counting_sort(runs.size() << run_bits, classes + 1, bucket, place, crew);
  watch.poll();
}

// The next vertices in order, of about equal arcs.
Colouring::Piece Colouring::take_piece() {
  std::uint64_t begin = next_.load(std::memory_order_relaxed);
  for (;;) {
    if (begin >= order_.size()) return {begin, begin};
    const auto beyond = std::ranges::upper_bound(starts_, begin);
    const auto degree_bits = classes - static_cast<std::uint64_t>(beyond - starts_.begin());
    const std::uint64_t size = std::max<std::uint64_t>(1, arcs_per_piece >> degree_bits);
    const std::uint64_t end = std::min(begin + size, order_.size());
    if (next_.compare_exchange_weak(begin, end, std::memory_order_relaxed)) return {begin, end};
  }
}

void Colouring::work(Worker& me, const Watch& watch) {
  Palette palette;
  for (Piece piece = take_piece(); piece.begin < piece.end; piece = take_piece()) {
    watch.poll();
    for (std::uint64_t i = piece.begin; i < piece.end; ++i) {
      if (i + order_ahead < piece.end) __builtin_prefetch(graph_[order_[i + order_ahead]].data());
      const std::uint32_t v = order_[i];
      const std::uint32_t mine = uncoloured + static_cast<std::uint32_t>(i);
      const std::uint64_t low = low_colours(graph_[v], mine);
      store_relaxed(state_[v], low != all ? static_cast<std::uint32_t>(std::countr_one(low))
                                          : choose(v, mine, palette, me, watch));
    }
  }
}

// Which of the first 64 colours the neighbours have, without a branch per arc; all, if that does not decide: they have
// all of them, or one that comes before has none yet.
std::uint64_t Colouring::low_colours(std::span<const std::uint32_t> row, std::uint32_t mine) const {
  std::uint64_t low = 0;
  bool waiting = false;
  for (const std::uint32_t w : row) {
    const std::uint32_t state = load_relaxed(state_[w]);
    low |= std::uint64_t{state < 64} << (state % 64);
    waiting |= state - uncoloured < mine - uncoloured;
  }
  return waiting ? all : low;
}

std::uint32_t Colouring::choose(std::uint32_t v, std::uint32_t mine, Palette& palette, Worker& me,
                                const Watch& watch) const {
  const auto row = graph_[v];
  const std::uint64_t neighbours_max = std::min(row.size(), order_.size());
  return palette.least_free(static_cast<std::uint32_t>(neighbours_max), [&](const auto& mark) {
    for (const std::uint32_t w : row) {
      std::uint32_t state = load_relaxed(state_[w]);
      if (state >= mine) continue;
      if (state >= uncoloured) state = wait_for(w, me, watch);
      mark(state);
    }
  });
}

std::uint32_t Colouring::wait_for(std::uint32_t v, Worker& me, const Watch& watch) const {
  for (int looks = 1;; ++looks) {
    const std::uint32_t state = load_relaxed(state_[v]);
    if (state < uncoloured) return state;
    if (looks % patience != 0) continue;
    watch.poll();
    me.leave_if_broken();
    std::this_thread::yield();
  }
}

}  // namespace Atoll::kernels
