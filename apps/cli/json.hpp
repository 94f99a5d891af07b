// SPDX-License-Identifier: Apache-2.0
// JSON as the program prints it: members in the order they were added, indented, always valid UTF-8.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace Atoll::cli {

using Json = nlohmann::ordered_json;

// To standard output, or what `path` names; bytes that are no UTF-8 become U+FFFD. Throws Error(resource).
void print(const Json& json, const std::string& path = "-");

}  // namespace Atoll::cli
