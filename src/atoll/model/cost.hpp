// SPDX-License-Identifier: Apache-2.0
// What a superstep of one part costs under each design: how often which memory is accessed (the thesis's Table 3.1, and
// the same for pushes), times what the machine's memory can do (its Table 2.1) in an array as large as the one accessed.
// It predicts and never executes, and no constant in it is fitted.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "atoll/exchange/kind.hpp"
#include "atoll/model/rates.hpp"

namespace Atoll {

// The designs of the thesis's sections 3.3 and 3.4, and bins (exchange/binned.hpp). The last is the one it discards: the box of a pull lies beside the
// owner, so each remote arc reads from afar, at random.
enum class Design : std::uint8_t { zero_box, one_box, two_box, binned, one_box_at_owner };
std::string_view name_of(Design design);
Design design_of(ExchangeKind exchange);

// Whether a push delivers every slot of a box, as the thesis does, or those that were touched, found by a bitmap.
enum class Boxes : std::uint8_t { whole, touched };

// The arrays of a part, in elements: how large an array is tells how fast it is accessed.
struct Extent {
  double own = 0;          // own vertices
  double others = 0;       // vertices of all others: what 0-Box reaches into
  double arcs = 0;         // scanned or not
  double arcs_around = 0;  // those of all parts that share its caches
};

// Of the messages that a push folds, the share that changes its slot. Where combining is idempotent, as taking the least
// is, a message that is no better is only compared.
struct Changing {
  double at_owner = 1;   // where all messages meet in the slots of their owners
  double own = 1;        // where only those along local arcs do before others are delivered
  double in_ghosts = 1;  // where those to vertices of others meet in ghosts
};

// What a part has to do in one superstep: the counts that the formulas take.
struct Load {
  Extent extent = {};
  double sources = 0;      // own vertices that signal
  double listeners = 0;    // own vertices that a pull writes (V)
  double rows = 0;         // own rows that the scan looks at
  double local_arcs = 0;   // scanned, to own vertices (E)
  double remote_arcs = 0;  // scanned, to vertices of others (E')
  double ghosts = 0;       // slots this part has for vertices of others
  double mirrored = 0;     // slots that others have for its own: (N-1) V', read as the sum over pairs of parts
  double touched = 0;      // of `mirrored`: written by others in this superstep of a push
  double left = 0;         // of `ghosts`: written by this part in this superstep of a push
  double settled = 0;      // own vertices that a push reaches
  double jumps = 0;        // rows that do not begin where the scan is: those before them were not read to their end
  double stops = 0;        // rows of a pull that end at an arc which nothing foretells
  double wanted = 1;       // of the messages of a push: the share whose targets listen
  Changing changing = {};
  double chunks = 0;            // of the scan, dealt one by one
  bool by_ghost_table = false;  // 0-Box finds the owner's slot by a table, one read per remote arc
  bool by_lists = false;        // owners find the slots of a box by a list, one read per slot filled or emptied
  Reuse reuse = {};             // of the slots that the scan accesses, but by a table
  Owners owners = Owners::all;  // of what a part alone writes: one, where the threads are in different parts
};

// Sizes of what a program moves, in bytes.
struct Moved {
  double value = 8;    // state of a vertex
  double message = 8;  // in a box; a bit where a signal is a function of the id
  double weight = 0;   // of an arc
  double offset = 8;   // of a row
  friend bool operator==(const Moved&, const Moved&) = default;
};

// What a term is in a scan of arcs. Where a machine has rates of scans, what arcs name is priced by them, and they have the
// list of the arcs in them.
enum class Role : std::uint8_t { apart, named, list };

struct Term {
  Access access;
  double count = 0;
  double bytes = 0;        // of one access
  double array_bytes = 0;  // that it competes for a cache with, its own array included
  Reuse reuse = {};
  Role role = Role::apart;
  double unforeseen = 0;  // of `count`; see Scanned
  double list_bytes = 0;  // of the list that names them
  Owners owners = Owners::all;
};

// The sweeps that every superstep makes, however little happens in it.
struct Sweeps {
  bool bitmaps = false;  // of who is active and who was touched; none where every vertex speaks
  bool wants = false;    // a pull asks every own vertex whether it listens, a push those whom its messages reach
  bool signals = false;  // a pull first writes what own vertices say
  bool applies = false;  // a push ends with a sweep over the own vertices, and where there are boxes over their ghosts
  friend bool operator==(const Sweeps&, const Sweeps&) = default;
};

// The accesses of a part in a superstep. What the thesis's table leaves out is kept apart.
struct Cost {
  std::vector<Term> computation;
  std::vector<Term> communication;
  std::vector<Term> graph;   // offsets, arcs, weights, the ghost table, and the lists of who is in a box
  std::vector<Term> sweeps;  // bitmaps, and what a sweep finds
  double meets = 0;          // barriers that the design adds
  double deals = 0;          // pieces of work that the threads take one by one
};
Cost cost_of(Design design, Direction direction, const Load& load, const Moved& moved, Boxes boxes,
             const Sweeps& sweeps = {});

// Barriers of a superstep whatever the design.
double meets_of(Direction direction, const Sweeps& sweeps);

// One after the other, by the threads of one domain together.
double seconds_of(const Term& term, const Rates& rates);
double seconds_of(const std::vector<Term>& terms, const Rates& rates);
double seconds_of(const Cost& cost, const Rates& rates);

// The machine of T. K. Aasawat, Scale-Free Graph Processing on a NUMA Machine, UBC 2018, Table 2.1 (MB are 10^6 bytes): four sockets of an Intel Xeon E7-4870 v2, arrays of 1 GB.
Rates thesis_rates();

}  // namespace Atoll
