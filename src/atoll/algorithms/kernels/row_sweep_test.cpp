// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/row_sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint32_t vertices = 400;

// Rows of fewer than so many ends, also of none, and some long ones, to ends before and after.
struct Graph {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> ends;

  explicit Graph(std::uint32_t lengths) {
    const Random random(3);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      for (std::uint32_t i = 0; i < (v % 53 == 7 ? 101 : v % lengths); ++i)
        ends.push_back(static_cast<std::uint32_t>(random.below(ends.size(), vertices)));
      offsets.push_back(ends.size());
    }
  }
};

// As it is defined: arc by arc, in doubles.
template <class Real>
void sweep_by_definition(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t block = first; block < last; block += sweep.block) {
    std::vector<double> sums;
    for (std::uint32_t v = block; v < std::min(last, block + sweep.block); ++v) {
      double sum = 0;
      for (const std::uint32_t u : sweep.rows[v])
        sum += static_cast<double>(u >= first && u < block ? sweep.said[u] : sweep.heard[u]);
      sums.push_back(sum);
    }
    for (std::uint32_t i = 0; i < sums.size(); ++i) {
      const double base = sweep.jump.lands(block + i) ? static_cast<double>(sweep.base) : 0;
      sweep.said[block + i] = static_cast<Real>((base + static_cast<double>(sweep.damping) * sums[i]) *
                                                static_cast<double>(sweep.share[block + i]));
    }
  }
}

template <class Real>
void expect_as_defined(const Graph& graph, const Jump& jump) {
  std::vector<Real> start(vertices + 1, Real{1} / vertices);
  start[vertices] = 0;
  const std::vector<Real> share(vertices, Real(0.05));
  // In place, and with what is heard of a half's own vertices in a second array behind the first.
  for (const auto& [newer, block] :
       {std::pair{std::ptrdiff_t{0}, 1u}, {vertices + 1, 1u}, {0, rows_per_block}, {vertices + 1, rows_per_block}}) {
    const auto swept = [&](auto&& how) {
      std::vector<Real> ranks = start;
      ranks.insert(ranks.end(), start.begin(), start.end());
      const RowSweep<Real> sweep{.rows = {graph.offsets.data(), graph.ends.data()},
                                 .vertices = vertices,
                                 .heard = ranks.data(),
                                 .newer = newer,
                                 .said = ranks.data() + newer,
                                 .share = share.data(),
                                 .base = Real(0.15),
                                 .damping = Real(0.85),
                                 .jump = jump,
                                 .block = block};
      how(sweep, 0, vertices / 2);
      how(sweep, vertices / 2, vertices);
      return ranks;
    };
    const auto defined = swept(sweep_by_definition<Real>);
    const auto fast = swept(sweep_rows<Real>);
    EXPECT_NE(defined, start);
    for (std::size_t i = 0; i < defined.size(); ++i)
      EXPECT_NEAR(defined[i], fast[i], 1e-6 * defined[i]) << newer << ", " << block << ", " << i;
  }
}

TEST(RowSweep, HearsInTurnAsDefined) {
  std::vector<std::uint64_t> marks(vertices / 64 + 1);
  for (std::uint32_t v = 0; v < vertices; v += 3) set_bit(marks.data(), v);
  for (const std::uint32_t lengths : {29u, 15u, 3u}) {
    for (const Jump& jump : {Jump{}, Jump{.marks = marks, .marked = (vertices + 2) / 3}}) {
      expect_as_defined<float>(Graph(lengths), jump);
      expect_as_defined<double>(Graph(lengths), jump);
    }
  }
}

// On a path nearly every row hears the one before; in the order of a star's leaves hardly any.
TEST(RowSweep, TellsWhichRowsWait) {
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
