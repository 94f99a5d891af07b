// SPDX-License-Identifier: Apache-2.0
// What a partition costs: loads, remote arcs and ghosts. The parts take turns with one bitmap over the internal ids: a
// part marks the other ends of its remote arcs, and the marks inside each owner's range are the ghosts of that pair. Of a
// layout, whose graph is gone, the slots tell.
#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <span>

#include "atoll/base/check.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/topology/ranked_bits.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t rows_per_chunk = 256;
constexpr std::uint64_t rows_ahead = 4;  // that are fetched: consecutive rows of a part lie anywhere in the graph

struct Load {
  std::uint64_t arcs = 0;
  std::uint64_t remote_arcs = 0;
};

// Counts the arcs of a part and marks their ends that are not its own. row_of(internal): the ends of a row; internal_of(end).
// All ends are marked, and its own then taken out: to ask each for its owner costs more, for nobody can guess the answer.
template <class RowOf, class InternalOf>
Load scan_part(const Partition& partition, int part, const RowOf& row_of, const InternalOf& internal_of,
               RankedBits& marks, Crew& crew) {
  const std::uint64_t own_first = partition.first[static_cast<std::size_t>(part)];
  const std::uint64_t own = partition.size(part);
  std::atomic<std::uint64_t> arcs{0};
  std::atomic<std::uint64_t> remote_arcs{0};
  crew.for_chunks(own, rows_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    Load load;
    for (std::uint64_t row = own_first + begin; row < own_first + end; ++row) {
      if (row + rows_ahead < own_first + end) __builtin_prefetch(row_of(row + rows_ahead).data());
      const auto ends = row_of(row);
      for (const auto id : ends) {
        const std::uint64_t target = internal_of(id);
        load.remote_arcs += target - own_first < own ? 0u : 1u;
        marks.mark(target);
      }
      load.arcs += ends.size();
    }
    arcs.fetch_add(load.arcs, std::memory_order_relaxed);
    remote_arcs.fetch_add(load.remote_arcs, std::memory_order_relaxed);
  });
  marks.unmark(own_first, own_first + own);
  return {.arcs = arcs, .remote_arcs = remote_arcs};
}

constexpr auto nobody = [](int, const RankedBits&) {};

double imbalance(const std::vector<std::uint64_t>& loads) {
  const std::uint64_t total = std::accumulate(loads.begin(), loads.end(), std::uint64_t{0});
  if (total == 0) return 1;
  const std::uint64_t largest = *std::max_element(loads.begin(), loads.end());
  return static_cast<double>(largest) * static_cast<double>(loads.size()) / static_cast<double>(total);
}

// A slice that holds every vertex of its owner does not say which of them arcs lead to: these are marked.
void count_named(std::span<const std::uint32_t> ends, const Space& space, Array<std::uint64_t>& ghosts, Crew& crew) {
  RankedBits marks(space.size);
  crew.for_chunks(ends.size(), elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t e = begin; e < end; ++e) {
      if (!space.owns(ends[e])) marks.mark(ends[e]);
    }
  });
  marks.count(crew);
  for (const Slice& slice : space.slices) {
    const std::uint64_t last = std::uint64_t{slice.first} + slice.count;
    ghosts[static_cast<std::size_t>(slice.owner)] = marks.below(last) - marks.below(slice.first);
  }
}

// Where rows of all parts are at hand: see scan_part.
template <class RowOf, class InternalOf>
Quality quality_of_rows(const Partition& partition, const RowOf& row_of, const InternalOf& internal_of,
                        const GhostsSeen& look, Crew& crew) {
  Quality result;
  RankedBits marks(partition.vertices());
  for (int part = 0; part < partition.parts(); ++part) {
    const Load load = scan_part(partition, part, row_of, internal_of, marks, crew);
    result.vertices.push_back(partition.size(part));
    result.arcs.push_back(load.arcs);
    result.remote_arcs.push_back(load.remote_arcs);
    Array<std::uint64_t>& ghosts = result.ghosts.emplace_back(static_cast<std::size_t>(partition.parts()));
    marks.count(crew);
    look(part, marks);
    if (load.remote_arcs == 0) continue;
    for (std::size_t owner = 0; owner < ghosts.size(); ++owner) {
      ghosts[owner] = marks.below(partition.first[owner + 1]) - marks.below(partition.first[owner]);
    }
    marks.clear(crew);
  }
  result.imbalance_vertices = imbalance(result.vertices);
  result.imbalance_arcs = imbalance(result.arcs);
  result.seconds = partition.seconds;
  return result;
}

}  // namespace

const GroupedRows& grouped_rows(const Graph& graph, Grouping grouping) {
  if (grouping == Grouping::by_source || graph.both_ways()) return graph.out;
  ATOLL_CHECK(graph.in.has_value());
  return graph.in->rows;
}

Quality quality(const Graph& graph, const Partition& partition, Crew& crew) {
  return quality(graph, partition, Grouping::by_source, nobody, crew);
}

Quality quality(const Graph& graph, const Partition& partition, Grouping grouping, GhostsSeen look, Crew& crew) {
  ATOLL_CHECK(partition.vertices() == graph.vertices && partition.user_of.size() == graph.vertices);
  const auto counted = [&](const auto& internal_of) {
    return std::visit(
        [&](const auto& rows) {
          const auto row_of = [&](std::uint64_t internal) {
            const std::uint64_t v = partition.user_of[internal];
            return std::span(rows.targets).subspan(rows.offsets[v], rows.offsets[v + 1] - rows.offsets[v]);
          };
          return quality_of_rows(partition, row_of, internal_of, look, crew);
        },
        grouped_rows(graph, grouping));
  };
  if (const std::uint32_t* const narrow = partition.internal_of.narrow())
    return counted([narrow](std::uint64_t v) { return std::uint64_t{narrow[v]}; });
  return counted([&](std::uint64_t v) { return partition.internal_of[v]; });
}

Quality quality(const Layout& layout, Crew& crew) {
  ATOLL_CHECK(layout.arrangement == Arrangement::ghosted || layout.arrangement == Arrangement::shared);
  const View& view = layout.any_view();
  if (layout.in_order) {
    const PartView& all = view.parts[0];
    const auto row_of = [&](std::uint64_t row) {
      const RowOffsets& offsets = all.blocks[0].offsets;
      return all.ends.subspan(offsets[row], offsets[row + 1] - offsets[row]);
    };
    return quality_of_rows(layout.partition, row_of, std::identity(), nobody, crew);
  }
  Quality result;
  for (int part = 0; part < layout.parts(); ++part) {
    const PartView& mine = view.parts[static_cast<std::size_t>(part)];
    const Space& space = view.grouping == Grouping::by_source ? mine.targets : mine.sources;
    result.vertices.push_back(layout.own(part));
    result.arcs.push_back(mine.ends.size());
    result.remote_arcs.push_back(mine.ends.size() - mine.local_arcs);
    Array<std::uint64_t>& ghosts = result.ghosts.emplace_back(static_cast<std::size_t>(layout.parts()));
    if (result.remote_arcs.back() == 0) continue;
    if (space.whole) {
      count_named(mine.ends, space, ghosts, crew);
    } else {
      for (const Slice& slice : space.slices) ghosts[static_cast<std::size_t>(slice.owner)] = slice.count;
    }
  }
  result.imbalance_vertices = imbalance(result.vertices);
  result.imbalance_arcs = imbalance(result.arcs);
  result.seconds = layout.partition.seconds;
  return result;
}

}  // namespace Atoll
