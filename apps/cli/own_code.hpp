// SPDX-License-Identifier: Apache-2.0
// Code and constants that the program has read stay in its memory, of a small graph's run a third of it: parsing options
// and asking for the machine touch most of what they ever will. The files they come from are in the system's memory
// anyhow, so they can go at the end of each step, and what the next one needs comes back without reading.
#pragma once

namespace Atoll::cli {

// Gives back the pages of the program and its libraries that nobody writes. Nothing where a debugger may have written
// into them.
void forget_code();

}  // namespace Atoll::cli
