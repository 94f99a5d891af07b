// SPDX-License-Identifier: Apache-2.0
// Reading .atoll: the blocks of each section go straight into its array, each checked by the thread that read it.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "atoll/base/bits.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"
#include "atoll/graph/binary/atoll_format.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/binary/check_rows.hpp"
#include "atoll/graph/binary/load.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll {
namespace {

using namespace atoll_format;

constexpr auto damaged = "the file is damaged: copy it again from its source, or convert it again";

// Of the sections that are read.
std::uint64_t bytes_to_read(const Front& front, bool inverse) {
  std::uint64_t bytes = 0;
  for (const Section& section : front.sections) {
    const auto id = static_cast<SectionId>(section.id);
    const bool of_inverse = id == SectionId::in_offsets || id == SectionId::in_targets || id == SectionId::in_weights;
    if (id <= SectionId::strategy && (inverse || !of_inverse)) bytes += section.bytes;
  }
  return bytes;
}

// Where the rows of a direction are.
struct RowSections {
  SectionId offsets;
  SectionId targets;
};

class AtollReader {
 public:
  AtollReader(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch)
      : file_(path, watch),
        front_(read_front(file_, watch)),
        options_(options),
        inverse_(keeps_inverse(options) && front_.find(SectionId::in_offsets) != nullptr),
        crew_(crew),
        watch_(watch),
        steps_(watch, "reading", bytes_to_read(front_, inverse_)) {}

  Graph read();

 private:
  template <class Stored, class Kept = Stored>
  Array<Kept> load(SectionId id) {
    Array<Kept> kept(front_.find(id)->bytes / sizeof(Stored));
    load<Stored>(id, std::span<Kept>(kept), seen_by_nobody);
    return kept;
  }
  template <class Stored, class Kept, class Seen>
  void load(SectionId id, std::span<Kept> kept, Seen&& seen);
  template <class Id>
  void load_directions(Graph& graph);
  template <class Id>
  std::uint64_t load_rows(const RowSections& sections, Rows kind, std::span<const std::uint32_t> weights,
                          Csr<Id>& rows);
  Array<std::uint32_t> load_weights(SectionId id);
  Labels load_labels();
  RowOrder load_order(bool wide);
  void check_order(const RowOrder& order) const;
  void check_padding(const Section& section) const;
  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::input, what, file_.name(), damaged); }

  InputFile file_;
  Front front_;
  const ReadOptions& options_;
  const bool inverse_;
  Crew& crew_;
  const Watch& watch_;
  Steps steps_;
};

template <class Stored, class Kept, class Seen>
void AtollReader::load(SectionId id, std::span<Kept> kept, Seen&& seen) {
  const Section& section = *front_.find(id);
  const std::uint64_t block_bytes = front_.header.block_bytes;
  const auto get = [&](std::uint64_t first, std::span<std::byte> bytes) {
    const std::uint64_t offset = first * sizeof(Stored);
    file_.read(section.offset + offset, bytes);
    if (checksum_of(bytes) != front_.checksums[section.first_block + offset / block_bytes]) {
      fail(fmt::format("wrong checksum of bytes {} to {}", section.offset + offset,
                       section.offset + offset + bytes.size()));
    }
  };
  check_padding(section);
  load_array<Stored>(kept, block_bytes / sizeof(Stored), get, seen, crew_, steps_);
}

// Piece by piece: up to a large page, which would stay on the heap.
void AtollReader::check_padding(const Section& section) const {
  std::array<std::byte, 1u << 16> piece;
  const std::uint64_t begin = section.offset + section.bytes;
  const std::uint64_t end = section.offset + aligned(section.bytes, front_.header.alignment);
  for (std::uint64_t at = begin; at < end; at += piece.size()) {
    const std::span padding = std::span(piece).first(std::min<std::uint64_t>(piece.size(), end - at));
    file_.read(at, padding);
    if (std::ranges::any_of(padding, [](std::byte b) { return b != std::byte{0}; }))
      fail(fmt::format("there is something in the gap behind byte {}", begin));
  }
}

template <class Id>
std::uint64_t AtollReader::load_rows(const RowSections& sections, Rows kind, std::span<const std::uint32_t> weights,
                                     Csr<Id>& rows) {
  const Header& header = front_.header;
  rows.offsets = load<std::uint64_t>(sections.offsets);
  check_offsets(file_.name(), rows.offsets, header.arcs, crew_, watch_);
  rows.targets = Array<Id>(header.arcs);
  RowCheck<Id> check(file_.name(), kind, rows, static_cast<WeightType>(header.weight_type), weights);
  const std::span<Id> targets = rows.targets;
  if (header.id_bytes == 4) {
    load<std::uint32_t>(sections.targets, targets, check);
  } else {
    load<std::uint64_t>(sections.targets, targets, check);
  }
  const RowState state = check.state();
  if (!state.sorted) fail("its rows are not sorted");
  return state.sum;
}

template <class Id>
void AtollReader::load_directions(Graph& graph) {
  Csr<Id>& out = graph.out.emplace<Csr<Id>>();
  graph.weights.bits = load_weights(SectionId::weights);
  const std::uint64_t sum = load_rows({SectionId::offsets, SectionId::targets},
                                      graph.directed ? Rows::forward : Rows::both_ways, graph.weights.bits, out);
  if (!graph.directed && sum != 0) fail("it says undirected, but an arc has no counterpart");
  if (!inverse_) return;
  graph.in.emplace();
  Csr<Id>& in = graph.in->rows.emplace<Csr<Id>>();
  graph.in->weights = load_weights(SectionId::in_weights);
  check_inverse(file_.name(), sum,
                load_rows({SectionId::in_offsets, SectionId::in_targets}, Rows::turned, graph.in->weights, in));
}

Array<std::uint32_t> AtollReader::load_weights(SectionId id) {
  return front_.find(id) == nullptr ? Array<std::uint32_t>{} : load<std::uint32_t>(id);
}

Labels AtollReader::load_labels() {
  switch (static_cast<LabelKind>(front_.header.label_kind)) {
    case LabelKind::counted: return Labels::counting_from(front_.header.first_label);
    case LabelKind::integers: {
      auto ids = load<std::uint64_t>(SectionId::label_ids);
      return Labels::integers(std::move(ids));
    }
    case LabelKind::strings: break;
  }
  auto starts = load<std::uint64_t>(SectionId::label_starts);
  auto text = load<char>(SectionId::label_text);
  if (starts[0] != 0 || starts[starts.size() - 1] != text.size() || !std::ranges::is_sorted(starts)) {
    fail("its labels do not fill their text");
  }
  return Labels::strings(std::move(text), std::move(starts));
}

RowOrder AtollReader::load_order(bool wide) {
  RowOrder order;
  const auto bounds = load<std::uint64_t>(SectionId::part_bounds);
  const auto strategy = load<char>(SectionId::strategy);
  order.first.assign(bounds.begin(), bounds.end());
  order.strategy.assign(strategy.begin(), strategy.end());
  const bool stored_wide = front_.header.id_bytes == 8;
  if (wide) {
    order.user_of = IdArray(stored_wide ? load<std::uint64_t>(SectionId::order)
                                        : load<std::uint32_t, std::uint64_t>(SectionId::order));
  } else {
    order.user_of = IdArray(stored_wide ? load<std::uint64_t, std::uint32_t>(SectionId::order)
                                        : load<std::uint32_t>(SectionId::order));
  }
  check_order(order);
  return order;
}

// Every vertex has one row, and every row one part.
void AtollReader::check_order(const RowOrder& order) const {
  const std::uint64_t vertices = front_.header.vertices;
  if (order.first.front() != 0 || order.first.back() != vertices || !std::ranges::is_sorted(order.first)) {
    fail("its parts do not hold its rows");
  }
  if (std::ranges::any_of(order.strategy, is_control)) fail("the name of its partition cannot be printed");
  Array<std::uint64_t> met(words_for(vertices));
  crew_.for_chunks(vertices, vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    watch_.poll();
    for (std::uint64_t row = begin; row < end; ++row) {
      const std::uint64_t vertex = order.user_of[row];
      if (vertex >= vertices) fail(fmt::format("its order has a vertex beyond the last of {}", vertices));
      mark_bit_shared(met.data(), vertex);
    }
  });
  crew_.for_chunks(met.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t word = begin; word < end; ++word) {
      if (met[word] != low_bits(vertices - word * bits_per_word)) fail("its order has a vertex twice");
    }
  });
}

Graph AtollReader::read() {
  const Header& header = front_.header;
  Graph graph;
  graph.vertices = header.vertices;
  graph.arcs = header.arcs;
  graph.directed = (header.flags & flag_directed) != 0;
  const bool wide = wide_ids(options_, header.vertices, file_.name());
  graph.labels = load_labels();
  if (const auto vertex = graph.labels.repeated(crew_))
    fail(fmt::format("the label '{}' is there twice", graph.labels.of(*vertex)));
  graph.weights.type = static_cast<WeightType>(header.weight_type);
  if (wide) {
    load_directions<std::uint64_t>(graph);
  } else {
    load_directions<std::uint32_t>(graph);
  }
  if (front_.find(SectionId::order) != nullptr) {
    graph.order = load_order(wide);
    graph.origin.order = graph.order->strategy;
  }
  graph.origin.inverse = front_.find(SectionId::in_offsets) != nullptr;
  return graph;
}

}  // namespace

Graph read_atoll(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch) {
  Graph graph = AtollReader(path, options, crew, watch).read();  // the file, which may have been unpacked, is gone then
  if (graph.order && !(options.in_order && leaves_arcs(options))) transform::in_users_order(graph, crew, watch);
  return as_asked(std::move(graph), options, crew, watch);
}

}  // namespace Atoll
