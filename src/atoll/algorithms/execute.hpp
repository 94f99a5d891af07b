// SPDX-License-Identifier: Apache-2.0
// From the names of a run (exchange, direction) to its types: one visit, outside all loops. The list of exchanges that
// a user can choose is the switch below.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "atoll/engine/run.hpp"
#include "atoll/exchange/kind.hpp"
#include "atoll/exchange/one_box.hpp"
#include "atoll/exchange/shared_zero_box.hpp"
#include "atoll/exchange/two_box.hpp"
#include "atoll/exchange/zero_box.hpp"

namespace Atoll {

struct Execution {
  std::optional<ExchangeKind> exchange = {};  // none: 0-Box in one address space, otherwise 2-Box
  Steering steering = {};
  std::uint64_t rounds_max = ~std::uint64_t{0};
};

// What a run leaves behind: its statistics and the last round. The values are handed over while they exist.
template <Program P>
struct Executed {
  RunStatistics statistics;
  typename Traits<P>::Round round;
};

// Runs the program; then take(values) may copy them out of the parts.
template <Program P, class Take>
Executed<P> execute(const P& program, const Layout& layout, const Execution& execution, Crew& crew, const Watch& watch,
                    Take&& take) {
  Run<P> run(program, layout, {.steering = execution.steering, .rounds_max = execution.rounds_max}, crew, watch);
  const auto with = [&]<class X>(X exchange) { run(exchange); };
  if (layout.arrangement == Arrangement::shared) {
    if (execution.exchange && *execution.exchange != ExchangeKind::zero_box)
      throw Error(ErrorKind::usage, "the layout has no boxes", {}, "prepare it for the exchange that is to run");
    with(SharedZeroBox<P>(run.state()));
  } else {
    switch (execution.exchange.value_or(ExchangeKind::two_box)) {
      case ExchangeKind::zero_box: with(ZeroBox<P>(run.state())); break;
      case ExchangeKind::one_box: with(OneBox<P>(run.state())); break;
      case ExchangeKind::two_box: with(TwoBox<P>(run.state())); break;
    }
  }
  take(static_cast<const DomainArray<typename P::Value>&>(run.state().values));
  return {run.statistics(), run.last_round()};
}

// set(user id, value) for every vertex, in parallel.
template <class Value, class Set>
void collect(const Layout& layout, const DomainArray<Value>& values, Crew& crew, Set&& set) {
  for (int part = 0; part < layout.parts(); ++part) {
    const auto p = static_cast<std::size_t>(part);
    const std::span<const Value> mine = values[part];
    const IdArray& ids = layout.names(part);
    crew.for_chunks(mine.size(), 1u << 15, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) set(ids[layout.own_id_first[p] + v], mine[v]);
    });
  }
}

}  // namespace Atoll
