// SPDX-License-Identifier: Apache-2.0
// Fetches a place that this thread is about to change by an exchange. That waits for its cache line, which another thread
// may have: asked for before, many come at a time. Compilers write this instruction only for processors that are known to
// have it; to all others it says nothing.
#pragma once

namespace Atoll::kernels {

template <class T>
void fetch_to_change(const T& slot) {
#if defined(__x86_64__)
  asm volatile("prefetchw %0" : : "m"(slot));
#else
  __builtin_prefetch(&slot, 1);
#endif
}

}  // namespace Atoll::kernels
