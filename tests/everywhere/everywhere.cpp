// SPDX-License-Identifier: Apache-2.0
#include "tests/everywhere/everywhere.hpp"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

#include "atoll/base/timer.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll::testing {
namespace {

const char* const way_names[] = {"zero-box",
                                 "one-box",
                                 "two-box",
                                 "boxes by turns",
                                 "active-messages",
                                 "replicated zero-box",
                                 "replicated one-box",
                                 "replicated two-box",
                                 "allgather",
                                 "tiled zero-box",
                                 "tiled two-box",
                                 "broadcast-combine",
                                 "shared zero-box",
                                 "binned"};
const char* const partitioners[] = {"random",   "degree", "hybrid", "contiguous", "contiguous-vertices",
                                    "function", "file"};
const int part_counts[] = {1, 2, 4};
const int thread_counts[] = {1, 2, 4};
const SteeringRule steering_rules[] = {SteeringRule::push, SteeringRule::pull, SteeringRule::by_arcs,
                                       SteeringRule::by_vertices, SteeringRule::by_cost};

// Where a row has which factor.
namespace factor {
enum : std::size_t { shape, undirected, weighing, wide, partitioner, way, steering, parts, threads, variant };
}

// Ways that cannot pull are pushed instead: the first rule.
void settle(Choice& row) {
  Cell cell;
  cell.way = static_cast<Way>(row[factor::way]);
  if (cell.arrangement() == Arrangement::tiled || cell.way == Way::active_messages) row[factor::steering] = 0;
}

// What a user's program says of a vertex: neighbours in the user's order go to different parts.
int dealt(std::uint64_t v, int parts) { return static_cast<int>(v * 7 % static_cast<std::uint64_t>(parts)); }

// What another program wrote: of several parts the first is empty.
Partition partition_by_file(const Graph& graph, int parts, Crew& crew) {
  const std::string path = fmt::format("{}atoll_everywhere_{}.part", ::testing::TempDir(), getpid());
  std::ofstream file(path);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) file << (parts == 1 ? 0 : 1 + dealt(v, parts - 1)) << '\n';
  file << '\n';  // an empty file would be refused
  file.close();
  Partition partition = partition::named("file:" + path, graph, parts, 0, crew);
  std::filesystem::remove(path);
  return partition;
}

Partition partition_of(const Cell& cell, const Graph& graph, Crew& crew) {
  if (cell.partitioner == "file") return partition_by_file(graph, cell.parts, crew);
  if (cell.partitioner == "function")
    return partition::by(graph, cell.parts, [&](std::uint64_t v) { return dealt(v, cell.parts); }, crew);
  return partition::named(cell.partitioner, graph, cell.parts, cell.seed, crew);
}

// In the full product, of the shapes by each row of the other factors: with all of them it would take days.
constexpr int graphs_met = 4;

// The full product takes long: on stderr every minute how far a test has come.
struct Progress {
  std::size_t cells = 0;
  std::size_t done = 0;
  Stopwatch watch;

  void step(const Cell& cell) {
    ++done;
    if (watch.seconds() < 60) return;
    fmt::print(stderr, "cell {} of {}: {}\n", done, cells, cell.name());
    watch = {};
  }
};
Progress progress;

}  // namespace

Arrangement Cell::arrangement() const {
  if (way == Way::shared_zero_box || way == Way::binned) return Arrangement::shared;
  if (way >= Way::tiled_zero_box) return Arrangement::tiled;
  return way >= Way::replicated_zero_box ? Arrangement::replicated : Arrangement::ghosted;
}

std::vector<ExchangeKind> Cell::kinds() const {
  switch (way) {
    case Way::zero_box:
    case Way::replicated_zero_box:
    case Way::tiled_zero_box:
    case Way::shared_zero_box: return {ExchangeKind::zero_box};
    case Way::one_box:
    case Way::replicated_one_box: return {ExchangeKind::one_box};
    case Way::two_box:
    case Way::replicated_two_box:
    case Way::tiled_two_box: return {ExchangeKind::two_box};
    case Way::binned: return {ExchangeKind::binned};
    case Way::boxes_by_turns: return {ExchangeKind::zero_box, ExchangeKind::one_box, ExchangeKind::two_box};
    case Way::active_messages:
    case Way::allgather:
    case Way::broadcast_combine: break;
  }
  return {};
}

std::string Cell::name() const {
  return fmt::format(
      "{}, {} weights, {}-bit ids, {} in {} parts, {}, rule {}, {} threads in {} domains, variant {}, seed {}",
      sample->name, name_of(weighing), wide ? 64 : 32, partitioner, parts, way_names[static_cast<int>(way)],
      static_cast<int>(steering), threads, domains(), variant, seed);
}

Steering Cell::steer() const {
  const std::size_t exchanges = std::max<std::size_t>(1, kinds().size());
  Steering drawn{.rule = steering};
  if (exchanges == 1 && steering != SteeringRule::by_cost) return drawn;
  drawn.advise = [exchanges, random = Random(seed, 0), drawn_before = std::uint64_t{0}](
                     const SteeringView&, std::span<const Direction> directions) mutable {
    std::vector<Forecast> forecasts;
    for (const Direction direction : directions) {
      for (std::size_t x = 0; x < exchanges; ++x)
        forecasts.push_back({direction, x, static_cast<double>(random.bits(drawn_before++))});
    }
    return forecasts;
  };
  return drawn;
}

std::vector<Cell> cells_of(const Matrix& matrix) {
  const std::uint64_t seed = test_seed();
  const auto shapes = std::make_shared<const Shapes>(all_samples(seed));
  const std::vector<int> levels = {shapes->count(),
                                   2,
                                   static_cast<int>(matrix.weighings.size()),
                                   2,
                                   static_cast<int>(std::size(partitioners)),
                                   way_count,
                                   matrix.automatic ? static_cast<int>(std::size(steering_rules)) : 2,
                                   static_cast<int>(std::size(part_counts)),
                                   static_cast<int>(std::size(thread_counts)),
                                   matrix.variants};
  const char* const wish = product_wish();
  const std::vector<Choice> choices = wish == nullptr
                                          ? pairwise_cover(levels, seed, settle)
                                          : wanted_stretch(drawn_product(levels, graphs_met, seed, settle), wish);
  std::vector<Cell> all;
  for (const Choice& choice : choices) {
    const auto at = [&](std::size_t which) { return static_cast<std::size_t>(choice[which]); };
    if (thread_counts[at(factor::threads)] < fewest_threads) continue;
    all.push_back({.sample = {shapes, &shapes->sample(choice[factor::shape], choice[factor::undirected])},
                   .weighing = matrix.weighings[at(factor::weighing)],
                   .wide = choice[factor::wide] == 1,
                   .partitioner = partitioners[at(factor::partitioner)],
                   .way = static_cast<Way>(choice[factor::way]),
                   .steering = steering_rules[at(factor::steering)],
                   .parts = part_counts[at(factor::parts)],
                   .threads = thread_counts[at(factor::threads)],
                   .variant = choice[factor::variant],
                   .seed = seed});
  }
  progress = {.cells = all.size(), .done = 0, .watch = {}};
  return all;
}

Crew& crew_of(int threads, int domains) {
  static std::map<std::pair<int, int>, std::unique_ptr<Crew>> crews;
  auto& crew = crews[{threads, domains}];
  // A machine that is not here binds nothing.
  if (!crew)
    crew = std::make_unique<Crew>(synthetic_machine(domains == 1 ? "1x4" : "2x2"), CrewOptions{.threads = threads});
  return *crew;
}

std::unique_ptr<Place> place_of(const Cell& cell, const PlaceNeeds& needs) {
  progress.step(cell);
  auto place = std::make_unique<Place>();
  place->crew = &crew_of(cell.threads, cell.domains());
  place->graph = cell.sample->graph(cell.weighing, cell.wide);
  if (needs.both_ways && place->graph.directed) {
    place->graph = transform::symmetrise(std::move(place->graph), Merge::keep, *place->crew, place->watch);
  }
  const bool weights = needs.weights && place->graph.weighted();
  const LayoutOptions options{.arrangement = cell.arrangement(),
                              .push = cell.steering != SteeringRule::pull,
                              .pull = cell.pulls(),
                              .weights = weights,
                              .source_ids = needs.source_ids,
                              .processes = cell.parts >= 4 ? cell.parts / 2 : cell.parts};
  place->layout = build_layout(place->graph, partition_of(cell, place->graph, *place->crew), options,
                               Placement::partitioned, *place->crew, place->watch);
  return place;
}

}  // namespace Atoll::testing
