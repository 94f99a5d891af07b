// SPDX-License-Identifier: Apache-2.0
// What a run was asked for, as the catalog's entries read it: what each would otherwise say once more, so that all of them
// steer alike and refuse the same vertices and weights in the same words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/execution.hpp"

namespace Atoll {

inline Steering steering_of(const RunChoice& choice, SteeringRule automatic) {
  Steering steering{.rule = automatic, .direction_asked = true};
  steering.alpha = choice.alpha.value_or(steering.alpha);
  steering.beta = choice.beta.value_or(steering.beta);
  switch (choice.direction) {
    case DirectionChoice::push: steering.rule = SteeringRule::push; break;
    case DirectionChoice::pull: steering.rule = SteeringRule::pull; break;
    case DirectionChoice::automatic: steering.direction_asked = false;
  }
  return steering;
}

inline Execution execution_of(const RunChoice& choice, SteeringRule automatic,
                              std::uint64_t rounds_max = ~std::uint64_t{0}) {
  return {choice.exchange, steering_of(choice, automatic), choice.probe, choice.explain, rounds_max, choice.counted};
}

// The parameter "source" as a vertex of the graph. Throws Error(input).
std::uint64_t checked_source(const Layout& layout, const Parameters& parameters);

// The greatest weight, 0 without any. Throws Error(input) if one is negative; `what` needs others: "shortest paths".
double greatest_weight(const Layout& layout, const std::string& what, Crew& crew);
// A parameter that lists vertices: each once, ascending. Throws Error(input) if one is not in the graph.
std::vector<std::uint64_t> checked_vertices(const Layout& layout, const Parameters& parameters,
                                            const std::string& name);

}  // namespace Atoll
