// SPDX-License-Identifier: Apache-2.0
// What the header of a METIS graph says of its rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace Atoll::reading {

struct RowFormat {
  std::uint64_t skipped = 0;  // words that begin a row: the size and the weights of the vertex
  bool weighted = false;      // a weight follows each neighbour
};

// Of the third word of a header, such as "011", and the number of weights of a vertex. Empty: it is no such word.
std::optional<RowFormat> row_format(std::string_view word, std::uint64_t vertex_weights);

}  // namespace Atoll::reading
