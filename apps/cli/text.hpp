// SPDX-License-Identifier: Apache-2.0
// Numbers and words as people read them, and the word that was probably meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Atoll::cli {

std::string grouped(std::uint64_t number);                        // 1,234,567
std::string three_digits(double value);                           // that count: 0.123, 1.23, 12.3, 123
std::string seconds_text(double seconds);                         // 12.3 ms
std::string rate_text(double per_second);                         // 391 M/s
std::string counted(std::uint64_t count, std::string_view noun);  // 1 part, 2 parts

// A label on one line and in one field: a tab, a newline, a carriage return and a backslash as \\t, \\n, \\r and
// \\\\, as COPY of PostgreSQL writes them.
std::string escaped(std::string_view label);
// The same for a terminal or an error: also without what steers a terminal, and not longer than a page.
std::string shown(std::string_view label);

// "a, b, c".
std::string listed(const std::vector<std::string>& words);

// The closest of `words` to `word` by edit distance, if it is close enough to be meant; else empty.
std::string closest(std::string_view word, const std::vector<std::string>& words);

// " (did you mean b?)", or nothing.
std::string meant(std::string_view word, const std::vector<std::string>& words);

// Two columns without lines: what and its value, and what goes on is indented.
class Sheet {
 public:
  void add(std::string_view what, std::string_view value) { rows_.emplace_back(what, value); }
  std::string text() const;

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

// Rows under a head; the first column is aligned left, the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> head) : rows_{std::move(head)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace Atoll::cli
