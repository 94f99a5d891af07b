// SPDX-License-Identifier: Apache-2.0
#include "cli/answer_file.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <limits>

#include "atoll/base/error.hpp"
#include "atoll/graph/read/format.hpp"
#include "atoll/graph/write/packed_file.hpp"

#include "cli/files.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

using Text = fmt::memory_buffer;

constexpr std::uint64_t block_vertices = 1024;

void append(Text& text, std::string_view more) { text.append(more); }

// How a label is written.
class Names {
 public:
  Names(const Labels& labels, bool by_commas) : labels_(labels), by_commas_(by_commas) {}

  void put(Text& text, std::uint64_t v) const {
    const std::string label = labels_.of(v);
    if (!labels_.are_strings()) return append(text, label);
    if (!by_commas_) return append(text, escaped(label));
    if (label.find_first_of(",\"\r\n") == std::string::npos) return append(text, label);
    text.push_back('"');
    for (const char c : label) {
      if (c == '"') text.push_back(c);
      text.push_back(c);
    }
    text.push_back('"');
  }

 private:
  const Labels& labels_;
  bool by_commas_;
};

void put(Text& text, const IdArray& ids, std::uint64_t v, const Names& names) {
  if (ids[v] != ids.none()) names.put(text, ids[v]);
}

template <std::unsigned_integral T>
void put(Text& text, const Array<T>& values, std::uint64_t v, const Names&) {
  if (values[v] != std::numeric_limits<T>::max()) append(text, fmt::format_int(values[v]).c_str());
}

void put(Text& text, const Array<std::int32_t>& values, std::uint64_t v, const Names&) {
  append(text, fmt::format_int(values[v]).c_str());
}

template <std::floating_point T>
void put(Text& text, const Array<T>& values, std::uint64_t v, const Names&) {
  if (values[v] != std::numeric_limits<T>::infinity())
    fmt::format_to(fmt::appender(text), FMT_COMPILE("{}"), values[v]);
}

}  // namespace

void check_answer_name(const std::string& path) {
  check_suffix(path, {"json", "npy", "npz", "parquet", "arrow", "feather", "xlsx", "xls"}, "an answer is text",
               "end it in .csv, or in .tsv for tabs; --json prints what is known of the run");
}

void write_answer(const Answer& answer, const Graph& graph, const std::string& path, const Watch& watch) {
  writing::PackedFile file(path, watch);
  file.expect(graph.vertices);
  const bool by_commas = reading::suffix_of(path) == "csv";
  const char between = by_commas ? ',' : '\t';
  const Names names(graph.labels, by_commas);
  Text text;
  if (by_commas) {
    append(text, "vertex");
    for (const Column& column : answer.columns) fmt::format_to(fmt::appender(text), ",{}", column.name);
    text.push_back('\n');
    file.put(std::string_view{text.data(), text.size()});  // also where no vertex follows
    text.clear();
  }
  for (std::uint64_t begin = 0; begin < graph.vertices; begin += block_vertices) {
    const std::uint64_t end = std::min(begin + block_vertices, graph.vertices);
    for (std::uint64_t v = begin; v < end; ++v) {
      names.put(text, v);
      for (const Column& column : answer.columns) {
        text.push_back(between);
        std::visit([&](const auto& values) { put(text, values, v, names); }, column.values);
      }
      text.push_back('\n');
    }
    file.put(std::string_view{text.data(), text.size()});
    file.advance(end - begin);
    text.clear();
  }
  file.commit();
}

}  // namespace Atoll::cli
