// SPDX-License-Identifier: Apache-2.0
// How many runs share the aids of a kernel, which are made before them from the graph alone (columns of first ends,
// sorted arcs, tiles): one, in whose time they are made, so that few of them pay, or many.
#pragma once

#include <cstdint>

namespace Atoll::kernels {

enum class Use : std::uint8_t { once, often };

}  // namespace Atoll::kernels
