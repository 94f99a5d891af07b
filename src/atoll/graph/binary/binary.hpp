// SPDX-License-Identifier: Apache-2.0
// The binary formats: compressed sparse rows as they lie in memory, read by all threads at once straight into the
// arrays. Every size, offset and id is checked before it is used, so no file can make us read beyond its end or ours.
#pragma once

#include <string>
#include <string_view>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/graph/read/read.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// The first bytes of an .atoll file; as in PNG, a transfer as text or with 7 bits spoils them.
inline constexpr std::string_view atoll_magic{
    "\x89"
    "ATOLL\r\n",
    8};

// Our own format (docs/atoll-format.md). Throws Error(input) with advice where the file is not what it says: cut short,
// changed, of a newer version; Error(resource | cancelled).
Graph read_atoll(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch);

// GAPBS .sg, or .wsg if `weighted` (integer weights). Vertices count from 0; the second, inverse half of a directed
// file is read only if asked for. Throws Error(input | resource | cancelled).
Graph read_gapbs(const std::string& path, bool weighted, const ReadOptions& options, Crew& crew, const Watch& watch);

}  // namespace Atoll
