// SPDX-License-Identifier: Apache-2.0
// What `atoll machine --report` adds to a probe: a fixed set of runs, always the same, so that machines can be compared.
// docs/numa-reports.md says what is in it and why.
#pragma once

#include <string>

#include "atoll/base/watch.hpp"

#include "cli/json.hpp"
#include "cli/session.hpp"

namespace Atoll::cli {

enum class RunSize : std::uint8_t { small, usual };  // seconds, or up to a few minutes

// A list of what `--json` says of each run, and of the way it went as it was asked for. The model predicts with what was
// `measured` just now. Nothing in it tells who or where we are.
Json report_runs(const MachineOptions& options, const MachineFile& measured, RunSize size, const Watch& watch);

// Packed by its suffix. Throws Error(usage | resource).
void write_report(const Json& json, const std::string& path, const Watch& watch);

}  // namespace Atoll::cli
