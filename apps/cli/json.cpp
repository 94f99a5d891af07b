// SPDX-License-Identifier: Apache-2.0
#include "cli/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/session.hpp"

namespace Atoll::cli {
namespace {

std::vector<std::string>& command_words() {
  static std::vector<std::string> words;
  return words;
}

}  // namespace

void remember_command(int argc, char** argv) {
  command_words().assign(argv, argv + argc);
  if (argc > 0) command_words()[0] = "atoll";
}

Json stamp() { return {{"atoll", ATOLL_VERSION}, {"command", command_words()}}; }

double rounded(double seconds) { return std::round(seconds * 1e9) / 1e9; }

void print(const Json& json, const std::string& path) {
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n', path);
}

}  // namespace Atoll::cli
