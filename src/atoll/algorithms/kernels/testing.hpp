// SPDX-License-Identifier: Apache-2.0
// For tests only: graphs as kernels see them, from rows or from lists of edges.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {

// A bitmap of which one bit in 2^rarity is set.
inline std::vector<std::uint64_t> drawn_bits(std::uint64_t bits, const Random& random, std::uint64_t rarity = 1) {
  std::vector<std::uint64_t> words(words_for(bits), ~std::uint64_t{0});
  for (std::uint64_t i = 0; i < words.size() * rarity; ++i) words[i / rarity] &= random.bits(i);
  return words;
}

// Of rows in, which are the rows out as well; both must outlive it.
inline OnePart graph_of(const std::vector<std::uint64_t>& offsets, const std::vector<std::uint32_t>& ends) {
  OnePart graph;
  graph.vertices = static_cast<std::uint32_t>(offsets.size() - 1);
  graph.arcs = ends.size();
  graph.out = graph.in = {.offsets = offsets.data(), .ends = ends.data()};
  return graph;
}

struct DirectedRows {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> ends;

  // Of ends in any order, each once.
  void add(std::vector<std::uint32_t> row) {
    std::ranges::sort(row);
    ends.insert(ends.end(), row.begin(), std::ranges::unique(row).begin());
    end_row();
  }
  // Of the ends that were appended since the last one.
  void end_row() { offsets.push_back(ends.size()); }
  OnePart graph() const { return graph_of(offsets, ends); }
};

using EdgeList = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Rows come sorted by two counting passes: arcs by their ends, then, in that order, into their rows.
struct UndirectedRows {
  UndirectedRows(std::uint32_t vertices, const EdgeList& edges) : offsets(vertices + 1) {
    EdgeList arcs = edges;
    for (const auto& [u, v] : edges) {
      if (u != v) arcs.emplace_back(v, u);
    }
    for (const auto& [from, to] : arcs) ++offsets[to + 1];  // as many lead to a vertex as from it
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<std::uint32_t> from_by_end(arcs.size());
    std::vector<std::uint64_t> next = offsets;
    for (const auto& [from, to] : arcs) from_by_end[next[to]++] = from;
    ends.resize(arcs.size());
    next = offsets;
    for (std::uint32_t to = 0; to < vertices; ++to) {
      for (std::uint64_t i = offsets[to]; i < offsets[to + 1]; ++i) ends[next[from_by_end[i]]++] = to;
    }
  }
  OnePart graph() const {
    OnePart graph = graph_of(offsets, ends);
    graph.directed = false;
    return graph;
  }

  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> ends;
};

inline EdgeList drawn_edges(std::uint32_t vertices, std::uint64_t edges) {
  EdgeList found;
  for (std::uint64_t i = 0; i < edges; ++i) {
    const auto end = [&](std::uint64_t seed) { return static_cast<std::uint32_t>(Random(seed).below(i, vertices)); };
    found.emplace_back(end(1), end(2));
  }
  return found;
}

}  // namespace Atoll::kernels
