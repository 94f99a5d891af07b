// SPDX-License-Identifier: Apache-2.0
// Bandwidth, latency and reads in flight, from the cores of every domain to an array in the memory of one.
#pragma once

#include <span>

#include "atoll/model/probe_plan.hpp"

namespace Atoll::probing {

inline constexpr std::size_t line_words = 8;  // of 64 bits in a cache line

// The first word of every line becomes the index of that of another one, so that whoever follows them comes through all
// lines and back. As many words as a power of two, from 32 on.
void make_cycle(std::span<std::uint64_t> words, Crew& crew);

void measure_memory(Crew& crew, const Plan& plan, Clock& clock, const Watch& watch, Probe& probe);

}  // namespace Atoll::probing
