// SPDX-License-Identifier: Apache-2.0
// Reading GAPBS's serialized graphs: one byte "directed", the arcs m and vertices n as int64, int64 offsets[n + 1],
// then int32 neighbours, each followed by an int32 weight in a .wsg; a directed graph has the inverse after it.
// (S. Beamer, K. Asanovic, D. Patterson: The GAP Benchmark Suite, arXiv:1508.03619; its src/writer.h.)
#include <bit>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/binary/check_rows.hpp"
#include "atoll/graph/binary/input_file.hpp"
#include "atoll/graph/binary/load.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll {
namespace {

static_assert(std::endian::native == std::endian::little, "GAPBS's files are as its machine, little-endian");

constexpr std::uint64_t front_bytes = 1 + 8 + 8;
constexpr std::uint64_t block_bytes = std::uint64_t{4} << 20;

struct Front {
  bool directed = false;
  std::uint64_t arcs = 0;
  std::uint64_t vertices = 0;

  // 0 for counts that no file can have.
  std::uint64_t file_bytes(bool weighted) const {
    if (vertices > std::uint64_t{1} << 31 || arcs > std::uint64_t{1} << 58) return 0;
    const std::uint64_t rows = (vertices + 1) * 8 + arcs * (weighted ? 8 : 4);
    return front_bytes + (directed ? 2 : 1) * rows;
  }
};

Front read_front(const InputFile& file) {
  std::byte bytes[front_bytes];
  const std::string& path = file.path();
  if (file.bytes() == 0) throw Error(ErrorKind::input, "the file is empty", path, "copy or convert it again");
  file.read(0, bytes);
  if (bytes[0] > std::byte{1}) {
    throw Error(ErrorKind::input, "not a serialized graph of GAPBS: its first byte is neither 0 nor 1", path,
                "name its format, or convert it again");
  }
  Front front{.directed = bytes[0] == std::byte{1}};
  std::ranges::copy_n(bytes + 1, 8, std::as_writable_bytes(std::span(&front.arcs, 1)).begin());
  std::ranges::copy_n(bytes + 9, 8, std::as_writable_bytes(std::span(&front.vertices, 1)).begin());
  return front;
}

void check_size(const Front& front, const InputFile& file, bool weighted) {
  const std::uint64_t expected = front.file_bytes(weighted);
  if (file.bytes() == expected) return;
  const std::string& path = file.path();
  if (expected == 0) {
    throw Error(ErrorKind::input, "not a serialized graph of GAPBS: its counts are beyond 32-bit ids", path,
                "name its format, or convert it again");
  }
  if (file.bytes() == front.file_bytes(!weighted)) {
    throw Error(ErrorKind::input, weighted ? "its arcs have no weights" : "its arcs have weights", path,
                weighted ? "read it as sg" : "read it as wsg");
  }
  throw Error(ErrorKind::input,
              fmt::format("{} vertices and {} arcs take {} bytes, but the file has {}", front.vertices, front.arcs,
                          expected, file.bytes()),
              path, "copy or convert it again");
}

struct Arc {
  std::uint32_t target;
  std::uint32_t weight;
};

// Pairs of target and weight from `offset` on, each to its own array.
template <class Id>
void load_pairs(const InputFile& file, std::uint64_t offset, Array<Id>& targets, Array<std::uint32_t>& weights,
                Crew& crew, Steps& steps) {
  crew.for_chunks(targets.size(), block_bytes / sizeof(Arc), [&](std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t size = end - begin;
    const auto arcs = std::make_unique_for_overwrite<Arc[]>(size);
    file.read(offset + begin * sizeof(Arc), std::as_writable_bytes(std::span(arcs.get(), size)));
    for (std::uint64_t i = 0; i < size; ++i) {
      targets[begin + i] = arcs[i].target;
      weights[begin + i] = arcs[i].weight;
    }
    steps.advance(size * sizeof(Arc));
  });
}

template <class Id>
void sort(Csr<Id>& rows, Weights& weights, Crew& crew, const Watch& watch) {
  Steps steps(watch, "sorting", rows.targets.size());
  Array<Nothing> nothing;
  if (weights.type == WeightType::none) return sort_rows(rows, nothing, weights.type, crew, steps);
  sort_rows(rows, weights.bits, weights.type, crew, steps);
}

template <class Id>
Csr<Id> load_rows(const InputFile& file, const Front& front, Weights& weights, Crew& crew, const Watch& watch) {
  Steps steps(watch, "reading", file.bytes() / (front.directed ? 2 : 1));
  const auto read_from = [&](std::uint64_t offset, std::uint64_t element_bytes) {
    return [&file, offset, element_bytes](std::uint64_t first, std::span<std::byte> bytes) {
      file.read(offset + first * element_bytes, bytes);
    };
  };
  const std::uint64_t targets_at = front_bytes + (front.vertices + 1) * 8;
  Csr<Id> rows;
  rows.offsets = load_array<std::uint64_t, std::uint64_t>(front.vertices + 1, block_bytes / 8,
                                                          read_from(front_bytes, 8), crew, steps);
  check_offsets(file.path(), rows.offsets, front.arcs, crew, watch);
  if (weights.type == WeightType::none) {
    rows.targets = load_array<std::uint32_t, Id>(front.arcs, block_bytes / 4, read_from(targets_at, 4), crew, steps);
  } else {
    rows.targets = Array<Id>(front.arcs);
    weights.bits = Array<std::uint32_t>(front.arcs);
    load_pairs(file, targets_at, rows.targets, weights.bits, crew, steps);
  }
  const RowState state = check_rows(file.path(), rows, weights, crew, watch);
  if (!front.directed && !state.symmetric) {
    throw Error(ErrorKind::input, "it says undirected, but an arc has no counterpart", file.path(),
                "convert it again, symmetrised (GAPBS: converter -s)");
  }
  if (!state.sorted) sort(rows, weights, crew, watch);
  return rows;
}

Graph read_file(const std::string& path, bool weighted, const ReadOptions& options, Crew& crew, const Watch& watch) {
  const InputFile file(path, watch);
  const Front front = read_front(file);
  check_size(front, file, weighted);
  Graph graph;
  graph.vertices = front.vertices;
  graph.arcs = front.arcs;
  graph.directed = front.directed;
  graph.labels = Labels::counting_from(0);
  if (weighted) graph.weights.type = WeightType::integer;
  if (wide_ids(options, front.vertices, path)) {
    graph.out = load_rows<std::uint64_t>(file, front, graph.weights, crew, watch);
  } else {
    graph.out = load_rows<std::uint32_t>(file, front, graph.weights, crew, watch);
  }
  return graph;
}

}  // namespace

Graph read_gapbs(const std::string& path, bool weighted, const ReadOptions& options, Crew& crew, const Watch& watch) {
  Graph graph = read_file(path, weighted, options, crew, watch);
  return as_asked(std::move(graph), options, crew, watch);
}

}  // namespace Atoll
