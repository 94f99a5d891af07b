// SPDX-License-Identifier: Apache-2.0
#include "cli/json.hpp"

#include <nlohmann/json.hpp>

#include "cli/session.hpp"

namespace Atoll::cli {

void print(const Json& json, const std::string& path) {
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n', path);
}

}  // namespace Atoll::cli
