// SPDX-License-Identifier: Apache-2.0
#include "cli/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

#include "atoll/base/letters.hpp"

namespace Atoll::cli {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string escaped(std::string_view label) {
  std::string text;
  for (const char c : label) {
    switch (c) {
      case '\t': text += "\\t"; break;
      case '\n': text += "\\n"; break;
      case '\r': text += "\\r"; break;
      case '\\': text += "\\\\"; break;
      default: text += c;
    }
  }
  return text;
}

std::string shown(std::string_view label) {
  constexpr std::size_t longest = 1000;
  std::string text = escaped(label.substr(0, longest));
  // What steers a terminal is not sent to it.
  std::ranges::replace_if(text, is_control, '?');
  return label.size() > longest ? text + "..." : text;
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, 1, ',');
  return text;
}

std::string three_digits(double value) {
  const int decimals = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string seconds_text(double seconds) {
  if (seconds < 0.9995e-3) return fmt::format("{} us", three_digits(seconds * 1e6));
  if (seconds < 0.9995) return fmt::format("{} ms", three_digits(seconds * 1e3));
  return fmt::format("{} s", three_digits(seconds));
}

std::string rate_text(double per_second) {
  constexpr std::array units{"/s", " k/s", " M/s", " G/s", " T/s"};
  std::size_t unit = 0;
  for (; per_second >= 999.5 && unit + 1 < units.size(); ++unit) per_second /= 1000;
  return three_digits(per_second) + units[unit];
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::string closest(std::string_view word, const std::vector<std::string>& words) {
  std::string best;
  std::size_t fewest = word.size() / 3 + 2;
  for (const std::string& candidate : words) {
    const bool begins = word.size() >= 2 && candidate.starts_with(word);
    const std::size_t distance = begins ? 1 : edit_distance(word, candidate);
    if (distance >= fewest) continue;
    fewest = distance;
    best = candidate;
  }
  return best;
}

std::string meant(std::string_view word, const std::vector<std::string>& words) {
  const std::string best = closest(word, words);
  return best.empty() ? "" : fmt::format(" (did you mean {}?)", best);
}

std::string Sheet::text() const {
  std::size_t width = 13;  // of nearly all, so that the sheets of a report look alike
  for (const auto& [what, value] : rows_) width = std::max(width, what.size());
  std::string text;
  for (const auto& [what, value] : rows_) text += fmt::format("{:<{}} {}\n", what, width, value);
  return text;
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace Atoll::cli
