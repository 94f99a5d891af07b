// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/row_sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {
namespace {

// Rows of fewer than `lengths` ends, also of none, and a few of `longest`, to ends before and after.
struct SweptRows {
  static constexpr std::uint32_t vertices = 400;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> ends;

  // So many of `longest`, at most.
  explicit SweptRows(std::uint32_t lengths, std::uint32_t longest = 101, std::uint32_t long_rows = 8) {
    const Random random(3);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      for (std::uint32_t i = 0; i < (v % 53 == 7 && v / 53 < long_rows ? longest : v % lengths); ++i)
        ends.push_back(static_cast<std::uint32_t>(random.below(ends.size(), vertices)));
      offsets.push_back(ends.size());
    }
  }

  // The same, and of four rows three hear the one before, too: one in eight by two arcs.
  SweptRows along() const {
    SweptRows waiting(1);
    waiting.offsets = {0};
    waiting.ends.clear();
    for (std::uint32_t v = 0; v < vertices; ++v) {
      waiting.ends.insert(waiting.ends.end(), ends.begin() + static_cast<std::ptrdiff_t>(offsets[v]),
                          ends.begin() + static_cast<std::ptrdiff_t>(offsets[v + 1]));
      if (v % 4 != 0) waiting.ends.push_back(v - 1);
      if (v % 8 == 1) waiting.ends.push_back(v - 1);
      waiting.offsets.push_back(waiting.ends.size());
      std::sort(waiting.ends.begin() + static_cast<std::ptrdiff_t>(waiting.offsets[v]), waiting.ends.end());
    }
    return waiting;
  }
};

// As it is defined: arc by arc, in doubles.
template <class Real>
void sweep_by_definition(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last) {
  std::vector<Real> heard(sweep.heard, sweep.heard + sweep.vertices);
  const auto rank = [&](std::uint32_t v) {
    double sum = 0;
    for (const std::uint32_t u : sweep.rows[v]) sum += static_cast<double>(heard[u]);
    const double base = sweep.jump.lands(v) ? static_cast<double>(sweep.base) : 0;
    return static_cast<Real>((base + static_cast<double>(sweep.damping) * sum) * static_cast<double>(sweep.share[v]));
  };
  for (std::uint32_t turn = 0; turn < last - first; turn += sweep.block) {
    const std::uint32_t end = std::min(last - first, turn + sweep.block);
    const auto vertex = [&](std::uint32_t i) { return sweep.descends ? last - 1 - i : first + i; };
    for (std::uint32_t i = turn; i < end; ++i) sweep.said[vertex(i)] = rank(vertex(i));
    for (std::uint32_t i = turn; i < end; ++i) heard[vertex(i)] = sweep.said[vertex(i)];
  }
}

template <class Real>
RowSweep<Real> sweep_of(const SweptRows& graph, Real* heard, std::ptrdiff_t newer, const std::vector<Real>& share,
                        const Jump& jump) {
  return {.rows = {graph.offsets.data(), graph.ends.data()},
          .vertices = SweptRows::vertices,
          .heard = heard,
          .newer = newer,
          .said = heard + newer,
          .share = share.data(),
          .base = Real(0.15),
          .damping = Real(0.85),
          .jump = jump};
}

// `rounding`: by how much of a rank the order in which a row is added up may change it.
template <class Real>
void expect_as_defined(const SweptRows& graph, const Jump& jump, double rounding) {
  constexpr std::uint32_t vertices = SweptRows::vertices;
  std::vector<Real> start(vertices + 1, Real{1} / vertices);
  start[vertices] = 0;
  const std::vector<Real> share(vertices, Real(0.05));
  // In place, and with what is heard of a half's own vertices in a second array behind the first.
  struct Way {
    std::ptrdiff_t newer;
    std::uint32_t block;
    bool descends;
  };
  constexpr std::ptrdiff_t apart = vertices + 1;
  for (const auto& [newer, block, descends] :
       {Way{0, 1, false}, Way{apart, 1, false}, Way{0, rows_per_block, false}, Way{apart, rows_per_block, false},
        Way{0, 1, true}, Way{apart, 1, true}}) {
    const auto swept = [&](auto&& how) {
      std::vector<Real> ranks = start;
      ranks.insert(ranks.end(), start.begin(), start.end());
      RowSweep<Real> sweep = sweep_of(graph, ranks.data(), newer, share, jump);
      sweep.block = block;
      sweep.descends = descends;
      how(sweep, 0, vertices / 2);
      how(sweep, vertices / 2, vertices);
      return ranks;
    };
    const auto defined = swept(sweep_by_definition<Real>);
    const auto fast = swept(sweep_rows<Real>);
    const auto said = defined.begin() + newer;
    EXPECT_FALSE(std::equal(start.begin(), start.end(), said));
    for (std::size_t i = 0; i < defined.size(); ++i)
      EXPECT_NEAR(defined[i], fast[i], rounding * defined[i])
          << newer << ", " << block << ", " << descends << ", " << i;
  }
}

TEST(RowSweep, HearsInTurnAsDefined) {
  constexpr std::uint32_t vertices = SweptRows::vertices;
  std::vector<std::uint64_t> marks(vertices / 64 + 1);
  for (std::uint32_t v = 0; v < vertices; v += 3) set_bit(marks.data(), v);
  for (const std::uint32_t lengths : {29u, 15u, 3u}) {
    for (const Jump& jump : {Jump{}, Jump{.marks = marks, .marked = (vertices + 2) / 3}}) {
      expect_as_defined<float>(SweptRows(lengths), jump, 1e-6);
      expect_as_defined<double>(SweptRows(lengths), jump, 1e-14);
    }
  }
}

// Of 2^20 ends a single sum of floats, or eight, would be wrong by far more than their runs are: 2^12 ends in four
// sums, each of which may round half an epsilon away every time.
TEST(RowSweep, HearsLongRowsAsDefined) {
  for (const std::uint32_t longest : {4096u, 4097u, 1u << 20}) {
    const SweptRows graph(15, longest, longest < 5000 ? 8 : 1);
    expect_as_defined<float>(graph, Jump{}, 1024 * double{std::numeric_limits<float>::epsilon()} / 2);
    if (longest < 5000)  // what defines a longer one is a single sum itself
      expect_as_defined<double>(graph, Jump{}, 1024 * std::numeric_limits<double>::epsilon() / 2);
  }
}

// By records a row hears the one before in a block too.
template <class Real>
void expect_records_as_defined(const SweptRows& graph, double rounding) {
  constexpr std::uint32_t vertices = SweptRows::vertices, half = vertices / 2 + 1;  // a row that hears the one before
  OnePart part;
  part.vertices = vertices;
  part.arcs = graph.ends.size();
  part.in = {.offsets = graph.offsets.data(), .ends = graph.ends.data()};
  Crew crew(synthetic_machine("1x2"), {.threads = 2, .pin = false});
  const ShortRows records(part, crew);
  const std::vector<Real> share(vertices, Real(0.05));
  const Jump anywhere;
  struct Way {
    std::uint32_t block;
    bool descends;
  };
  for (const auto& [block, descends] : {Way{1, false}, Way{rows_per_block, false}, Way{1, true}}) {
    for (const std::ptrdiff_t newer : {std::ptrdiff_t{0}, std::ptrdiff_t{vertices} + 1}) {
      std::vector<Real> ranks(2 * (std::size_t{vertices} + 1), Real{1} / vertices);
      ranks[vertices] = ranks.back() = 0;
      std::vector<Real> defined = ranks;
      RowSweep<Real> sweep = sweep_of(graph, ranks.data(), newer, share, anywhere);
      sweep.block = block;
      sweep.descends = descends;
      sweep_short_rows(sweep, records, 0, half);
      sweep_short_rows(sweep, records, half, vertices);
      RowSweep<Real> by_definition = sweep_of(graph, defined.data(), newer, share, anywhere);
      by_definition.descends = descends;
      sweep_by_definition(by_definition, 0, half);
      sweep_by_definition(by_definition, half, vertices);
      for (std::size_t i = 0; i < ranks.size(); ++i)
        EXPECT_NEAR(defined[i], ranks[i], rounding * defined[i]) << block << ", " << descends << ", " << newer;
    }
  }
}

TEST(RowSweep, HearsRecordsAsDefined) {
  for (const std::uint32_t lengths : {3u, 7u}) {
    for (const SweptRows& graph : {SweptRows(lengths), SweptRows(lengths).along()}) {
      expect_records_as_defined<float>(graph, 1e-6);
      expect_records_as_defined<double>(graph, 1e-14);
    }
  }
}

TEST(RowSweep, LeavesNoRowsAsTheyAre) {
  const SweptRows graph(15);
  std::vector<float> ranks(SweptRows::vertices + 1, 1);
  const std::vector<float> share(SweptRows::vertices, 1);
  const Jump anywhere;
  for (const bool descends : {false, true}) {
    RowSweep<float> sweep = sweep_of(graph, ranks.data(), 0, share, anywhere);
    sweep.descends = descends;
    for (const std::uint32_t none : {0u, SweptRows::vertices / 2}) sweep_rows(sweep, none, none);
    EXPECT_TRUE(std::ranges::all_of(ranks, [](float rank) { return rank == 1; }));
  }
}

// On a path nearly every row hears the one before; in the order of a star's leaves hardly any.
TEST(RowSweep, TellsWhichRowsWait) {
  constexpr std::uint32_t vertices = 100;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> before;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (v > 0) before.push_back(v - 1);
    offsets.push_back(before.size());
  }
  const std::vector<std::uint32_t> first(before.size(), 0);
  EXPECT_TRUE(wait_for_the_row_before({offsets.data(), before.data()}, vertices));
  EXPECT_FALSE(wait_for_the_row_before({offsets.data(), first.data()}, vertices));
  EXPECT_FALSE(wait_for_the_row_before({offsets.data(), before.data()}, 1));
}

}  // namespace
}  // namespace Atoll::kernels
