// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/steering.hpp"

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
  }
  return Direction::push;
}

}  // namespace Atoll
