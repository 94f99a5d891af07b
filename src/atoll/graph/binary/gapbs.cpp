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
constexpr std::uint64_t block_bytes = std::uint64_t{1} << 20;  // checked while a second-level cache has it

struct GapbsFront {
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

GapbsFront read_gapbs_front(const InputFile& file) {
  std::byte bytes[front_bytes];
  const std::string& path = file.name();
  if (file.bytes() == 0) throw Error(ErrorKind::input, "the file is empty", path, "copy or convert it again");
  file.read(0, bytes);
  if (bytes[0] > std::byte{1}) {
    throw Error(ErrorKind::input, "not a serialized graph of GAPBS: its first byte is neither 0 nor 1", path,
                "name its format, or convert it again");
  }
  GapbsFront front{.directed = bytes[0] == std::byte{1}};
  std::ranges::copy_n(bytes + 1, 8, std::as_writable_bytes(std::span(&front.arcs, 1)).begin());
  std::ranges::copy_n(bytes + 9, 8, std::as_writable_bytes(std::span(&front.vertices, 1)).begin());
  return front;
}

void check_size(const GapbsFront& front, const InputFile& file, bool weighted) {
  const std::uint64_t expected = front.file_bytes(weighted);
  if (file.bytes() == expected) return;
  const std::string& path = file.name();
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

// The rows of either direction, with their weights.
template <class Id>
struct Half {
  Csr<Id> rows;
  Array<std::uint32_t> weights;
  std::uint64_t sum = 0;  // RowState::sum
};

struct Arc {
  std::uint32_t target;
  std::uint32_t weight;
};

// Pairs of target and weight from `offset` on, each to its own array.
template <class Id>
void load_pairs(const InputFile& file, std::uint64_t offset, Array<Id>& targets, Array<std::uint32_t>& weights,
                RowCheck<Id>& check, Crew& crew, Steps& steps) {
  crew.for_chunks(targets.size(), block_bytes / sizeof(Arc), [&](std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t size = end - begin;
    const auto arcs = std::make_unique_for_overwrite<Arc[]>(size);
    file.read(offset + begin * sizeof(Arc), std::as_writable_bytes(std::span(arcs.get(), size)));
    for (std::uint64_t i = 0; i < size; ++i) {
      targets[begin + i] = arcs[i].target;
      weights[begin + i] = arcs[i].weight;
    }
    check(begin, end);
    steps.advance(size * sizeof(Arc));
  });
}

template <class Id>
void sort(Half<Id>& half, WeightType type, Crew& crew, const Watch& watch) {
  Steps steps(watch, "sorting", half.rows.targets.size());
  Array<Nothing> nothing;
  if (type == WeightType::none) return sort_rows(half.rows, nothing, type, crew, steps);
  sort_rows(half.rows, half.weights, type, crew, steps);
}

class GapbsReader {
 public:
  GapbsReader(const std::string& path, bool weighted, Crew& crew, const Watch& watch)
      : file_(path, watch),
        front_(read_gapbs_front(file_)),
        type_(weighted ? WeightType::integer : WeightType::none),
        crew_(crew),
        watch_(watch) {
    check_size(front_, file_, weighted);
  }

  Graph read(const ReadOptions& options) {
    Graph graph;
    graph.vertices = front_.vertices;
    graph.arcs = front_.arcs;
    graph.directed = front_.directed;
    graph.labels = Labels::counting_from(0);
    graph.weights.type = type_;
    const bool both = front_.directed && keeps_inverse(options);
    if (wide_ids(options, front_.vertices, file_.name())) {
      fill<std::uint64_t>(graph, both);
    } else {
      fill<std::uint32_t>(graph, both);
    }
    return graph;
  }

 private:
  std::uint64_t half_bytes() const { return (file_.bytes() - front_bytes) / (front_.directed ? 2 : 1); }

  template <class Id>
  void fill(Graph& graph, bool both) {
    Steps steps(watch_, "reading", (both ? 2 : 1) * half_bytes());
    Half<Id> out = load<Id>(front_bytes, front_.directed ? Rows::forward : Rows::both_ways, steps);
    if (!front_.directed && out.sum != 0) {
      throw Error(ErrorKind::input, "it says undirected, but an arc has no counterpart", file_.name(),
                  "convert it again, symmetrised (GAPBS: converter -s)");
    }
    graph.out = std::move(out.rows);
    graph.weights.bits = std::move(out.weights);
    if (!both) return;
    Half<Id> in = load<Id>(front_bytes + half_bytes(), Rows::turned, steps);
    check_inverse(file_.name(), out.sum, in.sum);
    graph.in = {.rows = std::move(in.rows), .weights = std::move(in.weights)};
  }

  template <class Id>
  Half<Id> load(std::uint64_t place, Rows kind, Steps& steps) {
    const auto read_from = [&](std::uint64_t offset, std::uint64_t element_bytes) {
      return [this, offset, element_bytes](std::uint64_t first, std::span<std::byte> bytes) {
        file_.read(offset + first * element_bytes, bytes);
      };
    };
    const std::uint64_t targets_at = place + (front_.vertices + 1) * 8;
    Half<Id> half;
    Csr<Id>& rows = half.rows;
    rows.offsets = Array<std::uint64_t>(front_.vertices + 1);
    load_array<std::uint64_t>(std::span(rows.offsets), block_bytes / 8, read_from(place, 8), seen_by_nobody, crew_,
                              steps);
    check_offsets(file_.name(), rows.offsets, front_.arcs, crew_, watch_);
    rows.targets = Array<Id>(front_.arcs);
    if (type_ != WeightType::none) half.weights = Array<std::uint32_t>(front_.arcs);
    RowCheck<Id> check(file_.name(), kind, rows, type_, half.weights);
    if (type_ == WeightType::none) {
      load_array<std::uint32_t>(std::span(rows.targets), block_bytes / 4, read_from(targets_at, 4), check, crew_,
                                steps);
    } else {
      load_pairs(file_, targets_at, rows.targets, half.weights, check, crew_, steps);
    }
    const RowState state = check.state();
    if (!state.sorted) sort(half, type_, crew_, watch_);
    half.sum = state.sum;
    return half;
  }

  const InputFile file_;
  const GapbsFront front_;
  const WeightType type_;
  Crew& crew_;
  const Watch& watch_;
};

}  // namespace

Graph read_gapbs(const std::string& path, bool weighted, const ReadOptions& options, Crew& crew, const Watch& watch) {
  Graph graph = GapbsReader(path, weighted, crew, watch).read(options);
  return as_asked(std::move(graph), options, crew, watch);
}

}  // namespace Atoll
