// SPDX-License-Identifier: Apache-2.0
// ATOLL_CHECK states an invariant of our own code. It stays on in release builds and never stands in a loop over arcs.
#pragma once

namespace Atoll {

// Prints the broken invariant and its place, then aborts: the one place where the library writes to stderr.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace Atoll

#define ATOLL_CHECK(condition) \
  (static_cast<bool>(condition) ? void(0) : ::Atoll::check_failed(#condition, __FILE__, __LINE__))
