// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/cost.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "atoll/base/bits.hpp"
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

constexpr double slot_bytes = 4;  // of an arc, and of a local id in the ghost table and in the list of a box
constexpr double bit = 1.0 / 8;
constexpr double place_bytes = 2;                     // of a message in its bin
constexpr double slots_of_segment = 1 << 16;          // at most
constexpr double vertices_per_deal = bits_per_piece;  // of a sweep

// To an array of so many elements of so many bytes.
Term accesses(Access access, double count, double bytes, double elements) {
  return {.access = access, .count = count, .bytes = bytes, .array_bytes = elements * bytes};
}

// The same, where arcs or a list of the same kind say which.
Term named(Access access, double count, double bytes, double elements, double list_bytes) {
  Term term = accesses(access, count, bytes, elements);
  term.role = Role::named;
  term.list_bytes = list_bytes;
  return term;
}

double list_of_arcs(const Load& load) { return load.extent.arcs_around * slot_bytes; }
double list_of_box(const Load& load) { return load.by_lists ? load.mirrored * slot_bytes : 0; }

// The numbers that say so.
Term numbers(double count, double elements) {
  Term term = accesses(read_near_in_order, count, slot_bytes, elements);
  term.role = Role::list;
  return term;
}

// Accesses of one loop share the caches. A cache keeps what was used last, so an array takes room from another in
// proportion to how often a byte of it is accessed, and all its bytes where that is more often than one of the other.
void share_caches(std::initializer_list<Term*> terms) {
  const auto often = [](const Term& term) { return term.array_bytes == 0 ? 0 : term.count / term.array_bytes; };
  std::vector<double> together;
  for (const Term* term : terms) {
    double bytes = 0;
    for (const Term* other : terms) {
      if (other->count > 0) bytes += other->array_bytes * std::min(1.0, often(*other) / often(*term));
    }
    together.push_back(term->count > 0 ? bytes : term->array_bytes);
  }
  std::size_t i = 0;
  for (Term* term : terms) term->array_bytes = together[i++];
}

// One bulk copy from afar.
void copy(std::vector<Term>& terms, double count, double bytes, double elements) {
  terms.push_back(accesses(read_far_in_order, count, bytes, elements));
  terms.push_back(accesses(write_near_in_order, count, bytes, elements));
}

// The ghost table, and the lists by which owners fill and empty boxes.
bool reads_table(Design design, const Load& load) { return design == Design::zero_box && load.by_ghost_table; }

Term table(const Load& load) { return named(read_near, load.remote_arcs, slot_bytes, load.ghosts, list_of_arcs(load)); }

void list(Cost& cost, const Load& load, double count) {
  if (load.by_lists) cost.graph.push_back(numbers(count, load.mirrored));
}

// What a scan accesses at random: own slots, slots of others, and the ghost table.
void scan_slots(Cost& cost, Design design, const Load& load, Term own, Term others) {
  Term slots = table(load);
  if (reads_table(design, load)) {
    share_caches({&own, &others, &slots});
    cost.graph.push_back(slots);
  } else {
    share_caches({&own, &others});
    own.reuse = others.reuse = load.reuse;
  }
  cost.computation.insert(cost.computation.end(), {own, others});
}

// Of the arcs of a push: the share at which a guess is wrong, whatever they name. Ends ascend by the user's id, so whether
// an arc leads abroad, where that is another path through the loop, is not foreseen.
double surprises(const Load& load, bool forks) {
  const double arcs = load.local_arcs + load.remote_arcs;
  return forks && arcs > 0 ? std::min(load.local_arcs, load.remote_arcs) / arcs : 0;
}

// What does not change its slot reads it, where others write. Who guesses what is likelier is wrong about the rest.
void only_compare(Cost& cost, std::size_t term, double changing, double surprising) {
  Term compared = cost.computation[term];
  Term& changed = cost.computation[term];
  compared.access.operation = Operation::read;
  compared.count *= 1 - changing;
  changed.count *= changing;
  changed.unforeseen = std::min(changed.count, compared.count);
  compared.unforeseen = compared.count * surprising;
  if (compared.count > 0) cost.computation.push_back(compared);
}

// Values come again with their slots: a cache has as many of them if it is as much larger as they are.
Reuse of_larger(Reuse reuse, double times) {
  for (Reuse::Point& point : reuse.points) point.cache_bytes *= times;
  return reuse;
}

// Messages reach vertices that may not listen any more, who have to be asked; what they do not want goes no further. Values
// lie beside the slots: both take room from each other.
void ask(Cost& cost, const Load& load, Term& told, double value_bytes, bool by_table) {
  const double elements = told.bytes == 0 ? 0 : told.array_bytes / told.bytes;
  Term asked =
      named({told.access.place, Operation::read, Order::random}, told.count, value_bytes, elements, told.list_bytes);
  asked.unforeseen = told.count * std::min(load.wanted, 1 - load.wanted);
  if (!by_table) asked.reuse = of_larger(load.reuse, value_bytes / told.bytes);
  told.count *= load.wanted;
  share_caches({&asked, &told});
  cost.computation.push_back(asked);
}

// Whether owners are heard where they live, and told there or by way of bins: without slots for vertices of others.
bool is_without_ghosts(Design design) { return design == Design::zero_box || design == Design::binned; }

// Table 3.1: own values are written in order; what is heard is read at random, where the design keeps it.
void pull(Cost& cost, Design design, const Load& load, const Moved& moved) {
  const bool far = is_without_ghosts(design) || design == Design::one_box_at_owner;
  const double own = load.extent.own;
  const double heard = is_without_ghosts(design) ? load.extent.others : load.ghosts;
  cost.computation = {accesses(write_near_in_order, load.listeners, moved.value, own)};
  const double list_bytes = list_of_arcs(load);
  Term near = named(read_near, load.local_arcs, moved.message, own, list_bytes);
  Term others = named(far ? read_far : read_near, load.remote_arcs, moved.message, heard, list_bytes);
  const double arcs = load.local_arcs + load.remote_arcs;
  for (Term* term : {&near, &others}) term->unforeseen = arcs == 0 ? 0 : term->count * std::min(1.0, load.stops / arcs);
  scan_slots(cost, design, load, near, others);
  if (is_without_ghosts(design)) return;
  const Access packed = design == Design::one_box ? write_far_in_order : write_near_in_order;
  cost.communication = {named(read_near, load.mirrored, moved.message, own, list_of_box(load)),
                        accesses(packed, load.mirrored, moved.message, load.mirrored)};
  list(cost, load, load.mirrored);
  if (design == Design::two_box) copy(cost.communication, load.ghosts, moved.message, load.ghosts);
}

// The same for a push: messages are combined at random, in the owner's slots or in boxes, and delivered from those.
void push(Cost& cost, Design design, const Load& load, const Moved& moved, Boxes boxes, const Sweeps& sweeps) {
  const bool boxed = design != Design::zero_box;
  const bool at_owner = design == Design::one_box_at_owner;
  const double own = load.extent.own;
  const double told = boxed ? load.ghosts : load.extent.others;
  cost.computation = {accesses(read_near_in_order, load.sources, moved.value, own)};
  const double list_bytes = list_of_arcs(load);
  Term near = named(write_near, load.local_arcs, moved.message, own, list_bytes);
  Term others = named(boxed && !at_owner ? write_near : write_far, load.remote_arcs, moved.message, told, list_bytes);
  if (sweeps.wants) {
    ask(cost, load, near, moved.value, reads_table(design, load));
    if (!boxed) ask(cost, load, others, moved.value, reads_table(design, load));
  }
  scan_slots(cost, design, load, near, others);
  const auto slots = cost.computation.size() - 2;  // own ones, and those of others
  const double surprising = surprises(load, sweeps.bitmaps && (boxed || reads_table(design, load)));
  only_compare(cost, slots, boxed ? load.changing.own : load.changing.at_owner, surprising);
  only_compare(cost, slots + 1, boxed ? load.changing.in_ghosts : load.changing.at_owner, surprising);
  if (!boxed) return;
  const double delivered = boxes == Boxes::whole ? load.mirrored : load.touched;
  std::vector<Term>& terms = cost.communication;
  if (design == Design::two_box) {
    if (boxes == Boxes::touched) copy(terms, load.mirrored, bit, load.mirrored);
    copy(terms, delivered, moved.message, load.mirrored);
    terms.push_back(accesses(read_near_in_order, delivered, moved.message, load.mirrored));
  } else {
    const Access opened = at_owner ? read_near_in_order : read_far_in_order;
    if (boxes == Boxes::touched) terms.push_back(accesses(opened, load.mirrored, bit, load.mirrored));
    terms.push_back(accesses(opened, delivered, moved.message, load.mirrored));
  }
  terms.push_back(named(write_near, delivered, moved.message, own, list_of_box(load)));
  list(cost, load, delivered);
}

// Every message is written with its place in a segment, and read by its owner, in order; what is folded, and asked whether
// it listens, is a segment at a time. As many arrive as leave.
void push_into_bins(Cost& cost, const Load& load, const Moved& moved, const Sweeps& sweeps) {
  const double arcs = load.local_arcs + load.remote_arcs;
  const double bytes = moved.message + place_bytes;
  cost.computation = {accesses(read_near_in_order, load.sources, moved.value, load.extent.own),
                      accesses(write_near_in_order, arcs, bytes, load.extent.arcs)};
  const double slots = std::min(load.extent.own, slots_of_segment);
  cost.communication = {accesses(read_near_in_order, load.local_arcs, bytes, load.extent.arcs),
                        accesses(read_far_in_order, load.remote_arcs, bytes, load.extent.arcs),
                        accesses(write_near, arcs * load.wanted, moved.message, slots)};
  if (sweeps.wants) cost.communication.push_back(accesses(read_near, arcs, moved.value, slots));
  cost.deals += std::ceil(load.extent.own / slots_of_segment);
}

// Reads and writes a bitmap, or its part that says something, in pieces.
void sweep(Cost& cost, double elements, std::initializer_list<Access> kinds) {
  for (const Access kind : kinds) cost.sweeps.push_back(accesses(kind, elements, bit, elements));
  cost.deals += std::ceil(elements / vertices_per_deal);
}

void sweep_of_push(Cost& cost, Design design, const Load& load, const Moved& moved, const Sweeps& sweeps) {
  const double own = load.extent.own;
  if (sweeps.bitmaps) {
    cost.sweeps.push_back(accesses(read_near_in_order, own, bit, own));                    // who speaks
    cost.sweeps.push_back(named(write_near, load.settled, bit, own, list_of_arcs(load)));  // who was reached
    if (!is_without_ghosts(design))
      cost.sweeps.push_back(named(write_near, load.left, bit, load.ghosts, list_of_arcs(load)));
  }
  if (!sweeps.applies) return;
  sweep(cost, own, {read_near_in_order});
  cost.sweeps.push_back(accesses(write_near_in_order, load.settled, moved.value, own));
  cost.sweeps.push_back(accesses(write_near_in_order, load.settled, moved.message, own));
  if (is_without_ghosts(design)) return;
  sweep(cost, load.ghosts, {read_near_in_order});
  cost.sweeps.push_back(accesses(write_near_in_order, load.left, moved.message, load.ghosts));
}

void sweep_of_pull(Cost& cost, const Load& load, const Moved& moved, const Sweeps& sweeps) {
  const double own = load.extent.own;
  if (sweeps.wants) cost.sweeps.push_back(accesses(read_near_in_order, own, moved.value, own));
  if (!sweeps.signals) return;
  sweep(cost, own, {read_near_in_order});
  cost.sweeps.push_back(accesses(read_near_in_order, load.sources, moved.value, own));
  cost.sweeps.push_back(accesses(write_near_in_order, load.sources, moved.message, own));
}

// Steps of publish or deliver, with a meet after each; see the exchanges.
double meets(Design design) {
  switch (design) {
    case Design::zero_box: return 0;
    case Design::one_box:
    case Design::one_box_at_owner: return 1;
    case Design::two_box: return 2;
    case Design::binned: return 1;
  }
  return 0;
}

}  // namespace

std::string_view name_of(Design design) {
  switch (design) {
    case Design::zero_box: return "zero-box";
    case Design::one_box: return "one-box";
    case Design::two_box: return "two-box";
    case Design::binned: return "binned";
    case Design::one_box_at_owner: return "one-box at the owner";
  }
  return {};
}

Design design_of(ExchangeKind exchange) {
  switch (exchange) {
    case ExchangeKind::zero_box: return Design::zero_box;
    case ExchangeKind::one_box: return Design::one_box;
    case ExchangeKind::two_box: return Design::two_box;
    case ExchangeKind::binned: return Design::binned;
  }
  return Design::two_box;
}

Cost cost_of(Design design, Direction direction, const Load& load, const Moved& moved, Boxes boxes,
             const Sweeps& sweeps) {
  Cost cost;
  const Owners owners = design == Design::one_box || design == Design::two_box ? load.owners : Owners::all;
  const double arcs = load.local_arcs + load.remote_arcs;
  cost.graph = {accesses(read_near_in_order, load.rows, moved.offset, load.extent.own),
                numbers(arcs, load.extent.arcs)};
  if (moved.weight > 0) cost.graph.push_back(accesses(read_near_in_order, arcs, moved.weight, load.extent.arcs));
  if (load.jumps > 0)
    cost.graph.push_back(accesses(read_near, load.jumps, slot_bytes + moved.weight, load.extent.arcs));
  cost.meets = meets(design);
  cost.deals = load.chunks;
  if (direction == Direction::pull) {
    pull(cost, design, load, moved);
    sweep_of_pull(cost, load, moved, sweeps);
  } else {
    if (design == Design::binned) {
      push_into_bins(cost, load, moved, sweeps);
    } else {
      push(cost, design, load, moved, boxes, sweeps);
    }
    sweep_of_push(cost, design, load, moved, sweeps);
  }
  // The frontier becomes the next one.
  if (sweeps.bitmaps) sweep(cost, load.extent.own, {write_near_in_order, write_near_in_order});
  for (std::vector<Term>* terms : {&cost.computation, &cost.communication, &cost.sweeps}) {
    for (Term& term : *terms) term.owners = owners;
  }
  return cost;
}

// After the scan, twice as the frontier advances, and after what sweeps over all own vertices before or behind the scan.
double meets_of(Direction direction, const Sweeps& sweeps) {
  return direction == Direction::push || sweeps.signals ? 4 : 3;
}

// What a list costs is in the rates of the scan.
double seconds_of(const Term& term, const Rates& rates) {
  if (term.role == Role::named)
    return rates.scan_seconds(
        term.access,
        {.count = term.count, .unforeseen = term.unforeseen, .list_bytes = term.list_bytes, .owners = term.owners},
        term.bytes, term.array_bytes, term.reuse);
  if (term.role == Role::list && !rates.scans[0].empty()) return 0;
  return rates.seconds(term.access, term.count, term.bytes, term.array_bytes, term.reuse);
}

double seconds_of(const std::vector<Term>& terms, const Rates& rates) {
  double seconds = 0;
  for (const Term& term : terms) seconds += seconds_of(term, rates);
  return seconds;
}

double seconds_of(const Cost& cost, const Rates& rates) {
  return seconds_of(cost.computation, rates) + seconds_of(cost.communication, rates) + seconds_of(cost.graph, rates) +
         seconds_of(cost.sweeps, rates) + cost.deals * rates.deal_seconds + cost.meets * rates.barrier_seconds;
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
