// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/steering.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"

namespace Atoll {
namespace {

Steered push(Why why, const Comparison& compared) { return {Direction::push, {why, compared}}; }
Steered pull(Why why, const Comparison& compared) { return {Direction::pull, {why, compared}}; }

Comparison growth_of(const SteeringView& view) {
  return {.frontier = view.now.vertices, .whole = view.before.vertices};
}

Steered after_pull(double beta, const SteeringView& view) {
  const Comparison growth = growth_of(view);
  if (growth.above()) return pull(Why::grows, growth);
  const Comparison size{view.now.vertices, view.vertices, beta};
  return size.below() ? push(Why::few_vertices, size) : pull(Why::many_vertices, size);
}

Steered by_arcs_after_push(double alpha, const SteeringView& view) {
  const Comparison growth = growth_of(view);
  if (!growth.above()) return push(Why::grows_no_more, growth);
  const Comparison arcs{view.now.arcs, view.unexplored_arcs, alpha};
  if (!arcs.above()) return push(Why::few_arcs, arcs);
  const Comparison words{view.now.arcs, view.vertices, bits_per_word};
  return words.above() ? pull(Why::many_arcs, arcs) : push(Why::few_to_sweep, words);
}

Steered by_vertices_after_push(double alpha, const SteeringView& view) {
  const Comparison growth = growth_of(view);
  if (!growth.above()) return push(Why::grows_no_more, growth);
  const Comparison size{view.now.vertices, view.vertices, alpha};
  return size.above() ? pull(Why::many_vertices, size) : push(Why::few_vertices, size);
}

// Of the one exchange that there is.
Why without_choice(const Steering& steering) { return steering.exchange_asked ? Why::asked : Why::only; }

}  // namespace

Steered steer(const Steering& steering, const SteeringView& view) {
  const bool pulled = view.last == Direction::pull;
  const Why always = steering.direction_asked ? Why::asked : Why::usual;
  switch (steering.rule) {
    case SteeringRule::push: return {Direction::push, {always}};
    case SteeringRule::pull: return {Direction::pull, {always}};
    case SteeringRule::by_arcs:
      return pulled ? after_pull(steering.beta, view) : by_arcs_after_push(steering.alpha, view);
    case SteeringRule::by_vertices:
      return pulled ? after_pull(steering.beta, view) : by_vertices_after_push(steering.alpha, view);
    case SteeringRule::by_cost: break;
  }
  ATOLL_CHECK(false);
  return {};
}

Choice choose(const Steering& steering, const SteeringView& view) {
  std::array<Direction, 2> directions = {Direction::push, Direction::pull};
  const bool free = steering.rule == SteeringRule::by_cost;
  ATOLL_CHECK(!free || steering.advise != nullptr);
  const Steered steered = free ? Steered{.reason = {Why::cheapest}} : steer(steering, view);
  if (!free) directions[0] = steered.direction;
  Reason reason{.direction = steered.reason, .exchange = without_choice(steering)};
  if (steering.advise == nullptr) return {.direction = steered.direction, .reason = reason};
  std::vector<Forecast> forecasts = steering.advise(view, {directions.data(), free ? 2u : 1u});
  ATOLL_CHECK(!forecasts.empty());
  const Forecast best = *std::ranges::min_element(forecasts, {}, &Forecast::seconds);
  if (std::ranges::any_of(forecasts, [&](const Forecast& way) { return way.exchange != best.exchange; }))
    reason.exchange = Why::cheapest;
  return {best.direction, best.exchange, std::move(forecasts), reason};
}

}  // namespace Atoll
