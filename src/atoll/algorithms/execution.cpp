// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/execution.hpp"

namespace Atoll {
namespace {

// That a run may choose among; the first is the one of one address space.
constexpr ExchangeKind all[] = {ExchangeKind::zero_box, ExchangeKind::one_box, ExchangeKind::two_box};

// Steering that takes the cheapest of `exchanges` for every superstep. The forecasts are made while the leader steers.
Steering advised(const Execution& execution, std::span<const ExchangeKind> exchanges, const ProgramShape& program,
                 const Layout& layout, Crew& crew) {
  const auto model =
      std::make_shared<const Model>(shape_of(layout, crew), program, rates_of(execution.probe.get()), crew);
  if (execution.explain) execution.explain(*model);
  Steering steering = execution.steering;
  steering.advise = [model, exchanges](const SteeringView& view, std::span<const Direction> directions) {
    return model->forecasts(exchanges, view, directions);
  };
  return steering;
}

}  // namespace

std::span<const ExchangeKind> exchanges_of(const Execution& execution, const Layout& layout) {
  const bool shared = layout.arrangement == Arrangement::shared;
  const ExchangeKind asked = execution.exchange.value_or(ExchangeKind::zero_box);
  if (shared && !shares_slots(asked))
    throw Error(ErrorKind::usage, "the layout has no boxes", {}, "prepare it for the exchange that is to run");
  if (!shared && asked == ExchangeKind::binned)
    throw Error(ErrorKind::usage, "the layout is not one address space", {},
                "prepare it for the exchange that is to run");
  if (execution.exchange) return {&*execution.exchange, 1};
  return shared ? std::span(all).first(1) : std::span(all);
}

RunOptions options_of(const Execution& execution, const ProgramShape& program, const Layout& layout, Crew& crew) {
  const std::span<const ExchangeKind> exchanges = exchanges_of(execution, layout);
  const bool forecast = exchanges.size() > 1 || execution.explain;
  RunOptions options{.steering = forecast ? advised(execution, exchanges, program, layout, crew) : execution.steering,
                     .rounds_max = execution.rounds_max};
  options.steering.exchange_asked = execution.exchange.has_value();
  return options;
}

}  // namespace Atoll
