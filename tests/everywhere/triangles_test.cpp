// SPDX-License-Identifier: Apache-2.0
// Triangles everywhere: on every sample, in one part and in several, as given and prepared, with both widths of ids and
// any number of threads, against triples that are looked at one by one; and on graphs whose ranks need 32 bits.
#include "atoll/algorithms/kernels/triangles/triangles.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/kernels/triangles/closed_pairs.hpp"
#include "atoll/algorithms/kernels/triangles/common_bits.hpp"
#include "atoll/algorithms/kernels/triangles/marked_ends.hpp"
#include "atoll/algorithms/kernels/triangles/oriented.hpp"
#include "atoll/algorithms/kernels/triangles/shorter_rows.hpp"

#include "tests/everywhere/shared_places.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

struct Where {
  int parts = 1;
  int threads = 1;
  bool wide = false;
  bool prepared = false;

  std::string name() const {
    return fmt::format("{} parts, {} threads, {}-bit ids, {}, seed {}", parts, threads, wide ? 64 : 32,
                       prepared ? "prepared" : "as given", test_seed());
  }
};

// Levels: as given, prepared, or in four parts; threads; width of ids.
const std::vector<int> place_levels = {3, 3, 2};

Where place_at(const int* level) {
  constexpr int threads[] = {1, 4, 7};
  return {
      .parts = level[0] == 2 ? 4 : 1, .threads = threads[level[1]], .wide = level[2] == 1, .prepared = level[0] == 1};
}

std::vector<Where> all_places() {
  std::vector<Where> all;
  for (const Choice& choice : full_product(place_levels)) all.push_back(place_at(choice.data()));
  return all;
}

// The answer at a place, approved by its certificate.
Answer counted(const Sample& sample, const std::string& wanted, const Where& where) {
  const Algorithm& triangles = algorithm("tc");
  Crew& crew = crew_of(where.threads);
  Graph graph = sample.graph(Weighing::none, where.wide);
  const Layout layout = prepare(graph, triangles.needs(DirectionChoice::automatic),
                                {.parts = where.parts, .prepared = where.prepared}, crew, Watch());
  Parameters parameters = defaults(triangles);
  parameters.set("answer", wanted);
  Answer answer = triangles.run(layout, parameters, {}, crew, Watch());
  const certify::Verdict verdict = triangles.check(layout, parameters, answer, crew);
  EXPECT_TRUE(verdict.ok) << verdict.reason;
  return answer;
}

void expect_vertices(const Answer& answer, const reference::Triangles& expected) {
  const auto& of_vertex = answer.as<Array<std::uint64_t>>("triangles");
  const auto& clustering = answer.as<Array<double>>("clustering");
  double sum = 0;
  for (std::uint64_t v = 0; v < expected.of_vertex.size(); ++v) {
    ASSERT_EQ(of_vertex[v], expected.of_vertex[v]) << "vertex " << v;
    ASSERT_DOUBLE_EQ(clustering[v], expected.clustering[v]) << "vertex " << v;
    sum += expected.clustering[v];
  }
  const double mean = expected.of_vertex.empty() ? 0 : sum / static_cast<double>(expected.of_vertex.size());
  EXPECT_NEAR(answer.fact<double>("clustering_mean"), mean, 1e-12);
}

TEST(Triangles, are_counted_in_the_graph_and_at_every_vertex) {
  const Shapes shapes(all_samples(test_seed()));
  std::vector<int> levels = {shapes.count(), 2};
  levels.insert(levels.end(), place_levels.begin(), place_levels.end());
  for (const Choice& choice : cells(levels, test_seed())) {
    const Sample& sample = shapes.sample(choice[0], choice[1]);
    const Where where = place_at(&choice[2]);
    SCOPED_TRACE(sample.name + ", " + where.name());
    const auto expected = reference::triangles(sample.graph());
    EXPECT_EQ(counted(sample, "count", where).fact<std::uint64_t>("triangles"), expected.count);
    const Answer answer = counted(sample, "vertices", where);
    EXPECT_EQ(answer.fact<std::uint64_t>("triangles"), expected.count);
    expect_vertices(answer, expected);
    if (HasFailure()) return;
  }
}

TEST(Triangles, ignore_directions_loops_and_repetitions) {
  Sample once{.name = "once", .vertices = 5, .edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, .directed = false};
  Sample messy{.name = "messy",
               .vertices = 5,
               .edges = {{0, 1}, {0, 1}, {1, 0}, {2, 1}, {0, 2}, {0, 2}, {2, 2}, {2, 2}, {3, 2}, {0, 0}}};
  for (const Where& where : all_places()) {
    SCOPED_TRACE(where.name());
    for (const Sample& sample : {once, messy}) {
      const Answer answer = counted(sample, "vertices", where);
      EXPECT_EQ(answer.fact<std::uint64_t>("triangles"), 1u);
      EXPECT_DOUBLE_EQ(answer.fact<double>("transitivity"), 3.0 / 5);
      EXPECT_DOUBLE_EQ(answer.fact<double>("clustering_mean"), (1 + 1 + 1.0 / 3) / 5);
    }
  }
}

// More vertices than 16 bits can name: one that knows all others, a path through these, chords over each second one.
Sample fan(std::uint64_t vertices, bool hub) {
  Sample sample{.name = hub ? "fan" : "band", .vertices = vertices, .directed = false};
  for (std::uint64_t v = 2; v < vertices; ++v) {
    sample.edges.emplace_back(v - 1, v);
    if (v >= 3) sample.edges.emplace_back(v - 2, v);
    if (hub) sample.edges.emplace_back(v, 0);
  }
  if (hub) sample.edges.emplace_back(1, 0);
  return sample;
}

TEST(Triangles, are_counted_where_ranks_need_32_bits) {
  constexpr std::uint64_t vertices = 150'000;
  for (const bool hub : {false, true}) {
    const Sample sample = fan(vertices, hub);
    const std::uint64_t around = vertices - 1;  // but the hub
    const std::uint64_t with_hub = hub ? (around - 1) + (around - 2) : 0;
    for (const Where& where : {Where{1, 4}, Where{4, 4}, Where{1, 2, true, true}}) {
      SCOPED_TRACE(sample.name + ", " + where.name());
      EXPECT_EQ(counted(sample, "count", where).fact<std::uint64_t>("triangles"), around - 2 + with_hub);
      const Answer answer = counted(sample, "vertices", where);
      EXPECT_EQ(answer.fact<std::uint64_t>("triangles"), around - 2 + with_hub);
      EXPECT_EQ(answer.as<Array<std::uint64_t>>("triangles")[0], with_hub);
      EXPECT_EQ(answer.as<Array<std::uint64_t>>("triangles")[vertices / 2], hub ? 7u : 3u);
    }
  }
}

// The same where rows lie beside each other and where they are strewn, short ones and longer ones: with chords over up to
// `reach` vertices. Edges that come twice and self-loops count for nothing.
TEST(Triangles, are_counted_in_short_rows_near_and_far) {
  constexpr std::uint64_t vertices = 20'011;  // a prime
  for (const std::uint64_t reach : {2u, 6u}) {
    for (const std::uint64_t stride : {1u, 7919u}) {
      Sample sample{.name = fmt::format("reach {}, stride {}", reach, stride), .vertices = vertices, .directed = false};
      const auto place = [&](std::uint64_t v) { return v * stride % vertices; };
      for (std::uint64_t v = 0; v < vertices; ++v) {
        for (std::uint64_t w = v + 1; w <= v + reach; ++w) sample.edges.emplace_back(place(v), place(w));
        if (v % 5 == 0) sample.edges.emplace_back(place(v), place(v + 1));
        if (v % 7 == 0) sample.edges.emplace_back(place(v), place(v));
      }
      for (const Where& where : {Where{1, 1}, Where{1, 4}, Where{1, 4, false, true}, Where{4, 4}}) {
        SCOPED_TRACE(sample.name + ", " + where.name());
        EXPECT_EQ(counted(sample, "count", where).fact<std::uint64_t>("triangles"), vertices * reach * (reach - 1) / 2);
      }
    }
  }
}

// Rows of up to 60 edges to lower vertices, near ones that 16 bits name and others; some come twice.
struct ManyLengths {
  static constexpr std::uint64_t vertices = 90'000;

  ManyLengths() {
    const Random ends(test_seed());
    for (std::uint64_t v = 60'000; v < vertices; ++v) {
      for (std::uint64_t i = 0; i < v % 61; ++i) sample.edges.emplace_back(v, ends.below(v * 61 + i, v));
      if (v % 3 == 0) sample.edges.push_back(sample.edges.back());
      if (v % 5 == 0) sample.edges.emplace_back(v, v);
    }
    Graph graph = sample.graph(Weighing::none, false);
    layout = prepare(graph, algorithm("tc").needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
    for (std::uint64_t w = 0; w < words_for(vertices); ++w) marks.push_back(Random(test_seed(), 1).bits(w));
  }

  Crew& crew = crew_of(2);
  Sample sample{.name = "rows of many lengths", .vertices = vertices, .directed = false};
  Layout layout;
  std::vector<std::uint64_t> marks;
};

TEST(Triangles, marked_ends_are_the_same_by_whatever_this_processor_has) {
  const ManyLengths made;
  const kernels::SharedGraph shared(made.layout, *made.layout.push);
  const kernels::Oriented rows(shared, {.longest = 1 << 20, .falls = true}, false, made.crew, Watch());
  std::uint64_t all = 0;
  for (std::uint32_t first = 0; first < made.vertices; first += 777) {
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t i = 0; i < first % 50; ++i) ranks.push_back((first + i * 7919) % made.vertices);
    const std::uint64_t found = kernels::marked_ends_one_by_one(rows, ranks, made.marks.data());
    EXPECT_EQ(kernels::marked_ends()(rows, ranks, made.marks.data()), found);
    all += found;
  }
  EXPECT_GT(all, 0u);
}

TEST(Triangles, marked_ends_below_are_the_same_by_whatever_this_processor_has) {
  const ManyLengths made;
  const kernels::Rows rows = kernels::rows_of(made.layout.push);
  std::uint64_t all = 0;
  for (std::uint32_t v = 0; v < made.vertices; ++v) {
    const auto row = rows[v];
    const std::uint64_t found = kernels::marked_below_one_by_one(rows, row, made.marks.data());
    ASSERT_EQ(kernels::marked_below()(rows, row, made.marks.data()), found) << "beside " << v;
    all += found;
  }
  EXPECT_GT(all, 0u);
}

// Hubs with more neighbours than are asked in a row, first, last and in the middle; a vertex has up to three of them, and
// two others near by. Edges that come twice and self-loops count for nothing.
Sample hubs_anywhere(std::uint64_t vertices) {
  Sample sample{.name = "hubs anywhere", .vertices = vertices, .directed = false};
  const Random random(test_seed(), 2);
  const std::uint64_t hubs[] = {0, vertices / 2, vertices - 1};
  for (std::uint64_t v = 0; v < vertices; ++v) {
    for (std::uint64_t i = 0; i < 3; ++i)
      if (random.below(4 * v + i, 2) == 0) sample.edges.emplace_back(v, hubs[i]);
    for (std::uint64_t i = 1; i <= 2; ++i) sample.edges.emplace_back(v, (v + i) % vertices);
    if (random.below(4 * v + 3, 3) == 0) sample.edges.push_back(sample.edges.back());
  }
  return sample;
}

// A clique, and one vertex beside all of it, whose edge to the neighbour at `place` of its row comes twice: however rows are
// looked at together, that is one edge.
Sample twice_at(std::uint64_t place) {
  const std::uint64_t last = place + 20;
  Sample sample{.name = fmt::format("twice at {}", place), .vertices = last + 1, .directed = false};
  for (std::uint64_t v = 0; v < last; ++v) {
    for (std::uint64_t w = v + 1; w < std::min(v + 20, last); ++w) sample.edges.emplace_back(v, w);
    sample.edges.emplace_back(v, last);
    if (v == place) sample.edges.emplace_back(v, last);
  }
  return sample;
}

TEST(Triangles, by_shorter_rows_are_those_of_the_order_by_degree) {
  for (const Sample& sample :
       {hubs_anywhere(20'000), hubs_anywhere(160'000), twice_at(15), twice_at(16), twice_at(2047), twice_at(2048),
        ManyLengths().sample, fan(5000, true), fan(300, false)}) {
    SCOPED_TRACE(sample.name);
    const auto found = counted(sample, "count", {.parts = 4, .threads = 4}).fact<std::uint64_t>("triangles");
    for (const int threads : {1, 3}) {
      Crew& crew = crew_of(threads);
      Graph graph = sample.graph(Weighing::none, false);
      const Layout layout =
          prepare(graph, algorithm("tc").needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
      const kernels::SharedGraph shared(layout, *layout.push);
      EXPECT_EQ(kernels::count_by_shorter_rows(shared, crew, Watch()), found) << threads << " threads";
    }
  }
}

TEST(Triangles, shorter_rows_pay_beside_hubs_and_not_in_even_rows) {
  const auto pay = [](const Sample& sample, bool elsewhere) {
    Crew& crew = crew_of(2);
    Graph graph = sample.graph(Weighing::none, false);
    const Layout layout =
        prepare(graph, algorithm("tc").needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
    return kernels::shorter_rows_pay(kernels::SharedGraph(layout, *layout.push), elsewhere);
  };
  EXPECT_TRUE(pay(hubs_anywhere(20'000), true));
  EXPECT_FALSE(pay(fan(20'000, false), false));
}

TEST(Triangles, closed_pairs_are_all_triangles_by_whatever_this_processor_has) {
  const ManyLengths made;
  const kernels::Rows rows = kernels::rows_of(made.layout.push);
  std::uint64_t all = 0;
  for (std::uint32_t v = 0; v < made.vertices; ++v) {
    const std::uint64_t found = kernels::closed_pairs_one_by_one(rows, {&v, 1});
    ASSERT_EQ(kernels::closed_pairs()(rows, {&v, 1}), found) << "at " << v;
    all += found;
  }
  EXPECT_EQ(all, counted(made.sample, "count", {}).fact<std::uint64_t>("triangles"));
  EXPECT_GT(all, 0u);
}

TEST(Triangles, stop_on_request) { expect_stops(algorithm("triangles")); }

// A ring whose vertices know eight to each side, and one that knows many more: degrees are even enough to keep their order,
// in which a row may be longer than the root of the arcs.
TEST(Triangles, rows_of_even_degrees_have_the_room_that_is_told) {
  constexpr std::uint64_t vertices = 100'000, known = 8, more = 5'000;
  Sample ring{.name = "ring", .vertices = vertices, .directed = false};
  for (std::uint64_t v = 0; v < vertices; ++v)
    for (std::uint64_t i = 1; i <= known; ++i) ring.edges.emplace_back(v, (v + i) % vertices);
  for (std::uint64_t i = 0; i < more; ++i) ring.edges.emplace_back(vertices - 1, 10 + 16 * i);
  const Algorithm& triangles = algorithm("tc");
  Crew& crew = crew_of(2);
  Graph graph = ring.graph();
  const Layout layout = prepare(graph, triangles.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
  const kernels::SharedGraph shared(layout, *layout.push);
  const kernels::DegreeShape shape = kernels::degree_shape(shared, crew, Watch());
  ASSERT_TRUE(shape.even);
  const kernels::Oriented oriented(shared, shape, false, crew, Watch());
  ASSERT_GE(oriented.row_max(), more);
  const std::uint64_t of_an_end = 2 * (sizeof(std::uint32_t) + sizeof(kernels::BitRow) + sizeof(std::uint32_t));
  EXPECT_LE(oriented.row_max() * of_an_end, kernels::triangle_bytes_of_thread(vertices, layout.arcs, false));
}

}  // namespace
}  // namespace Atoll::testing
