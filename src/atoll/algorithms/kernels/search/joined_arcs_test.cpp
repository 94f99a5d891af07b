// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/joined_arcs.hpp"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <span>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Of all arcs to a vertex, the least source; and how many arcs were sent.
struct Sent {
  std::map<std::uint32_t, std::uint32_t> least;
  std::size_t count = 0;

  void operator()(const PushedArc& arc) {
    ++count;
    const auto [place, is_new] = least.try_emplace(arc.to, arc.from);
    if (!is_new) place->second = std::min(place->second, arc.from);
  }
};

std::vector<PushedArc> arcs_to(std::uint32_t first, std::uint32_t vertices, std::uint32_t stride, std::uint64_t seed) {
  const Random random(seed);
  std::vector<PushedArc> arcs;
  for (std::uint64_t i = 0; i < std::uint64_t{8} * vertices; ++i)
    arcs.push_back({.from = static_cast<std::uint32_t>(random.below(2 * i, 1u << 30)),
                    .to = first + stride * static_cast<std::uint32_t>(random.below(2 * i + 1, vertices))});
  return arcs;
}

Sent joined(JoinedArcs& table, const std::vector<PushedArc>& arcs, std::uint64_t room) {
  Sent sent;
  const auto send = [&](const PushedArc& arc) { sent(arc); };
  table.open(room);
  const std::span all(arcs);
  table.add(all.first(all.size() / 3), send);
  table.add(all.subspan(all.size() / 3), send);
  table.send_all(send);
  return sent;
}

std::map<std::uint32_t, std::uint32_t> least_of(const std::vector<PushedArc>& arcs) {
  Sent all;
  for (const PushedArc& arc : arcs) all(arc);
  return all.least;
}

// Level after level: more places than before, fewer, none to spare.
TEST(JoinedArcs, send_one_arc_to_each_vertex_that_has_a_place) {
  JoinedArcs table;
  for (const std::uint32_t vertices : {100u, 1000u, 30u, 600u, 1u}) {
    const std::vector<PushedArc> arcs = arcs_to(5 * vertices, vertices, 1, vertices);
    const Sent sent = joined(table, arcs, vertices);
    EXPECT_EQ(sent.least, least_of(arcs)) << vertices << " vertices";
    EXPECT_EQ(sent.count, sent.least.size()) << vertices << " vertices";
  }
}

// All share one place, or more vertices than there are places.
TEST(JoinedArcs, lose_nobody_where_places_are_few) {
  JoinedArcs table;
  const std::vector<PushedArc> crowded = arcs_to(3, 50, 1024, 1);
  EXPECT_EQ(joined(table, crowded, 1024).least, least_of(crowded));
  const std::vector<PushedArc> many = arcs_to(0, 2 * JoinedArcs::places_max, 1, 2);
  const Sent sent = joined(table, many, ~std::uint64_t{0});
  EXPECT_EQ(sent.least, least_of(many));
  EXPECT_LT(sent.count, many.size() * 2 / 3);
  EXPECT_TRUE(joined(table, {}, 0).least.empty());
}

// A search that was cut short sends nothing more: not in the next one either, whatever room that asks for.
TEST(JoinedArcs, forget_what_was_not_sent) {
  JoinedArcs table;
  table.open(1000);
  table.add(arcs_to(0, 1000, 1, 3), [](const PushedArc&) {});
  table.forget();
  for (const std::uint32_t vertices : {100u, 1000u}) {
    const std::vector<PushedArc> arcs = arcs_to(7, vertices / 2, 2, vertices);
    EXPECT_EQ(joined(table, arcs, vertices).least, least_of(arcs)) << vertices << " vertices";
  }
}

}  // namespace
}  // namespace Atoll::kernels
