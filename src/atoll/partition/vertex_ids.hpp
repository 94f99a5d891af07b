// SPDX-License-Identifier: Apache-2.0
// The user's ids, kept beside the parts.
#pragma once

#include "atoll/partition/layout.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// Fills in layout.ids: of the own vertices, or of every source slot.
void name_vertices(Layout& layout, bool source_slots, Crew& crew);

}  // namespace Atoll
