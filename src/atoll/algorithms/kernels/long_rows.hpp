// SPDX-License-Identifier: Apache-2.0
// Whether a graph has hubs that many of its arcs belong to, by a few draws: a search may take less time than many.
#pragma once

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

// Whether more than two of 32 arcs, out or in, are in rows of more than 32 arcs and of four times as many as usual.
bool has_long_rows(const OnePart& graph);

}  // namespace Atoll::kernels
