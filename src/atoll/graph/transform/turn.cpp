// SPDX-License-Identifier: Apache-2.0
// Transforms that turn arcs round: all of them, or a copy of each.
#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

#include "atoll/base/error.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/scatter.hpp"
#include "atoll/graph/transform/rows_of.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll::transform {

void refuse_order(const Graph& graph) {
  if (!graph.order) return;
  throw Error(ErrorKind::usage, "the rows of the graph are in an order of their own", {},
              "put them in the user's order first");
}

namespace {

// The rows as a list again, whose order says which of parallel arcs is the first: the targets move over, only the
// sources are new.
template <class Id>
EdgeList<Id> list_of(Graph& graph, Csr<Id>& rows, Crew& crew) {
  EdgeList<Id> list{.vertices = graph.vertices, .source = Array<Id>(graph.arcs), .target = {}, .weights = {}};
  crew.for_chunks(graph.arcs, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    visit_rows(rows, begin, end,
               [&](std::uint64_t u, std::uint64_t, std::uint64_t i) { list.source[i] = static_cast<Id>(u); });
  });
  list.target = std::move(rows.targets);
  list.weights = std::move(graph.weights);
  rows.offsets = {};
  return list;
}

}  // namespace

Graph symmetrise(Graph&& graph, Merge merge, Crew& crew, const Watch& watch) {
  if (!graph.directed) return merge_parallel(std::move(graph), merge, crew, watch);
  refuse_order(graph);
  if (merge != Merge::first) {
    Graph both = spend_both_ways(graph, graph.weighted(), crew, watch);
    both.labels = std::move(graph.labels);
    graph = {};
    return merge_parallel(std::move(both), merge, crew, watch);
  }
  graph.in.reset();
  return std::visit(
      [&](auto& rows) {
        auto list = list_of(graph, rows, crew);
        BuildOptions options{
            .directed = false, .drop_self_loops = false, .merge = merge, .labels = std::move(graph.labels)};
        return build_graph(std::move(list), std::move(options), crew, watch);
      },
      graph.out);
}

Graph transpose(Graph&& graph, Crew& crew, const Watch& watch) {
  if (graph.both_ways() || graph.vertices == 0) return std::move(graph);
  refuse_order(graph);
  if (graph.in) {
    std::swap(graph.out, graph.in->rows);
    std::swap(graph.weights.bits, graph.in->weights);
    return std::move(graph);
  }
  Inverse in = inverse_of(graph, graph.weighted(), crew, watch);
  graph.out = std::move(in.rows);
  graph.weights.bits = std::move(in.weights);
  return std::move(graph);
}

namespace {

// Where they differ they mostly do at once, which one thread finds out before others would be awake.
template <class T>
bool are_same(const Array<T>& one, const Array<T>& other, Crew& crew) {
  constexpr std::uint64_t per_grain = 1u << 15;
  constexpr std::uint64_t glance = 1u << 10;
  if (one.size() != other.size()) return false;
  if (!std::equal(one.begin(), one.begin() + std::min<std::uint64_t>(glance, one.size()), other.begin())) return false;
  std::atomic<bool> differ{false};
  crew.for_chunks(one.size(), per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    if (differ.load(std::memory_order_relaxed)) return;
    if (!std::equal(one.begin() + begin, one.begin() + end, other.begin() + begin)) differ = true;
  });
  return !differ;
}

template <class T>
Array<T> copy_of(const Array<T>& from, Crew& crew) {
  Array<T> copy(from.size(), Contents::whatever);
  crew.for_chunks(from.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    std::copy(from.begin() + begin, from.begin() + end, copy.begin() + begin);
  });
  return copy;
}

}  // namespace

bool is_mirrored(const Graph& graph, const Inverse& in, bool weights, Crew& crew) {
  const auto rows_are_same = [&](const auto& out) {
    const auto& turned = std::get<std::decay_t<decltype(out)>>(in.rows);
    return are_same(out.offsets, turned.offsets, crew) && are_same(out.targets, turned.targets, crew);
  };
  return std::visit(rows_are_same, graph.out) && (!weights || are_same(graph.weights.bits, in.weights, crew));
}

Inverse inverse_of(const Graph& graph, bool weights, Crew& crew, const Watch& watch) {
  const Weights none;
  Weights turned;
  return std::visit(
      [&]<class Id>(const Csr<Id>& rows) {
        if (graph.mirrored) {
          return Inverse{.rows = Csr<Id>{copy_of(rows.offsets, crew), copy_of(rows.targets, crew)},
                         .weights = weights ? copy_of(graph.weights.bits, crew) : Array<std::uint32_t>()};
        }
        auto in = Atoll::transpose(graph.vertices, rows, weights ? graph.weights : none, turned, crew, watch);
        return Inverse{.rows = std::move(in), .weights = std::move(turned.bits)};
      },
      graph.out);
}

}  // namespace Atoll::transform
