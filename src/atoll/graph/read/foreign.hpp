// SPDX-License-Identifier: Apache-2.0
// Graph formats that people have and Atoll does not read: they are text, so a list of edges would be found in them, and
// a wrong one. They are known by how they begin.
#pragma once

#include <string>

#include "atoll/graph/read/format.hpp"

namespace Atoll::reading {

// Throws Error(input), with a way to make an edge list of it, if a file begins as one of them, or as an edge list whose
// vertices are tuples of Python. None of ours does.
void refuse_foreign(const Glance& glance, const std::string& path);

}  // namespace Atoll::reading
