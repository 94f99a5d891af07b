// SPDX-License-Identifier: Apache-2.0
// PageRank and degrees everywhere: ranks agree to rounding, degrees exactly.
#include <algorithm>

#include "tests/everywhere/programs.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

template Values<Ranks> values_everywhere(const Ranks&, const Cell&, Place&, std::uint64_t);
template Values<Degree> values_everywhere(const Degree&, const Cell&, Place&, std::uint64_t);

namespace {

// Variants of where dangling rank goes; those in floats are twice as many.
constexpr int rules = 2;
bool spreads(const Cell& cell) { return cell.variant % rules == 0; }

template <class Real>
void expect_near(const std::vector<Real>& ranks, const std::vector<double>& expected, double absolute,
                 double relative) {
  for (std::uint64_t v = 0; v < ranks.size(); ++v)
    ASSERT_NEAR(static_cast<double>(ranks[v]), expected[v], absolute + relative * expected[v]) << "vertex " << v;
}

// How far ranks in floats may be off, over the rank. All terms are positive, so a round adds a rounding (2^-24) per
// message that a vertex hears, one for the message and one for the rank, and hands on 0.85 of what was off before.
double off_in_floats(const Graph& graph) {
  std::uint64_t heard = 0;
  for (const std::uint64_t in : reference::degrees(graph).in) heard = std::max(heard, in);
  return static_cast<double>(heard + 2) * 0x1p-24 / (1 - 0.85);
}

TEST(Everywhere, pagerank_agrees_to_rounding) {
  constexpr int rounds = 12;
  for (const Cell& cell : cells_of({.variants = 2 * rules})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {});
    const bool spread = spreads(cell);
    const auto expected = reference::pagerank(place->graph, {.spread_dangling = spread, .iterations_max = rounds}).rank;
    const auto n = static_cast<double>(place->graph.vertices);
    if (cell.variant < rules) {
      const PageRank<double> program{.vertices = n, .spread_dangling = spread};
      expect_near(values_everywhere(program, cell, *place, rounds), expected, 1e-12, 0);
    } else {
      const PageRank<float> program{.vertices = n, .spread_dangling = spread};
      expect_near(values_everywhere(program, cell, *place, rounds), expected, 0, off_in_floats(place->graph));
    }
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
    const PageRank<double> program{.vertices = static_cast<double>(n),
                                   .spread_dangling = spread,
                                   .jump = {.marks = marks, .marked = personal.size()}};
    const auto ranks = values_everywhere(program, cell, *place, rounds);
    expect_near(ranks, expected.rank, 1e-12, 0);
    if (HasFatalFailure()) return;
  }
}

TEST(Everywhere, no_rounds_leave_every_rank_where_it_begins) {
  for (const Cell& cell : cells_of({})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {});
    const auto vertices = static_cast<double>(place->graph.vertices);
    const auto ranks = values_everywhere(PageRank<double>{.vertices = vertices}, cell, *place, 0);
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
