// SPDX-License-Identifier: Apache-2.0
// Writing .atoll: the arrays are hashed first, so that the front with their checksums can be written before them and
// the file may as well be a pipe. docs/atoll-format.md is the reference.
#include <algorithm>
#include <cstring>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/graph/binary/atoll_format.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/write/writers.hpp"

namespace Atoll::writing {
namespace {

using namespace atoll_format;
using Bytes = std::span<const std::byte>;

// Pages for small files, huge pages once the padding of a few sections no longer shows.
constexpr std::uint64_t small_alignment = 4096;
constexpr std::uint64_t large_alignment = std::uint64_t{2} << 20;
constexpr std::uint64_t large_bytes = std::uint64_t{64} << 20;

struct Content {
  SectionId id;
  Bytes bytes;
  std::uint32_t flags = flag_mandatory;
};

template <class T>
Bytes bytes_of(const Array<T>& array) {
  return std::as_bytes(std::span<const T>(array));
}

LabelKind kind_of(const Labels& labels) {
  if (labels.are_strings()) return LabelKind::strings;
  return labels.ids().empty() ? LabelKind::counted : LabelKind::integers;
}

// What a reader can do without.
void add_inverse(const Graph& graph, std::vector<Content>& contents) {
  if (!graph.in) return;
  std::visit(
      [&](const auto& in) {
        ATOLL_CHECK(in.offsets.size() == graph.vertices + 1 && in.targets.size() == graph.arcs);
        contents.push_back({SectionId::in_offsets, bytes_of(in.offsets), 0});
        contents.push_back({SectionId::in_targets, bytes_of(in.targets), 0});
      },
      graph.in->rows);
  if (graph.weighted()) contents.push_back({SectionId::in_weights, bytes_of(graph.in->weights), 0});
}

// Without it the rows would pass for those of other vertices.
void add_order(const Graph& graph, std::vector<Content>& contents) {
  if (!graph.order) return;
  const RowOrder& order = *graph.order;
  ATOLL_CHECK(order.user_of.as_bytes().size() == graph.vertices * (graph.wide() ? 8 : 4));
  ATOLL_CHECK(!order.strategy.empty() && order.strategy.size() <= strategy_bytes_max);
  contents.push_back({SectionId::order, order.user_of.as_bytes()});
  contents.push_back({SectionId::part_bounds, std::as_bytes(std::span(order.first))});
  contents.push_back({SectionId::strategy, std::as_bytes(std::span(order.strategy))});
}

std::vector<Content> contents_of(const Graph& graph) {
  std::vector<Content> contents;
  std::visit(
      [&](const auto& out) {
        ATOLL_CHECK(out.offsets.size() == graph.vertices + 1 && out.targets.size() == graph.arcs);
        contents.push_back({SectionId::offsets, bytes_of(out.offsets)});
        contents.push_back({SectionId::targets, bytes_of(out.targets)});
      },
      graph.out);
  if (graph.weighted()) contents.push_back({SectionId::weights, bytes_of(graph.weights.bits)});
  const Labels& labels = graph.labels;
  if (kind_of(labels) == LabelKind::integers) contents.push_back({SectionId::label_ids, bytes_of(labels.ids())});
  if (kind_of(labels) == LabelKind::strings) {
    contents.push_back({SectionId::label_starts, bytes_of(labels.starts())});
    contents.push_back({SectionId::label_text, bytes_of(labels.text())});
  }
  add_inverse(graph, contents);
  add_order(graph, contents);
  return contents;
}

std::vector<std::uint64_t> checksums_of(const std::vector<Content>& contents, const Watch& watch, Crew& crew) {
  std::vector<Bytes> blocks;
  for (const Content& content : contents) {
    for (std::size_t at = 0; at < content.bytes.size(); at += block_bytes) {
      blocks.push_back(content.bytes.subspan(at, std::min(block_bytes, content.bytes.size() - at)));
    }
  }
  std::vector<std::uint64_t> checksums(blocks.size());
  crew.for_chunks(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    watch.poll();
    for (std::uint64_t b = begin; b < end; ++b) checksums[b] = checksum_of(blocks[b]);
  });
  return checksums;
}

Front front_for(const Graph& graph, const std::vector<Content>& contents, std::vector<std::uint64_t> checksums) {
  Front front{.header = {}, .sections = {}, .checksums = std::move(checksums)};
  Header& header = front.header;
  std::memcpy(header.magic, atoll_magic.data(), sizeof(header.magic));
  header.version = version;
  header.flags = graph.directed ? flag_directed : 0;
  header.id_bytes = graph.wide() ? 8 : 4;
  header.weight_type = static_cast<std::uint32_t>(graph.weights.type);
  header.vertices = graph.vertices;
  header.arcs = graph.arcs;
  header.label_kind = static_cast<std::uint32_t>(kind_of(graph.labels));
  header.first_label = graph.labels.first();
  header.sections = static_cast<std::uint32_t>(contents.size());
  header.block_bytes = block_bytes;
  header.blocks = front.checksums.size();

  std::uint64_t bytes = 0;
  for (const Content& content : contents) bytes += content.bytes.size();
  header.alignment = bytes < large_bytes ? small_alignment : large_alignment;
  const std::uint64_t front_bytes = sizeof(Header) + contents.size() * sizeof(Section) + front.checksums.size() * 8;
  header.front_bytes = aligned(front_bytes, header.alignment);

  std::uint64_t offset = header.front_bytes;
  std::uint64_t block = 0;
  for (const Content& content : contents) {
    front.sections.push_back({.id = static_cast<std::uint32_t>(content.id),
                              .flags = content.flags,
                              .offset = offset,
                              .bytes = content.bytes.size(),
                              .first_block = block});
    offset += aligned(content.bytes.size(), header.alignment);
    block += (content.bytes.size() + block_bytes - 1) / block_bytes;
  }
  header.file_bytes = offset;
  return front;
}

}  // namespace

void write_atoll(const Graph& graph, PackedFile& file, Crew& crew) {
  const std::vector<Content> contents = contents_of(graph);
  Front front = front_for(graph, contents, checksums_of(contents, file.watch(), crew));
  const std::vector<char> padding(front.header.alignment);
  file.put(bytes_of_front(front));
  file.expect(graph.arcs);
  for (const Content& content : contents) {
    file.put(content.bytes);
    file.put(std::string_view(padding.data(), aligned(content.bytes.size(), padding.size()) - content.bytes.size()));
    if (content.id == SectionId::targets) file.advance(graph.arcs);
  }
}

}  // namespace Atoll::writing
