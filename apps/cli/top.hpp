// SPDX-License-Identifier: Apache-2.0
// The vertices with the largest values of a column of real numbers, such as the rank of PageRank.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll::cli {

struct Top {
  std::string column;                   // empty: the answer has no such column
  std::vector<std::uint64_t> vertices;  // largest first, ties by vertex; at most ten
  std::vector<double> values;
};

Top top_of(const Answer& answer);

}  // namespace Atoll::cli
