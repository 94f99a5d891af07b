// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace Atoll {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "atoll: broken invariant: %s (%s:%d); this is a bug in Atoll, please report it\n", condition,
               file, line);
  std::abort();
}

}  // namespace Atoll
