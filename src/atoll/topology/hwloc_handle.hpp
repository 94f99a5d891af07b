// SPDX-License-Identifier: Apache-2.0
// Owners of hwloc's topology and bitmap, for the files of this folder only: the one place that knows how they are
// freed.
#pragma once

#include <hwloc.h>
#include <memory>
#include <type_traits>

namespace Atoll::hwloc {

struct Free {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
  void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};

using Topology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, Free>;
using Bitmap = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, Free>;

// A topology that is not loaded yet; empty where there is no memory for it.
inline Topology new_topology() {
  hwloc_topology_t topology = nullptr;
  return Topology(hwloc_topology_init(&topology) == 0 ? topology : nullptr);
}

inline Bitmap new_bitmap() { return Bitmap(hwloc_bitmap_alloc()); }

}  // namespace Atoll::hwloc
