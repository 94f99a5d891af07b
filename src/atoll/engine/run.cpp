// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/run.hpp"

#include <algorithm>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/engine/superstep.hpp"

namespace Atoll {
namespace {

// With fewer arcs to push than one in so many vertices, most pieces of a superstep's sweeps are empty; with so few, one
// thread is through with a part before another one has its lines.
constexpr std::uint64_t vertices_per_arc_sparse = 64;
constexpr std::uint64_t arcs_alone = 1024;

std::size_t blocks_max(const Layout& layout) {
  std::size_t most = 1;
  for (const auto* view : {&layout.push, &layout.pull}) {
    if (!*view) continue;
    for (const PartView& part : (*view)->parts) most = std::max(most, part.blocks.size());
  }
  return most;
}

void check_directions(const Layout& layout, SteeringRule rule) {
  const bool lacks_push = rule != SteeringRule::pull && !layout.push;
  const bool lacks_pull = rule != SteeringRule::push && !layout.pull;
  if (lacks_push || lacks_pull) {
    throw Error(ErrorKind::usage,
                lacks_push ? "the layout has no arcs to push along" : "the layout has no arcs to pull", {},
                "lay out for the direction that the run is to take");
  }
}

// Weights are read as the program's type.
void check_weights(const Layout& layout, WeightType expected) {
  if (expected == WeightType::none || layout.arcs == 0 || layout.weight_type == expected) return;
  const char* const has = layout.weight_type == WeightType::none   ? "the layout has no weights"
                          : layout.weight_type == WeightType::real ? "the layout has real weights"
                                                                   : "the layout has integer weights";
  throw Error(ErrorKind::usage, std::string(has) + ", and the program reads " +
                                    (expected == WeightType::real ? "real" : "integer") + " ones");
}

void check_edges(const Layout& layout, bool both_ways) {
  if (both_ways && layout.directed) {
    throw Error(ErrorKind::usage, "the program walks arcs both ways, but the layout is directed", {},
                "symmetrise the graph first");
  }
}

}  // namespace

Course::Course(const ProgramTraits& program, const Layout& layout, const RunOptions& options, Crew& crew,
               const Watch& watch)
    : program_(program),
      layout_(layout),
      options_(options),
      crew_(crew),
      watch_(watch),
      decks_(layout.parts(), blocks_max(layout), in_one_space() ? Decks::Boxes::none : Decks::Boxes::of_pairs),
      dealer_(decks_.size()),
      members_(static_cast<std::size_t>(crew.threads())),
      served_(static_cast<std::size_t>(crew.teams())) {
  for (int part = 0; part < layout.parts(); ++part)
    ++served_[static_cast<std::size_t>(crew.team_of_part(part, layout.parts()))];
  check_directions(layout, options.steering.rule);
  check_weights(layout, program.weights);
  check_edges(layout, program.both_ways);
}

void Course::check(std::span<Carrier* const> carriers) const {
  ATOLL_CHECK(carriers.size() == 1 || (carriers.size() > 1 && options_.steering.advise != nullptr));
  for (const Carrier* carrier : carriers) {
    ATOLL_CHECK(options_.steering.rule == SteeringRule::pull || carrier->fits(layout_, Direction::push));
    ATOLL_CHECK(options_.steering.rule == SteeringRule::push || carrier->fits(layout_, Direction::pull));
  }
  ATOLL_CHECK(members_.front() == nullptr);  // a course is run once
}

void Course::run(Vertices& vertices, std::span<Carrier* const> carriers) {
  check(carriers);
  const Stopwatch whole;
  vertices_ = &vertices;
  carriers_ = carriers;
  shares_sources_ =
      std::ranges::any_of(carriers, [](const Carrier* carrier) { return carrier->traits.shares_sources; });
  if (in_one_space()) vertices.allocate_shared();
  for (Carrier* carrier : carriers) carrier->allocate_sources();
  crew_.run([&](Worker& worker) {
    Member me(worker, dealer_, decks_, dealing_, watch_, layout_.parts());
    members_[static_cast<std::size_t>(worker.index)] = &me;
    prepare(me);
    while (!stop_) {
      run_superstep(me, choice_.direction, layout_, vertices, *carriers_[choice_.exchange]);
      vertices.advance(me);
      me.meet();
      if (me.leads()) conclude();
      me.meet();
    }
  });
  statistics_.seconds = whole.seconds();
  summarise();
}

void Course::prepare(Member& me) {
  if (me.leads_team()) {
    for (int part = me.first_part(); part < me.last_part(); ++part) {
      if (!in_one_space()) vertices_->allocate(part, shares_sources_);
      for (Carrier* carrier : carriers_) carrier->allocate(part);
      vertices_->add_to_chart(part);
    }
  }
  me.meet();
  vertices_->init(me);
  me.meet();
  vertices_->advance(me);
  me.meet();
  if (me.leads()) begin();
  me.meet();
}

// By the leader, while the others wait.
void Course::begin() {
  vertices_->begin();
  gather();
  stop_ = layout_.vertices == 0 || (!program_.every_vertex && now_.vertices == 0) || options_.rounds_max == 0;
  next_superstep();
}

void Course::conclude() {
  const bool done = vertices_->conclude_round(choice_.direction == Direction::pull);
  record();
  gather();
  stop_ = done || (!program_.every_vertex && now_.vertices == 0) || round_ >= options_.rounds_max;
  watch_.report({"supersteps", round_, 0});
  watch_.poll();
  if (!stop_) next_superstep();
}

void Course::next_superstep() {
  choice_ = choose(options_.steering, {choice_.direction, before_, now_, layout_.vertices, unexplored_.arcs,
                                       unexplored_.vertices, active_in_parts_, scanned_, pushed_});
  const bool consumes = program_.in_place && choice_.direction == Direction::push && scanned_once();
  dealing_ = dealing(consumes);
  ++round_;
  vertices_->begin_round(round_, consumes);
  carriers_[choice_.exchange]->begin_superstep();
  clock_.lap();
}

// What a push in place will have scanned is not known when it begins, for it scans what it wakes: much, if the one before
// did. A pull keeps a tally for each chunk, so it takes one at a time.
Dealing Course::dealing(bool consumes) const {
  if (choice_.direction != Direction::push || program_.every_vertex) return Dealing::by_piece;
  const std::uint64_t arcs = consumes ? std::max(now_.arcs, scanned_) : now_.arcs;
  if (arcs >= layout_.vertices / vertices_per_arc_sparse) return Dealing::by_piece;
  return arcs < arcs_alone ? Dealing::whole : Dealing::by_hand;
}

// A push may consume the frontier while it scans if it reads it once: own sources, and all their arcs in one block.
bool Course::scanned_once() const {
  const PartView& any = layout_.push->parts[0];
  return any.sources.only_own() && any.blocks.size() == 1;
}

// Sums up what the members counted, and clears their counts.
void Course::gather() {
  before_ = now_;
  now_ = {};
  active_in_parts_.assign(static_cast<std::size_t>(layout_.parts()), {});
  for (Member* member : members_) {
    for (int part = 0; part < layout_.parts(); ++part) {
      PartWork& work = member->work(part);
      Frontier& active = active_in_parts_[static_cast<std::size_t>(part)];
      active.vertices += work.active;
      active.arcs += work.active_arcs;
      now_.vertices += work.active;
      now_.arcs += work.active_arcs;
      work = {};
    }
  }
  if (program_.every_vertex) now_ = {layout_.vertices, layout_.arcs};
  unexplored_.arcs -= std::min(unexplored_.arcs, now_.arcs);
  unexplored_.vertices -= std::min(unexplored_.vertices, now_.vertices);
}

void Course::record() {
  const double seconds = clock_.seconds();
  SuperstepStatistics step;
  step.number = round_;
  step.direction = choice_.direction;
  step.exchange = carriers_[choice_.exchange]->traits.name;
  step.reason = choice_.reason;
  step.seconds = seconds;
  for (const Forecast& way : choice_.forecasts)
    step.predicted.push_back({way.direction, std::string(carriers_[way.exchange]->traits.name), way.seconds});
  step.active_vertices = now_.vertices;
  step.active_arcs = now_.arcs;
  scanned_ = 0;
  step.parts.resize(static_cast<std::size_t>(layout_.parts()));
  for (int part = 0; part < layout_.parts(); ++part) {
    PartStatistics& sum = step.parts[static_cast<std::size_t>(part)];
    sum.active_vertices =
        program_.every_vertex ? layout_.own(part) : active_in_parts_[static_cast<std::size_t>(part)].vertices;
    PartSeconds spent;
    for (Member* member : members_) {
      const PartWork& work = member->work(part);
      spent.computation += work.cpu_seconds[static_cast<std::size_t>(Effort::computation)];
      spent.communication += work.cpu_seconds[static_cast<std::size_t>(Effort::communication)];
      spent.switching += work.cpu_seconds[static_cast<std::size_t>(Effort::switching)];
      sum.arcs_scanned += work.arcs_scanned;
      scanned_ += work.arcs_scanned;
      sum.remote_updates += work.remote_updates;
    }
    computation_[static_cast<std::size_t>(part)] += spent.computation;
    spent.waiting = waiting(part, seconds, spent);
    sum.spent = spent;
    if (program_.counted) sum.accesses = accesses(part);
  }
  if (choice_.direction == Direction::push) pushed_ += scanned_;
  statistics_.add(std::move(step));
}

std::shared_ptr<const AccessCounts> Course::accesses(int part) const {
  auto sum = std::make_shared<AccessCounts>();
  for (Member* member : members_) {
    const PartWork& work = member->work(part);
    if (work.accesses != nullptr) *sum += *work.accesses;
  }
  return sum;
}

// A team shares its wall time among the parts it serves; what its threads did not compute of it, they waited.
double Course::waiting(int part, double seconds, const PartSeconds& busy) const {
  const int team = crew_.team_of_part(part, layout_.parts());
  const double share = seconds * crew_.team_size(team) / served_[static_cast<std::size_t>(team)];
  return std::max(0.0, share - busy.computation - busy.communication - busy.switching);
}

void Course::summarise() {
  double sum = 0;
  for (const double seconds : computation_) sum += seconds;
  if (sum > 0) statistics_.imbalance = *std::ranges::max_element(computation_) * layout_.parts() / sum;
  for (const PartView& part : layout_.any_view().parts) statistics_.ghosts.push_back(layout_.ghosts(part));
}

}  // namespace Atoll
