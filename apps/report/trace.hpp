// SPDX-License-Identifier: Apache-2.0
// A run as a trace for chrome://tracing and Perfetto: the Trace Event Format, in its JSON object form.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace Atoll::report {

// `told` is what --json prints of an algorithm, or of `run`, whose runs become a process each. A process has a thread of
// phases (load, ... run, verify), one of supersteps, and one per part; and a counter of the active vertices. Starts are
// not recorded: phases and supersteps follow each other, and what a part did in a superstep is laid end to end over its
// wall time, in proportion; `args.seconds` has what was measured. Times are microseconds, events ascend by `ts`.
nlohmann::ordered_json trace(const nlohmann::ordered_json& told);

}  // namespace Atoll::report
