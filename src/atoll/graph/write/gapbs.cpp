// SPDX-License-Identifier: Apache-2.0
// GAPBS's serialized graphs as its own converter writes them: see binary/gapbs.cpp for the format. Labels are left out.
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "atoll/graph/transform/transform.hpp"
#include "atoll/graph/write/writers.hpp"

namespace Atoll::writing {
namespace {

constexpr std::size_t elements_at_once = std::size_t{1} << 16;

void put_word(std::uint64_t value, PackedFile& file) { file.put(std::as_bytes(std::span(&value, 1))); }

// offsets, then int32 targets, each followed by its weight if `weighted` (1 if the graph has none).
template <class Id>
void put_rows(const Csr<Id>& rows, std::span<const std::uint32_t> weights, bool weighted, PackedFile& file) {
  file.put(std::as_bytes(std::span<const std::uint64_t>(rows.offsets)));
  std::vector<std::uint32_t> words;
  const std::uint64_t arcs = rows.targets.size();
  for (std::uint64_t begin = 0; begin < arcs; begin += elements_at_once) {
    const std::uint64_t end = std::min<std::uint64_t>(arcs, begin + elements_at_once);
    words.clear();
    for (std::uint64_t e = begin; e < end; ++e) {
      words.push_back(static_cast<std::uint32_t>(rows.targets[e]));
      if (weighted) words.push_back(weights.empty() ? 1 : weights[e]);
    }
    file.put(std::as_bytes(std::span(words)));
    file.advance(end - begin);
  }
}

void put_inverse(const Graph& graph, bool weighted, PackedFile& file, Crew& crew) {
  std::optional<Inverse> turned;
  if (!graph.in) turned = transform::inverse_of(graph, weighted, crew, file.watch());
  const Inverse& in = turned ? *turned : *graph.in;
  std::visit([&](const auto& rows) { put_rows(rows, in.weights, weighted, file); }, in.rows);
}

void write_gapbs(const Graph& graph, bool weighted, PackedFile& file, Crew& crew) {
  if (graph.vertices >= std::uint64_t{1} << 31) refuse(file, "GAPBS holds fewer than 2^31 vertices", "write atoll");
  if (weighted && graph.weights.type == WeightType::real) {
    refuse(file, "GAPBS's .wsg holds integer weights, but these are real", "write wel or atoll");
  }
  file.expect(graph.arcs * (graph.directed ? 2 : 1));
  file.put(graph.directed ? '\1' : '\0');
  put_word(graph.arcs, file);
  put_word(graph.vertices, file);
  std::visit([&](const auto& out) { put_rows(out, graph.weights.bits, weighted, file); }, graph.out);
  if (graph.directed) put_inverse(graph, weighted, file, crew);
}

}  // namespace

void write_sg(const Graph& graph, PackedFile& file, Crew& crew) { write_gapbs(graph, false, file, crew); }

void write_wsg(const Graph& graph, PackedFile& file, Crew& crew) { write_gapbs(graph, true, file, crew); }

}  // namespace Atoll::writing
