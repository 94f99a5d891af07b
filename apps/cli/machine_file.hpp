// SPDX-License-Identifier: Apache-2.0
// A machine in a file: its shape, and what a probe measured of it (docs/machine-file.md). It is kept for the machine we
// are on, and stands in for one that is not here.
#pragma once

#include <optional>
#include <string>

#include "atoll/base/watch.hpp"
#include "atoll/model/probe.hpp"
#include "atoll/topology/machine.hpp"

#include "cli/json.hpp"

namespace Atoll::cli {

struct MachineFile {
  Machine machine;
  std::optional<Probe> probe;
  std::string date;    // when it was measured; empty: it is not told
  std::string source;  // who measured it, where that was not `atoll machine --probe`
};

Json json_of(const MachineFile& file);

// What such JSON says. Throws Error(input) that names the field, for `path`.
MachineFile machine_file_of(const Json& json, const std::string& path);

// Packed or not. Throws Error(input).
MachineFile read_machine_file(const std::string& path, const Watch& watch);

// What --machine names: all that machine_from() knows, or a machine file. Throws Error(usage | input).
MachineFile machine_named(const std::string& description, const Watch& watch);

// What was measured of the machine: by the file that --machine named, else by an earlier --probe, if there was one.
// Throws Error(input) for a kept file that is broken, or of another machine.
std::optional<MachineFile> known_probe(const MachineFile& named, const Watch& watch);

// Where the probe of a machine is kept: in the user's cache folder, which is there now, by the machine's name and shape.
// Throws Error(usage) where there can be none.
std::string make_room_for_probe(const Machine& machine);

}  // namespace Atoll::cli
