// SPDX-License-Identifier: Apache-2.0
// PageRank and degrees everywhere: ranks agree to rounding, degrees exactly.
#include <algorithm>

#include "tests/everywhere/programs.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

template Values<PageRank> values_everywhere(const PageRank&, const Cell&, Place&, std::uint64_t);
template Values<Degree> values_everywhere(const Degree&, const Cell&, Place&, std::uint64_t);

namespace {

// Variants of where dangling rank goes.
constexpr int rules = 2;
bool spreads(const Cell& cell) { return cell.variant % rules == 0; }

void expect_near(const std::vector<double>& ranks, const std::vector<double>& expected) {
  for (std::uint64_t v = 0; v < ranks.size(); ++v) ASSERT_NEAR(ranks[v], expected[v], 1e-12) << "vertex " << v;
}

TEST(Everywhere, pagerank_agrees_to_rounding) {
  constexpr int rounds = 12;
  for (const Cell& cell : cells_of({.variants = rules})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {});
    const bool spread = spreads(cell);
    const auto expected = reference::pagerank(place->graph, {.spread_dangling = spread, .iterations_max = rounds}).rank;
    const PageRank program{.vertices = static_cast<double>(place->graph.vertices), .spread_dangling = spread};
    expect_near(values_everywhere(program, cell, *place, rounds), expected);
    if (HasFatalFailure()) return;
  }
}

TEST(Everywhere, personal_pagerank_agrees_to_rounding) {
  constexpr int rounds = 12;
  for (const Cell& cell : cells_of({.variants = rules})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {});
    const std::uint64_t n = place->graph.vertices;
    if (n == 0) continue;
    std::vector<std::uint64_t> personal = {n - 1};
    if (n > 1) personal.push_back(n / 2 - (n == 2 ? 1 : 0));
    std::vector<std::uint64_t> marks(words_for(n));
    for (const std::uint64_t v : personal) set_bit(marks.data(), v);
    const bool spread = spreads(cell);
    const auto expected =
        reference::pagerank(place->graph, {.spread_dangling = spread, .iterations_max = rounds, .personal = personal});
    const PageRank program{.vertices = static_cast<double>(n),
                           .spread_dangling = spread,
                           .jump = {.marks = marks, .marked = personal.size()}};
    const auto ranks = values_everywhere(program, cell, *place, rounds);
    expect_near(ranks, expected.rank);
    if (HasFatalFailure()) return;
  }
}

TEST(Everywhere, no_rounds_leave_every_rank_where_it_begins) {
  for (const Cell& cell : cells_of({})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {});
    const auto vertices = static_cast<double>(place->graph.vertices);
    const auto ranks = values_everywhere(PageRank{.vertices = vertices}, cell, *place, 0);
    for (std::uint64_t v = 0; v < place->graph.vertices; ++v) ASSERT_EQ(ranks[v], 1 / vertices) << "vertex " << v;
  }
}

TEST(Everywhere, degrees_are_exact) {
  for (const Cell& cell : cells_of({})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {});
    const auto expected = reference::degrees(place->graph);
    const auto degrees = values_everywhere(Degree{}, cell, *place);
    for (std::uint64_t v = 0; v < place->graph.vertices; ++v) {
      ASSERT_EQ(degrees[v].in, expected.in[v]) << "vertex " << v;
      ASSERT_EQ(degrees[v].out, expected.out[v]) << "vertex " << v;
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
