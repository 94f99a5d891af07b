// SPDX-License-Identifier: Apache-2.0
// The one door to the system's binding calls: threads to processors, memory to NUMA nodes, all by os index.
// Every call may be forbidden (seccomp, containers, other systems); it then returns the errno and changes nothing.
#pragma once

#include <cstddef>
#include <vector>

#include "atoll/topology/hwloc_handle.hpp"

namespace Atoll::binding {

// How many processors the calling thread may run on now; at least 1.
int processors_available();

// Binds the calling thread to these processors. 0 or an errno.
int bind_this_thread(const std::vector<int>& processors);

// Binds the calling thread to these processors, and at its end to those it had before; none: to nothing. Cheap where it
// is bound to them already, as inside another one.
class BoundThread {
 public:
  explicit BoundThread(const std::vector<int>& processors);
  ~BoundThread();
  BoundThread(const BoundThread&) = delete;
  BoundThread& operator=(const BoundThread&) = delete;
  bool bound() const { return bound_; }  // otherwise it is forbidden, or there was nothing to bind to

 private:
  bool bound_ = false;
  hwloc::Bitmap before_;  // null: nothing to restore
};

enum class Policy { prefer, interleave };

// Sets the policy of the pages of [data, data + bytes) that are not touched yet; `prefer` falls over to other nodes
// when these are full, rather than waking the OOM killer. 0 or an errno.
int bind_memory(void* data, std::size_t bytes, const std::vector<int>& nodes, Policy policy);

// The NUMA node that holds the page of `address`; -1: not touched yet or unknown.
int node_of_page(const void* address);

}  // namespace Atoll::binding
