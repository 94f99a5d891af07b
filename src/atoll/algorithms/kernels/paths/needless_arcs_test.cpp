// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/needless_arcs.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <vector>

#include "atoll/algorithms/kernels/paths/sorted_arcs.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/machine.hpp"

namespace Atoll::kernels {
namespace {

struct ListedArc {
  std::uint32_t from, to, weight;
  auto operator<=>(const ListedArc&) const = default;
};

// In the order of rows that kernels walk; among the vertices of a cluster.
std::vector<ListedArc> draw_arcs(std::uint32_t vertices, std::uint32_t per_vertex, std::uint32_t weights,
                                 std::uint32_t cluster) {
  const Random random(1);
  std::vector<ListedArc> arcs;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (std::uint32_t i = 0; i < per_vertex; ++i) {
      const std::uint64_t draw = 2 * arcs.size();
      arcs.push_back({v, v / cluster * cluster + static_cast<std::uint32_t>(random.below(draw, cluster)),
                      static_cast<std::uint32_t>(random.below(draw + 1, weights))});
    }
  }
  std::ranges::sort(arcs);
  return arcs;
}

// Those that two others are shorter than, by asking of each first arc all that are behind it.
std::set<ListedArc> needless_of(const std::vector<ListedArc>& arcs, std::uint32_t vertices) {
  std::vector<std::vector<ListedArc>> rows(vertices);
  for (const ListedArc& arc : arcs) rows[arc.from].push_back(arc);
  std::set<ListedArc> needless;
  for (const ListedArc& arc : arcs)
    for (const ListedArc& first : rows[arc.from])
      for (const ListedArc& second : rows[first.to])
        if (second.to == arc.to && std::uint64_t{first.weight} + second.weight < arc.weight) needless.insert(arc);
  return needless;
}

struct ListedGraph {
  ListedGraph(std::uint32_t vertices, const std::vector<ListedArc>& arcs) : offsets(vertices + 1) {
    for (const ListedArc& arc : arcs) {
      ++offsets[arc.from + 1];
      ends.push_back(arc.to);
      weights.push_back(arc.weight);
    }
    for (std::uint32_t v = 0; v < vertices; ++v) offsets[v + 1] += offsets[v];
    chunks = std::make_unique<Chunks>(offsets, arcs.size());
    graph.vertices = vertices;
    graph.arcs = arcs.size();
    graph.out = {offsets.data(), ends.data(), weights};
    graph.chunks = chunks.get();
  }
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> ends, weights;
  std::unique_ptr<Chunks> chunks;
  OnePart graph;
};

template <class Word>
std::multiset<ListedArc> arcs_of(const SortedRows<Word>& rows, std::uint32_t vertices, bool turned) {
  std::multiset<ListedArc> arcs;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (std::uint64_t e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      const Word word = rows.words[e];
      EXPECT_TRUE(e == rows.offsets[v] || rows.words[e - 1] <= word);
      arcs.insert(turned ? ListedArc{rows.end(word), v, rows.weight(word)}
                         : ListedArc{v, rows.end(word), rows.weight(word)});
    }
  }
  return arcs;
}

template <class Word>
void expect_those_needed(const SortedArcs& sorted, const std::vector<ListedArc>& arcs, std::uint32_t vertices) {
  const std::set<ListedArc> needless = needless_of(arcs, vertices);
  std::multiset<ListedArc> needed;
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const bool is_lightest = i == 0 || arcs[i - 1].from != arcs[i].from || arcs[i - 1].to != arcs[i].to;
    if (!is_lightest || !needless.contains(arcs[i])) needed.insert(arcs[i]);  // of parallel arcs one is asked for
  }
  EXPECT_LT(needed.size(), arcs.size() * 7 / 8);
  EXPECT_EQ(arcs_of(sorted.out<Word>(), vertices, false), needed);
  EXPECT_EQ(arcs_of(sorted.in<Word>(), vertices, true), needed);
  EXPECT_EQ(sorted.searched({}).arcs, needed.size());
}

// Enough arcs for several chunks of rows.
TEST(NeedlessArcs, AreLeftOutOfSortedArcs) {
  constexpr std::uint32_t vertices = 2000, cluster = 50;
  for (const int threads : {1, 3}) {
    Crew crew(detect_machine(), {.threads = threads});
    for (const std::uint32_t weights : {20u, 200u, 0x7fffffffu}) {
      const std::vector<ListedArc> arcs = draw_arcs(vertices, 15, weights, cluster);
      const ListedGraph listed(vertices, arcs);
      EXPECT_GT(listed.chunks->count(), 2u);
      const SortedArcs sorted(listed.graph, WeightType::integer, crew);
      EXPECT_EQ(sorted.narrow(), weights < 1u << 20);
      if (sorted.narrow()) {
        expect_those_needed<std::uint32_t>(sorted, arcs, vertices);
      } else {
        expect_those_needed<std::uint64_t>(sorted, arcs, vertices);
      }
    }
  }
}

// All are there where weights are real, where they are alike, and where few are needless.
TEST(NeedlessArcs, StayWhereTheyAreFewOrReal) {
  constexpr std::uint32_t vertices = 50;
  Crew crew(detect_machine(), {.threads = 2});
  const auto arcs_left = [&](const std::vector<ListedArc>& arcs, WeightType type) {
    const ListedGraph listed(vertices, arcs);
    return SortedArcs(listed.graph, type, crew).searched({}).arcs;
  };
  EXPECT_EQ(arcs_left(draw_arcs(vertices, 15, 200, vertices), WeightType::real), 15 * vertices);
  EXPECT_EQ(arcs_left(draw_arcs(vertices, 15, 1, vertices), WeightType::integer), 15 * vertices);
  EXPECT_EQ(arcs_left(draw_arcs(vertices, 3, 200, vertices), WeightType::integer), 3 * vertices);
}

// Of long rows not all ways are tried; whoever is found is needless.
TEST(NeedlessArcs, AreFoundInLongRows) {
  constexpr std::uint32_t vertices = 150;
  const std::vector<ListedArc> arcs = draw_arcs(vertices, 100, 1000, vertices);
  const ListedGraph listed(vertices, arcs);
  std::vector<std::uint64_t> words;
  for (const ListedArc& arc : arcs) words.push_back(std::uint64_t{arc.weight} << 32 | arc.to);
  for (std::uint32_t v = 0; v < vertices; ++v)
    std::sort(words.begin() + static_cast<std::ptrdiff_t>(listed.offsets[v]),
              words.begin() + static_cast<std::ptrdiff_t>(listed.offsets[v + 1]));
  const SortedRows<std::uint64_t> rows{listed.offsets.data(), words.data(), 32};
  const std::set<ListedArc> needless = needless_of(arcs, vertices);
  NeedlessArcs finder(rows);
  std::set<ListedArc> found;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    finder.find(v, [&](std::uint32_t place) {
      const std::uint64_t word = words[listed.offsets[v] + place];
      found.insert({v, rows.end(word), rows.weight(word)});
    });
  }
  EXPECT_TRUE(std::ranges::includes(needless, found));
  EXPECT_GT(found.size(), needless.size() / 2);
}

}  // namespace
}  // namespace Atoll::kernels
