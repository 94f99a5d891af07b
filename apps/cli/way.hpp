// SPDX-License-Identifier: Apache-2.0
// The way from the source of a search to one vertex, in the user's labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/graph/graph.hpp"

#include "cli/json.hpp"

namespace Atoll::cli {

// From the source of a search to one vertex, by the column "parent".
struct Way {
  std::uint64_t target = 0;
  std::vector<std::uint64_t> path;  // from the source on; empty: not reached
  std::string told;                 // what the other columns say of the target: "distance 74"
};
// Throws Error(usage) for an answer without parents.
Way way_to(const Answer& answer, std::uint64_t target);
Json json_of(const Way& way, const Labels& labels);         // the labels on the path; null: not reached
std::string text_of(const Way& way, const Labels& labels);  // "Bern > Thun > Brig, distance 74"

}  // namespace Atoll::cli
