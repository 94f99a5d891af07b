// SPDX-License-Identifier: Apache-2.0
// The executor of a program: from the names of a run (exchange, direction) to its types. The list of exchanges that a user
// can choose is Executor::carrier; who leaves it open gets, on a layout with ghosts, all three in one run.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "atoll/algorithms/execution.hpp"
#include "atoll/exchange/binned.hpp"
#include "atoll/exchange/one_box.hpp"
#include "atoll/exchange/shared_zero_box.hpp"
#include "atoll/exchange/two_box.hpp"
#include "atoll/exchange/zero_box.hpp"

namespace Atoll {

template <Program P>
std::unique_ptr<Carrier> Executor<P>::carrier(ExchangeKind kind, Run<P>& run) {
  const auto of = [&]<class X>(X exchange) -> std::unique_ptr<Carrier> {
    return std::make_unique<CarrierOf<P, X>>(run.vertices(), std::move(exchange));
  };
  const bool shared = run.state().layout.arrangement == Arrangement::shared;
  switch (kind) {
    case ExchangeKind::one_box: return of(OneBox<P>(run.state()));
    case ExchangeKind::two_box: return of(TwoBox<P>(run.state()));
    case ExchangeKind::binned:
      return of(Binned<P>(run.state(), run.crew().threads(), run.crew().machine().second_level_bytes()));
    case ExchangeKind::zero_box: break;
  }
  if (shared) return of(SharedZeroBox<P>(run.state()));
  return of(ZeroBox<P>(run.state()));
}

template <Program P>
Executed<P> Executor<P>::run(const P& program, const Layout& layout, const Execution& execution, Crew& crew,
                             const Watch& watch, const Take<P>& take) {
  const std::span<const ExchangeKind> exchanges = exchanges_of(execution, layout);
  Executed<P> executed;
  DomainArray<typename Traits<P>::Value> values;
  {
    Run<P> run(program, layout, options_of(execution, shape_of_program<P>(), layout, crew), crew, watch);
    std::vector<std::unique_ptr<Carrier>> carriers;
    std::vector<Carrier*> known;
    for (const ExchangeKind kind : exchanges) known.push_back(carriers.emplace_back(carrier(kind, run)).get());
    run.through(known);
    executed = {run.statistics(), run.last_round()};
    values = std::move(run.state().values);
  }  // what a run needs beside its values makes room for the answer
  take(values);
  return executed;
}

}  // namespace Atoll
