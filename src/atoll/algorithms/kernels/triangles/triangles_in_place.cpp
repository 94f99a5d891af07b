// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/triangles_in_place.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/triangles/closed_pairs.hpp"
#include "atoll/algorithms/kernels/triangles/marked_ends.hpp"
#include "atoll/algorithms/kernels/triangles/shorter_rows.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {
namespace {

// Whether rows are so short, and so even, that comparing them with each other takes less than marking them.
bool count_by_pairs_pays(const SharedGraph& graph, const DegreeShape& shape) {
  constexpr std::uint64_t mean_max = 8;
  constexpr std::uint64_t longest_max = 32;
  return shape.even && shape.longest <= longest_max && graph.arcs() <= mean_max * graph.vertices();
}

// Whether rows are so short, those beside a vertex too, that to put the graph in another order takes longer than to look at
// them where they lie.
bool count_by_marks_pays(const DegreeShape& shape) {
  const double beside_max = marked_below() == marked_below_one_by_one ? 24 : 192;
  return shape.beside <= beside_max;
}

// Pairs of lower neighbours of `u` that are neighbours. `marks`: a bit per slot, all clear before and after.
std::uint64_t count_marked(const Rows& rows, std::uint32_t u, MarkedBelow below, std::uint64_t* marks) {
  const auto row = rows[u];
  const auto lower = row.first(static_cast<std::size_t>(std::ranges::lower_bound(row, u) - row.begin()));
  for (const std::uint32_t v : lower) set_bit(marks, v);
  const std::uint64_t found = below(rows, lower.subspan(1), marks);  // below the first one nobody is marked
  for (const std::uint32_t v : lower) marks[v / bits_per_word] = 0;
  return found;
}

// The vertices in [begin, end) that have two lower neighbours, for others are in no triangle with those: most of a tree, or
// of a chain. Picked without a question.
class Picked {
 public:
  static constexpr std::uint32_t block = 2048;

  Picked(const Rows& rows, std::uint32_t begin, std::uint32_t end) {
    constexpr std::uint32_t nobody = ~std::uint32_t{0};
    for (std::uint32_t u = begin; u < end; ++u) {
      const std::uint32_t* const second = rows.degree(u) >= 2 ? rows.ends + rows.offsets[u] + 1 : &nobody;
      vertices_[count_] = u;
      count_ += *second < u ? 1 : 0;
    }
  }

  std::size_t size() const { return count_; }
  std::span<const std::uint32_t> all() const { return {vertices_.data(), count_}; }
  // The one at a place, or nobody beyond the last.
  std::span<const std::uint32_t> at(std::size_t i) const {
    return {vertices_.data() + std::min(i, count_), i < count_ ? 1u : 0u};
  }

 private:
  std::array<std::uint32_t, block> vertices_;
  std::size_t count_ = 0;
};

// visit(v) of the lower neighbours of the vertices, but the first ones, whose rows nobody looks into.
template <class F>
void for_lower(const Rows& rows, std::span<const std::uint32_t> vertices, F&& visit) {
  for (const std::uint32_t u : vertices) {
    const auto row = rows[u];
    for (std::size_t i = 1; i < row.size() && row[i] < u; ++i) visit(row[i]);
  }
}

// count(me, vertices), where rows lie, added up over all vertices that have two lower neighbours. Rows that lie apart are
// fetched ahead: first their offsets, then their ends.
template <class Count>
std::uint64_t count_in_place(const SharedGraph& graph, Crew& crew, const Watch& watch, const Count& count) {
  constexpr std::size_t ahead = 8;
  const Rows& rows = graph.only_rows();
  const bool near = keeps_neighbours_near(rows, graph.vertices());
  std::atomic<std::uint64_t> total{0};
  graph.for_chunks(crew, watch, [&](Worker& me, std::uint32_t begin, std::uint32_t end) {
    std::uint64_t found = 0;
    for (std::uint64_t first = begin; first < end; first += Picked::block) {
      watch.poll();
      const Picked picked(rows, static_cast<std::uint32_t>(first),
                          static_cast<std::uint32_t>(std::min<std::uint64_t>(end, first + Picked::block)));
      if (near) {
        found += count(me, rows, picked.all());
        continue;
      }
      for (std::size_t i = 0; i < picked.size(); ++i) {
        for_lower(rows, picked.at(i + 2 * ahead), [&](std::uint32_t v) { rows.fetch_offsets(v); });
        for_lower(rows, picked.at(i + ahead), [&](std::uint32_t v) { rows.fetch(v); });
        found += count(me, rows, picked.at(i));
      }
    }
    total.fetch_add(found, std::memory_order_relaxed);
  });
  return total;
}

std::uint64_t count_by_pairs(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  const ClosedPairs closed = closed_pairs();
  return count_in_place(graph, crew, watch, [&](Worker&, const Rows& rows, std::span<const std::uint32_t> vertices) {
    return closed(rows, vertices);
  });
}

std::uint64_t count_by_marks(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  const MarkedBelow below = marked_below();
  std::vector<Array<std::uint64_t>> marks(static_cast<std::size_t>(crew.threads()));
  return count_in_place(graph, crew, watch, [&](Worker& me, const Rows& rows, std::span<const std::uint32_t> vertices) {
    Array<std::uint64_t>& mine = marks[static_cast<std::size_t>(me.index)];
    if (mine.empty()) mine = Array<std::uint64_t>(words_for(graph.slots()));
    std::uint64_t found = 0;
    for (const std::uint32_t u : vertices) found += count_marked(rows, u, below, mine.data());
    return found;
  });
}

}  // namespace

std::optional<std::uint64_t> count_triangles_in_place(const SharedGraph& graph, const DegreeShape& shape, Crew& crew,
                                                      const Watch& watch) {
  if (graph.parts() != 1) return {};
  if (count_by_pairs_pays(graph, shape)) return count_by_pairs(graph, crew, watch);
  const bool by_marks = count_by_marks_pays(shape);
  if (shorter_rows_pay(graph, !by_marks)) return count_by_shorter_rows(graph, crew, watch);
  if (by_marks) return count_by_marks(graph, crew, watch);
  return {};
}

}  // namespace Atoll::kernels
