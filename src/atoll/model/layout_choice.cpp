// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/layout_choice.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "atoll/base/timer.hpp"
#include "atoll/model/scan_sample.hpp"
#include "atoll/partition/packed.hpp"

namespace Atoll {
namespace {

constexpr Access read_at_random{Place::local, Operation::read, Order::random};
constexpr Design designs_with_ghosts[] = {Design::zero_box, Design::one_box, Design::two_box};

const Reuse at_once{.points = {{.cache_bytes = 1, .found = 1}}};
constexpr std::uint64_t smallest_cache = 1 << 12;
constexpr double rounding = 1e-9;  // sums over parts and over all vertices differ by less

// Sizes of caches that a sample can fill: those at which the machine was measured.
std::vector<std::uint64_t> cache_sizes(const Rates& rates) {
  std::vector<std::uint64_t> sizes;
  for (const Bandwidth::Point& point : rates.bytes_per_second[read_at_random].points()) {
    const auto bytes = static_cast<std::uint64_t>(point.array_bytes);
    if (std::has_single_bit(bytes) && bytes >= smallest_cache && bytes <= ScanSample::cache_bytes_max)
      sizes.push_back(bytes);
  }
  return sizes;
}

// How many times as many supersteps a push in place takes with ghosts as in one address space. News goes from vertex to vertex,
// and on in the same superstep where the next row is still to be scanned, as one in two is; but through a box in the next.
double supersteps_with_ghosts(const std::vector<PartShape>& shapes) {
  double local_arcs = 0;
  double arcs = 0;
  for (const PartShape& part : shapes) {
    local_arcs += part.local_arcs;
    arcs += part.arcs();
  }
  return arcs == 0 ? 1 : (1 - local_arcs / arcs / 2) / (1 - 1.0 / 2);
}

// Arcs as one grouping has them: what is known of them in each layout.
class Side {
 public:
  Side(const Graph& graph, const Partition& partition, Grouping grouping)
      : graph_(graph), partition_(partition), grouping_(grouping), sample_(graph, partition, grouping) {}

  // Messages of this size will be accessed. A cache that holds all of them need not be played.
  void expect(double slot_bytes, std::span<const std::uint64_t> cache_bytes) {
    if (meter_of(one_space_, slot_bytes) != nullptr) return;
    const double array_bytes = static_cast<double>(graph_.vertices) * slot_bytes;
    const auto fits = [&](std::uint64_t bytes) { return static_cast<double>(bytes) >= array_bytes; };
    const auto smaller =
        cache_bytes.first(static_cast<std::size_t>(std::ranges::find_if(cache_bytes, fits) - cache_bytes.begin()));
    one_space_.emplace_back(slot_bytes, smaller);
    ghosted_.emplace_back(slot_bytes, smaller);
  }

  void sample(Crew& crew) {
    remote_share_ = sample_.remote_share();
    sample_.play_one_space(one_space_, crew);
  }

  // As many arcs lead to a vertex as from it, or it is not known.
  Hearers hearers(Crew& crew) const {
    if (!graph_.both_ways()) return Hearers();
    DegreeCount all;
    std::visit(
        [&](const auto& rows) {
          const auto degree = [&](std::uint64_t v) { return rows.offsets[v + 1] - rows.offsets[v]; };
          count_degrees(all, graph_.vertices, degree, crew);
        },
        grouped_rows(graph_, grouping_));
    return all.hearers();
  }

  void count(Crew& crew) {
    counted_ = quality(
        graph_, partition_, grouping_,
        [&](int part, const RankedBits& ghosts) { sample_.play_ghosted(part, ghosts, ghosted_, crew); }, crew);
  }

  bool is_counted() const { return counted_.has_value(); }

  // Before ghosts are counted parts have equal shares, and a layout with ghosts the best that can be: no arc leads abroad,
  // and what is accessed lies in the smallest array.
  std::vector<PartShape> shapes(Arrangement arrangement) const {
    if (counted_) return part_shapes(*counted_, arrangement);
    const auto parts = static_cast<double>(partition_.parts());
    const double remote = arrangement == Arrangement::ghosted ? 0 : remote_share_;
    const double arcs = static_cast<double>(graph_.arcs) / parts;
    return std::vector<PartShape>(static_cast<std::size_t>(partition_.parts()),
                                  {.own = static_cast<double>(graph_.vertices) / parts,
                                   .local_arcs = arcs * (1 - remote),
                                   .remote_arcs = arcs * remote});
  }

  Reuse reuse(Arrangement arrangement, double slot_bytes) const {
    if (arrangement == Arrangement::ghosted && !counted_) return at_once;
    return meter_of(arrangement == Arrangement::ghosted ? ghosted_ : one_space_, slot_bytes)->reuse();
  }

 private:
  static const ReuseMeter* meter_of(const std::vector<ReuseMeter>& meters, double slot_bytes) {
    const auto found = std::ranges::find(meters, slot_bytes, &ReuseMeter::slot_bytes);
    return found == meters.end() ? nullptr : &*found;
  }

  const Graph& graph_;
  const Partition& partition_;
  Grouping grouping_;
  ScanSample sample_;
  double remote_share_ = 0;
  std::vector<ReuseMeter> one_space_;
  std::vector<ReuseMeter> ghosted_;  // in the order of the other
  std::optional<Quality> counted_;
};

class Forecaster {
 public:
  Forecaster(const Graph& graph, const Partition& partition, std::span<const PlannedProgram> programs,
             const Rates& rates, Crew& crew)
      : both_ways_(graph.both_ways()), programs_(programs), rates_(rates), crew_(crew) {
    const std::vector<std::uint64_t> cache_bytes = cache_sizes(rates);
    for_scans([&](const ProgramShape& program, std::size_t, Direction direction) {
      std::optional<Side>& side = side_of(direction);
      if (!side) side.emplace(graph, partition, grouping_of(direction));
      side->expect(moved(program, direction).message, cache_bytes);
      if (direction == Direction::push && hearers_.classes().size() == 1) hearers_ = side->hearers(crew);
    });
  }

  void sample() {
    for (std::optional<Side>& side : sides_) {
      if (side) side->sample(crew_);
    }
  }

  void count() {
    for (std::optional<Side>& side : sides_) {
      if (side) side->count(crew_);
    }
  }

  std::vector<FullForecast> forecasts() {
    std::vector<FullForecast> all;
    for_scans([&](const ProgramShape& program, std::size_t number, Direction direction) {
      FullForecast full{.program = number, .direction = direction};
      full.one_space_seconds = seconds(program, direction, Arrangement::shared, Design::zero_box);
      full.ghosts_seconds = std::numeric_limits<double>::infinity();
      for (const Design design : designs_with_ghosts) {
        const double taken = seconds(program, direction, Arrangement::ghosted, design);
        if (taken < full.ghosts_seconds) {
          full.ghosts_seconds = taken;
          full.with_ghosts = design;
        }
      }
      if (program.in_place && direction == Direction::push)
        full.ghosts_seconds *= supersteps_with_ghosts(side_of(direction)->shapes(Arrangement::ghosted));
      all.push_back(full);
    });
    return all;
  }

 private:
  template <class Visit>
  void for_scans(const Visit& visit) const {
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      if (programs_[i].pushes) visit(programs_[i].shape, i, Direction::push);
      if (programs_[i].pulls) visit(programs_[i].shape, i, Direction::pull);
    }
  }

  static const Moved& moved(const ProgramShape& program, Direction direction) {
    return direction == Direction::push ? program.pushed : program.pulled;
  }

  // Where arcs go both ways they are the same for both directions.
  Grouping grouping_of(Direction direction) const {
    return both_ways_ || direction == Direction::push ? Grouping::by_source : Grouping::by_target;
  }
  std::optional<Side>& side_of(Direction direction) {
    return sides_[grouping_of(direction) == Grouping::by_source ? 0 : 1];
  }

  double seconds(const ProgramShape& program, Direction direction, Arrangement arrangement, Design design) {
    const Side& side = *side_of(direction);
    LayoutShape layout{.arrangement = arrangement, .pushed = {}, .pulled = {}};
    layout.hearers = hearers_;
    const Reuse reuse = side.reuse(arrangement, moved(program, direction).message);
    const std::vector<PartShape> shapes = side.shapes(arrangement);
    if (arrangement == Arrangement::ghosted && side.is_counted()) layout.offset_bytes = offset_bytes(shapes.front());
    (direction == Direction::push ? layout.pushed : layout.pulled) = shapes;
    (direction == Direction::push ? layout.pushes : layout.pulls) = reuse;
    const Model model(std::move(layout), program, rates_, crew_);
    return model.seconds(design, direction, Boxes::whole, FullSuperstep(direction, model.shapes(direction)).view());
  }

  // Of a part that is copied. For these few bytes alone ghosts are not counted.
  static double offset_bytes(const PartShape& part) {
    return static_cast<double>(RowOffsets::bytes_for(static_cast<std::uint64_t>(part.arcs())));
  }

  bool both_ways_;
  std::span<const PlannedProgram> programs_;
  const Rates& rates_;
  Crew& crew_;
  std::optional<Side> sides_[2];  // by source, by target
  Hearers hearers_ = Hearers();   // of pushes
};

}  // namespace

double LayoutForecast::one_space_seconds() const {
  double sum = 0;
  for (const FullForecast& full : supersteps) sum += full.one_space_seconds;
  return sum;
}

double LayoutForecast::ghosts_seconds() const {
  double sum = 0;
  for (const FullForecast& full : supersteps) sum += full.ghosts_seconds;
  return sum;
}

LayoutForecast forecast_layouts(const Graph& graph, const Partition& partition,
                                std::span<const PlannedProgram> programs, const Rates& rates, Crew& crew) {
  const Stopwatch clock;
  LayoutForecast forecast;
  Forecaster forecaster(graph, partition, programs, rates, crew);
  forecaster.sample();
  forecast.supersteps = forecaster.forecasts();
  const auto cheaper_with_ghosts = [&] {
    return forecast.ghosts_seconds() < forecast.one_space_seconds() * (1 - rounding);
  };
  if (cheaper_with_ghosts()) {
    forecaster.count();
    forecast.counted = true;
    forecast.supersteps = forecaster.forecasts();
    if (cheaper_with_ghosts()) forecast.taken = Arrangement::ghosted;
  }
  forecast.seconds = clock.seconds();
  return forecast;
}

}  // namespace Atoll
