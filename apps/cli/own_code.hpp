// SPDX-License-Identifier: Apache-2.0
// Code and constants that the program has read stay in its memory, of a run over a small graph a third or more: parsing
// options and asking for the machine touch most of what there is, and the system maps 64 KiB around what is touched.
// It keeps the files anyhow, so what a step is done with can go, and comes back, as a rule without reading, where it is
// needed once more.
#pragma once

namespace Atoll::cli {

// Unmaps the pages of the program and its libraries that are as in their files. Those that somebody wrote into, as a
// debugger its breakpoints, stay.
void forget_code();

}  // namespace Atoll::cli
