// SPDX-License-Identifier: Apache-2.0
// Characters of ASCII, whatever the locale: names of formats, columns and options.
#pragma once

#include <string>
#include <string_view>

namespace Atoll {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
// What no text has but as blanks and ends of lines, and what may steer a terminal.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }
constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

inline std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

}  // namespace Atoll
