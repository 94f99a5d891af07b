// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/atoll_format.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <xxhash.h>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/graph.hpp"

namespace Atoll::atoll_format {
namespace {

constexpr std::uint64_t most = std::uint64_t{1} << 60;           // of any count: its bytes do not overflow
constexpr std::uint64_t alignment_max = std::uint64_t{1} << 30;  // the largest page of a machine
constexpr auto damaged = "the file is damaged: copy it again from its source, or convert it again";

[[noreturn]] void fail(const std::string& path, const std::string& what, const char* fix = damaged) {
  throw Error(ErrorKind::input, what, path, fix);
}

void require(bool right, const std::string& path, const std::string& what, const char* fix = damaged) {
  if (!right) fail(path, what, fix);
}

void require_complete(const InputFile& file, std::uint64_t bytes) {
  require(file.bytes() >= bytes, file.name(), fmt::format("cut short: it has {} of {} bytes", file.bytes(), bytes),
          "copy or convert it again");
}

Header read_header(const InputFile& file) {
  const std::string& path = file.name();
  Header header{};
  const std::size_t there = std::min<std::size_t>(file.bytes(), sizeof(Header));
  file.read(0, std::as_writable_bytes(std::span(&header, 1)).first(there));
  require(there != 0, path, "the file is empty", "copy or convert it again");
  require(std::memcmp(header.magic, atoll_magic.data(), std::min(there, atoll_magic.size())) == 0, path,
          "not an .atoll file: it does not begin as one", "name its format, or convert it again");
  require_complete(file, sizeof(Header));
  require(header.version != 0, path, "written by no known Atoll (version 0)");
  require(header.version <= version, path,
          fmt::format("written by a newer Atoll (version {}, this one reads {})", header.version, version),
          "update this Atoll, or convert the graph again with it");
  return header;
}

void check_header(const Header& header, const InputFile& file) {
  const std::string& path = file.name();
  require_complete(file, header.file_bytes);
  require(header.alignment >= 4096 && header.alignment <= alignment_max && std::has_single_bit(header.alignment), path,
          "its alignment is no power of two from 4 KiB to 1 GiB");
  require(header.sections <= 1u << 16 && header.blocks <= file.bytes() / 4096 + header.sections, path,
          "its section table is larger than the file");  // before memory is taken for it
  const std::uint64_t front =
      sizeof(Header) + header.sections * sizeof(Section) + header.blocks * sizeof(std::uint64_t);
  require(header.front_bytes == aligned(front, header.alignment), path, "its front has not the size of its tables");
  require(header.front_bytes <= header.file_bytes, path, "its front is larger than the file");
}

void check_counts(const Header& header, const InputFile& file) {
  const std::string& path = file.name();
  require((header.flags & ~flag_directed) == 0, path,
          fmt::format("needs features that this Atoll lacks (flags {:#x})", header.flags),
          "update this Atoll, or convert the graph again with it");
  require(header.id_bytes == 4 || header.id_bytes == 8, path, "its ids have neither 32 nor 64 bits");
  require(header.weight_type <= static_cast<std::uint32_t>(WeightType::real), path, "its weights have an unknown type");
  require(header.label_kind <= static_cast<std::uint32_t>(LabelKind::strings), path, "its labels have an unknown type");
  require(header.vertices < most && header.arcs < most, path, "its counts are beyond any machine");
  require(header.id_bytes == 8 || header.vertices <= std::uint64_t{1} << 32, path,
          "its vertices do not fit its 32-bit ids");
  require(header.label_kind != static_cast<std::uint32_t>(LabelKind::counted) ||
              header.first_label <= std::numeric_limits<std::uint64_t>::max() - header.vertices,
          path, "its labels overflow 64 bits");
  require(header.block_bytes >= 4096 && header.block_bytes <= std::uint64_t{1} << 30 &&
              std::has_single_bit(header.block_bytes),
          path, "its blocks have no usable size");
  require(file.bytes() == header.file_bytes, path,
          fmt::format("{} bytes follow its end", file.bytes() - header.file_bytes));
}

// Each section begins where the one before ends, and the last ends with the file.
void check_places(const Front& front, const std::string& path) {
  const Header& header = front.header;
  std::uint64_t offset = header.front_bytes;
  std::uint64_t block = 0;
  for (const Section& section : front.sections) {
    if (section.offset != offset || section.bytes > header.file_bytes - offset)
      fail(path, fmt::format("section {} lies outside the file or upon another", section.id));
    if (section.first_block != block)
      fail(path, fmt::format("the checksums of section {} are not its own", section.id));
    offset += aligned(section.bytes, header.alignment);
    block += (section.bytes + header.block_bytes - 1) / header.block_bytes;
    if (offset > header.file_bytes) fail(path, fmt::format("section {} lies outside the file", section.id));
  }
  require(offset == header.file_bytes && block == header.blocks, path, "its sections do not fill the file");
}

void check_section(const Front& front, SectionId id, bool wanted, std::uint64_t bytes, const std::string& path) {
  const Section* section = front.find(id);
  const auto number = static_cast<std::uint32_t>(id);
  require((section != nullptr) == wanted, path,
          fmt::format("section {} is {}", number, wanted ? "missing" : "not expected"));
  require(section == nullptr || section->bytes == bytes, path,
          fmt::format("section {} does not have the size that the counts of the header give", number));
}

void check_inverse_sections(const Front& front, const std::string& path) {
  const Header& header = front.header;
  const bool there = (header.flags & flag_directed) != 0 && front.find(SectionId::in_offsets) != nullptr;
  check_section(front, SectionId::in_offsets, there, (header.vertices + 1) * 8, path);
  check_section(front, SectionId::in_targets, there, header.arcs * header.id_bytes, path);
  check_section(front, SectionId::in_weights, there && header.weight_type != 0, header.arcs * 4, path);
}

void check_order_sections(const Front& front, const std::string& path) {
  const Section* const bounds = front.find(SectionId::part_bounds);
  const Section* const strategy = front.find(SectionId::strategy);
  const bool there = front.find(SectionId::order) != nullptr;
  check_section(front, SectionId::order, there, front.header.vertices * front.header.id_bytes, path);
  check_section(front, SectionId::part_bounds, there, bounds == nullptr ? 0 : bounds->bytes, path);
  check_section(front, SectionId::strategy, there, strategy == nullptr ? 0 : strategy->bytes, path);
  if (!there) return;
  require(bounds->bytes % 8 == 0 && bounds->bytes >= 2 * 8 && bounds->bytes <= (parts_max + 1) * 8, path,
          fmt::format("its order is not cut into 1 to {} parts", parts_max));
  require(strategy->bytes >= 1 && strategy->bytes <= strategy_bytes_max, path,
          fmt::format("the name of its partition has not 1 to {} bytes", strategy_bytes_max));
}

// Of sections that are known and of others, of which there may be many.
void check_ids(const Front& front, const std::string& path) {
  std::vector<std::uint32_t> ids;
  for (const Section& section : front.sections) {
    const bool known = section.id >= 1 && section.id <= static_cast<std::uint32_t>(SectionId::strategy);
    if (!known && (section.flags & flag_mandatory) != 0) {
      fail(path,
           fmt::format("has a section that this Atoll does not know and cannot do without (section {})", section.id),
           "update this Atoll, or convert the graph again with it");
    }
    ids.push_back(section.id);
  }
  std::ranges::sort(ids);
  const auto twice = std::ranges::adjacent_find(ids);
  if (twice != ids.end()) fail(path, fmt::format("section {} is there twice", *twice));
}

void check_sections(const Front& front, const std::string& path) {
  const Header& header = front.header;
  const auto kind = static_cast<LabelKind>(header.label_kind);
  const bool strings = kind == LabelKind::strings;
  const Section* text = front.find(SectionId::label_text);
  check_section(front, SectionId::offsets, true, (header.vertices + 1) * 8, path);
  check_section(front, SectionId::targets, true, header.arcs * header.id_bytes, path);
  check_section(front, SectionId::weights, header.weight_type != 0, header.arcs * 4, path);
  check_section(front, SectionId::label_ids, kind == LabelKind::integers, header.vertices * 8, path);
  check_section(front, SectionId::label_starts, strings, (header.vertices + 1) * 8, path);
  check_section(front, SectionId::label_text, strings, text == nullptr ? 0 : text->bytes, path);
  check_inverse_sections(front, path);
  check_order_sections(front, path);
  check_ids(front, path);
}

// Reads the tables and what pads them, which may be as large as a page, piece by piece.
std::uint64_t checksum_of_front(const InputFile& file, Front& front, const Watch& watch) {
  Header header = front.header;
  header.checksum = 0;
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(state.get());
  XXH3_64bits_update(state.get(), &header, sizeof(header));
  std::uint64_t offset = sizeof(header);
  const auto read = [&](std::span<std::byte> bytes) {
    watch.poll();
    file.read(offset, bytes);
    XXH3_64bits_update(state.get(), bytes.data(), bytes.size());
    offset += bytes.size();
  };
  read(std::as_writable_bytes(std::span(front.sections)));
  read(std::as_writable_bytes(std::span(front.checksums)));
  std::array<std::byte, 1u << 16> piece;
  while (offset < header.front_bytes)
    read(std::span(piece).first(std::min<std::uint64_t>(piece.size(), header.front_bytes - offset)));
  return XXH3_64bits_digest(state.get());
}

}  // namespace

const Section* Front::find(SectionId id) const {
  const auto found = std::ranges::find(sections, static_cast<std::uint32_t>(id), &Section::id);
  return found == sections.end() ? nullptr : &*found;
}

std::uint64_t checksum_of(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Front read_front(const InputFile& file, const Watch& watch) {
  const std::string& path = file.name();
  Front front{.header = read_header(file), .sections = {}, .checksums = {}};
  const Header& header = front.header;
  check_header(header, file);
  front.sections.resize(header.sections);
  front.checksums.resize(header.blocks);
  require(checksum_of_front(file, front, watch) == header.checksum, path, "the checksum of its front is wrong");
  check_counts(header, file);
  check_places(front, path);
  check_sections(front, path);
  return front;
}

std::string bytes_of_front(Front& front) {
  Header& header = front.header;
  const auto append = [](std::string& text, std::span<const std::byte> bytes) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  header.checksum = 0;
  std::string all;
  append(all, std::as_bytes(std::span(&header, 1)));
  append(all, std::as_bytes(std::span(front.sections)));
  append(all, std::as_bytes(std::span(front.checksums)));
  ATOLL_CHECK(all.size() <= header.front_bytes);
  all.resize(header.front_bytes, '\0');
  header.checksum = checksum_of(std::as_bytes(std::span(all)));
  std::memcpy(all.data() + offsetof(Header, checksum), &header.checksum, sizeof(header.checksum));
  return all;
}

}  // namespace Atoll::atoll_format
