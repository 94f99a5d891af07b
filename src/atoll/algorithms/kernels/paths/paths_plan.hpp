// SPDX-License-Identifier: Apache-2.0
// How shortest paths are searched in a graph, from a sample of its arcs: how wide a bucket is, whether a horizon holds arcs
// back, and how far it moves.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

struct PathsPlan {
  double bucket_width = 1;         // as a length
  std::uint64_t band_buckets = 0;  // how far the horizon moves; 0: there is none
  bool spares_ends = false;        // where no arc leads on, nobody waits in a bucket; not where `follows`
  // Only without a horizon:
  bool follows = false;  // a thread goes on at once from what it reached
  bool alone = false;    // one thread does it all
};

// Of weighted rows out of a graph; Lengths as in lengths.hpp. `can_hold`: arcs can be held back, for rows are sorted by
// weight or can be pulled. Without arcs, rows or weights the plan says nothing.
template <class Lengths>
PathsPlan plan_for(const OnePart& graph, const Rows& rows, bool can_hold);

// Whether most vertices have one arc at most.
bool is_thin(const OnePart& graph);
// Whether they have so many that a horizon saves most of these.
bool is_dense(const OnePart& graph);

}  // namespace Atoll::kernels
