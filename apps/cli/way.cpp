// SPDX-License-Identifier: Apache-2.0
#include "cli/way.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "atoll/base/error.hpp"

#include "cli/input.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

// The value of a vertex in a column of numbers; empty where it is missing, and for ids.
std::string value_of(const Column& column, std::uint64_t v) {
  return std::visit(
      [&](const auto& values) -> std::string {
        using Values = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Values, IdArray>) {
          return {};
        } else if constexpr (std::is_same_v<Values, Array<std::int32_t>>) {
          return fmt::format("{} {}", column.name, values[v]);
        } else {
          using Limits = std::numeric_limits<std::decay_t<decltype(values[v])>>;
          const bool missing = values[v] == (Limits::has_infinity ? Limits::infinity() : Limits::max());
          return missing ? "" : fmt::format("{} {}", column.name, values[v]);
        }
      },
      column.values);
}

}  // namespace

Way way_to(const Answer& answer, std::uint64_t target) {
  const auto column = std::ranges::find(answer.columns, "parent", &Column::name);
  if (column == answer.columns.end()) {
    throw Error(ErrorKind::usage, "the answer has no parents to follow", "--target", "leave --answer out");
  }
  const auto& parent = std::get<IdArray>(column->values);
  Way way{.target = target, .path = {}, .told = {}};
  if (parent[target] == parent.none()) return way;
  way.path.push_back(target);
  for (std::uint64_t v = target; parent[v] != v; v = parent[v]) {
    if (parent[v] >= parent.size()) return {.target = target, .path = {}, .told = "the parents lead nowhere"};
    if (way.path.size() > parent.size()) return {.target = target, .path = {}, .told = "the parents lead in a circle"};
    way.path.push_back(parent[v]);
  }
  std::ranges::reverse(way.path);
  for (const Column& other : answer.columns) {
    const std::string value = value_of(other, target);
    if (!value.empty()) way.told += (way.told.empty() ? "" : ", ") + value;
  }
  return way;
}

Json json_of(const Way& way, const Labels& labels) {
  if (way.path.empty()) return nullptr;
  Json path = Json::array();
  for (const std::uint64_t v : way.path) path.push_back(label_json(labels, v));
  return path;
}

std::string text_of(const Way& way, const Labels& labels) {
  constexpr std::size_t shown_max = 20;  // from either end
  if (way.path.empty()) {
    return fmt::format("{} is not reached{}", shown(labels.of(way.target)), way.told.empty() ? "" : ": " + way.told);
  }
  std::string text;
  for (std::size_t i = 0; i < way.path.size(); ++i) {
    if (i >= shown_max && i + shown_max < way.path.size()) {
      text += fmt::format(" > ... {} more ...", way.path.size() - 2 * shown_max);
      i = way.path.size() - shown_max;
    }
    text += (i == 0 ? "" : " > ") + shown(labels.of(way.path[i]));
  }
  return way.told.empty() ? text : text + ", " + way.told;
}

}  // namespace Atoll::cli
