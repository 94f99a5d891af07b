// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/read/numbers.hpp"

namespace Atoll::reading {
namespace {

constexpr std::size_t glance_bytes = 4096;  // that must be text

bool is_binary_byte(char c) {
  return is_control(c) && std::string_view("\t\n\r\f\v").find(c) == std::string_view::npos;
}

// The first line with data, without taking any: only what the window shows.
std::string_view data_line_in(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && line[begin] != '#' && line[begin] != '%') return line;
  }
  return {};
}

Graph read_sg(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch) {
  return read_gapbs(path, false, options, crew, watch);
}

Graph read_wsg(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch) {
  return read_gapbs(path, true, options, crew, watch);
}

bool is_binary(const Glance& glance, std::string_view suffix) { return !glance.is_text && glance.suffix == suffix; }
bool is_text(const Glance& glance, std::string_view suffix) { return glance.is_text && glance.suffix == suffix; }

constexpr std::array table = {
    Format{"atoll", [](const Glance& glance) { return glance.text.starts_with(atoll_magic); }, nullptr, read_atoll},
    Format{"sg", [](const Glance& glance) { return is_binary(glance, "sg"); }, nullptr, read_sg},
    Format{"wsg", [](const Glance& glance) { return is_binary(glance, "wsg"); }, nullptr, read_wsg},
    Format{"mtx", looks_like_matrix_market, read_matrix_market},
    Format{"gr", looks_like_dimacs, read_dimacs},
    Format{"metis", looks_like_metis, read_metis},
    Format{"el", [](const Glance& glance) { return is_text(glance, "el"); }, read_el},
    Format{"wel", [](const Glance& glance) { return is_text(glance, "wel"); }, read_wel},
    Format{"csv", looks_like_csv, read_csv, nullptr, true},
    Format{"edges", [](const Glance& glance) { return glance.is_text; }, read_edge_list, nullptr, true},
};

}  // namespace

std::string suffix_of(const std::string& path) {
  std::filesystem::path name(lower(path));
  const std::string suffix = name.extension().string();
  if (suffix == ".gz" || suffix == ".xz" || suffix == ".zst") name = name.stem();
  const std::string inner = name.extension().string();
  return inner.empty() ? inner : inner.substr(1);
}

Glance Glance::at(TextSource& source) {
  Glance glance;
  glance.text = source.window();
  glance.line = data_line_in(glance.text);
  glance.suffix = suffix_of(source.path());
  glance.is_whole = source.is_last_window();
  glance.is_text = std::ranges::none_of(glance.text.substr(0, glance_bytes), is_binary_byte);
  return glance;
}

std::span<const Format> formats() { return table; }

std::string_view first_data_line(TextSource& source, std::string_view comments) {
  for (;;) {
    const std::string_view text = source.window();
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (text.empty()) return {};
    if (begin != std::string_view::npos && comments.find(line[begin]) == std::string_view::npos) return line;
    source.take_line();
  }
}

std::string_view second_data_line(TextSource& source) {
  std::string_view text = source.window();
  text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  return data_line_in(text);
}

std::string_view take_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end]) && line[end] != '\n') ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

std::vector<std::string_view> words_of(std::string_view line, std::size_t most) {
  std::vector<std::string_view> words;
  while (words.size() < most) {
    const std::string_view word = take_word(line);
    if (word.empty()) break;
    words.push_back(word);
  }
  return words;
}

std::uint64_t header_number(const TextSource& source, std::uint64_t line, std::string_view word,
                            std::string_view role) {
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (failure == std::errc() && end == word.data() + word.size() && value < id_limit) return value;
  source.fail(line, fmt::format("the {} '{}' of the header is not a number from 0 on", role, word.substr(0, 40)),
              "correct the header, or name the format with --format");
}

void check_edge_count(const TextSource& source, std::uint64_t line, std::uint64_t promised, std::uint64_t found) {
  if (promised == found) return;
  source.fail(line, fmt::format("the header says {} edges, the file has {}", promised, found),
              found < promised ? "the file is cut short, or the header is wrong" : "correct the header");
}

}  // namespace Atoll::reading
