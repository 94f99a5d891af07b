// SPDX-License-Identifier: Apache-2.0
// Numbers out of text, fast where they are well formed. Every function stops at the first character that does not
// belong and never passes a newline, which ends every text (text_source.hpp). Refusals are explained elsewhere
// (grammar.hpp).
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

namespace Atoll::reading {

inline constexpr std::uint64_t id_limit = std::uint64_t{1} << 63;  // integer ids are below
inline constexpr std::uint64_t narrow_limit =
    std::uint64_t{0xffffffff};  // 32-bit ids are below; the last value stays free

constexpr bool is_digit(char c) { return static_cast<unsigned char>(c - '0') <= 9; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

inline const char* skip_blanks(const char* p) {
  while (is_blank(*p)) ++p;
  return p;
}

inline const char* find_newline(const char* p) {
  while (*p != '\n') ++p;
  return p;
}

// An unsigned integer below 2^63; null where there is none.
inline const char* read_id(const char* p, std::uint64_t& value) {
  const char* const begin = p;
  std::uint64_t id = 0;
  for (; is_digit(*p); ++p) id = id * 10 + static_cast<std::uint64_t>(*p - '0');
  value = id;
  if (p - begin - 1 < 18) return p == begin ? nullptr : p;
  const auto [end, failure] = std::from_chars(begin, p, value);
  return failure == std::errc() && value < id_limit ? end : nullptr;
}

// An integer of 32 bits; null where there is none.
inline const char* read_integer_weight(const char* p, const char* end, std::int32_t& value) {
  if (*p == '+' && is_digit(p[1])) ++p;
  const char* q = p;
  std::int32_t small = 0;  // of at most 9 digits, as nearly all are
  for (; is_digit(*q) && q - p < 9; ++q) small = small * 10 + (*q - '0');
  if (q != p && !is_digit(*q)) {
    value = small;
    return q;
  }
  const auto [stop, failure] = std::from_chars(p, end, value);
  return failure == std::errc() ? stop : nullptr;
}

// A finite number within the range of a float, rounded to it; null where there is none. One so near to 0 that it would
// become 0 is out of the range too.
inline const char* read_real_weight(const char* p, const char* end, float& value) {
  if (*p == '+' && p[1] != '-') ++p;
  double number = 0;
  const auto [stop, failure] = std::from_chars(p, end, number);
  constexpr double rounded_up = 0x1.ffffffp127;  // what is less in size becomes a finite float
  if (failure != std::errc() || !(std::abs(number) < rounded_up)) return nullptr;
  value = static_cast<float>(number);
  return value == 0 && number != 0 ? nullptr : stop;
}

// Whether the whole of `word` is a number of any kind, nan and inf included.
inline bool is_number(std::string_view word) {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  double number = 0;
  const auto [stop, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
  return failure != std::errc::invalid_argument && stop == word.data() + word.size();
}

}  // namespace Atoll::reading
