// SPDX-License-Identifier: Apache-2.0
// Memory in a domain of the machine, whoever works there: for those who measure it. Parts have homes instead
// (domain_array.hpp).
#pragma once

#include <cstddef>

#include "atoll/topology/machine.hpp"

namespace Atoll {

// Binds [data, data + bytes) to the memory of a domain, before it is touched. Returns false where the system forbids it;
// then placement_warning() says so.
bool place_in(const Machine& machine, int domain, void* data, std::size_t bytes);

}  // namespace Atoll
