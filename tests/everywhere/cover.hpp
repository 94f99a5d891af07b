// SPDX-License-Identifier: Apache-2.0
// Which cells of a matrix to run: all of them, or few that still bring every value of every factor together with every
// value of every other one (a pairwise cover, drawn greedily from a seed).
#pragma once

#include <cstdint>
#include <vector>

namespace Atoll::testing {

using Choice = std::vector<int>;  // one level per factor

// levels[f]: how many values factor f has. Every pair of values of two factors is in some row.
std::vector<Choice> pairwise_cover(const std::vector<int>& levels, std::uint64_t seed);
std::vector<Choice> full_product(const std::vector<int>& levels);

// The cover, or the product if the environment says ATOLL_EVERYWHERE=full.
std::vector<Choice> cells(const std::vector<int>& levels, std::uint64_t seed);

}  // namespace Atoll::testing
