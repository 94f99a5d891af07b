// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/steering.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "atoll/base/check.hpp"

namespace Atoll {
namespace {

bool below(std::uint64_t count, std::uint64_t whole, double divisor) {
  return static_cast<double>(count) * divisor < static_cast<double>(whole);
}

bool above(std::uint64_t count, std::uint64_t whole, double divisor) {
  return static_cast<double>(count) * divisor > static_cast<double>(whole);
}

}  // namespace

Direction steer(const Steering& steering, const SteeringView& view) {
  const bool grows = view.now.vertices > view.before.vertices;
  const bool small = below(view.now.vertices, view.vertices, steering.beta);
  switch (steering.rule) {
    case SteeringRule::push: return Direction::push;
    case SteeringRule::pull: return Direction::pull;
    case SteeringRule::by_arcs:
      if (view.last == Direction::pull) return !grows && small ? Direction::push : Direction::pull;
      return grows && above(view.now.arcs, view.unexplored_arcs, steering.alpha) &&
                     above(view.now.arcs, view.vertices, 64)
                 ? Direction::pull
                 : Direction::push;
    case SteeringRule::by_vertices:
      if (view.last == Direction::pull) return !grows && small ? Direction::push : Direction::pull;
      return grows && above(view.now.vertices, view.vertices, steering.alpha) ? Direction::pull : Direction::push;
    case SteeringRule::by_cost: break;
  }
  ATOLL_CHECK(false);
  return Direction::push;
}

Choice choose(const Steering& steering, const SteeringView& view) {
  std::array<Direction, 2> directions = {Direction::push, Direction::pull};
  const bool free = steering.rule == SteeringRule::by_cost;
  ATOLL_CHECK(!free || steering.advise != nullptr);
  if (!free) directions[0] = steer(steering, view);
  if (steering.advise == nullptr) return {.direction = directions[0]};
  std::vector<Forecast> forecasts = steering.advise(view, {directions.data(), free ? 2u : 1u});
  ATOLL_CHECK(!forecasts.empty());
  const Forecast best = *std::ranges::min_element(forecasts, {}, &Forecast::seconds);
  return {best.direction, best.exchange, std::move(forecasts)};
}

}  // namespace Atoll
