// SPDX-License-Identifier: Apache-2.0
// Which cells of a matrix to run: all of them, or few that still bring every value of every factor together with every
// value of every other one (a pairwise cover, drawn greedily from a seed).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace Atoll::testing {

using Choice = std::vector<int>;  // one level per factor

// Changes a row that cannot be into one that can, and leaves what can be as it is. None: every row can be.
using Settle = std::function<void(Choice&)>;

// levels[f]: how many values factor f has. No row is there twice, each is settled, and every pair of values of two
// factors that a settled row can hold is in some row.
std::vector<Choice> pairwise_cover(const std::vector<int>& levels, std::uint64_t seed, const Settle& settle = {});
std::vector<Choice> full_product(const std::vector<int>& levels, const Settle& settle = {});

// The product of all factors but the first, each row of it with `meets` values of the first, drawn from the seed; settle
// looks at the others alone. In order, so that rows with the same first value follow each other.
std::vector<Choice> drawn_product(const std::vector<int>& levels, int meets, std::uint64_t seed,
                                  const Settle& settle = {});

// The cover; or, if there is a wish for it, the product.
std::vector<Choice> cells(const std::vector<int>& levels, std::uint64_t seed, const Settle& settle = {});
const char* product_wish();  // ATOLL_EVERYWHERE of the environment; null: none
// `full` is all of it, `2/8` the second of eight stretches, which together are the product. Throws
// std::invalid_argument for other wishes.
std::vector<Choice> wanted_stretch(const std::vector<Choice>& product, std::string_view wish);

}  // namespace Atoll::testing
