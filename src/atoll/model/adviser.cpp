// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/adviser.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace Atoll {
namespace {

double share(std::uint64_t piece, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(piece) / static_cast<double>(whole);
}

// Where all parts live in one domain nothing is far, whatever machine the rates are of.
Rates rates_between(int parts, Rates rates, const Crew& crew) {
  for (int part = 1; part < parts; ++part) {
    if (crew.home_of_part(part, parts) != crew.home_of_part(0, parts)) return rates;
  }
  for (const Access access : all_accesses) {
    if (access.place == Place::remote)
      rates.bytes_per_second[access] = rates.bytes_per_second[{Place::local, access.operation, access.order}];
  }
  rates.latency_seconds[1] = rates.latency_seconds[0];
  rates.scans[1] = rates.scans[0];
  rates.remote_is_local = true;
  return rates;
}

std::vector<int> teams_of(int parts, const Crew& crew) {
  std::vector<int> teams;
  for (int part = 0; part < parts; ++part) teams.push_back(crew.team_of_part(part, parts));
  return teams;
}

// The threads of a team begin each phase at parts that lie apart; a thread that has a part or more to itself meets others
// only where it helps them in the end.
std::vector<Owners> owners_of(int parts, const Crew& crew) {
  const std::vector<int> teams = teams_of(parts, crew);
  std::vector<Owners> owners;
  for (const int team : teams)
    owners.push_back(std::ranges::count(teams, team) >= crew.team_size(team) ? Owners::one : Owners::all);
  return owners;
}

std::size_t domains_of(int parts, const Crew& crew) {
  std::set<int> domains;
  for (int part = 0; part < parts; ++part) domains.insert(crew.home_of_part(part, parts));
  return std::max<std::size_t>(1, domains.size());
}

// Offsets and weights have as few bytes as the layout keeps of each.
ProgramShape on_layout(ProgramShape program, const LayoutShape& layout) {
  for (Moved* moved : {&program.pushed, &program.pulled}) {
    moved->offset = layout.offset_bytes;
    if (moved->weight != 0) moved->weight = layout.weight_bytes;
  }
  return program;
}

double vertices_of(const LayoutShape& layout) {
  double vertices = 0;
  for (const PartShape& part : layout.pushed.empty() ? layout.pulled : layout.pushed) vertices += part.own;
  return vertices;
}

}  // namespace

Rates rates_of(const Probe* probe) { return probe != nullptr ? rates_of(*probe) : thesis_rates(); }

std::vector<PartShape> part_shapes(const Layout& layout, Direction direction) {
  const bool pushes = direction == Direction::push;
  const std::optional<View>& view = pushes ? layout.push : layout.pull;
  if (!view) return {};
  std::vector<PartShape> shapes;
  for (int p = 0; p < layout.parts(); ++p) {
    const PartView& part = view->parts[static_cast<std::size_t>(p)];
    PartShape shape{.own = static_cast<double>(layout.own(p)),
                    .local_arcs = static_cast<double>(part.local_arcs),
                    .remote_arcs = static_cast<double>(part.ends.size() - part.local_arcs)};
    for (const Block& block : part.blocks) shape.chunks += static_cast<double>(block.chunks->count());
    if (layout.arrangement == Arrangement::ghosted) {
      shape.ghosts = static_cast<double>((pushes ? part.targets : part.sources).ghosts());
      for (const Mirror& mirror : pushes ? part.target_mirrors : part.source_mirrors)
        shape.mirrored += static_cast<double>(mirror.slice.count);
    }
    shapes.push_back(shape);
  }
  return shapes;
}

std::vector<PartShape> part_shapes(const Quality& counted, Arrangement arrangement) {
  std::vector<PartShape> shapes;
  for (std::size_t p = 0; p < counted.arcs.size(); ++p) {
    shapes.push_back({.own = static_cast<double>(counted.vertices[p]),
                      .local_arcs = static_cast<double>(counted.arcs[p] - counted.remote_arcs[p]),
                      .remote_arcs = static_cast<double>(counted.remote_arcs[p])});
  }
  if (arrangement != Arrangement::ghosted) return shapes;
  for (std::size_t p = 0; p < shapes.size(); ++p) {
    for (std::size_t owner = 0; owner < shapes.size(); ++owner) {
      shapes[p].ghosts += static_cast<double>(counted.ghosts[p][owner]);
      shapes[owner].mirrored += static_cast<double>(counted.ghosts[p][owner]);
    }
  }
  return shapes;
}

namespace {

// As many arcs lead to a vertex as from it, or it is not known.
Hearers hearers_of(const Layout& layout, Crew& crew) {
  if (!layout.both_ways()) return Hearers();
  DegreeCount count;
  for (int p = 0; p < layout.parts(); ++p) {
    const RowOffsets& offsets = layout.out_offsets[static_cast<std::size_t>(p)];
    count_degrees(count, layout.own(p), [&](std::uint64_t v) { return offsets[v + 1] - offsets[v]; }, crew);
  }
  return count.hearers();
}

}  // namespace

LayoutShape shape_of(const Layout& layout, Crew& crew) {
  const PartView& any = layout.any_view().parts[0];
  return {.arrangement = layout.arrangement,
          .offset_bytes = static_cast<double>(any.blocks[0].offsets.bytes_each()),
          .weight_bytes = static_cast<double>(any.weights.bytes_each()),
          .pushed = part_shapes(layout, Direction::push),
          .pulled = part_shapes(layout, Direction::pull),
          .hearers = hearers_of(layout, crew)};
}

FullSuperstep::FullSuperstep(Direction direction, const std::vector<PartShape>& shapes) : direction_(direction) {
  for (const PartShape& shape : shapes) {
    parts_.push_back({static_cast<std::uint64_t>(shape.own), static_cast<std::uint64_t>(shape.arcs())});
    now_.vertices += parts_.back().vertices;
    now_.arcs += parts_.back().arcs;
  }
}

SteeringView FullSuperstep::view() const {
  const Frontier listening = direction_ == Direction::pull ? now_ : Frontier{};
  return {.before = {},
          .now = now_,
          .vertices = now_.vertices,
          .unexplored_arcs = listening.arcs,
          .unexplored_vertices = listening.vertices,
          .parts = parts_};
}

Model::Model(LayoutShape layout, const ProgramShape& program, const Rates& rates, const Crew& crew)
    : layout_(std::move(layout)),
      program_(on_layout(program, layout_)),
      rates_(rates_between(layout_.parts(), rates, crew)),
      team_of_(teams_of(layout_.parts(), crew)),
      owners_(owners_of(layout_.parts(), crew)),
      domains_(domains_of(layout_.parts(), crew)),
      vertices_(vertices_of(layout_)) {
  for (const PartShape& part : layout_.pushed)
    ghosts_.push_back(layout_.hearers.reached(part.remote_arcs, vertices_ - part.own));
}

std::vector<Load> Model::loads(Direction direction, const SteeringView& view) const {
  std::vector<Load> loads;
  const bool ghosted = layout_.arrangement == Arrangement::ghosted;
  double arcs = 0;
  for (const PartShape& part : shapes(direction)) arcs += part.arcs();
  for (const PartShape& part : shapes(direction))
    loads.push_back({.extent = {.own = part.own,
                                .others = vertices_ - part.own,
                                .arcs = part.arcs(),
                                .arcs_around = arcs / static_cast<double>(domains_)},
                     .ghosts = part.ghosts,
                     .mirrored = part.mirrored,
                     .chunks = part.chunks,
                     .by_ghost_table = ghosted,
                     .by_lists = ghosted,
                     .reuse = direction == Direction::push ? layout_.pushes : layout_.pulls,
                     .owners = owners_[loads.size()]});
  if (direction == Direction::push) {
    add_pushed(loads, view);
  } else {
    add_pulled(loads, view);
  }
  return loads;
}

// Active vertices push along all their arcs, which lead abroad as often as those of their part do on the average.
void Model::add_pushed(std::vector<Load>& loads, const SteeringView& view) const {
  double touched = 0;
  double ghosts = 0;
  double arcs_all = 0;
  double arcs_there = 0;
  for (const PartShape& part : layout_.pushed) arcs_there += part.arcs();
  // Those who were never active: their share of the vertices, and as many messages as they have arcs.
  const double wanting = program_.listens_once ? share(view.unexplored_vertices, view.vertices) : 1;
  const double listening =
      program_.listens_once ? share(view.unexplored_arcs, static_cast<std::uint64_t>(arcs_there)) : 1;
  // A push in place goes on to those whom it wakes: as much as the one before did.
  const bool consumes = program_.in_place && view.last == Direction::push && view.before.arcs > 0;
  const double again = consumes ? std::max(1.0, share(view.scanned, view.before.arcs)) : 1;
  for (std::size_t p = 0; p < loads.size(); ++p) {
    const PartShape& part = layout_.pushed[p];
    Load& load = loads[p];
    const bool all = program_.every_vertex;
    load.sources = all ? part.own : std::min(part.own, again * static_cast<double>(view.parts[p].vertices));
    const double arcs = all ? part.arcs() : std::min(part.arcs(), again * static_cast<double>(view.parts[p].arcs));
    load.rows = load.sources;
    load.remote_arcs = part.arcs() == 0 ? 0 : arcs * part.remote_arcs / part.arcs();
    load.local_arcs = arcs - load.remote_arcs;
    load.jumps = load.sources * (part.arcs() == 0 ? 0 : 1 - arcs / part.arcs());
    const Heard heard = heard_by(p, load.remote_arcs, view);
    load.settled =
        all ? part.own : own_hearers().told(arcs * listening, part.own * wanting);  // as many arrive as leave
    load.left = heard.left;
    if (program_.idempotent) load.changing.in_ghosts = heard.better;
    arcs_all += arcs;
    touched += load.left;
    ghosts += part.ghosts;
  }
  for (Load& load : loads) {
    load.touched = ghosts == 0 ? 0 : load.mirrored * touched / ghosts;
    load.wanted = listening;
    if (!program_.idempotent) continue;
    const auto changing = [&](double messages, double before, double slots) {
      if (messages <= 0) return 1.0;
      const double better = own_hearers().better(messages, program_.in_place ? before : 0, slots);
      const double least = program_.says_better ? own_hearers().told(messages, slots) : 0;
      return std::min(1.0, std::max(better, least) / messages);
    };
    const double pushed = static_cast<double>(view.pushed);
    const double here = arcs_there == 0 ? 0 : pushed / arcs_there;  // of the arcs of a part: each was pushed so often
    const PartShape& part = layout_.pushed[static_cast<std::size_t>(&load - loads.data())];
    load.changing.at_owner = changing(arcs_all * listening, pushed, vertices_ * wanting);
    load.changing.own = changing(load.local_arcs * listening, here * part.local_arcs, part.own * wanting);
  }
}

// Of those who listen no more once they have heard it is not known who is left.
const Hearers& Model::own_hearers() const {
  static const Hearers alike;
  return program_.listens_once ? alike : layout_.hearers;
}

// What this part's messages do to the slots that it has for vertices of others. Where who speaks again says something
// better, whoever is told hears something better once.
Model::Heard Model::heard_by(std::size_t p, double messages, const SteeringView& view) const {
  if (messages <= 0) return {};
  const PartShape& part = layout_.pushed[p];
  double arcs_there = 0;
  for (const PartShape& other : layout_.pushed) arcs_there += other.arcs();
  const double before = program_.remembers ? static_cast<double>(view.pushed) / arcs_there * part.remote_arcs : 0;
  const Hearers& hearers = ghosts_[p];
  Heard heard;
  heard.left =
      program_.says_better ? hearers.told(messages, part.ghosts) : hearers.told_better(messages, before, part.ghosts);
  heard.better = std::min(1.0, std::max(heard.left, hearers.better(messages, before, part.ghosts)) / messages);
  return heard;
}

// Those who want to hear look at their arcs, in the order of rows, until one comes from an active source.
void Model::add_pulled(std::vector<Load>& loads, const SteeringView& view) const {
  const bool some = program_.listens_once;
  const double wanting = some ? share(view.unexplored_vertices, view.vertices) : 1;
  double arcs_all = 0;
  for (const PartShape& part : layout_.pulled) arcs_all += part.arcs();
  double scanned = some ? share(view.unexplored_arcs, static_cast<std::uint64_t>(arcs_all)) : 1;  // of all arcs
  if (some && program_.stops_early && arcs_all > 0 && view.unexplored_vertices != 0) {
    const double degree = scanned * arcs_all / static_cast<double>(view.unexplored_vertices);
    const double hit = std::min(1.0, static_cast<double>(view.now.arcs) / arcs_all);
    if (hit > 0 && degree > 0) scanned *= -std::expm1(degree * std::log1p(-std::min(hit, 1 - 1e-9))) / hit / degree;
  }
  for (std::size_t p = 0; p < loads.size(); ++p) {
    const PartShape& part = layout_.pulled[p];
    loads[p].sources = program_.every_vertex ? part.own : static_cast<double>(view.parts[p].vertices);
    loads[p].listeners = part.own * wanting;
    loads[p].rows = part.own;
    if (some && program_.stops_early) loads[p].stops = loads[p].listeners;
    loads[p].jumps = loads[p].listeners * (1 - scanned);
    loads[p].local_arcs = part.local_arcs * scanned;
    loads[p].remote_arcs = part.remote_arcs * scanned;
  }
}

double Model::seconds(Design design, Direction direction, Boxes boxes, const SteeringView& view) const {
  const Moved& moved = direction == Direction::push ? program_.pushed : program_.pulled;
  const std::vector<Load> all = loads(direction, view);
  std::vector<double> busy(all.empty() ? 1 : static_cast<std::size_t>(*std::ranges::max_element(team_of_)) + 1);
  double meets = 0;  // that the design adds
  for (std::size_t p = 0; p < all.size(); ++p) {
    Cost cost = cost_of(design, direction, all[p], moved, boxes, program_.sweeps);
    meets = cost.meets;
    cost.meets = 0;
    busy[static_cast<std::size_t>(team_of_[p])] += seconds_of(cost, rates_);
  }
  return *std::ranges::max_element(busy) + (meets_of(direction, program_.sweeps) + meets) * rates_.barrier_seconds;
}

std::vector<Forecast> Model::forecasts(std::span<const ExchangeKind> exchanges, const SteeringView& view,
                                       std::span<const Direction> directions) const {
  const Boxes boxes = program_.every_vertex ? Boxes::whole : Boxes::touched;
  std::vector<Forecast> all;
  for (const Direction direction : directions) {
    for (std::size_t x = 0; x < exchanges.size(); ++x)
      all.push_back({direction, x, seconds(design_of(exchanges[x]), direction, boxes, view)});
  }
  return all;
}

}  // namespace Atoll
