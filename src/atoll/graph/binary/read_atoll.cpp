// SPDX-License-Identifier: Apache-2.0
// Reading .atoll: the blocks of each section go straight into its array, each checked by the thread that read it.
#include <algorithm>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/binary/atoll_format.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/binary/check_rows.hpp"
#include "atoll/graph/binary/load.hpp"

namespace Atoll {
namespace {

using namespace atoll_format;

constexpr auto damaged = "the file is damaged: copy it again from its source, or convert it again";

std::uint64_t known_bytes(const Front& front) {
  std::uint64_t bytes = 0;
  for (const Section& section : front.sections) bytes += section.bytes;
  return bytes;
}

class AtollReader {
 public:
  AtollReader(const std::string& path, Crew& crew, const Watch& watch)
      : file_(path, watch),
        front_(read_front(file_)),
        crew_(crew),
        watch_(watch),
        steps_(watch, "reading", known_bytes(front_)) {}

  Graph read(const ReadOptions& options);

 private:
  template <class Stored, class Kept = Stored>
  Array<Kept> load(SectionId id);
  template <class Id>
  Csr<Id> load_rows(const Weights& weights);
  Weights load_weights();
  Labels load_labels();
  void check_padding(const Section& section) const;
  [[noreturn]] void fail(const std::string& what) const { throw Error(ErrorKind::input, what, file_.path(), damaged); }

  InputFile file_;
  Front front_;
  Crew& crew_;
  const Watch& watch_;
  Steps steps_;
};

template <class Stored, class Kept>
Array<Kept> AtollReader::load(SectionId id) {
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
  return load_array<Stored, Kept>(section.bytes / sizeof(Stored), block_bytes / sizeof(Stored), get, crew_, steps_);
}

void AtollReader::check_padding(const Section& section) const {
  std::vector<std::byte> padding(aligned(section.bytes, front_.header.alignment) - section.bytes);
  file_.read(section.offset + section.bytes, padding);
  if (std::ranges::any_of(padding, [](std::byte b) { return b != std::byte{0}; })) {
    fail(fmt::format("there is something in the gap behind byte {}", section.offset + section.bytes));
  }
}

template <class Id>
Csr<Id> AtollReader::load_rows(const Weights& weights) {
  const Header& header = front_.header;
  Csr<Id> rows{.offsets = load<std::uint64_t>(SectionId::offsets), .targets = {}};
  check_offsets(file_.path(), rows.offsets, header.arcs, crew_, watch_);
  rows.targets =
      header.id_bytes == 4 ? load<std::uint32_t, Id>(SectionId::targets) : load<std::uint64_t, Id>(SectionId::targets);
  const RowState state = check_rows(file_.path(), rows, weights, crew_, watch_);
  if (!state.sorted) fail("its rows are not sorted");
  if (!state.symmetric && (header.flags & flag_directed) == 0)
    fail("it says undirected, but an arc has no counterpart");
  return rows;
}

Weights AtollReader::load_weights() {
  const auto type = static_cast<WeightType>(front_.header.weight_type);
  if (type == WeightType::none) return {};
  return {.type = type, .bits = load<std::uint32_t>(SectionId::weights)};
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

Graph AtollReader::read(const ReadOptions& options) {
  const Header& header = front_.header;
  Graph graph;
  graph.vertices = header.vertices;
  graph.arcs = header.arcs;
  graph.directed = (header.flags & flag_directed) != 0;
  const bool wide = wide_ids(options, header.vertices, file_.path());
  graph.labels = load_labels();
  graph.weights = load_weights();
  if (wide) {
    graph.out = load_rows<std::uint64_t>(graph.weights);
  } else {
    graph.out = load_rows<std::uint32_t>(graph.weights);
  }
  return graph;
}

}  // namespace

Graph read_atoll(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch) {
  Graph graph = AtollReader(path, crew, watch).read(options);
  return as_asked(std::move(graph), options, crew, watch);
}

}  // namespace Atoll
