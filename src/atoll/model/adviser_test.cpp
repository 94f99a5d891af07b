// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/adviser.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

#include "atoll/graph/generate/generate.hpp"

namespace Atoll {
namespace {

constexpr ExchangeKind any[] = {ExchangeKind::zero_box, ExchangeKind::one_box, ExchangeKind::two_box};
constexpr Direction push_only[] = {Direction::push};
constexpr Direction pull_only[] = {Direction::pull};

// Everybody speaks and listens, as in PageRank.
struct Ranks {
  using Value = double;
  using Message = double;
  using Combine = Sum<double>;
  static constexpr Activity activity = Activity::every_vertex;
  Value init(Vertex) const { return 1; }
  Message signal(Vertex, Value value) const { return value; }
  bool apply(Vertex, Value& value, Message sum) const { return std::exchange(value, sum) != sum; }
};

// Who is found listens no more, as in BFS.
struct Found {
  using Value = std::uint32_t;
  using Message = std::uint32_t;
  using Combine = Min<std::uint32_t>;
  Value init(Vertex) const { return ~Value{0}; }
  bool wants(Value value) const { return value == ~Value{0}; }
  Message signal(Vertex v) const { return static_cast<Message>(v.id); }
  bool apply(Vertex, Value& value, Message m) const { return wants(value) && (value = m, true); }
};

struct Laid {
  explicit Laid(int part_count, Arrangement arrangement = Arrangement::ghosted, const char* machine = "4x1")
      : crew(synthetic_machine(machine), {.threads = 4}),
        graph(generate::draw(generate::Kronecker{.scale = 10}, {.seed = 7}, crew, watch)),
        layout(build_layout(graph, partition::named("random", graph, part_count, 1, crew),
                            {.arrangement = arrangement, .push = true, .pull = true, .source_ids = true},
                            Placement::partitioned, crew, watch)) {}

  SteeringView view(double active) const {
    SteeringView view;
    view.vertices = view.unexplored_vertices = layout.vertices;
    view.unexplored_arcs = layout.arcs;
    parts.clear();
    for (int p = 0; p < layout.parts(); ++p) {
      const auto arcs = static_cast<double>(layout.push->parts[static_cast<std::size_t>(p)].ends.size());
      parts.push_back({static_cast<std::uint64_t>(active * layout.own(p)), static_cast<std::uint64_t>(active * arcs)});
      view.now.vertices += parts.back().vertices;
      view.now.arcs += parts.back().arcs;
    }
    view.parts = parts;
    return view;
  }

  Watch watch;
  Crew crew;
  Graph graph;
  Layout layout;
  mutable std::vector<Frontier> parts;  // what the last view looks at
};

TEST(PartShapes, CountArcsAndGhostsAsTheGraphHasThem) {
  Laid place(4);
  const Quality quality = [&] {
    Crew crew(synthetic_machine("1"), {});
    return Atoll::quality(place.graph, partition::named("random", place.graph, 4, 1, crew), crew);
  }();
  for (const Direction direction : {Direction::push, Direction::pull}) {
    const std::vector<PartShape> shapes = part_shapes(place.layout, direction);
    ASSERT_EQ(shapes.size(), 4u);
    for (std::size_t p = 0; p < shapes.size(); ++p) {
      std::uint64_t ghosts = 0;
      std::uint64_t mirrored = 0;
      for (std::size_t q = 0; q < shapes.size(); ++q) {
        ghosts += quality.ghosts[p][q];
        mirrored += quality.ghosts[q][p];
      }
      EXPECT_EQ(shapes[p].own, static_cast<double>(quality.vertices[p]));
      EXPECT_EQ(shapes[p].arcs(), static_cast<double>(quality.arcs[p]));
      EXPECT_EQ(shapes[p].remote_arcs, static_cast<double>(quality.remote_arcs[p]));
      EXPECT_EQ(shapes[p].ghosts, static_cast<double>(ghosts));
      EXPECT_EQ(shapes[p].mirrored, static_cast<double>(mirrored));
    }
  }
}

TEST(Model, LoadsOfAFullPullAreTheShapes) {
  Laid place(4);
  const Model model(shape_of(place.layout, place.crew), shape_of_program<Ranks>(), thesis_rates(), place.crew);
  const std::vector<PartShape> shapes = part_shapes(place.layout, Direction::pull);
  const std::vector<Load> loads = model.loads(Direction::pull, place.view(1));
  for (std::size_t p = 0; p < loads.size(); ++p) {
    EXPECT_EQ(loads[p].listeners, shapes[p].own);
    EXPECT_EQ(loads[p].local_arcs, shapes[p].local_arcs);
    EXPECT_EQ(loads[p].remote_arcs, shapes[p].remote_arcs);
    EXPECT_EQ(loads[p].mirrored, shapes[p].mirrored);
  }
}

TEST(Model, TouchesNoMoreThanThereIsAndNoMoreThanWasSent) {
  Laid place(4);
  const Model model(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
  for (const double active : {0.0, 0.001, 0.1, 1.0}) {
    double touched = 0;
    double sent = 0;
    for (const Load& load : model.loads(Direction::push, place.view(active))) {
      touched += load.touched;
      sent += load.remote_arcs;
      EXPECT_LE(load.touched, load.mirrored);
    }
    EXPECT_LE(touched, sent);
    EXPECT_EQ(touched == 0, sent == 0);
  }
}

TEST(Model, ASearchThatFewHearOfScansLessThanOneThatAllHearOf) {
  Laid place(4);
  const Model model(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
  const auto scanned = [&](double active) {
    double arcs = 0;
    for (const Load& load : model.loads(Direction::pull, place.view(active)))
      arcs += load.local_arcs + load.remote_arcs;
    return arcs;
  };
  EXPECT_LT(scanned(1), scanned(0.5));
  EXPECT_LT(scanned(0.5), scanned(0.01));
  EXPECT_LE(scanned(0.01), static_cast<double>(place.layout.arcs));
}

TEST(Model, OnTheMachineOfTheThesisChoosesAsTheThesisFound) {
  Laid place(4);
  const Model ranks(shape_of(place.layout, place.crew), shape_of_program<Ranks>(), thesis_rates(), place.crew);
  const Model search(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
  const auto cheapest = [](const std::vector<Forecast>& all) {
    return any[std::ranges::min_element(all, {}, &Forecast::seconds)->exchange];
  };
  EXPECT_NE(cheapest(ranks.forecasts(any, place.view(1), pull_only)), ExchangeKind::zero_box);
  EXPECT_EQ(cheapest(search.forecasts(any, place.view(0.001), push_only)), ExchangeKind::zero_box);
}

TEST(Model, APartAloneCostsTheSameUnderEveryExchange) {
  Laid place(1);
  Rates rates = thesis_rates();
  const Model model(shape_of(place.layout, place.crew), shape_of_program<Ranks>(), rates, place.crew);
  const auto forecasts = model.forecasts(any, place.view(1), pull_only);
  ASSERT_EQ(forecasts.size(), 3u);
  EXPECT_GT(forecasts[0].seconds, 0);
  EXPECT_DOUBLE_EQ(forecasts[0].seconds, forecasts[1].seconds);
  EXPECT_DOUBLE_EQ(forecasts[0].seconds, forecasts[2].seconds);
}

TEST(Model, KnowsNothingFarWhereAllPartsLiveInOneDomain) {
  Laid together(4, Arrangement::ghosted, "1x4");
  const Model model(shape_of(together.layout, together.crew), shape_of_program<Ranks>(), thesis_rates(), together.crew);
  EXPECT_TRUE(model.rates().remote_is_local);
  for (const Operation operation : {Operation::read, Operation::write}) {
    for (const Order order : {Order::sequential, Order::random}) {
      const auto at = [&](Place place) { return model.rates().bytes_per_second[{place, operation, order}].at(1e9); };
      EXPECT_EQ(at(Place::remote), at(Place::local));
    }
  }
  Laid apart(4);
  EXPECT_FALSE(Model(shape_of(apart.layout, apart.crew), shape_of_program<Ranks>(), thesis_rates(), apart.crew)
                   .rates()
                   .remote_is_local);
}

// Rows of active vertices lie apart, the fewer they are the more; in a full scan each begins where the one before ended.
TEST(Model, JumpsFromRowToRowWhereRowsAreLeftOut) {
  Laid place(4);
  const Model ranks(shape_of(place.layout, place.crew), shape_of_program<Ranks>(), thesis_rates(), place.crew);
  for (const Load& load : ranks.loads(Direction::pull, place.view(1))) EXPECT_EQ(load.jumps, 0);
  const Model search(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
  for (const Load& load : search.loads(Direction::push, place.view(1))) EXPECT_NEAR(load.jumps, 0, 1e-9);
  for (const Load& load : search.loads(Direction::push, place.view(0.1)))
    EXPECT_NEAR(load.jumps, 0.9 * load.sources, 0.02 * load.sources);
  for (const Load& load : search.loads(Direction::pull, place.view(1))) {
    EXPECT_EQ(load.stops, load.listeners) << "each ends where it finds somebody";
    EXPECT_GT(load.jumps, 0.5 * load.listeners);
  }
}

TEST(Model, WantsAsManyMessagesAsTheUnexploredHaveArcs) {
  Laid place(4);
  const Model search(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
  SteeringView view = place.view(0.1);
  view.unexplored_arcs = place.layout.arcs / 4;
  for (const Load& load : search.loads(Direction::push, view)) EXPECT_NEAR(load.wanted, 0.25, 1e-3);
  const Model ranks(shape_of(place.layout, place.crew), shape_of_program<Ranks>(), thesis_rates(), place.crew);
  for (const Load& load : ranks.loads(Direction::push, view)) EXPECT_EQ(load.wanted, 1);
}

// Threads begin at parts that lie apart, so each is alone with the slots of its part unless there are too few parts.
TEST(Model, KnowsWhetherThreadsShareTheSlotsOfAPart) {
  const auto owners = [](int parts, const char* machine) {
    Laid place(parts, Arrangement::ghosted, machine);
    const Model model(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
    return model.loads(Direction::push, place.view(1)).front().owners;
  };
  EXPECT_EQ(owners(4, "1x4"), Owners::one);
  EXPECT_EQ(owners(2, "1x4"), Owners::all);
  EXPECT_EQ(owners(4, "4x1"), Owners::one);
}

// A ghost that remembers sends on what is better than all that it was told before.
TEST(Model, DeliversLessTheMoreWasPushedBefore) {
  Laid place(4);
  const Model search(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
  SteeringView view = place.view(0.5);
  const std::vector<Load> first = search.loads(Direction::push, view);
  view.pushed = 9 * view.now.arcs;
  const std::vector<Load> later = search.loads(Direction::push, view);
  for (std::size_t p = 0; p < first.size(); ++p) {
    EXPECT_NEAR(later[p].left / first[p].left, 0.1, 0.05);
    EXPECT_LT(later[p].changing.in_ghosts, 0.3 * first[p].changing.in_ghosts);
    EXPECT_EQ(later[p].changing.own, first[p].changing.own) << "own slots were emptied";
  }
}

// All that a part says to a vertex of another meets there only once it is delivered; in one place it meets at once.
TEST(Model, ComparesMoreAndWritesLessWhereAllMessagesMeetAtTheirOwners) {
  Laid place(4);
  const Model search(shape_of(place.layout, place.crew), shape_of_program<Found>(), thesis_rates(), place.crew);
  for (const Load& load : search.loads(Direction::push, place.view(1))) {
    EXPECT_LT(load.changing.at_owner, load.changing.own);
    EXPECT_LT(load.changing.at_owner, load.changing.in_ghosts);
    EXPECT_LE(load.changing.in_ghosts, 1);
  }
  const Model ranks(shape_of(place.layout, place.crew), shape_of_program<Ranks>(), thesis_rates(), place.crew);
  for (const Load& load : ranks.loads(Direction::push, place.view(1))) EXPECT_EQ(load.changing.at_owner, 1);
}

}  // namespace
}  // namespace Atoll
