// SPDX-License-Identifier: Apache-2.0
// Letters of ASCII, whatever the locale: names of formats, columns and options.
#pragma once

#include <string>
#include <string_view>

namespace Atoll {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

inline std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

}  // namespace Atoll
