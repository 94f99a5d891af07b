// SPDX-License-Identifier: Apache-2.0
// Arcs both ways: each row merged with that of the arcs turned round, which are sorted alike, so that nothing is
// scattered or sorted again. A self-loop is in both, and is taken from the first.
#include <algorithm>
#include <atomic>
#include <optional>
#include <span>

#include "atoll/graph/rows.hpp"
#include "atoll/graph/sort_rows.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::transform {
namespace {

constexpr std::uint64_t shares_per_grain = 4;  // so that what is left is given back in large pieces
// A huge page of so little is much of it, and would be there as a whole before anything is given back.
constexpr std::size_t little_bytes = std::size_t{8} << 20;

// One direction, with the bits of its weights (empty if none), and where nobody else needs it.
template <class Id>
struct Side {
  const Csr<Id>& rows;
  std::span<const std::uint32_t> weights;
  Csr<Id>* spent = nullptr;
  Array<std::uint32_t>* spent_weights = nullptr;

  std::span<const Id> row(std::uint64_t u) const {
    return std::span<const Id>(rows.targets).subspan(rows.offsets[u], rows.offsets[u + 1] - rows.offsets[u]);
  }

  // Rows [first, last) were read.
  void leave(std::uint64_t first, std::uint64_t last) const {
    const std::uint64_t begin = rows.offsets[first], end = rows.offsets[last];
    if (spent != nullptr) spent->targets.drop(begin, end);
    if (spent_weights != nullptr && !spent_weights->empty()) spent_weights->drop(begin, end);
  }
};

template <class Id>
class Merger {
 public:
  Merger(const Side<Id>& out, const Side<Id>& in, WeightType type, Csr<Id>& rows, Array<std::uint32_t>& weights)
      : out_(out), in_(in), order_(type), rows_(rows), weights_(weights) {}

  std::uint64_t length(std::uint64_t u) const {
    const auto in = in_.row(u);
    return out_.row(u).size() + in.size() - std::ranges::equal_range(in, static_cast<Id>(u)).size();
  }

  template <bool weighted>
  void merge(std::uint64_t u) {
    std::uint64_t i = out_.rows.offsets[u], j = in_.rows.offsets[u], to = rows_.offsets[u];
    const std::uint64_t i_end = out_.rows.offsets[u + 1], j_end = in_.rows.offsets[u + 1];
    const Id* const out = out_.rows.targets.data();
    const Id* const in = in_.rows.targets.data();
    const auto take = [&](const Side<Id>& side, std::uint64_t& place) {
      if constexpr (weighted) weights_[to] = side.weights[place];
      rows_.targets[to++] = side.rows.targets[place++];
    };
    while (i < i_end && j < j_end) {
      if (in[j] == u) {
        ++j;
      } else if (out[i] < in[j] || (out[i] == in[j] && !(weighted && heavier(i, j)))) {
        take(out_, i);
      } else {
        take(in_, j);
      }
    }
    while (i < i_end) take(out_, i);
    while (j < j_end) {
      if (in[j] == u) {
        ++j;
      } else {
        take(in_, j);
      }
    }
  }

 private:
  bool heavier(std::uint64_t i, std::uint64_t j) const {
    return order_.key(out_.weights[i]) > order_.key(in_.weights[j]);
  }

  const Side<Id> out_;
  const Side<Id> in_;
  const WeightOrder order_;
  Csr<Id>& rows_;
  Array<std::uint32_t>& weights_;
};

template <class Id>
void fill(Graph& both, const Side<Id>& out, const Side<Id>& in, Crew& crew, Steps& steps) {
  auto& rows = std::get<Csr<Id>>(both.out);
  rows.offsets = Array<std::uint64_t>(both.vertices + 1);
  Merger<Id> merger(out, in, both.weights.type, rows, both.weights.bits);
  crew.for_chunks(both.vertices, vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t u = begin; u < end; ++u) rows.offsets[u] = merger.length(u);
  });
  both.arcs = prefix_sum(rows.offsets, crew);
  rows.targets = Array<Id>(both.arcs);
  if (both.weighted()) both.weights.bits = Array<std::uint32_t>(both.arcs);
  if (out.spent != nullptr && rows.targets.bytes() < little_bytes) {
    rows.targets.forgo_huge_pages();
    both.weights.bits.forgo_huge_pages();
  }
  const std::vector<RowShare> shares = share_rows(rows.offsets);
  // From the front on by all threads: rows are given back before far pages of those that are made are there.
  std::atomic<std::uint64_t> next{0};
  crew.run([&](Worker&) {
    for (std::uint64_t first; (first = next.fetch_add(shares_per_grain)) < shares.size();) {
      const std::uint64_t begin = shares[first].begin;
      const std::uint64_t end = shares[std::min(first + shares_per_grain, shares.size()) - 1].end;
      for (std::uint64_t u = begin; u < end; ++u) {
        if (both.weighted()) {
          merger.template merge<true>(u);
        } else {
          merger.template merge<false>(u);
        }
      }
      out.leave(begin, end);
      in.leave(begin, end);
      steps.advance(rows.offsets[end] - rows.offsets[begin]);
    }
  });
}

// spent: the graph itself, if its arcs are of no use afterwards.
Graph merged(const Graph& graph, Graph* spent, bool weights, Crew& crew, const Watch& watch) {
  std::optional<Inverse> turned;
  if (!graph.in) turned = inverse_of(graph, weights, crew, watch);
  const Inverse& in = turned ? *turned : *graph.in;
  Inverse* const spent_in = turned ? &*turned : spent != nullptr ? &*spent->in : nullptr;
  Graph both;
  both.vertices = graph.vertices;
  both.directed = false;
  both.weights.type = weights ? graph.weights.type : WeightType::none;
  Steps steps(watch, "symmetrising", 2 * graph.arcs);
  std::visit(
      [&]<class Id>(const Csr<Id>& rows) {
        both.out.emplace<Csr<Id>>();
        if (rows.offsets.empty()) return;
        Side<Id> forward{rows, graph.weights.bits};
        Side<Id> turned_round{std::get<Csr<Id>>(in.rows), in.weights};
        if (spent != nullptr) {
          forward.spent = &std::get<Csr<Id>>(spent->out);
          forward.spent_weights = &spent->weights.bits;
        }
        if (spent_in != nullptr) {
          turned_round.spent = &std::get<Csr<Id>>(spent_in->rows);
          turned_round.spent_weights = &spent_in->weights;
        }
        fill<Id>(both, forward, turned_round, crew, steps);
      },
      graph.out);
  return both;
}

}  // namespace

Graph both_ways(const Graph& graph, bool weights, Crew& crew, const Watch& watch) {
  return merged(graph, nullptr, weights, crew, watch);
}

Graph spend_both_ways(Graph& graph, bool weights, Crew& crew, const Watch& watch) {
  return merged(graph, &graph, weights, crew, watch);
}

}  // namespace Atoll::transform
