// SPDX-License-Identifier: Apache-2.0
// Where machines come from: this one, a shape or a recording, all loaded by hwloc and turned into the same plain value.
// A processor belongs to exactly one domain: of the nodes that hold it, the one with the fewest processors.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/topology/binding.hpp"
#include "atoll/topology/hwloc_handle.hpp"
#include "atoll/topology/machine.hpp"
#include "atoll/topology/recording.hpp"

namespace Atoll {
namespace {

constexpr int processors_max = 4096;  // of a synthetic machine

std::vector<hwloc_obj_t> objects(hwloc_topology_t topology, hwloc_obj_type_t type) {
  std::vector<hwloc_obj_t> found;
  hwloc_obj_t object = nullptr;
  while ((object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr) found.push_back(object);
  return found;
}

bool contains(hwloc_const_bitmap_t set, hwloc_obj_t object) { return hwloc_bitmap_isset(set, object->os_index) != 0; }

// What this process may use, as sets of os indices.
struct Allowed {
  hwloc::Bitmap processors;
  hwloc::Bitmap nodes;
};

// The cgroup's sets, narrowed on this machine by our affinity mask and by a strict memory policy.
Allowed allowed_in(hwloc_topology_t topology) {
  Allowed allowed{hwloc::Bitmap(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology))),
                  hwloc::Bitmap(hwloc_bitmap_dup(hwloc_topology_get_allowed_nodeset(topology)))};
  if (hwloc_topology_is_thissystem(topology) == 0) return allowed;
  const hwloc::Bitmap bound = hwloc::new_bitmap();
  const auto narrow = [&bound](hwloc::Bitmap& set) {
    if (hwloc_bitmap_intersects(set.get(), bound.get()) != 0) hwloc_bitmap_and(set.get(), set.get(), bound.get());
  };
  if (hwloc_get_cpubind(topology, bound.get(), HWLOC_CPUBIND_THREAD) == 0) narrow(allowed.processors);
  hwloc_membind_policy_t policy = HWLOC_MEMBIND_DEFAULT;
  const int got = hwloc_get_membind(topology, bound.get(), &policy, HWLOC_MEMBIND_BYNODESET);
  if (got == 0 && policy == HWLOC_MEMBIND_BIND) narrow(allowed.nodes);
  return allowed;
}

// Position in `nodes` of the node that a processor belongs to; the first node where hwloc knows none.
std::size_t owner_of(hwloc_obj_t processor, const std::vector<hwloc_obj_t>& nodes) {
  std::size_t owner = 0;
  int fewest = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!contains(nodes[i]->cpuset, processor)) continue;
    const int weight = hwloc_bitmap_weight(nodes[i]->cpuset);
    if (weight >= fewest) continue;
    owner = i;
    fewest = weight;
  }
  return owner;
}

void add_processors(hwloc_topology_t topology, const Allowed& allowed, const std::vector<hwloc_obj_t>& nodes,
                    std::vector<Domain>& domains) {
  std::map<std::pair<std::size_t, hwloc_obj_t>, std::vector<int>> cores;
  std::vector<std::pair<std::size_t, hwloc_obj_t>> order;
  for (hwloc_obj_t processor : objects(topology, HWLOC_OBJ_PU)) {
    if (!contains(allowed.processors.get(), processor)) continue;
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, processor);
    const std::pair key{owner_of(processor, nodes), core != nullptr ? core : processor};
    std::vector<int>& members = cores[key];
    if (members.empty()) order.push_back(key);
    members.push_back(static_cast<int>(processor->os_index));
  }
  for (const auto& key : order) {
    std::vector<int>& members = cores[key];
    std::ranges::sort(members);
    domains[key.first].cores.push_back({members});
  }
}

std::vector<Cache> caches_of(hwloc_topology_t topology) {
  constexpr std::array types{HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE,
                             HWLOC_OBJ_L5CACHE};
  std::vector<Cache> caches;
  for (const hwloc_obj_type_t type : types) {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(topology, type, 0);
    if (cache == nullptr || cache->attr->cache.size == 0) continue;
    caches.push_back({.level = static_cast<int>(cache->attr->cache.depth),
                      .bytes = cache->attr->cache.size,
                      .sharers = hwloc_bitmap_weight(cache->complete_cpuset)});
  }
  return caches;
}

// The latency matrix of the system among `nodes`; empty where it is missing or does not cover them all.
std::vector<std::vector<int>> distances_of(hwloc_topology_t topology, const std::vector<hwloc_obj_t>& nodes) {
  unsigned count = 1;
  hwloc_distances_s* found = nullptr;
  const int got =
      hwloc_distances_get_by_type(topology, HWLOC_OBJ_NUMANODE, &count, &found, HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0);
  if (got != 0 || count == 0 || found == nullptr) return {};
  std::vector<std::vector<int>> distances;
  for (const hwloc_obj_t from : nodes) {
    std::vector<int>& row = distances.emplace_back();
    for (const hwloc_obj_t to : nodes) {
      hwloc_uint64_t there = 0;
      hwloc_uint64_t back = 0;
      if (hwloc_distances_obj_pair_values(found, from, to, &there, &back) == 0) row.push_back(static_cast<int>(there));
    }
  }
  hwloc_distances_release(topology, found);
  const bool complete = std::ranges::all_of(distances, [&](const auto& row) { return row.size() == nodes.size(); });
  return complete ? distances : std::vector<std::vector<int>>{};
}

std::string processor_model(hwloc_topology_t topology) {
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_MACHINE}) {
    const hwloc_obj_t object = hwloc_get_obj_by_type(topology, type, 0);
    const char* model = object != nullptr ? hwloc_obj_get_info_by_name(object, "CPUModel") : nullptr;
    if (model != nullptr) return model;
  }
  return "unknown processor";
}

Machine machine_of(hwloc_topology_t topology) {
  const Allowed allowed = allowed_in(topology);
  std::vector<hwloc_obj_t> nodes = objects(topology, HWLOC_OBJ_NUMANODE);
  std::ranges::sort(nodes, {}, &hwloc_obj::os_index);
  std::vector<Domain> domains;
  for (const hwloc_obj_t node : nodes) {
    const bool usable = contains(allowed.nodes.get(), node);
    domains.push_back({.os_index = static_cast<int>(node->os_index),
                       .memory_bytes = usable ? node->attr->numanode.local_memory : 0,
                       .cores = {}});
  }
  add_processors(topology, allowed, nodes, domains);

  std::vector<hwloc_obj_t> kept;
  Machine machine;
  for (const bool with_cores : {true, false}) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (domains[i].cores.empty() == with_cores) continue;
      if (!with_cores && domains[i].memory_bytes == 0) continue;  // neither cores nor memory for us
      machine.domains.push_back(domains[i]);
      kept.push_back(nodes[i]);
    }
  }
  machine.name = processor_model(topology);
  machine.is_here = hwloc_topology_is_thissystem(topology) != 0;
  machine.caches = caches_of(topology);
  machine.distances = distances_of(topology, kept);
  return machine;
}

Machine without_hwloc() {
  Machine machine;
  machine.name = "unknown processor";
  Domain domain;
  for (int i = 0; i < binding::processors_available(); ++i) domain.cores.push_back({{i}});
  machine.domains.push_back(domain);
  return machine;
}

[[noreturn]] void refuse_shape(const std::string& shape) {
  throw Error(ErrorKind::usage, "'" + shape + "' is no machine shape", {},
              "write domains x cores, such as 4x2, of at most " + std::to_string(processors_max) + " processors");
}

// "4x2x1" as numbers; what is left out is 1.
std::array<int, 3> counts_of(const std::string& shape) {
  std::array<int, 3> counts{1, 1, 1};
  std::string_view rest = shape;
  int processors = 1;
  for (int& count : counts) {
    const std::string_view word = rest.substr(0, rest.find('x'));
    const bool number = !word.empty() && word.size() <= 4 && word.find_first_not_of("0123456789") == word.npos;
    count = number ? std::stoi(std::string(word)) : 0;
    if (count == 0 || count > processors_max / processors) refuse_shape(shape);
    processors *= count;
    if (word.size() == rest.size()) return counts;
    rest.remove_prefix(word.size() + 1);
  }
  refuse_shape(shape);
}

// Of what hwloc knows beside the shape, only the model of the processor.
std::string without_infos(std::string_view xml) {
  std::string kept;
  while (!xml.empty()) {
    const std::size_t end = std::min(xml.find('\n'), xml.size() - 1) + 1;
    const std::string_view line = xml.substr(0, end);
    xml.remove_prefix(end);
    const bool info = line.find("<info ") != line.npos || line.find("<support ") != line.npos;
    if (!info || line.find("name=\"CPUModel\"") != line.npos) kept += line;
  }
  return kept;
}

// Whether an object of a record has all four sets; hwloc 2.9 looks into those of processors and memories unasked.
bool has_sets(std::string_view object) {
  return std::ranges::all_of(std::array{"cpuset", "complete_cpuset", "nodeset", "complete_nodeset"}, [&](auto* name) {
    const std::string attribute = std::string(" ") + name + "=\"";
    const std::size_t begin = object.find(attribute);
    if (begin == object.npos) return false;
    const std::string_view value = object.substr(begin + attribute.size());
    const std::size_t end = value.find_first_not_of("0123456789abcdefx,.");
    return end != 0 && end != value.npos && value[end] == '"';
  });
}

// Of those objects that have such sets, in the second version of the format.
bool all_have_sets(std::string_view xml) {
  constexpr std::string_view begins = "<object type=\"";
  if (xml.find("<topology version=\"2") == xml.npos) return true;
  for (std::size_t at = xml.find(begins); at != xml.npos; at = xml.find(begins, at + 1)) {
    const std::string_view object = xml.substr(at, xml.find('>', at) - at);
    const std::string_view type = object.substr(begins.size());
    const auto is = [&](std::string_view name) { return type.starts_with(name); };
    if (!is("Misc") && !is("Bridge") && !is("PCIDev") && !is("OSDev") && !has_sets(object)) return false;
  }
  return true;
}

// hwloc does not say why it refuses a file, so the usual reasons are found first.
void refuse_unless_recording(const std::string& path) {
  std::ifstream file(path);
  std::string head(4096, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (!file.is_open()) {
    throw Error(ErrorKind::input, "cannot be opened: " + reason(errno), path,
                "a machine is a file, 'detect', or a shape such as 4x2");
  }
  const bool readable = file.gcount() > 0;
  if (readable && head.find("<topology") != head.npos) return;
  throw Error(ErrorKind::input, readable ? "is not a recorded machine" : "cannot be read as a recorded machine", path,
              "record one with `lstopo machine.xml`, or use 'detect' or a shape such as 4x2");
}

}  // namespace

Machine detect_machine() {
  const hwloc::Topology topology = hwloc::new_topology();
  if (!topology || hwloc_topology_load(topology.get()) != 0) return without_hwloc();
  Machine machine = machine_of(topology.get());
  return machine.domains_with_cores() > 0 ? machine : without_hwloc();
}

std::string recording_of_this_machine() {
  const hwloc::Topology topology = hwloc::new_topology();
  if (!topology) return {};
  hwloc_topology_set_type_filter(topology.get(), HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_io_types_filter(topology.get(), HWLOC_TYPE_FILTER_KEEP_NONE);
  char* xml = nullptr;
  int length = 0;
  const bool exported = hwloc_topology_load(topology.get()) == 0 &&
                        hwloc_topology_export_xmlbuffer(topology.get(), &xml, &length, 0) == 0;
  if (!exported) return {};
  std::string kept = without_infos(xml);
  hwloc_free_xmlbuffer(topology.get(), xml);
  return kept;
}

Machine synthetic_machine(const std::string& shape) {
  const auto [domains, cores, threads] = counts_of(shape);
  const std::string description = "pack:" + std::to_string(domains) +
                                  " [numa(memory=1GB)] core:" + std::to_string(cores) +
                                  " pu:" + std::to_string(threads);
  const hwloc::Topology topology = hwloc::new_topology();
  const bool loaded = topology && hwloc_topology_set_synthetic(topology.get(), description.c_str()) == 0 &&
                      hwloc_topology_load(topology.get()) == 0;
  if (!loaded) refuse_shape(shape);
  Machine machine = machine_of(topology.get());
  machine.name = "synthetic " + shape;
  return machine;
}

Machine recorded_machine(const std::string& xml_path) {
  refuse_unless_recording(xml_path);
  const hwloc::Topology topology = hwloc::new_topology();
  std::ifstream file(xml_path);
  const std::string xml{std::istreambuf_iterator<char>(file), {}};
  const bool loaded = topology && all_have_sets(xml) && hwloc_topology_set_xml(topology.get(), xml_path.c_str()) == 0 &&
                      hwloc_topology_load(topology.get()) == 0;
  Machine machine = loaded ? machine_of(topology.get()) : Machine{};
  if (machine.domains_with_cores() == 0) {
    throw Error(ErrorKind::input, "is not a machine that hwloc understands", xml_path,
                "record it again with `lstopo machine.xml`");
  }
  machine.name = xml_path.substr(xml_path.find_last_of('/') + 1);
  machine.is_here = false;
  return machine;
}

}  // namespace Atoll
