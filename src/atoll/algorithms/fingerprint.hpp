// SPDX-License-Identifier: Apache-2.0
// 128 bits that stand for the columns and facts of an answer, so that a further run of the same question need not be
// proved anew where it says the same as one that was. XXH3 (Collet, XXH3_128bits), in chunks on all threads; two answers
// that differ have the same fingerprint with a chance of about 2^-128.
#pragma once

#include <array>
#include <cstdint>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll {

using Fingerprint = std::array<std::uint64_t, 2>;

// Of the columns and the facts, bit for bit. The same for any number of threads.
Fingerprint fingerprint(const Answer& answer, Crew& crew);

}  // namespace Atoll
