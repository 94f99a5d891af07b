// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/told_facts.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>

#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/classes.hpp"
#include "atoll/base/check.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

using FactValue = decltype(Fact::value);

bool is_same(const FactValue& counted, const FactValue& told) {
  const auto* const a = std::get_if<double>(&counted);
  const auto* const b = std::get_if<double>(&told);
  return a == nullptr || b == nullptr ? counted == told : certify::agree(*a, *b);
}

std::string text_of(const FactValue& value) {
  return std::visit([](auto number) { return fmt::format("{}", number); }, value);
}

certify::Verdict as_told(const Answer& answer, const std::vector<Fact>& counted) {
  for (const Fact& fact : counted) {
    const auto told = std::ranges::find(answer.facts, fact.name, &Fact::name);
    ATOLL_CHECK(told != answer.facts.end());
    if (is_same(fact.value, told->value)) continue;
    return {false, fmt::format("{} is {} by the columns, but {} is told", fact.name, text_of(fact.value),
                               text_of(told->value))};
  }
  return {};
}

// Integers in 64 bits, and their sum in more; reals in double.
template <class Distance>
std::vector<Fact> distance_facts(const Array<Distance>& distance, Crew& crew) {
  using Number = std::conditional_t<std::is_integral_v<Distance>, std::uint64_t, double>;
  using Sum = std::conditional_t<std::is_integral_v<Distance>, WideSum, double>;
  constexpr Distance unreached =
      std::is_integral_v<Distance> ? std::numeric_limits<Distance>::max() : std::numeric_limits<Distance>::infinity();
  const auto if_reached = [&](std::uint64_t v) { return distance[v] == unreached ? Distance{0} : distance[v]; };
  const auto is_reached = [&](std::uint64_t v) { return distance[v] != unreached; };
  const auto sum = sum_over<Sum>(distance.size(), if_reached, crew);
  std::vector<Fact> facts = {{"reached", sum_over<std::uint64_t>(distance.size(), is_reached, crew)},
                             {"distance_max", most_over<Number>(distance.size(), if_reached, crew)}};
  if constexpr (std::is_integral_v<Distance>) {
    facts.push_back({"distance_sum", fact_of(sum)});
  } else {
    facts.push_back({"distance_sum", sum});
  }
  return facts;
}

}  // namespace

FactValue fact_of(WideSum sum) {
  if (sum <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(sum);
  return static_cast<double>(sum);
}

certify::Verdict distances_as_told(const Answer& answer, Crew& crew) {
  const auto& column = answer.column("distance").values;
  if (const auto* const narrow = std::get_if<Array<std::uint32_t>>(&column))
    return as_told(answer, distance_facts(*narrow, crew));
  if (const auto* const whole = std::get_if<Array<std::uint64_t>>(&column))
    return as_told(answer, distance_facts(*whole, crew));
  return as_told(answer, distance_facts(std::get<Array<float>>(column), crew));
}

certify::Verdict classes_as_told(const Answer& answer, std::string_view column, Crew& crew) {
  const auto& name = answer.as<IdArray>(column);
  const Array<std::uint64_t> members = class_sizes(name, crew);
  const auto count = sum_over<std::uint64_t>(name.size(), [&](std::uint64_t v) { return name[v] == v; }, crew);
  const auto largest = most_over<std::uint64_t>(name.size(), [&](std::uint64_t v) { return members[v]; }, crew);
  return as_told(answer, {{"count", count}, {"largest", largest}});
}

certify::Verdict cores_as_told(const Answer& answer, Crew& crew) {
  const auto& core = answer.as<Array<std::uint32_t>>("core");
  const auto most = most_over<std::uint64_t>(core.size(), [&](std::uint64_t v) { return core[v]; }, crew);
  const auto innermost = sum_over<std::uint64_t>(core.size(), [&](std::uint64_t v) { return core[v] == most; }, crew);
  return as_told(answer, {{"degeneracy", most}, {"innermost", innermost}});
}

certify::Verdict largest_as_told(const Answer& answer, std::string_view column, std::string_view fact, Crew& crew) {
  const auto largest = [&](const auto& numbers) -> FactValue {
    using Number = std::conditional_t<std::is_same_v<decltype(numbers), const Array<double>&>, double, std::uint64_t>;
    return most_over<Number>(numbers.size(), [&](std::uint64_t v) { return numbers[v]; }, crew);
  };
  return as_told(answer, {{std::string(fact), std::visit(largest, answer.column(column).values)}});
}

certify::Verdict forest_as_told(const Answer& answer, Crew& crew) {
  const auto& parent = answer.as<IdArray>("parent");
  const auto edges = sum_over<std::uint64_t>(parent.size(), [&](std::uint64_t v) { return parent[v] != v; }, crew);
  const auto& weights = answer.column("weight").values;
  FactValue weight;
  if (const auto* const whole = std::get_if<Array<std::int32_t>>(&weights)) {
    weight = sum_over<std::int64_t>(whole->size(), [&](std::uint64_t v) { return (*whole)[v]; }, crew);
  } else {
    const auto& reals = std::get<Array<float>>(weights);
    weight = sum_over<double>(reals.size(), [&](std::uint64_t v) { return reals[v]; }, crew);
  }
  return as_told(answer, {{"edges", edges}, {"weight", weight}});
}

certify::Verdict clustering_as_told(const Answer& answer, Crew& crew) {
  const auto& clustering = answer.as<Array<double>>("clustering");
  const auto sum = sum_over<double>(clustering.size(), [&](std::uint64_t v) { return clustering[v]; }, crew);
  const double mean = clustering.empty() ? 0 : sum / static_cast<double>(clustering.size());
  return as_told(answer, {{"clustering_mean", mean}});
}

certify::Verdict iterations_as_told(const Answer& answer, const Parameters& parameters, std::uint64_t vertices) {
  const auto told = answer.fact<std::uint64_t>("iterations");
  const std::uint64_t limit = parameters.count("iterations");
  if (told > limit) return {false, fmt::format("iterations are {}, but no more than {} are allowed", told, limit)};
  if (answer.fact<bool>("converged") || told == limit || vertices == 0) return {};
  return {false, fmt::format("converged is false, but the run ended after {} of {} iterations", told, limit)};
}

}  // namespace Atoll
