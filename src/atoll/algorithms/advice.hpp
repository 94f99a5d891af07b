// SPDX-License-Identifier: Apache-2.0
// What is told to who gave a number that a parameter cannot be.
#pragma once

#include <string>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll {

// Of a parameter that is a number: "give a number from 0 to below 1, as in --damping 0.85".
std::string advice(const Parameter& parameter);

}  // namespace Atoll
