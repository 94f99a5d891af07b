// SPDX-License-Identifier: Apache-2.0
// The table of formats. A format is one function that reads and one line in the table (format.cpp); a text format is
// mostly a Grammar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/read/job.hpp"
#include "atoll/graph/read/text_source.hpp"

namespace Atoll::reading {

// What a file shows before it is read.
struct Glance {
  std::string_view text;  // the first window
  std::string_view line;  // its first line that is neither blank nor a comment with # or %
  std::string suffix;     // suffix_of its name
  bool is_text = true;    // no control characters at the beginning
  bool is_whole = false;  // the window is all there is
  bool may_guess = true;  // no format was asked for

  static Glance at(TextSource& source);
};

struct Format {
  std::string_view name;
  bool (*fits)(const Glance& glance);
  Graph (*read)(TextSource& source, const Job& job) = nullptr;
  Graph (*read_binary)(const std::string& path, const ReadOptions&, Crew&, const Watch&) = nullptr;  // or this
  bool has_names = false;  // ids may be strings
};

// Of the name without .gz, .xz, .zst, in lower case: "mtx"; empty where it has none.
std::string suffix_of(const std::string& path);

std::span<const Format> formats();  // the first that fits is taken

Graph read_edge_list(TextSource& source, const Job& job);
Graph read_el(TextSource& source, const Job& job);   // GAPBS .el: every id up to the largest is a vertex
Graph read_wel(TextSource& source, const Job& job);  // with a weight
Graph read_csv(TextSource& source, const Job& job);
Graph read_matrix_market(TextSource& source, const Job& job);
Graph read_dimacs(TextSource& source, const Job& job);
Graph read_metis(TextSource& source, const Job& job);

// Passes over blank lines and comments and returns the first other line, which stays in the source; empty at the end.
std::string_view first_data_line(TextSource& source, std::string_view comments);

// The line with data behind that one, as far as the window shows it.
std::string_view second_data_line(TextSource& source);

// Columns of a line that are looked at where its form is told; it may have any number of them.
inline constexpr std::size_t columns_max = 256;

// Takes the first word between blanks off a line; empty at the end of the line.
std::string_view take_word(std::string_view& line);
// The first of them, `most` at most.
std::vector<std::string_view> words_of(std::string_view line, std::size_t most = columns_max);

// The comma, semicolon or tab that is most frequent in a line; 0 if there is none.
char delimiter_of(std::string_view line);

bool looks_like_csv(const Glance& glance);
bool looks_like_matrix_market(const Glance& glance);
bool looks_like_dimacs(const Glance& glance);
bool looks_like_metis(const Glance& glance);
bool could_be_metis(const Glance& glance);  // as well as an edge list

// Whether a first line that is no edge stands over the columns: it names source and target, or it has no number while
// the ends of the next line are integers.
bool is_header(const std::vector<std::string>& first, const std::vector<std::string>& next);

// Whether a first line is a header by its words alone: it names source and target, or begins with two names that ends
// are known by, such as "node1 node2" or "u v".
bool names_ends(const std::vector<std::string>& first);
// Whether a header has them elsewhere than in the first two columns, in this order.
bool names_ends_elsewhere(const std::vector<std::string>& header);

// A word of a header as a number below 2^63. Throws Error(input) at the line, naming the `role` of the word.
std::uint64_t header_number(const TextSource& source, std::uint64_t line, std::string_view word, std::string_view role);

// Throws Error(input) unless a header's number of edges is that of the body.
void check_edge_count(const TextSource& source, std::uint64_t line, std::uint64_t promised, std::uint64_t found);

}  // namespace Atoll::reading
