// SPDX-License-Identifier: Apache-2.0
#include "cli/top.hpp"

#include <algorithm>
#include <utility>

namespace Atoll::cli {
namespace {

constexpr std::size_t top_max = 10;

}  // namespace

Top top_of(const Answer& answer) {
  const auto is_real = [](const Column& column) { return std::holds_alternative<Array<double>>(column.values); };
  const auto column = std::ranges::find_if(answer.columns, is_real);
  if (column == answer.columns.end()) return {};
  const auto& values = std::get<Array<double>>(column->values);
  using Entry = std::pair<double, std::uint64_t>;
  const auto before = [](const Entry& a, const Entry& b) {
    return a.first > b.first || (a.first == b.first && a.second < b.second);
  };
  std::vector<Entry> best;  // a heap with the least on top
  for (std::uint64_t v = 0; v < values.size(); ++v) {
    if (best.size() == top_max && !before({values[v], v}, best.front())) continue;
    best.emplace_back(values[v], v);
    std::ranges::push_heap(best, before);
    if (best.size() <= top_max) continue;
    std::ranges::pop_heap(best, before);
    best.pop_back();
  }
  std::ranges::sort(best, before);
  Top top{.column = column->name, .vertices = {}, .values = {}};
  for (const auto& [value, vertex] : best) {
    top.values.push_back(value);
    top.vertices.push_back(vertex);
  }
  return top;
}

}  // namespace Atoll::cli
