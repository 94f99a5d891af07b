// SPDX-License-Identifier: Apache-2.0
// What a layout says: the graph's arcs, ids and degrees, whatever the arrangement.
#include "atoll/partition/layout.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <mutex>
#include <tuple>

#include "atoll/base/memory.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/partition/layout_testing.hpp"

namespace Atoll {
namespace {

using namespace testing;
using Arcs = std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>>;

Arcs arcs_as_built(const Graph& graph, bool weights) {
  Arcs arcs;
  std::visit(
      [&](const auto& csr) {
        for (std::uint64_t v = 0; v < graph.vertices; ++v) {
          for (std::uint64_t e = csr.offsets[v]; e < csr.offsets[v + 1]; ++e) {
            arcs.emplace_back(v, csr.targets[e], weights ? graph.weights.bits[e] : 1);
          }
        }
      },
      graph.out);
  std::ranges::sort(arcs);
  return arcs;
}

Arcs arcs_as_visited(const Layout& layout, Crew& crew) {
  Arcs arcs;
  std::mutex mutex;
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t weight) {
    const std::lock_guard lock(mutex);
    arcs.emplace_back(u, v, weight);
  });
  std::ranges::sort(arcs);
  return arcs;
}

// One view alone, so that for_each_arc walks it.
Layout only(const Layout& layout, bool push) {
  Layout one;
  one.partition.first = layout.partition.first;
  one.vertices = layout.vertices;
  one.in_order = layout.in_order;
  one.own_id_first.resize(static_cast<std::size_t>(layout.parts()));
  for (int part = 0; part < layout.parts(); ++part) {
    IdArray& ids = one.ids.emplace_back(layout.own(part), true);
    for (std::uint64_t v = 0; v < ids.size(); ++v) ids.set(v, layout.user_id(part, v));
  }
  (push ? one.push : one.pull) = push ? layout.push : layout.pull;
  return one;
}

TEST(Layout, HoldsEachArcOnceWithItsWeight) {
  for_each_layout([](const Arranged& at) {
    const Arcs built = arcs_as_built(at.graph, at.shape.options.weights);
    EXPECT_EQ(at.layout.vertices, at.graph.vertices);
    EXPECT_EQ(at.layout.arcs, built.size());
    EXPECT_EQ(at.layout.directed, at.graph.directed);
    EXPECT_EQ(at.layout.weight_type, at.shape.options.weights ? at.graph.weights.type : WeightType::none);
    EXPECT_EQ(at.layout.push.has_value(), at.shape.options.push);
    EXPECT_EQ(at.layout.pull.has_value(), at.shape.options.pull);
    for (const bool push : {true, false}) {
      if (!(push ? at.layout.push : at.layout.pull)) continue;
      EXPECT_TRUE(arcs_as_visited(only(at.layout, push), at.crew) == built) << (push ? "push" : "pull");
    }
  });
}

TEST(Layout, KnowsTheUsersIds) {
  for_each_layout([](const Arranged& at) {
    const Partition& partition = at.layout.partition;
    for (int part = 0; part < at.layout.parts(); ++part) {
      const auto p = static_cast<std::size_t>(part);
      const IdArray& ids = at.layout.names(part);
      ASSERT_LE(at.layout.own_id_first[p] + at.layout.own(part), ids.size());
      for (std::uint64_t v = 0; v < at.layout.own(part); ++v) {
        ASSERT_EQ(partition.internal_of[ids[at.layout.own_id_first[p] + v]], partition.first[p] + v);
      }
      if (!at.shape.options.source_ids) continue;
      const View& view = at.layout.pull ? *at.layout.pull : *at.layout.push;
      const Space& sources = view.parts[p].sources;
      for (const Slice& slice : sources.slices) {
        for (std::uint32_t slot = slice.first; slot < slice.first + slice.count; ++slot) {
          ASSERT_EQ(ids[slot], at.layout.user_id(part, sources, slot));
        }
      }
    }
  });
}

TEST(Layout, KnowsTheDegrees) {
  for_each_layout([](const Arranged& at) {
    ASSERT_EQ(at.layout.out_offsets.size(), static_cast<std::size_t>(at.layout.parts()));
    const auto degree = [&](std::uint64_t v) {
      return std::visit([&](const auto& csr) { return csr.offsets[v + 1] - csr.offsets[v]; }, at.graph.out);
    };
    for (int part = 0; part < at.layout.parts(); ++part) {
      const auto p = static_cast<std::size_t>(part);
      const auto offsets = at.layout.out_offsets[p];
      ASSERT_EQ(offsets.size(), at.layout.own(part) + 1u);
      for (std::uint64_t v = 0; v < at.layout.own(part); ++v) {
        ASSERT_EQ(offsets[v + 1] - offsets[v], degree(at.layout.user_id(part, v)));
      }
    }
  });
}

// A path wide enough that pages and small things do not count.
template <class Id>
Csr<Id> path_rows(std::uint64_t vertices, bool directed) {
  Csr<Id> rows{Array<std::uint64_t>(vertices + 1), Array<Id>((directed ? 1 : 2) * (vertices - 1))};
  Id* end = rows.targets.data();
  for (std::uint64_t v = 0; v < vertices; ++v) {
    if (!directed && v != 0) *end++ = static_cast<Id>(v - 1);
    if (v + 1 != vertices) *end++ = static_cast<Id>(v + 1);
    rows.offsets[v + 1] = static_cast<std::uint64_t>(end - rows.targets.data());
  }
  return rows;
}

// Every edge weighs 2.
Graph long_path(bool directed, bool wide) {
  Graph graph;
  graph.vertices = 100'000;
  graph.directed = directed;
  if (wide) {
    graph.out = path_rows<std::uint64_t>(graph.vertices, directed);
  } else {
    graph.out = path_rows<std::uint32_t>(graph.vertices, directed);
  }
  graph.arcs = graph.offsets().back();
  graph.weights = {WeightType::integer, Array<std::uint32_t>(graph.arcs)};
  std::ranges::fill(graph.weights.bits, 2u);
  return graph;
}

std::uint64_t arc_bytes(const Layout& layout) {
  const std::uint64_t views = layout.directed && layout.push && layout.pull ? 2 : 1;
  return views * layout.arcs * (layout.weight_type == WeightType::none ? 4 : 8);
}

constexpr std::uint64_t slack = 64 << 10;  // a page in each of 16 arrays

TEST(Layout, TakesTheArraysOfAGraphInOnePart) {
  for (const bool directed : {true, false}) {
    for (const bool pull : {false, true}) {
      Graph graph = long_path(directed, false);
      Crew crew = crew_of(2);
      if (directed && pull) graph.in = transform::inverse_of(graph, true, crew, Watch());
      const auto& rows = graph.in ? graph.in->rows : graph.out;
      const std::uint32_t* const targets = std::get<Csr<std::uint32_t>>(rows).targets.data();
      const memory::PeakFromHere peak;
      const std::uint64_t before = memory::current_bytes();
      const LayoutOptions options{.push = !pull, .pull = pull, .weights = true, .release_graph = true};
      const Layout layout = build_layout(graph, partition::contiguous(graph, 1, partition::Balance::arcs, crew),
                                         options, Placement::partitioned, crew, Watch());
      EXPECT_LE(memory::peak_bytes(), before + slack);
      EXPECT_EQ(layout.any_view().parts[0].ends.data(), targets);
      EXPECT_GE(layout.bytes, arc_bytes(layout) + 8 * layout.vertices);
      EXPECT_EQ(graph.bytes(), 0u);
    }
  }
}

TEST(Layout, TurnsRoundOnlyWhatTheGraphDoesNotBring) {
  for (const bool release : {false, true}) {
    for (const int parts : {1, 3}) {
      for (const bool wide : {false, true}) {
        std::vector<std::string> arcs;
        for (const bool brings : {false, true}) {
          Graph graph = drawn("0>1:3 1>2:4 0>2:5 2>2:6 3>0:1", {.wide = wide});
          Crew crew = crew_of(2);
          if (brings) graph.in = transform::inverse_of(graph, true, crew, Watch());
          const LayoutOptions options{.push = false, .pull = true, .weights = true, .release_graph = release};
          const Layout layout = build_layout(graph, partition::contiguous(graph, parts, partition::Balance::arcs, crew),
                                             options, Placement::partitioned, crew, Watch());
          std::vector<std::string> all;
          std::mutex adding;
          layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t weight) {
            const std::lock_guard lock(adding);
            all.push_back(fmt::format("{}>{}:{}", u, v, weight));
          });
          std::ranges::sort(all);
          arcs.push_back(fmt::format("{}", fmt::join(all, " ")));
          EXPECT_EQ(graph.in.has_value(), brings && !release);
        }
        EXPECT_EQ(arcs[0], "0>1:3 0>2:5 1>2:4 2>2:6 3>0:1");
        EXPECT_EQ(arcs[1], arcs[0]);
      }
    }
  }
}

TEST(Layout, LeavesOneCopyOfTheArcsOfAReleasedGraph) {
  for (const Shape& shape : layout_shapes()) {
    for (const bool directed : {true, false}) {
      const bool wide = shape.parts % 2 == (directed ? 1 : 0);
      SCOPED_TRACE(fmt::format("{}, {} parts, {}, {}-bit ids", shape.name, shape.parts,
                               directed ? "directed" : "undirected", wide ? 64 : 32));
      const std::uint64_t before = memory::current_bytes();
      Graph graph = long_path(directed, wide);
      Crew crew = crew_of(2);
      LayoutOptions options = shape.options;
      options.weights = true;
      options.release_graph = true;
      Partition partition = partition::random(graph, shape.parts, 1, crew);
      const std::uint64_t order_bytes =
          partition.internal_of.bytes() + (shape.parts == 1 ? partition.user_of.bytes() : 0);
      const Layout layout = build_layout(graph, std::move(partition), options, Placement::partitioned, crew, Watch());
      EXPECT_EQ(graph.bytes(), 0u);
      EXPECT_GE(layout.bytes, arc_bytes(layout));
      EXPECT_GE(memory::current_bytes() - before, layout.bytes);
      const auto half_empty_pages = slack * static_cast<std::uint64_t>(shape.parts);
      EXPECT_LE(memory::current_bytes() - before, layout.bytes + order_bytes + half_empty_pages);
    }
  }
}

// Of parts that are copied for programs; kernels, which walk one part and one address space, find four bytes.
TEST(Layout, KeepsWeightsAndOffsetsInAsFewBytesAsTheGreatestNeeds) {
  const std::pair<std::int64_t, std::size_t> greatest[] = {
      {0, 1}, {255, 1}, {256, 2}, {65535, 2}, {65536, 3}, {(1 << 24) - 1, 3}, {(1 << 24), 4}, {0x7fffffff, 4}, {-1, 4}};
  Crew crew = crew_of(2);
  for (const auto& [weight, bytes] : greatest) {
    SCOPED_TRACE(weight);
    const std::string arcs = fmt::format("0>1:1 0>2:0 1>3:{} 2>0:1 3>2:{}", weight, weight);
    for (const Arrangement arrangement : {Arrangement::ghosted, Arrangement::replicated, Arrangement::shared}) {
      for (const int parts : {1, 2, 4}) {
        Graph graph = drawn(arcs);
        const LayoutOptions options{.arrangement = arrangement, .push = true, .pull = true, .weights = true};
        const Layout layout = build_layout(graph, partition::random(graph, parts, 1, crew), options,
                                           Placement::partitioned, crew, Watch());
        const bool narrow = parts > 1 && arrangement != Arrangement::shared;
        for (const PartView& part : layout.pull->parts) {
          EXPECT_EQ(part.weights.bytes_each(), narrow ? bytes : 4);
          EXPECT_EQ(part.blocks[0].offsets.bytes_each(), narrow ? 1 : 8);
        }
        for (const bool push : {true, false})
          EXPECT_EQ(arcs_as_visited(only(layout, push), crew), arcs_as_built(graph, true));
      }
    }
  }
  Graph graph = drawn("0>1:1 1>2:2 2>0:3");
  graph.weights.type = WeightType::real;  // whose bits are small, and count as all others
  const Layout layout = build_layout(graph, partition::random(graph, 2, 1, crew), {.weights = true},
                                     Placement::partitioned, crew, Watch());
  for (const PartView& part : layout.push->parts) EXPECT_EQ(part.weights.bytes_each(), 4u);
}

// Of one part that takes over the graph's arrays, as kernels search it when it is prepared.
TEST(Layout, of_one_part_keeps_weights_in_1_2_or_4_bytes_if_asked) {
  const std::pair<std::int64_t, std::size_t> greatest[] = {{0, 1},     {255, 1},     {256, 2},        {65535, 2},
                                                           {65536, 4}, {1 << 24, 4}, {0x7fffffff, 4}, {-1, 4}};
  Crew crew = crew_of(2);
  for (const auto& [weight, bytes] : greatest) {
    for (const bool asked : {false, true}) {
      SCOPED_TRACE(fmt::format("{}, {}", weight, asked ? "packed" : "whole"));
      const std::string arcs = fmt::format("0>1:1 0>2:0 1>3:{} 2>0:1 3>2:{}", weight, weight);
      const LayoutOptions options{
          .push = true, .pull = true, .weights = true, .release_graph = true, .packed_weights = asked};
      Graph graph = drawn(arcs);
      const Layout layout = build_layout(graph, partition::whole(4), options, Placement::partitioned, crew, Watch());
      for (const bool push : {true, false}) {
        EXPECT_EQ((push ? layout.push : layout.pull)->parts[0].weights.bytes_each(), asked ? bytes : 4);
        EXPECT_EQ(arcs_as_visited(only(layout, push), crew), arcs_as_built(drawn(arcs), true));
      }
    }
  }
  Graph reals = drawn("0>1:1 1>2:2 2>0:3");
  reals.weights.type = WeightType::real;
  const LayoutOptions options{.weights = true, .release_graph = true, .packed_weights = true};
  const Layout layout = build_layout(reals, partition::whole(3), options, Placement::partitioned, crew, Watch());
  EXPECT_TRUE(layout.push->parts[0].weights.is_whole());
}

TEST(Layout, OfManyArcsHasWiderOffsets) {
  Graph graph = long_path(true, false);
  Crew crew = crew_of(2);
  const Layout layout =
      build_layout(graph, partition::random(graph, 2, 1, crew), {}, Placement::partitioned, crew, Watch());
  for (const PartView& part : layout.push->parts)
    EXPECT_EQ(part.blocks[0].offsets.bytes_each(), RowOffsets::bytes_for(part.ends.size()));
}

// Who is in a box is listed once, beside the owner, and found there by all.
TEST(Layout, ForBoxesOnlyLeavesTheListsToTheOwners) {
  Crew crew = crew_of(2);
  for (const bool pull : {false, true}) {
    std::uint64_t bytes[2];
    for (const bool boxes_only : {false, true}) {
      Graph graph = long_path(true, false);
      const LayoutOptions options{.push = !pull, .pull = pull, .boxes_only = boxes_only};
      const Layout layout =
          build_layout(graph, partition::random(graph, 3, 1, crew), options, Placement::partitioned, crew, Watch());
      bytes[boxes_only ? 1 : 0] = layout.bytes;
      std::uint64_t ghosts = 0;
      for (const PartView& part : layout.any_view().parts) {
        const Space& space = pull ? part.sources : part.targets;
        EXPECT_EQ(space.locals.empty(), boxes_only);
        ghosts += space.ghosts();
        for (const Mirror& mirror : pull ? part.source_mirrors : part.target_mirrors)
          EXPECT_EQ(mirror.slice.locals == mirror.locals.data(), boxes_only);
      }
      EXPECT_EQ(arcs_as_visited(layout, crew), arcs_as_built(graph, false));
      if (boxes_only) {
        EXPECT_GE(bytes[0], bytes[1] + ghosts * sizeof(std::uint32_t));
      }
    }
  }
}

TEST(Layout, OfOnePartKeepsTheNamesOnce) {
  Crew crew = crew_of(2);
  Graph graph = drawn("2>0:3 2>1:4 1>0:5");
  const Layout layout = build_layout(graph, partition::named("degree", graph, 1, 1, crew),
                                     {.pull = true, .source_ids = true}, Placement::partitioned, crew, Watch());
  EXPECT_FALSE(layout.partition.user_of.is_counting());
  EXPECT_EQ(&layout.names(0), &layout.partition.user_of);
}

TEST(Layout, LeavesAGraphThatIsKeptAsItWas) {
  Graph graph = drawn("0>1:3 1>2:4 0>2:5");
  Crew crew = crew_of(2);
  const LayoutOptions options{.push = true, .pull = true, .weights = true};
  const Layout layout =
      build_layout(graph, partition::random(graph, 2, 1, crew), options, Placement::partitioned, crew, Watch());
  EXPECT_EQ(arcs_of(graph), "0>1:3 0>2:5 1>2:4");
}

TEST(Layout, StopsOnRequest) {
  Graph graph = long_path(true, false);
  Crew crew = crew_of(2);
  Watch watch;
  watch.cancel();
  EXPECT_EQ(
      message_of(
          [&] { build_layout(graph, partition::random(graph, 2, 1, crew), {}, Placement::partitioned, crew, watch); },
          ErrorKind::cancelled),
      "stopped on request");
  EXPECT_EQ(graph.arcs, std::get<Csr<std::uint32_t>>(graph.out).targets.size());
}

}  // namespace
}  // namespace Atoll
