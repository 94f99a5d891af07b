// SPDX-License-Identifier: Apache-2.0
// Whether a graph has hubs that many of its arcs belong to, by a few draws: a search may take less time than many.
#pragma once

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

// Whether of a sample more than two arcs are in rows of more than 32 arcs and of four times as many as usual; of 32, or,
// where arcs have a direction, of 32 out and 32 in.
bool has_long_rows(const OnePart& graph);

}  // namespace Atoll::kernels
