// SPDX-License-Identifier: Apache-2.0
// Sums, counts and maxima over many elements by all threads. The results of the chunks are joined in the order of the
// chunks, so that even a floating sum is the same for any number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/topology/crew.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

inline constexpr std::uint64_t elements_per_chunk = std::uint64_t{1} << 14;

// add(result, i) for each i in [0, count), on a Result{} per chunk; these become one by join(total, result).
template <class Result, class Add, class Join>
Result reduce(std::uint64_t count, const Add& add, const Join& join, Crew& crew) {
  std::vector<Result> results((count + elements_per_chunk - 1) / elements_per_chunk);
  crew.for_chunks(count, elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    Result mine{};
    for (std::uint64_t i = begin; i < end; ++i) add(mine, i);
    results[begin / elements_per_chunk] = mine;
  });
  Result total{};
  for (const Result& result : results) join(total, result);
  return total;
}

// The sum of term(i) over all i in [0, count), in a Sum. It is called once for each, in no order.
template <class Sum, class Term>
Sum sum_over(std::uint64_t count, const Term& term, Crew& crew) {
  return reduce<Sum>(
      count, [&](Sum& sum, std::uint64_t i) { sum += static_cast<Sum>(term(i)); },
      [](Sum& sum, const Sum& more) { sum += more; }, crew);
}

// The greatest value(i), none of which is below 0; 0 of none.
template <class Number, class Value>
Number most_over(std::uint64_t count, const Value& value, Crew& crew) {
  return reduce<Number>(
      count, [&](Number& most, std::uint64_t i) { most = std::max(most, static_cast<Number>(value(i))); },
      [](Number& most, const Number& other) { most = std::max(most, other); }, crew);
}

// How many of the values satisfy `test`, over all parts.
template <class Value, class Test>
std::uint64_t count_where(const DomainArray<Value>& values, const Test& test, Crew& crew) {
  std::uint64_t count = 0;
  for (int part = 0; part < values.parts(); ++part) {
    const std::span<const Value> mine = values[part];
    count += sum_over<std::uint64_t>(mine.size(), [&](std::uint64_t v) { return test(mine[v]) ? 1 : 0; }, crew);
  }
  return count;
}

}  // namespace Atoll
