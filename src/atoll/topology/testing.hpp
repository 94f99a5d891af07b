// SPDX-License-Identifier: Apache-2.0
// For tests: machines as files.
#pragma once

#include <string>

#include "atoll/topology/machine.hpp"

namespace Atoll::testing {

// tests/machines/NAME.xml.
Machine recorded(const std::string& name);

}  // namespace Atoll::testing
