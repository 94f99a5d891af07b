// SPDX-License-Identifier: Apache-2.0
// What a certificate complains about, in the user's labels.
#pragma once

#include <string>

#include "atoll/graph/graph.hpp"

namespace Atoll::cli {

// The complaint numbers the vertices 0 .. vertices - 1; the result calls them by label: "vertex Thun: its parent Bern ...".
std::string in_labels(const std::string& complaint, const Labels& labels, std::uint64_t vertices);

}  // namespace Atoll::cli
