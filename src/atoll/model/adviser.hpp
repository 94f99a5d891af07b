// SPDX-License-Identifier: Apache-2.0
// Forecasts of supersteps: the shape of a layout and the frontier give the loads of the parts, the cost model prices
// them, and the parts that share a team add up. What steering asks before each superstep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algebra/program.hpp"
#include "atoll/engine/steering.hpp"
#include "atoll/model/cost.hpp"
#include "atoll/model/hearers.hpp"
#include "atoll/model/probe.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// What the model asks of a program.
struct ProgramShape {
  Moved pushed;  // by a push
  Moved pulled;  // by a pull: sources that are functions of the id travel as one bit
  bool every_vertex = false;
  bool listens_once = false;  // who has heard does not listen again
  bool stops_early = false;   // a row of a pull ends at the first active source
  bool idempotent = false;    // a message that is no better than what is there changes nothing
  bool in_place = false;      // an own slot keeps the best that it was ever told
  bool remembers = false;     // so does a ghost
  bool says_better = false;   // who speaks again says something better; otherwise it says the same again
  Sweeps sweeps = {};
  friend bool operator==(const ProgramShape&, const ProgramShape&) = default;
};

template <Program P>
constexpr ProgramShape shape_of_program() {
  using T = Traits<P>;
  ProgramShape shape;
  shape.pushed = {
      .value = sizeof(typename T::Value), .message = sizeof(typename T::Message), .weight = T::weighted ? 4.0 : 0.0};
  shape.pulled = shape.pushed;
  if (T::signals_id) shape.pulled.message = 1.0 / 8;
  shape.every_vertex = T::every_vertex;
  shape.listens_once = T::has_wants;
  shape.stops_early = T::signals_id && !T::has_along;
  shape.idempotent = T::Combine::idempotent;
  shape.in_place = T::in_place;
  shape.remembers = T::ghosts_remember;
  shape.says_better = !T::signals_id;
  shape.sweeps = {
      .bitmaps = !T::every_vertex, .wants = T::has_wants, .signals = !T::signals_id, .applies = !T::in_place};
  return shape;
}

// Of a probe; of none, those of the machine of the thesis.
Rates rates_of(const Probe* probe);

// What does not change from one superstep to the next, of one part in one direction.
struct PartShape {
  double own = 0;
  double local_arcs = 0;
  double remote_arcs = 0;
  double ghosts = 0;
  double mirrored = 0;
  double chunks = 0;

  double arcs() const { return local_arcs + remote_arcs; }
};
// [part] of a layout whose rows are own vertices; empty where it has no arcs for this direction. In one address space
// there are no ghosts to count.
std::vector<PartShape> part_shapes(const Layout& layout, Direction direction);
// The same of a layout that is not made, but for the chunks, which are not cut yet.
std::vector<PartShape> part_shapes(const Quality& counted, Arrangement arrangement);

// What the model knows of a layout, made or not.
struct LayoutShape {
  Arrangement arrangement = Arrangement::ghosted;
  double offset_bytes = 8;        // of a row
  double weight_bytes = 4;        // of an arc with a weight; of a layout that is not made yet, the most
  std::vector<PartShape> pushed;  // [part]; empty: no such arcs
  std::vector<PartShape> pulled;
  Hearers hearers = Hearers();  // of pushes, if it is counted how many arcs lead to a vertex
  Reuse pushes = {};            // of the slots that a scan accesses
  Reuse pulls = {};

  int parts() const { return static_cast<int>(std::max(pushed.size(), pulled.size())); }
};
LayoutShape shape_of(const Layout& layout, Crew& crew);

// A superstep in which every vertex is active: in a pull none was before, so all listen; a push finds that all were reached.
class FullSuperstep {
 public:
  FullSuperstep(Direction direction, const std::vector<PartShape>& shapes);
  SteeringView view() const;

 private:
  Direction direction_;
  Frontier now_;
  std::vector<Frontier> parts_;
};

class Model {
 public:
  Model(LayoutShape layout, const ProgramShape& program, const Rates& rates, const Crew& crew);

  const ProgramShape& program() const { return program_; }
  const Rates& rates() const { return rates_; }
  Arrangement arrangement() const { return layout_.arrangement; }
  // [part]; empty: the layout has no such arcs.
  const std::vector<PartShape>& shapes(Direction direction) const {
    return direction == Direction::push ? layout_.pushed : layout_.pulled;
  }

  // The loads of all parts in the superstep that `view` comes before.
  std::vector<Load> loads(Direction direction, const SteeringView& view) const;

  // The seconds of the slowest team.
  double seconds(Design design, Direction direction, Boxes boxes, const SteeringView& view) const;

  // Forecasts for `exchanges`, in their order.
  std::vector<Forecast> forecasts(std::span<const ExchangeKind> exchanges, const SteeringView& view,
                                  std::span<const Direction> directions) const;

 private:
  struct Heard {
    double left = 0;    // slots for vertices of others that are to be delivered
    double better = 1;  // of the messages to them: the share that changes its slot
  };
  const Hearers& own_hearers() const;
  Heard heard_by(std::size_t part, double messages, const SteeringView& view) const;
  void add_pushed(std::vector<Load>& loads, const SteeringView& view) const;
  void add_pulled(std::vector<Load>& loads, const SteeringView& view) const;

  LayoutShape layout_;
  ProgramShape program_;
  Rates rates_;
  std::vector<Hearers> ghosts_;  // [part], in its slots for vertices of others
  std::vector<int> team_of_;     // [part]
  std::vector<Owners> owners_;   // [part]; see Load
  std::size_t domains_ = 1;      // where parts live; each has as many arcs as another, on the average
  double vertices_ = 0;
};

}  // namespace Atoll
