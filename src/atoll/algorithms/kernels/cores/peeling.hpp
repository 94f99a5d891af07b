// SPDX-License-Identifier: Apache-2.0
// Core numbers (Seidman, Social Networks 1983) by peeling: level k = 0, 1, .. takes away whoever has at most k
// neighbours left, until all others have more; what goes in level k has core number k. Levels are swept and peeled by
// all threads as in ParK and PKC (Dasari et al., BigData 2014; Kabir and Madduri, IPDPSW 2017).
//
// Who falls while a level is peeled goes on the stack of the thread that saw it, which follows it at once: a long chain
// costs no meeting per link. After a budget of arcs the stack becomes common work, so that a wide cascade is shared
// (vertical granularity control: Liu, Dong, Gu and Sun, SIGMOD 2025). Invariant: levels ascend, and who is left in level k
// has k neighbours or more, so sweeps keep a vertex at most as often as it has neighbours, and drop it once.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// core [vertices], by the user's vertex: the largest k such that v is in a subgraph in which everyone has k neighbours
// or more. Parallel arcs and self-loops make no neighbours. The arcs go both ways. Throws Error(cancelled | resource).
RunStatistics peel(const SharedGraph& graph, std::span<std::uint32_t> core, Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
