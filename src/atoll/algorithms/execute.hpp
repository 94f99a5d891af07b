// SPDX-License-Identifier: Apache-2.0
// From the names of a run (exchange, direction) to its types: one visit, outside all loops. The list of exchanges that
// a user can choose is the switch below; who leaves it open gets, on a layout with ghosts, all three in one run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "atoll/engine/run.hpp"
#include "atoll/exchange/kind.hpp"
#include "atoll/exchange/one_box.hpp"
#include "atoll/exchange/shared_zero_box.hpp"
#include "atoll/exchange/two_box.hpp"
#include "atoll/exchange/zero_box.hpp"
#include "atoll/model/adviser.hpp"
#include "atoll/model/probe.hpp"

namespace Atoll {

struct Execution {
  std::optional<ExchangeKind> exchange = {};  // none: 0-Box in one address space, otherwise the cheapest by the model
  Steering steering = {};
  std::shared_ptr<const Probe> probe = {};         // for the model; none: the machine of the thesis
  std::function<void(const Model&)> explain = {};  // hears it, if there is one
  std::uint64_t rounds_max = ~std::uint64_t{0};
  bool counted = false;  // accesses to memory are counted (PartStatistics::accesses)
};

// Steering that takes the cheapest of `exchanges` for every superstep. The forecasts are made while the leader steers.
template <Program P>
Steering advised(const Execution& execution, std::span<const ExchangeKind> exchanges, const Layout& layout,
                 const Crew& crew) {
  constexpr ProgramShape program = shape_of_program<P>();
  const Rates rates = execution.probe ? rates_at(*execution.probe, state_bytes(layout, program)) : thesis_rates();
  const auto model = std::make_shared<const Model>(layout, program, rates, crew);
  if (execution.explain) execution.explain(*model);
  Steering steering = execution.steering;
  steering.advise = [model, exchanges](const SteeringView& view, std::span<const Direction> directions) {
    return model->forecasts(exchanges, view, directions);
  };
  return steering;
}

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
  if constexpr (!is_counted<P>) {
    if (execution.counted) {
      const auto executed = execute(Counted<P>{program}, layout, execution, crew, watch, take);
      return {executed.statistics, executed.round};
    }
  }
  static constexpr ExchangeKind any[] = {ExchangeKind::zero_box, ExchangeKind::one_box, ExchangeKind::two_box};
  const bool shared = layout.arrangement == Arrangement::shared;
  if (shared && execution.exchange.value_or(ExchangeKind::zero_box) != ExchangeKind::zero_box)
    throw Error(ErrorKind::usage, "the layout has no boxes", {}, "prepare it for the exchange that is to run");
  const bool free = !shared && !execution.exchange;
  RunOptions options{.steering = execution.steering, .rounds_max = execution.rounds_max};
  if (free) options.steering = advised<P>(execution, any, layout, crew);
  Run<P> run(program, layout, options, crew, watch);
  const auto with = [&]<class... X>(X... exchanges) { run(exchanges...); };
  if (shared) {
    with(SharedZeroBox<P>(run.state()));
  } else if (free) {
    with(ZeroBox<P>(run.state()), OneBox<P>(run.state()), TwoBox<P>(run.state()));
  } else {
    switch (*execution.exchange) {
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
