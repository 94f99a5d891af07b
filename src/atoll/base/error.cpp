// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/error.hpp"

#include <system_error>
#include <utility>

namespace Atoll {
namespace {

std::string one_line(const std::string& what, const std::string& where, const std::string& fix) {
  std::string line = where.empty() ? what : where + ": " + what;
  return fix.empty() ? line : line + "; " + fix;
}

}  // namespace

Error::Error(ErrorKind kind, std::string what, std::string where, std::string fix)
    : std::runtime_error(one_line(what, where, fix)), kind_(kind), where_(std::move(where)), fix_(std::move(fix)) {}

std::string reason(int code) { return std::generic_category().message(code); }

}  // namespace Atoll
