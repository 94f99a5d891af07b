// SPDX-License-Identifier: Apache-2.0
// Facts that follow from the columns of an answer, counted once more for its certificate, by code that no run shares but
// that which counts the members of classes. How often a run iterated follows from no column, but has a limit. A verdict
// names the first fact that is told otherwise.
#pragma once

#include <string_view>
#include <utility>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll {

// What follows from a sum of distances that may be beyond 64 bits: the sum or, where it is, the nearest double.
__extension__ using WideSum = unsigned __int128;
decltype(Fact::value) fact_of(WideSum sum);

// The verdict, or that on what is told if there is nothing else.
template <class Told>
certify::Verdict and_as_told(certify::Verdict verdict, const Told& told) {
  return verdict.ok ? told() : std::move(verdict);
}

// Column "distance": "reached", "distance_max", "distance_sum".
certify::Verdict distances_as_told(const Answer& answer, Crew& crew);
// A column of classes that are named by a member: "count", "largest".
certify::Verdict classes_as_told(const Answer& answer, std::string_view column, Crew& crew);
// Column "core": "degeneracy", "innermost".
certify::Verdict cores_as_told(const Answer& answer, Crew& crew);
// The largest of a column of numbers, none of them below 0.
certify::Verdict largest_as_told(const Answer& answer, std::string_view column, std::string_view fact, Crew& crew);
// Columns "parent" and "weight" of a forest: "edges", "weight".
certify::Verdict forest_as_told(const Answer& answer, Crew& crew);
// Column "clustering": "clustering_mean".
certify::Verdict clustering_as_told(const Answer& answer, Crew& crew);
// "iterations" are not more than parameter "iterations" allows, and as many where "converged" is false: a run that did
// not converge has no other reason to end, but that there are no vertices.
certify::Verdict iterations_as_told(const Answer& answer, const Parameters& parameters, std::uint64_t vertices);

}  // namespace Atoll
