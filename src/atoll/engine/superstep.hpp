// SPDX-License-Identifier: Apache-2.0
// The superstep, written once for every program, layout and exchange:
//   signal, meet, publish, scan (push or pull) into the port, meet, deliver, meet, apply, meet, advance the frontier.
// An exchange says which of the steps it needs. All members of the crew run it together; in each phase the members of a
// team share the work of each part they serve, in pieces of about equal arcs.
#pragma once

#include "atoll/engine/carrier.hpp"

namespace Atoll {

// Without the last step: a run advances the frontier when it has seen to the rest.
void run_superstep(Member& me, Direction direction, const Layout& layout, Vertices& vertices, Carrier& carrier);

}  // namespace Atoll
