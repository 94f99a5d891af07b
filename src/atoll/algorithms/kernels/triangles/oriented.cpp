// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/oriented.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "atoll/algebra/monoid.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"
#include "atoll/graph/counting_sort.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {
namespace {

// Degrees in falling buckets: one each up to 255, then 128 for every power of two.
constexpr std::uint64_t bucket_count = 4096;
constexpr unsigned exact_bits = 8;
constexpr double longest_slack = 1.02;  // what the buckets blur, in arcs

std::uint32_t bucket_of(std::uint64_t degree) {
  degree = std::min<std::uint64_t>(degree, ~std::uint32_t{0});
  const auto width = static_cast<unsigned>(std::bit_width(degree));
  const unsigned shift = width > exact_bits ? width - exact_bits : 0;
  const std::uint64_t place = (std::uint64_t{shift} << (exact_bits - 1)) + (degree >> shift);
  return static_cast<std::uint32_t>(bucket_count - 1 - place);
}

// Of degrees up to 2^32: those of a few hubs beside 2^31 vertices are more than 64 bits hold.
class SumOfSquares {
 public:
  void add(std::uint64_t degree) {
    degree = std::min(degree, low_bits(32));
    low_ += degree * degree & low_bits(32);
    high_ += degree * degree >> 32;
  }
  void add_shared(const SumOfSquares& more) {
    std::atomic_ref(low_).fetch_add(more.low_, std::memory_order_relaxed);
    std::atomic_ref(high_).fetch_add(more.high_, std::memory_order_relaxed);
  }
  double value() const { return static_cast<double>(low_) + 0x1p32 * static_cast<double>(high_); }

 private:
  std::uint64_t low_ = 0, high_ = 0;  // the halves of each, added up apart
};

// Room for rows in one array, taken in blocks by each thread, so that nobody need count them before.
class Room {
 public:
  Room(std::uint64_t entries, std::uint64_t row_max, int threads)
      : row_max_(row_max),
        block_(std::max(std::uint64_t{1} << 14, 16 * row_max)),
        blocks_(entries / (block_ - row_max_) + static_cast<std::uint64_t>(threads) + 1) {}
  std::uint64_t size() const { return blocks_ * block_; }

  struct Block {
    std::uint64_t at = 0;
    std::uint64_t end = 0;
  };
  // Room for a row of any length.
  void reserve(Block& mine) {
    if (mine.end - mine.at > row_max_) return;
    mine.at = next_.fetch_add(block_, std::memory_order_relaxed);
    mine.end = mine.at + block_;
  }

 private:
  std::uint64_t row_max_;
  std::uint64_t block_;
  std::uint64_t blocks_;
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace

DegreeShape degree_shape(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  std::uint64_t longest = 0;
  SumOfSquares squares;
  graph.for_chunks(crew, watch, [&](std::uint32_t begin, std::uint32_t end) {
    std::uint64_t most = 0;
    SumOfSquares sum;
    const std::span<const std::uint64_t> offsets = graph.offsets(begin, end);
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const std::uint64_t degree = offsets[i + 1] - offsets[i];
      most = std::max(most, degree);
      sum.add(degree);
    }
    squares.add_shared(sum);
    fold_shared<Max<std::uint64_t>>(longest, most);
  });
  std::atomic<bool> falls{true};
  if (graph.layout().in_order) {
    graph.for_vertices(crew, watch, [&](std::uint32_t v) {
      if (v > 0 && bucket_of(graph.degree(v)) < bucket_of(graph.degree(v - 1))) falls = false;
    });
  }
  const auto arcs = static_cast<double>(graph.arcs());
  const double mean_square = squares.value() * static_cast<double>(graph.vertices());
  return {.longest = longest,
          .falls = graph.layout().in_order && falls,
          .even = mean_square <= 2 * arcs * arcs,
          .beside = arcs > 0 ? squares.value() / arcs : 0};
}

// What a thread that fills rows has of its own.
struct Oriented::Filling {
  Room::Block room;
  Array<std::uint32_t> far;  // ends that are too large for 16 bits, of one row
  std::uint64_t longest = 0;
  std::uint64_t ends = 0;
};

Oriented::Oriented(const SharedGraph& graph, const DegreeShape& shape, bool degrees_wanted, Crew& crew,
                   const Watch& watch) {
  const bool by_slot = shape.falls || (shape.even && shape.longest <= length_max);
  const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(graph.arcs()) * longest_slack)) + 1;
  row_max_ = by_slot && !shape.falls ? shape.longest : std::min(shape.longest, root);
  ATOLL_CHECK(row_max_ <= length_max);
  if (degrees_wanted) degrees_ = Array<std::uint32_t>(graph.slots());
  if (by_slot) {
    fill<false>(graph, crew, watch);
  } else {
    rank_by_degree(graph, crew, watch);
    fill<true>(graph, crew, watch);
  }
}

// First the bucket of each slot, then its rank. Slots of no vertex come last, with the vertices without arcs.
void Oriented::rank_by_degree(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  rank_of_ = Array<std::uint32_t>(graph.slots());
  if (graph.vertices() != graph.slots()) parallel_fill(rank_of_, bucket_of(0), crew);
  graph.for_vertices(crew, watch, [&](std::uint32_t v) { rank_of_[v] = bucket_of(graph.degree(v)); });
  const auto bucket = [&](std::uint64_t slot) { return rank_of_[slot]; };
  const auto place = [&](std::uint64_t slot, std::uint64_t rank) { rank_of_[slot] = static_cast<std::uint32_t>(rank); };
  counting_sort(graph.slots(), bucket_count, bucket, place, crew);
}

template <bool by_degree>
void Oriented::fill(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  const std::uint64_t entries_per_end = graph.slots() <= near_ranks ? 1 : 2;
  Room room(graph.slots() + graph.arcs() / 2 * entries_per_end, 1 + row_max_ * entries_per_end, crew.threads());
  ends_ = Array<std::uint16_t>(room.size());
  ATOLL_CHECK(ends_.size() >> (64 - length_bits) == 0);
  rows_ = Array<std::uint64_t>(graph.slots());  // slots of no vertex: the row at 0, which is made empty here
  std::vector<Filling> threads(static_cast<std::size_t>(crew.threads()));
  room.reserve(threads[0].room);
  ++threads[0].room.at;
  graph.for_chunks(crew, watch, [&](Worker& me, std::uint32_t begin, std::uint32_t end) {
    Filling& mine = threads[static_cast<std::size_t>(me.index)];
    if (mine.far.empty()) mine.far = Array<std::uint32_t>(row_max_ + 1);
    for (std::uint32_t slot = begin; slot < end; ++slot) {
      room.reserve(mine.room);
      fill_row<by_degree>(graph, slot, mine);
    }
  });
  row_max_ = 0;
  for (const Filling& mine : threads) {
    row_max_ = std::max(row_max_, mine.longest);
    all_ends_ += mine.ends;
  }
}

template <bool by_degree>
void Oriented::fill_row(const SharedGraph& graph, std::uint32_t slot, Filling& mine) {
  const std::uint32_t* const rank_of = rank_of_.data();
  const std::uint32_t rank = by_degree ? rank_of[slot] : slot;
  std::uint16_t* const row = ends_.data() + mine.room.at;
  std::uint16_t* const near_ends = row + 1;
  std::uint32_t* const far_ends = mine.far.data();
  std::uint64_t nears = 0;
  std::uint64_t fars = 0;
  std::uint64_t degree = 0;
  std::uint32_t previous = slot;
  for (const std::uint32_t w : graph[slot]) {  // parallel arcs lie side by side; what is not kept is written over
    const std::uint32_t end = by_degree ? rank_of[w] : w;
    const std::uint64_t fresh = std::uint64_t{w != previous} & std::uint64_t{w != slot};
    const std::uint64_t kept = fresh & std::uint64_t{end < rank};
    const std::uint64_t near = kept & std::uint64_t{end < near_ranks};
    near_ends[nears] = static_cast<std::uint16_t>(end);
    far_ends[fars] = end;
    nears += near;
    fars += kept - near;
    degree += fresh;
    previous = w;
  }
  *row = static_cast<std::uint16_t>(nears);
  std::memcpy(near_ends + nears, far_ends, fars * sizeof(std::uint32_t));
  rows_[rank] = mine.room.at << length_bits | fars;
  mine.room.at += 1 + nears + 2 * fars;
  mine.longest = std::max(mine.longest, nears + fars);
  mine.ends += nears + fars;
  if (!degrees_.empty()) degrees_[slot] = static_cast<std::uint32_t>(degree);
}

}  // namespace Atoll::kernels
