// SPDX-License-Identifier: Apache-2.0
// The kernel of shortest paths against the references of the vertex program: distances to the bit and an accepted tree,
// on every sample and weighing, as given and prepared; and with any buckets and any horizon.
#include <gtest/gtest.h>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "atoll/algorithms/kernels/paths/contraction.hpp"
#include "atoll/algorithms/kernels/paths/delta_stepping.hpp"
#include "atoll/algorithms/kernels/paths/lengths.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/graph/generate/generate.hpp"

#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

Prepared lay_out(const Sample& sample, Weighing weighing, const Ground& ground, Crew& crew) {
  return lay_out_on(ground, algorithm("sssp"), sample, crew, weighing);
}

// Integers are as wide as need be; none is all bits.
std::vector<std::uint64_t> integers_of(const Answer& answer) {
  std::vector<std::uint64_t> distances;
  if (const auto* narrow = std::get_if<Array<std::uint32_t>>(&answer.column("distance").values)) {
    for (const std::uint32_t d : *narrow) distances.push_back(d == ~std::uint32_t{0} ? ~std::uint64_t{0} : d);
  } else {
    const auto& wide = answer.as<Array<std::uint64_t>>("distance");
    distances.assign(wide.begin(), wide.end());
  }
  return distances;
}

template <class Distance>
void expect_distances(std::span<const Distance> distance, const std::vector<Distance>& expected) {
  ASSERT_EQ(distance.size(), expected.size());
  for (std::uint64_t v = 0; v < expected.size(); ++v)
    ASSERT_TRUE(same_bits(distance[v], expected[v]))
        << "vertex " << v << ": " << distance[v] << ", not " << expected[v];
}

void expect_right(const Prepared& laid, const Graph& graph, std::uint64_t source, Crew& crew) {
  const Algorithm& sssp = algorithm("sssp");
  for (const std::string wanted : {"distances", "both"}) {
    SCOPED_TRACE(wanted + " from " + std::to_string(source));
    Parameters parameters = defaults(sssp);
    parameters.set("source", source);
    parameters.set("answer", wanted);
    Answer answer = sssp.run(laid.layout, parameters, laid.choice, crew, Watch());
    EXPECT_TRUE(by_kernel(answer));
    if (graph.weights.type == WeightType::real) {
      expect_distances<float>(answer.as<Array<float>>("distance"), reference::float_paths(graph, source).distance);
    } else {
      expect_distances<std::uint64_t>(integers_of(answer), reference::integer_paths(graph, source).distance);
    }
    const certify::Verdict verdict = sssp.check(laid.layout, parameters, answer, crew);
    ASSERT_TRUE(verdict.ok) << verdict.reason;
  }
}

TEST(SsspKernel, finds_the_distances_of_the_references_and_a_tree) {
  const Shapes shapes(all_samples(test_seed()));
  const auto weighing_count = static_cast<int>(std::size(all_weighings));
  const auto ground_count = static_cast<int>(std::size(grounds));
  for (const Choice& choice : cells({shapes.count(), 2, weighing_count, ground_count, 2}, test_seed())) {
    const Sample& sample = shapes.sample(choice[0], choice[1]);
    if (sample.vertices == 0) continue;
    const Weighing weighing = all_weighings[choice[2]];
    const Ground& ground = grounds[choice[3]];
    const int threads = choice[4] == 1 ? 4 : 1;
    SCOPED_TRACE(sample.name + ", " + name_of(weighing) + ", " + ground.name + ", " + std::to_string(threads) +
                 " threads, seed " + std::to_string(test_seed()));
    const Graph graph = sample.graph(weighing);
    const std::uint64_t source = sources_of(graph, test_seed()).back();
    Crew& crew = crew_of(threads, 1);
    const Prepared laid = lay_out(sample, weighing, ground, crew);
    for (const std::uint64_t from : {std::uint64_t{0}, source}) expect_right(laid, graph, from, crew);
    if (HasFatalFailure()) return;
  }
}

// From each vertex of graphs that are contracted when prepared, so from some in the core and from some that were taken.
TEST(SsspKernel, finds_the_way_from_everywhere_in_a_contracted_graph) {
  int contracted = 0;
  for (const Sample& sample : all_samples(test_seed())) {
    if (sample.vertices == 0 || sample.vertices > 400) continue;
    for (const Weighing weighing : {Weighing::none, Weighing::integers, Weighing::zeros, Weighing::large}) {
      SCOPED_TRACE(sample.name + ", " + name_of(weighing));
      Crew& crew = crew_of(weighing == Weighing::none ? 1 : 3);
      const Prepared laid = lay_out(sample, weighing, prepared_ground, crew);
      const Graph graph = sample.graph(weighing);
      if (!kernels::Contraction::suits(kernels::one_part(laid.layout), laid.layout.weight_type)) continue;
      ++contracted;
      for (std::uint64_t source = 0; source < graph.vertices; source += 1 + graph.vertices / 16)
        expect_right(laid, graph, source, crew);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(contracted, 12);
}

// The distances take more than 32 bits, and so do offers to the core.
TEST(SsspKernel, finds_long_ways_in_a_contracted_graph) {
  std::vector<WeightedEdge> edges;
  for (std::uint64_t v = 0; v < 40; ++v)
    edges.push_back({v, v + 1, 2147483647.0 - 1000.0 * static_cast<double>(v % 3)});
  for (std::uint64_t v = 0; v < 20; ++v) edges.push_back({v, 40 - v, 500000000});
  Crew& crew = crew_of(2);
  const auto drawn = [&] { return make_graph(41, edges, {.directed = false, .weights = WeightType::integer}); };
  Graph graph = drawn();
  Prepared laid;
  laid.layout = prepare(graph, algorithm("sssp").needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
  laid.choice.prepared = algorithm("sssp").prepare(laid.layout, defaults(algorithm("sssp")), crew);
  ASSERT_TRUE(kernels::Contraction::suits(kernels::one_part(laid.layout), laid.layout.weight_type));
  for (const std::uint64_t source : {0u, 3u, 20u, 40u}) expect_right(laid, drawn(), source, crew);
}

// As given, the tree is the program's: the least parent that is nearer, plateaus breadth-first.
TEST(SsspKernel, grows_the_tree_of_the_program) {
  const Algorithm& sssp = algorithm("sssp");
  for (const Sample& sample : random_samples(test_seed())) {
    for (const Weighing weighing : all_weighings) {
      for (const int threads : {1, 3}) {
        SCOPED_TRACE(sample.name + ", " + name_of(weighing) + ", " + std::to_string(threads) + " threads");
        Crew& crew = crew_of(threads);
        const Prepared laid = lay_out(sample, weighing, as_given, crew);
        const Answer answer = sssp.run(laid.layout, defaults(sssp), laid.choice, crew, Watch());
        const Answer plain = sssp.run(laid.layout, defaults(sssp), {.plain = true}, crew, Watch());
        EXPECT_FALSE(by_kernel(plain));
        const auto& parent = answer.as<IdArray>("parent");
        const auto& expected = plain.as<IdArray>("parent");
        for (std::uint64_t v = 0; v < parent.size(); ++v) {
          const bool none = expected[v] == expected.none();
          ASSERT_EQ(parent[v], none ? parent.none() : expected[v]) << "vertex " << v;
        }
      }
    }
  }
}

// One thread, or all, that follow what they reach or not; with a horizon, all that do not. With and without in
// buckets who leads nowhere.
std::vector<kernels::PathsPlan> plans_of(double width, std::uint64_t band) {
  std::vector<kernels::PathsPlan> plans;
  for (const bool spares : {false, true})
    plans.push_back({.bucket_width = width, .band_buckets = band, .spares_ends = spares});
  if (band != 0) return plans;
  for (const bool alone : {false, true}) plans.push_back({.bucket_width = width, .follows = true, .alone = alone});
  plans.push_back({.bucket_width = width, .alone = true});
  return plans;
}

// Any width of buckets, any horizon, with and without rows to pull from.
template <class Lengths>
void expect_any_plan(const Sample& sample, Weighing weighing, double usual, bool pull) {
  Crew& crew = crew_of(3);
  Graph drawn = sample.graph(weighing);
  const Layout layout = prepare(drawn, {.push = true, .pull = true, .weights = true}, {.parts = 1}, crew, Watch());
  const kernels::OnePart graph = kernels::one_part(layout);
  using ArcRows = kernels::GivenRows<Lengths, kernels::WholeWeights>;
  const ArcRows out{graph.out};
  const std::optional<ArcRows> in = pull ? std::optional(ArcRows(graph.in)) : std::nullopt;
  const auto expected = reference::float_paths(sample.graph(weighing), 0).distance;
  for (const double width : {usual / 64, usual, usual * 1e6}) {
    for (const std::uint64_t band : {0u, 1u, 100u}) {
      for (const kernels::PathsPlan& plan : plans_of(width, band)) {
        SCOPED_TRACE("width " + std::to_string(width) + ", band " + std::to_string(band) +
                     (plan.spares_ends ? ", spares ends" : "") + (plan.follows ? ", follows" : "") +
                     (plan.alone ? ", alone" : ""));
        kernels::DeltaStepping<Lengths, ArcRows> stepping(graph, out, in, plan, crew);
        const kernels::Waiting<typename Lengths::Key> start{0, 0};
        for (const bool learned : {false, true}) {
          const auto search = [&] { return stepping.search({&start, 1}, Watch()); };
          double seconds = 1;
          const auto ever_faster = [&] {
            EXPECT_TRUE(search());
            return seconds /= 2;
          };
          if (learned && stepping.has_horizon() && stepping.learn_band()) stepping.try_nearer_bands(ever_faster);
          ASSERT_TRUE(search());
          for (std::uint64_t v = 0; v < expected.size(); ++v) {
            const auto key = stepping.distances()[v];
            const float found = key == Lengths::none ? std::numeric_limits<float>::infinity()
                                                     : static_cast<float>(Lengths::number(key));
            ASSERT_EQ(found, expected[v]) << "vertex " << v << (learned ? ", learned" : "");
          }
        }
      }
    }
  }
}

TEST(SsspKernel, finds_the_same_whatever_the_buckets_and_the_horizon) {
  for (const Sample& sample : random_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    for (const bool pull : {false, true}) {
      expect_any_plan<kernels::IntegerLengths<std::uint32_t>>(sample, Weighing::integers, 128, pull);
      expect_any_plan<kernels::IntegerLengths<std::uint32_t>>(sample, Weighing::zeros, 2, pull);
      expect_any_plan<kernels::RealLengths>(sample, Weighing::reals, 0.5, pull);
      expect_any_plan<kernels::RealLengths>(sample, Weighing::absorbed, 0x1p26, pull);
    }
    if (HasFailure()) return;
  }
}

// From no vertex much more than half of the arcs can be settled, or only from the largest hub, to which no arc leads. So
// nothing would ever be pulled, or hardly: prepared, there is no horizon, and one thread goes through all buckets of a
// small graph without a stop.
TEST(SsspKernel, learns_that_a_horizon_is_in_the_way) {
  const Random random(test_seed());
  constexpr std::uint64_t half = 1000, hub = 2 * half;
  std::vector<WeightedEdge> edges;
  for (std::uint64_t i = 0; i < 20 * half; ++i) {
    const std::uint64_t first = i % 2 * half;
    edges.push_back({first + random.below(3 * i, half), first + random.below(3 * i + 1, half),
                     static_cast<double>(1 + random.below(3 * i + 2, 255))});
  }
  Crew& crew = crew_of(2);
  for (const bool directed : {false, true}) {
    SCOPED_TRACE(directed ? "directed, with a hub" : "undirected");
    if (directed) {
      for (std::uint64_t v = 0; v < hub; v += 10) edges.push_back({hub, v, static_cast<double>(1 + v % 255)});
    }
    const auto drawn = [&] {
      return make_graph(hub + 1, edges, {.directed = directed, .weights = WeightType::integer});
    };
    Graph graph = drawn();
    Prepared laid;
    laid.layout = prepare(graph, algorithm("sssp").needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
    laid.choice.prepared = algorithm("sssp").prepare(laid.layout, defaults(algorithm("sssp")), crew);
    Parameters parameters = defaults(algorithm("sssp"));
    parameters.set("answer", "distances");
    parameters.set("source", directed ? hub : std::uint64_t{0});
    const Answer answer = algorithm("sssp").run(laid.layout, parameters, laid.choice, crew, Watch());
    EXPECT_EQ(answer.statistics.supersteps.size(), 1u);
    expect_right(laid, drawn(), half + 1, crew);
  }
}

// Nobody waits to be asked for arcs that he does not have, but for the one he is reached by.
TEST(SsspKernel, relaxes_only_those_who_lead_on_where_most_do_not) {
  constexpr std::uint64_t hubs = 10, others = 1000;  // of each hub
  const Algorithm& sssp = algorithm("sssp");
  Crew& crew = crew_of(2);
  for (const bool directed : {false, true}) {
    std::vector<WeightedEdge> edges;
    for (std::uint64_t hub = 0; hub < hubs; ++hub) {
      edges.push_back({hub, (hub + 1) % hubs, 1});
      const std::uint64_t next = directed ? (hub + 1) % hubs : hub;
      for (std::uint64_t i = 0; i < others; ++i) {
        edges.push_back({hub, hubs + hub * others + i, static_cast<double>(2 + i)});
        if (directed) edges.push_back({hub, hubs + next * others + i, static_cast<double>(1 + i)});
      }
    }
    const auto drawn = [&] {
      return make_graph(hubs * (others + 1), edges, {.directed = directed, .weights = WeightType::integer});
    };
    Graph graph = drawn();
    Prepared laid;
    laid.layout = prepare(graph, sssp.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
    const Answer answer = sssp.run(laid.layout, defaults(sssp), laid.choice, crew, Watch());
    EXPECT_EQ(answer.fact<std::uint64_t>("reached"), hubs * (others + 1));
    std::uint64_t relaxed = 0;
    for (const SuperstepStatistics& step : answer.statistics.supersteps) relaxed += step.active_vertices;
    EXPECT_EQ(relaxed, hubs) << (directed ? "directed" : "undirected");
    for (const std::uint64_t source : {std::uint64_t{3}, hubs + 5}) expect_right(laid, drawn(), source, crew);
  }
}

// Cliques with some arcs between them: most arcs are longer than two others, and prepared nobody looks at them. Weights
// small, some of them 0, or so large that distances take more than 32 bits.
TEST(SsspKernel, leaves_out_arcs_that_two_others_are_shorter_than) {
  constexpr std::uint64_t cliques = 20, size = 40, vertices = cliques * size;
  const Random random(test_seed());
  const Algorithm& sssp = algorithm("sssp");
  for (const bool directed : {false, true}) {
    for (const std::uint64_t least : {std::uint64_t{0}, std::uint64_t{2000000000}}) {
      SCOPED_TRACE(std::string(directed ? "directed" : "undirected") + ", weights from " + std::to_string(least));
      std::vector<WeightedEdge> edges;
      const auto join = [&](std::uint64_t u, std::uint64_t v) {
        const std::uint64_t weight = random.below(edges.size(), 2000);
        edges.push_back({u, v, static_cast<double>(weight == 0 ? least : least == 0 ? weight : weight * 1000000)});
      };
      for (std::uint64_t u = 0; u < vertices; ++u) {
        for (std::uint64_t v = u / size * size; v < u; ++v) {
          join(u, v);
          if (directed) join(v, u);
        }
        join(u, random.below(u, vertices));
      }
      const auto drawn = [&] {
        return make_graph(vertices, edges, {.directed = directed, .weights = WeightType::integer});
      };
      for (const int threads : {1, 3}) {
        Crew& crew = crew_of(threads);
        Graph graph = drawn();
        const std::uint64_t arcs = graph.arcs;
        Prepared laid;
        laid.layout = prepare(graph, sssp.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
        laid.choice.prepared = sssp.prepare(laid.layout, defaults(sssp), crew);
        const Answer answer = sssp.run(laid.layout, defaults(sssp), laid.choice, crew, Watch());
        EXPECT_LT(answer.statistics.arcs_scanned, arcs / 2);
        for (const std::uint64_t source : {std::uint64_t{3}, vertices - 1}) expect_right(laid, drawn(), source, crew);
      }
    }
  }
}

// Chains of one arc after the other, joined by one more for each `links`, as directed roads are.
std::vector<WeightedEdge> chains(std::uint64_t vertices, std::uint64_t links) {
  const Random random(test_seed());
  std::vector<WeightedEdge> edges;
  for (std::uint64_t v = 0; v + 1 < vertices; ++v)
    edges.push_back({v, v + 1, static_cast<double>(random.below(3 * v, 5000))});
  for (std::uint64_t v = 0; v < vertices; v += links)
    edges.push_back({v, random.below(3 * v + 1, vertices), static_cast<double>(random.below(3 * v + 2, 20000))});
  return edges;
}

// A small one by one thread, a large one by all. Prepared, undirected graphs with integer weights are contracted, others
// are not.
TEST(SsspKernel, follows_chains) {
  constexpr Making ways[] = {{.directed = true, .weights = WeightType::integer},
                             {.directed = false, .weights = WeightType::integer},
                             {.directed = false, .weights = WeightType::real}};
  for (const std::uint64_t vertices : {20000u, 300000u}) {
    for (const Making& way : ways) {
      SCOPED_TRACE(std::to_string(vertices) + " vertices, " + (way.directed ? "one way" : "both ways") + ", seed " +
                   std::to_string(test_seed()));
      Crew& crew = crew_of(4);
      const auto drawn = [&] { return make_graph(vertices, chains(vertices, way.directed ? 5 : 50), way); };
      for (const bool prepared : {false, true}) {
        Graph graph = drawn();
        Prepared laid;
        laid.layout = prepare(graph, algorithm("sssp").needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
        if (prepared) laid.choice.prepared = algorithm("sssp").prepare(laid.layout, defaults(algorithm("sssp")), crew);
        expect_right(laid, drawn(), 7, crew);
      }
    }
  }
}

// A chain of detours that are shorter by one, and behind it arcs so long that a bucket which suits them has all detours:
// whoever comes nearer by one of these leads all behind him anew.
std::vector<WeightedEdge> detours(std::uint64_t vertices) {
  std::vector<WeightedEdge> edges;
  const std::uint64_t longer = vertices / 4 * 2;
  for (std::uint64_t v = 0; v < longer; v += 2) {
    edges.push_back({v, v + 2, 3});
    edges.push_back({v, v + 1, 1});
    edges.push_back({v + 1, v + 2, 1});
  }
  for (std::uint64_t v = longer; v + 1 < vertices; ++v) edges.push_back({v, v + 1, 1e6});
  return edges;
}

// With buckets that stay as wide as at first a vertex would be relaxed some hundred times.
TEST(SsspKernel, makes_buckets_narrower_that_hold_too_much) {
  constexpr std::uint64_t vertices = 100'000, times = 10;
  const Algorithm& sssp = algorithm("sssp");
  for (const WeightType weights : {WeightType::integer, WeightType::real}) {
    for (const int threads : {1, 4}) {
      Crew& crew = crew_of(threads);
      const auto drawn = [&] {
        return make_graph(vertices, detours(vertices), {.directed = false, .weights = weights});
      };
      Graph graph = drawn();
      const std::uint64_t arcs = graph.arcs;
      Prepared laid;
      laid.layout = prepare(graph, sssp.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
      expect_right(laid, drawn(), 0, crew);
      const Answer answer = sssp.run(laid.layout, defaults(sssp), laid.choice, crew, Watch());
      EXPECT_LT(answer.statistics.arcs_scanned, times * arcs) << threads << " threads";
    }
  }
}

TEST(SsspKernel, refuses_lengths_beyond_a_float) {
  const Algorithm& sssp = algorithm("sssp");
  Crew& crew = crew_of(2);
  for (const bool prepared : {false, true}) {
    for (const bool plain : {false, true}) {
      Graph graph = make_graph(3, {{0, 1, 3e38}, {1, 2, 3e38}}, {.weights = WeightType::real});
      const Layout layout = prepare(graph, sssp.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
      RunChoice choice{.plain = plain};
      if (prepared) choice.prepared = sssp.prepare(layout, defaults(sssp), crew);
      EXPECT_THROW(sssp.run(layout, defaults(sssp), choice, crew, Watch()), Error);
    }
  }
}

// Whose rounds they are follows from how long they take, so from the machine: nothing is asserted of it. What one search
// found out the next begins with.
TEST(SsspKernel, finds_the_same_whoever_has_the_rounds) {
  using Lengths = kernels::IntegerLengths<std::uint32_t>;
  using ArcRows = kernels::GivenRows<Lengths, kernels::WholeWeights>;
  const auto drawn = [](Crew& crew) {
    return generate::draw(generate::Uniform{.scale = 14}, {.seed = 5, .weights = generate::DrawnWeights::byte}, crew,
                          Watch());
  };
  for (const int threads : {2, 5}) {
    Crew& crew = crew_of(threads);
    Graph given = drawn(crew);
    const Graph asked = drawn(crew);
    const Layout layout = prepare(given, {.push = true, .pull = true, .weights = true}, {.parts = 1}, crew, Watch());
    const kernels::OnePart graph = kernels::one_part(layout);
    const ArcRows rows{graph.out};
    kernels::DeltaStepping<Lengths, ArcRows> stepping(graph, rows, std::nullopt, {.bucket_width = 8}, crew);
    for (std::uint32_t source = 0; source < 5; ++source) {
      SCOPED_TRACE(std::to_string(threads) + " threads, from " + std::to_string(source));
      const kernels::Waiting<Lengths::Key> start{source, 0};
      ASSERT_TRUE(stepping.search({&start, 1}, Watch()));
      const auto expected = reference::integer_paths(asked, source).distance;
      for (std::uint64_t v = 0; v < expected.size(); ++v) {
        const Lengths::Key key = stepping.distances()[v];
        ASSERT_EQ(key == Lengths::none ? ~std::uint64_t{0} : std::uint64_t{key}, expected[v]) << "vertex " << v;
      }
    }
  }
}

TEST(SsspKernel, searches_again_after_it_was_cut_short) {
  const Algorithm& sssp = algorithm("sssp");
  Crew& crew = crew_of(2);
  const Sample sample = random_samples(test_seed()).front();
  const Prepared laid = lay_out(sample, Weighing::integers, prepared_ground, crew);
  Watch stopped;
  stopped.cancel();
  EXPECT_THROW(sssp.run(laid.layout, defaults(sssp), laid.choice, crew, stopped), Error);
  expect_right(laid, sample.graph(Weighing::integers), 0, crew);
}

}  // namespace
}  // namespace Atoll::testing
