// SPDX-License-Identifier: Apache-2.0
// Classes named by their least member.
#pragma once

#include "atoll/algorithms/certify.hpp"

namespace Atoll::certify {

// There is a label for each vertex, every label is its own label, and none is above a member of its class.
Verdict labels(const IdArray& component, std::uint64_t vertices, Crew& crew);

}  // namespace Atoll::certify
