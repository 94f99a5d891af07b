// SPDX-License-Identifier: Apache-2.0
#include "cli/top.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "atoll/algorithms/classes.hpp"

namespace Atoll::cli {
namespace {

constexpr std::string_view columns_worth_it[] = {"rank",      "betweenness", "in",        "out",
                                                 "triangles", "core",        "component", "community"};

bool is_worth_it(std::string_view column) {
  return std::ranges::find(columns_worth_it, column) != std::end(columns_worth_it);
}

// value(v) for v in [0, size): the largest `count`.
template <class Value>
Top largest(const std::string& column, std::uint64_t size, std::size_t count, const Value& value) {
  using Entry = std::pair<double, std::uint64_t>;
  const auto before = [](const Entry& a, const Entry& b) {
    return a.first > b.first || (a.first == b.first && a.second < b.second);
  };
  std::vector<Entry> best;  // a heap with the least on top
  for (std::uint64_t v = 0; v < size && count != 0; ++v) {
    const Entry entry{static_cast<double>(value(v)), v};
    if (best.size() == count && !before(entry, best.front())) continue;
    best.push_back(entry);
    std::ranges::push_heap(best, before);
    if (best.size() <= count) continue;
    std::ranges::pop_heap(best, before);
    best.pop_back();
  }
  std::ranges::sort(best, before);
  Top top{.column = column, .vertices = {}, .values = {}, .real = std::is_floating_point_v<decltype(value(0))>};
  for (const auto& [number, vertex] : best) {
    top.values.push_back(number);
    top.vertices.push_back(vertex);
  }
  return top;
}

// The vertices that name the largest groups.
Top largest_groups(const std::string& column, const IdArray& group_of, std::size_t count, Crew& crew) {
  const Array<std::uint64_t> members = class_sizes(group_of, crew);
  Top top = largest(column, members.size(), count, [&](std::uint64_t v) { return members[v]; });
  while (!top.values.empty() && top.values.back() == 0) {
    top.values.pop_back();
    top.vertices.pop_back();
  }
  top.groups = true;
  return top;
}

}  // namespace

bool has_tops(const Algorithm& algorithm) { return std::ranges::any_of(algorithm.columns, is_worth_it); }

bool tells_groups(const Column& column) {
  return is_worth_it(column.name) && std::holds_alternative<IdArray>(column.values);
}

std::vector<Top> tops_of(const Answer& answer, std::size_t count, bool directed, Crew& crew) {
  std::vector<Top> tops;
  for (const Column& column : answer.columns) {
    if (count == 0 || !is_worth_it(column.name) || (!directed && column.name == "in")) continue;
    std::visit(
        [&](const auto& values) {
          if constexpr (std::is_same_v<std::decay_t<decltype(values)>, IdArray>) {
            tops.push_back(largest_groups(column.name, values, count, crew));
          } else {
            tops.push_back(largest(column.name, values.size(), count, [&](std::uint64_t v) { return values[v]; }));
          }
        },
        column.values);
  }
  return tops;
}

}  // namespace Atoll::cli
