// SPDX-License-Identifier: Apache-2.0
// Adjacency matrices as text, as NumPy and pandas write them. Their rows have the fields of edges with weights, so a list
// of edges would be found in them, and a wrong one.
#pragma once

#include <string>

#include "atoll/graph/read/format.hpp"

namespace Atoll::reading {

// Throws Error(input), with a way to make an edge list of it, if a text that would be read as `format` is such a matrix,
// as far as the glance tells: its first rows are all of 0 and 1, or below and behind the same names, or it is square with
// zeros on its diagonal. Three columns are an edge with a weight, so such a matrix must also be symmetric.
void refuse_adjacency_matrix(const Glance& glance, const std::string& name, std::string_view format);

}  // namespace Atoll::reading
