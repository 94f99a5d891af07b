// SPDX-License-Identifier: Apache-2.0
// Where the one object goes that tells of a command: to standard output, into a page, into a trace.
#pragma once

#include "cli/json.hpp"
#include "cli/setup_options.hpp"

namespace Atoll::cli {

// What --json, --report and --trace ask for. Throws Error(resource | cancelled).
void tell(const Json& json, const SetupOptions& setup, const Watch& watch);

}  // namespace Atoll::cli
