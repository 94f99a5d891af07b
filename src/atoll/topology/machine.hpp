// SPDX-License-Identifier: Apache-2.0
// The machine as a value: memory domains with their cores, caches and distances. It may be this machine, a synthetic
// one ("4x2") or one recorded elsewhere by hwloc; only on this machine can threads and memory be bound.
// Invariant: it holds only processors and memory that we are allowed to use; at least one domain has a core.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace Atoll {

struct Cache {
  int level = 0;            // 1, 2, 3
  std::uint64_t bytes = 0;  // one instance
  int sharers = 0;          // processing units that share one instance
};

struct Core {
  std::vector<int> processors;  // os indices of its allowed processing units (hardware threads), ascending
};

struct Domain {
  int os_index = 0;                // NUMA node number of the operating system
  std::uint64_t memory_bytes = 0;  // 0: a node without memory
  std::vector<Core> cores;         // empty: a node without cores

  int processors() const;
};

struct Machine {
  std::string name;                         // processor model, "synthetic 4x2" or the recorded file's name
  bool is_here = false;                     // threads and memory can be bound to it
  std::vector<Domain> domains;              // domains with cores first; ascending os index among each
  std::vector<Cache> caches;                // data and unified caches, smallest level first
  std::vector<std::vector<int>> distances;  // [from][to], 10 = local (ACPI SLIT); empty: unknown

  int processors() const;
  int domains_with_cores() const;
  std::uint64_t second_level_bytes() const;  // of one second-level cache; 2 MiB if the machine does not tell
  std::uint64_t last_level_bytes() const;    // of one last-level cache; 0 if the machine does not tell

  // The domain with memory nearest to `domain` (itself, if it has memory): where a part of its team keeps its data.
  int memory_of(int domain) const;
};

// This machine through hwloc, restricted to the affinity mask of the caller and its cgroup. HWLOC_SYNTHETIC and
// HWLOC_XMLFILE work as everywhere. Never fails: where hwloc finds nothing it is one domain of our processors.
Machine detect_machine();

// "4x2": 4 domains of 2 cores; "4": 4 domains of 1 core; "4x2x2": 2 hardware threads a core. Throws Error(usage).
Machine synthetic_machine(const std::string& shape);

// A topology saved by `lstopo --of xml` or `hwloc_topology_export_xml`. Throws Error(input).
Machine recorded_machine(const std::string& xml_path);

// "detect", a synthetic shape or the path of a recorded XML. Throws Error(usage | input).
Machine machine_from(const std::string& description);

}  // namespace Atoll
