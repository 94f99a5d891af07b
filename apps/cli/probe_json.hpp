// SPDX-License-Identifier: Apache-2.0
// A probe as JSON, and back (docs/machine-file.md). What a probe does not know is not in it.
#pragma once

#include "atoll/model/probe.hpp"

#include "cli/json.hpp"

namespace Atoll::cli {

class JsonField;

Json json_of(const Probe& probe);

// Throws Error(input) for what is no probe of this machine.
Probe probe_of(const JsonField& field, const Machine& machine);

}  // namespace Atoll::cli
