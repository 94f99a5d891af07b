// SPDX-License-Identifier: Apache-2.0
// What a run tells: as a short table for people, as one object for programs, and superstep by superstep.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input.hpp"
#include "cli/top.hpp"
#include "cli/trials.hpp"
#include "cli/way.hpp"

namespace Atoll::cli {

struct Seconds {
  double load = 0;
  double partition = 0;  // deciding who owns what
  double layout = 0;     // and moving the arcs there
  double output = 0;
  double total = 0;
};

struct Report {
  const Algorithm& algorithm;
  const Input& input;
  Shape shape;  // as loaded
  const Labels& labels;
  std::vector<Top> tops;
  std::optional<Way> way;  // if a target was named
  const Json& parameters;
  const Json& layout;
  std::string place;  // among several runs: "1 of 2: "
  std::string how;    // "damping 0.5, 2 parts on 2 threads, random, two-box, automatic"
  const Outcome& outcome;
  Seconds seconds;
  std::uint64_t peak_bytes = 0;
  std::uint64_t estimated_bytes = 0;  // what the peak was expected to become, before the run
  std::vector<std::string> notes;
};

std::string table_of(const Report& report);
Json json_of(const Report& report);  // without the graph

// A row per superstep: the effort of all parts in milliseconds (microseconds, where all are short), and that of the
// slowest part. Where a second program begins to count anew, its rows stand apart.
std::string superstep_table(const RunStatistics& statistics);

// Accesses to memory, of a run that was counted: what occurred at all.
std::string access_table(const RunStatistics& statistics);  // a row per kind, all parts and supersteps together
Json accesses_json(const AccessCounts& accesses);

}  // namespace Atoll::cli
