// SPDX-License-Identifier: Apache-2.0
#include "atoll/topology/testing.hpp"

namespace Atoll::testing {

Machine recorded(const std::string& name) {
  return recorded_machine(std::string(ATOLL_SOURCE_DIR "/tests/machines/") + name + ".xml");
}

}  // namespace Atoll::testing
