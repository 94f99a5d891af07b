// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/cost.hpp"

#include <algorithm>

#include "atoll/base/check.hpp"

namespace Atoll {
namespace {

constexpr Access read_near_in_order{Place::local, Operation::read, Order::sequential};
constexpr Access read_near{Place::local, Operation::read, Order::random};
constexpr Access write_near_in_order{Place::local, Operation::write, Order::sequential};
constexpr Access write_near{Place::local, Operation::write, Order::random};
constexpr Access read_far_in_order{Place::remote, Operation::read, Order::sequential};
constexpr Access read_far{Place::remote, Operation::read, Order::random};
constexpr Access write_far_in_order{Place::remote, Operation::write, Order::sequential};
constexpr Access write_far{Place::remote, Operation::write, Order::random};

constexpr double slot_bytes = 4;  // of an arc, and of a local id in the ghost table
constexpr double offset_bytes = 8;
constexpr double bit = 1.0 / 8;

// One bulk copy from afar.
void copy(std::vector<Term>& terms, double count, double bytes) {
  terms.push_back({read_far_in_order, count, bytes});
  terms.push_back({write_near_in_order, count, bytes});
}

// Table 3.1: own values are written in order; what is heard is read at random, where the design keeps it.
void pull(Cost& cost, Design design, const Load& load, const Moved& moved) {
  const bool far = design == Design::zero_box || design == Design::one_box_at_owner;
  cost.computation = {{write_near_in_order, load.listeners, moved.value},
                      {read_near, load.local_arcs, moved.message},
                      {far ? read_far : read_near, load.remote_arcs, moved.message}};
  if (design == Design::zero_box) return;
  const Access packed = design == Design::one_box ? write_far_in_order : write_near_in_order;
  cost.communication = {{read_near, load.mirrored, moved.message}, {packed, load.mirrored, moved.message}};
  if (design == Design::two_box) copy(cost.communication, load.ghosts, moved.message);
}

// The same for a push: messages are combined at random, in the owner's slots or in boxes, and delivered from those.
void push(Cost& cost, Design design, const Load& load, const Moved& moved, Boxes boxes) {
  const bool far = design == Design::zero_box;
  cost.computation = {{read_near_in_order, load.sources, moved.value},
                      {write_near, load.local_arcs, moved.message},
                      {far ? write_far : write_near, load.remote_arcs, moved.message}};
  if (design == Design::zero_box) return;
  const double delivered = boxes == Boxes::whole ? load.mirrored : load.touched;
  const bool at_owner = design == Design::one_box_at_owner;
  std::vector<Term>& terms = cost.communication;
  if (design == Design::two_box) {
    if (boxes == Boxes::touched) copy(terms, load.mirrored, bit);
    copy(terms, delivered, moved.message);
    terms.push_back({read_near_in_order, delivered, moved.message});
  } else {
    const Access opened = at_owner ? read_near_in_order : read_far_in_order;
    if (boxes == Boxes::touched) terms.push_back({opened, load.mirrored, bit});
    terms.push_back({opened, delivered, moved.message});
  }
  terms.push_back({write_near, delivered, moved.message});
  if (at_owner) cost.computation.back().access = write_far;
}

// Steps of publish or deliver, with a meet after each; see the exchanges.
double meets(Design design) {
  switch (design) {
    case Design::zero_box: return 0;
    case Design::one_box:
    case Design::one_box_at_owner: return 1;
    case Design::two_box: return 2;
  }
  return 0;
}

}  // namespace

std::string_view name_of(Design design) {
  switch (design) {
    case Design::zero_box: return "zero-box";
    case Design::one_box: return "one-box";
    case Design::two_box: return "two-box";
    case Design::one_box_at_owner: return "one-box at the owner";
  }
  return {};
}

Design design_of(ExchangeKind exchange) {
  switch (exchange) {
    case ExchangeKind::zero_box: return Design::zero_box;
    case ExchangeKind::one_box: return Design::one_box;
    case ExchangeKind::two_box: return Design::two_box;
  }
  return Design::two_box;
}

Cost cost_of(Design design, Direction direction, const Load& load, const Moved& moved, Boxes boxes) {
  Cost cost;
  if (direction == Direction::pull) {
    pull(cost, design, load, moved);
  } else {
    push(cost, design, load, moved, boxes);
  }
  const double arcs = load.local_arcs + load.remote_arcs;
  cost.graph = {{read_near_in_order, load.rows, offset_bytes}, {read_near_in_order, arcs, slot_bytes + moved.weight}};
  if (design == Design::zero_box && load.by_ghost_table)
    cost.graph.push_back({read_near, load.remote_arcs, slot_bytes});
  cost.meets = meets(design);
  return cost;
}

double seconds_of(const std::vector<Term>& terms, const Rates& rates) {
  double seconds = 0;
  for (const Term& term : terms) seconds += rates.seconds(term.access, term.count, term.bytes);
  return seconds;
}

double seconds_of(const Cost& cost, const Rates& rates) {
  return seconds_of(cost.computation, rates) + seconds_of(cost.communication, rates) + seconds_of(cost.graph, rates) +
         cost.meets * rates.barrier_seconds;
}

Rates thesis_rates() {
  constexpr double mega = 1e6;
  Rates rates;
  rates.bytes_per_second[read_near_in_order] = 2464 * mega;
  rates.bytes_per_second[read_far_in_order] = 2069 * mega;
  rates.bytes_per_second[read_near] = 286 * mega;
  rates.bytes_per_second[read_far] = 226 * mega;
  rates.bytes_per_second[write_near_in_order] = 1438 * mega;
  rates.bytes_per_second[write_far_in_order] = 1024 * mega;
  rates.bytes_per_second[write_near] = 238 * mega;
  rates.bytes_per_second[write_far] = 188 * mega;
  rates.latency_seconds = {119e-9, 178e-9};
  return rates;
}

}  // namespace Atoll
