// SPDX-License-Identifier: Apache-2.0
#include "cli/answer_file.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <limits>

#include "atoll/graph/write/packed_file.hpp"

#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

using Text = fmt::memory_buffer;

constexpr std::uint64_t block_vertices = 1024;

void append(Text& text, std::string_view more) { text.append(more); }

void put_label(Text& text, const Labels& labels, std::uint64_t v) {
  append(text, labels.are_strings() ? escaped(labels.of(v)) : labels.of(v));
}

void put(Text& text, const IdArray& ids, std::uint64_t v, const Labels& labels) {
  if (ids[v] != ids.none()) put_label(text, labels, ids[v]);
}

template <std::unsigned_integral T>
void put(Text& text, const Array<T>& values, std::uint64_t v, const Labels&) {
  if (values[v] != std::numeric_limits<T>::max()) append(text, fmt::format_int(values[v]).c_str());
}

void put(Text& text, const Array<std::int32_t>& values, std::uint64_t v, const Labels&) {
  append(text, fmt::format_int(values[v]).c_str());
}

template <std::floating_point T>
void put(Text& text, const Array<T>& values, std::uint64_t v, const Labels&) {
  if (values[v] != std::numeric_limits<T>::infinity())
    fmt::format_to(fmt::appender(text), FMT_COMPILE("{}"), values[v]);
}

}  // namespace

void write_answer(const Answer& answer, const Graph& graph, const std::string& path, const Watch& watch) {
  writing::PackedFile file(path, watch);
  file.expect(graph.vertices);
  Text text;
  for (std::uint64_t begin = 0; begin < graph.vertices; begin += block_vertices) {
    const std::uint64_t end = std::min(begin + block_vertices, graph.vertices);
    for (std::uint64_t v = begin; v < end; ++v) {
      put_label(text, graph.labels, v);
      for (const Column& column : answer.columns) {
        text.push_back('\t');
        std::visit([&](const auto& values) { put(text, values, v, graph.labels); }, column.values);
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
