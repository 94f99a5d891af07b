// SPDX-License-Identifier: Apache-2.0
// Binding through hwloc, over one minimal topology of this machine that is loaded at first use and shared by all
// threads (hwloc's binding calls only read it).
#include "atoll/topology/binding.hpp"

#include <algorithm>
#include <cerrno>
#include <sched.h>
#include <thread>
#include <utility>

namespace Atoll::binding {
namespace {

hwloc::Topology load_minimal() {
  hwloc::Topology topology = hwloc::new_topology();
  if (!topology) return topology;
  hwloc_topology_set_all_types_filter(topology.get(), HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_flags(topology.get(), HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
                                               HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS);
  if (hwloc_topology_load(topology.get()) != 0) topology.reset();
  return topology;
}

hwloc_topology_t this_machine() {
  static const hwloc::Topology topology = load_minimal();
  return topology.get();
}

hwloc::Bitmap bitmap_of(const std::vector<int>& indices) {
  hwloc::Bitmap bitmap = hwloc::new_bitmap();
  for (const int index : indices) {
    if (bitmap && hwloc_bitmap_set(bitmap.get(), static_cast<unsigned>(index)) != 0) bitmap.reset();
  }
  return bitmap;
}

int result_of(int returned) { return returned == 0 ? 0 : (errno != 0 ? errno : ENOSYS); }

}  // namespace

int processors_available() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) == 0) return std::max(1, CPU_COUNT(&mask));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int bind_this_thread(const std::vector<int>& processors) {
  const hwloc::Bitmap set = bitmap_of(processors);
  if (!set || this_machine() == nullptr) return ENOMEM;
  return result_of(hwloc_set_cpubind(this_machine(), set.get(), HWLOC_CPUBIND_THREAD));
}

BoundThread::BoundThread(const std::vector<int>& processors) {
  if (processors.empty() || this_machine() == nullptr) return;
  const hwloc::Bitmap wanted = bitmap_of(processors);
  hwloc::Bitmap now = hwloc::new_bitmap();
  if (!wanted || !now || hwloc_get_cpubind(this_machine(), now.get(), HWLOC_CPUBIND_THREAD) != 0) return;
  const bool is_there = hwloc_bitmap_isequal(now.get(), wanted.get()) != 0;
  bound_ = is_there || hwloc_set_cpubind(this_machine(), wanted.get(), HWLOC_CPUBIND_THREAD) == 0;
  if (bound_ && !is_there) before_ = std::move(now);
}

BoundThread::~BoundThread() {
  if (before_) hwloc_set_cpubind(this_machine(), before_.get(), HWLOC_CPUBIND_THREAD);
}

int bind_memory(void* data, std::size_t bytes, const std::vector<int>& nodes, Policy policy) {
  const hwloc::Bitmap set = bitmap_of(nodes);
  if (!set || this_machine() == nullptr) return ENOMEM;
  const auto wanted = policy == Policy::prefer ? HWLOC_MEMBIND_BIND : HWLOC_MEMBIND_INTERLEAVE;
  return result_of(hwloc_set_area_membind(this_machine(), data, bytes, set.get(), wanted, HWLOC_MEMBIND_BYNODESET));
}

int node_of_page(const void* address) {
  const hwloc::Bitmap set = hwloc::new_bitmap();
  if (!set || this_machine() == nullptr) return -1;
  const int got = hwloc_get_area_memlocation(this_machine(), address, 1, set.get(), HWLOC_MEMBIND_BYNODESET);
  return got == 0 ? hwloc_bitmap_first(set.get()) : -1;
}

}  // namespace Atoll::binding
