// SPDX-License-Identifier: Apache-2.0
// What a data line of a format looks like: one edge per line, ids and perhaps a weight in given columns. A line format
// is a value of this type; the parsing (edge_lines.hpp) and the refusals (judge) are shared.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/read/numbers.hpp"

namespace Atoll::reading {

class Names;

enum class Weighing {
  found,    // integers, or all real if one line has a decimal point
  integer,  // as a header says
  real,
};

// Why a line must not have a weight. By default since the first one has none.
struct Unweighted {
  std::string_view what = "a line with a weight, but the first has none";
  std::string_view fix = "give every line a weight, or none";
};

struct Grammar {
  std::string_view comments = "#%";  // a line that begins with one of these is passed over
  char prefix = 0;                   // the word that begins every data line, as in DIMACS; 0: none
  char delimiter = 0;                // between fields, which may be quoted; 0: blanks

  int source_column = 0;
  int target_column = 1;
  int weight_column = -1;     // -1: no weights
  bool more_columns = false;  // others are passed over; else they are refused
  int fields = 0;             // that every line has, as the first one does; 0: it may differ
  Weighing weighing = Weighing::found;
  Unweighted unweighted = {};  // without weights

  std::uint64_t first_id = 0;    // integer ids are first_id .. first_id + ids - 1 and are stored from 0
  std::uint64_t ids = id_limit;  // fewer if a header says so
  bool numbered = false;         // ids are numbers in this format
  Names* names = nullptr;        // ids are strings, collected here; null: integers

  bool weighted() const { return weight_column >= 0; }
  int columns() const { return std::max({source_column, target_column, weight_column}) + 1; }  // that a line needs
};

// The fields of one line that matter. Views into the line, or into `plain` where quotes were doubled.
struct Fields {
  std::string_view source, target, weight;
  int count = 0;         // of all fields of the line, without the prefix
  bool prefixed = true;  // the line begins as it should
  bool quotes_paired = true;
  bool quotes_alone = true;  // nothing stands between a closing quote and the end of its field
  std::array<std::string, 3> plain;
};

// Splits the line that begins at `line`; returns its newline. A blank line or a comment has no fields.
const char* split_line(const char* line, const Grammar& grammar, Fields& fields);

// The fields of that line as they are said, `most` at most; one at least, which may be empty.
std::vector<std::string> first_fields(const char* line, char delimiter, std::size_t most);

struct Trouble {
  std::string what;
  std::string fix;
};

// What is wrong with the quotes of a line; empty if nothing is.
Trouble judge_quotes(const Fields& fields);

// Why a line was not parsed. `wide` and `real`: it is fine, but not for the narrow or the integer parser.
struct Verdict {
  enum class Kind { fine, wide, real, refused };
  Kind kind = Kind::fine;
  Trouble trouble;  // if refused; if real: the refusal that holds when no weight of the file has a decimal point
};

// `narrow`: ids from narrow_limit on are for the wide parser. `integers`: weights are being parsed as such.
Verdict judge(const Fields& fields, const Grammar& grammar, bool narrow, bool integers);

}  // namespace Atoll::reading
