// SPDX-License-Identifier: Apache-2.0
// What a superstep of one part costs under each design: how often which memory is accessed (the thesis's Table 3.1, and
// the same for pushes), times what the machine's memory can do (its Table 2.1). It predicts and never executes, and no
// constant in it is fitted.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "atoll/exchange/kind.hpp"
#include "atoll/model/rates.hpp"

namespace Atoll {

// The designs of the thesis's sections 3.3 and 3.4. The last is the one it discards: the box of a pull lies beside the
// owner, so each remote arc reads from afar, at random.
enum class Design : std::uint8_t { zero_box, one_box, two_box, one_box_at_owner };
std::string_view name_of(Design design);
Design design_of(ExchangeKind exchange);

// Whether a push delivers every slot of a box, as the thesis does, or those that were touched, found by a bitmap.
enum class Boxes : std::uint8_t { whole, touched };

// What a part has to do in one superstep: the counts that the formulas take.
struct Load {
  double sources = 0;           // own vertices that signal
  double listeners = 0;         // own vertices that a pull writes (V)
  double rows = 0;              // own rows that the scan looks at
  double local_arcs = 0;        // scanned, to own vertices (E)
  double remote_arcs = 0;       // scanned, to vertices of others (E')
  double ghosts = 0;            // slots this part has for vertices of others
  double mirrored = 0;          // slots that others have for its own: (N-1) V', read as the sum over pairs of parts
  double touched = 0;           // of `mirrored`: written by others in this superstep of a push
  bool by_ghost_table = false;  // 0-Box finds the owner's slot by a table, one read per remote arc
};

// Sizes of what a program moves, in bytes.
struct Moved {
  double value = 8;    // state of a vertex
  double message = 8;  // in a box; a bit where a signal is a function of the id
  double weight = 0;   // of an arc
  friend bool operator==(const Moved&, const Moved&) = default;
};

struct Term {
  Access access;
  double count = 0;
  double bytes = 0;  // of one access
};

// The accesses of a part in a superstep. What the thesis's table leaves out is kept apart.
struct Cost {
  std::vector<Term> computation;
  std::vector<Term> communication;
  std::vector<Term> graph;  // offsets, arcs, weights, bitmaps and the ghost table
  double meets = 0;         // barriers that the design adds
};
Cost cost_of(Design design, Direction direction, const Load& load, const Moved& moved, Boxes boxes);

// One after the other, by the threads of one domain together.
double seconds_of(const std::vector<Term>& terms, const Rates& rates);
double seconds_of(const Cost& cost, const Rates& rates);

// The machine of the thesis, Table 2.1: four sockets of an Intel Xeon E7-4870 v2, arrays of 1 GB.
Rates thesis_rates();

}  // namespace Atoll
