// SPDX-License-Identifier: Apache-2.0
// Why a superstep went the way it did, as data: who took its direction and its exchange, and by which numbers. Invariant:
// what was compared is what was decided by, so whoever shows a reason shows the decision itself.
#pragma once

#include <cstdint>
#include <optional>

namespace Atoll {

enum class Why : std::uint8_t {
  kernel,          // a kernel goes its own way, and has no exchange
  asked,           // the user named it
  usual,           // the program's direction, where nobody asks for another
  only,            // the exchange is the only one: in one address space there are no boxes
  cheapest,        // its forecast is the least
  grows,           // a pull goes on: the frontier grows
  grows_no_more,   // a push goes on: it does not grow
  many_arcs,       // a pull: the frontier has more arcs than a share of the unexplored ones
  few_arcs,        // a push: it has no more than these
  few_to_sweep,    // a push: it has no more arcs than a bitmap over all vertices has words, which a pull sweeps
  many_vertices,   // a pull: it has a share of all vertices or more
  few_vertices,    // a push: it has less
  sweeps_in_vain,  // a push after a pull that scanned more than a multiple of the frontier's arcs
  rare_parents,  // a push: of a pull's scans, a sample says, it would take more than a multiple of the frontier's arcs
  nobody_left,   // nobody is left to be found
};

// A count of the frontier, and a share of some whole: what a rule compares.
struct Comparison {
  std::uint64_t frontier = 0;
  std::uint64_t whole = 0;
  double divisor = 1;

  bool above() const { return static_cast<double>(frontier) * divisor > static_cast<double>(whole); }
  bool below() const { return static_cast<double>(frontier) * divisor < static_cast<double>(whole); }
};

struct DirectionReason {
  Why why = Why::kernel;
  std::optional<Comparison> compared = {};  // none where no rule was asked
};

struct Reason {
  DirectionReason direction = {};
  Why exchange = Why::kernel;
};

}  // namespace Atoll
