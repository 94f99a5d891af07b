// SPDX-License-Identifier: Apache-2.0
// Classes named by their least member.
#pragma once

#include <string_view>

#include "atoll/algorithms/certify.hpp"

namespace Atoll::certify {

// There is a label for each vertex, every label is its own label, and none is above a member of its class.
// `what`: what a class is called.
Verdict labels(const IdArray& label, std::string_view what, std::uint64_t vertices, Crew& crew);

}  // namespace Atoll::certify
