// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/new_arcs.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Rows of 0 to 69 ends, the last of which nothing follows; three ends of four are visited, and some are beyond the limit.
struct Frontier {
  static constexpr std::uint64_t size = 10'000;
  static constexpr std::uint32_t rows = 70, limit = 9'000;
  std::vector<std::uint64_t> visited;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> queue;

  Frontier() : visited(words_for(size)) {
    const Random random(17);
    for (std::size_t i = 0; i < visited.size(); ++i) visited[i] = random.bits(2 * i) | random.bits(2 * i + 1);
    for (std::uint32_t v = 0; v < rows; ++v) {
      for (std::uint32_t i = 0; i < v; ++i)
        ends.push_back(static_cast<std::uint32_t>(random.below(1'000 + 100 * v + i, size)));
      offsets.push_back(ends.size());
      queue.push_back(v * 3 % rows);
    }
  }
  bool is_new(std::uint32_t w) const { return w < limit && !test_bit(visited.data(), w); }
  NewEnds new_ends() const {
    return {.rows = {.offsets = offsets.data(), .ends = ends.data()}, .limit = limit, .visited = visited.data()};
  }
};

// Of all rows but some arcs of the first and of the last one, in rooms from the least on.
void expect_right(NewArcs arcs_of) {
  const Frontier frontier;
  constexpr std::uint64_t first = 5, left_out = 7;
  const std::uint32_t last_row = frontier.queue.back();
  const std::uint64_t last = frontier.offsets[last_row + 1] - frontier.offsets[last_row] - left_out;
  Pairs expected;
  std::uint64_t asked = 0;
  for (std::size_t i = 1; i < frontier.queue.size(); ++i) {
    const std::uint32_t v = frontier.queue[i];
    const std::uint64_t begin = frontier.offsets[v] + (i == 1 ? std::min<std::uint64_t>(first, v) : 0);
    const std::uint64_t end = v == last_row ? frontier.offsets[v] + last : frontier.offsets[v + 1];
    for (std::uint64_t e = begin; e < end; ++e) {
      ++asked;
      if (frontier.is_new(frontier.ends[e])) expected.emplace_back(v, frontier.ends[e]);
    }
  }
  for (std::size_t room = new_arcs_step; room < 40 * new_arcs_step; room = room * 3 / 2 + 1) {
    FrontierPart part{.vertex = &frontier.queue[1],
                      .end = frontier.queue.data() + frontier.queue.size(),
                      .arc = std::min<std::uint64_t>(first, frontier.queue[1]),
                      .last = last};
    std::vector<PushedArc> arcs(room);
    Pairs found;
    std::uint64_t looked = 0;
    while (!part.empty()) {
      const std::size_t count = arcs_of(frontier.new_ends(), part, arcs, looked);
      ASSERT_LE(count, room);
      for (std::size_t i = 0; i < count; ++i) found.emplace_back(arcs[i].from, arcs[i].to);
    }
    EXPECT_EQ(found, expected) << "room for " << room;
    EXPECT_EQ(looked, asked);
  }
}

TEST(NewArcs, are_right_one_by_one) { expect_right(new_arcs_one_by_one); }
TEST(NewArcs, are_right_by_what_this_processor_has) { expect_right(new_arcs()); }

}  // namespace
}  // namespace Atoll::kernels
