// SPDX-License-Identifier: Apache-2.0
// The front of an .atoll file: what is in it, where, and the checksum of every block. docs/atoll-format.md is the
// reference. Invariant: a Front that was read describes a file of exactly this size, its sections lie one after the
// other inside it, and their sizes agree with the counts; only the contents of the sections are still to be checked.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "atoll/graph/binary/input_file.hpp"

namespace Atoll::atoll_format {

static_assert(std::endian::native == std::endian::little,
              "an .atoll file is little-endian, and so must be the machine");

inline constexpr std::uint32_t version = 1;
inline constexpr std::uint64_t block_bytes = std::uint64_t{4} << 20;

enum class SectionId : std::uint32_t {
  offsets = 1,
  targets,
  weights,
  label_ids,
  label_starts,
  label_text,
  in_offsets,
  in_targets,
  in_weights,
  order,
  part_bounds,
  strategy
};
enum class LabelKind : std::uint32_t { counted, integers, strings };

inline constexpr std::uint32_t flag_directed = 1;   // of the header
inline constexpr std::uint32_t flag_mandatory = 1;  // of a section: who does not know it cannot read the file
inline constexpr std::uint64_t parts_max = 4096;
inline constexpr std::uint64_t strategy_bytes_max = 255;

struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t flags;
  std::uint32_t id_bytes;     // 4 or 8
  std::uint32_t weight_type;  // as WeightType
  std::uint64_t vertices;
  std::uint64_t arcs;
  std::uint64_t first_label;
  std::uint32_t label_kind;
  std::uint32_t sections;
  std::uint64_t file_bytes;
  std::uint64_t front_bytes;  // header, section table, checksums, padding: the offset of the first section
  std::uint64_t alignment;    // of sections; a power of two from 4 KiB to 1 GiB
  std::uint64_t block_bytes;  // of a checksum; a power of two
  std::uint64_t blocks;       // of all sections
  std::uint64_t reserved[3];  // 0
  std::uint64_t checksum;     // of the front with this field 0
};
static_assert(sizeof(Header) == 128);

struct Section {
  std::uint32_t id;
  std::uint32_t flags;
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t first_block;  // in the list of checksums
};
static_assert(sizeof(Section) == 32);

struct Front {
  Header header;
  std::vector<Section> sections;
  std::vector<std::uint64_t> checksums;  // [blocks], 8 bytes for 4 MiB

  const Section* find(SectionId id) const;  // nullptr: not there
};

// XXH3 with 64 bits, as everywhere in the format.
std::uint64_t checksum_of(std::span<const std::byte> bytes);

// Bytes with the next multiple of `alignment`, a power of two; no overflow below 2^63.
constexpr std::uint64_t aligned(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) & ~(alignment - 1);
}

// Reads and checks the front. Throws Error(input | cancelled).
Front read_front(const InputFile& file, const Watch& watch);

// The front as bytes, its checksum filled in: what a writer puts before the sections.
std::string bytes_of_front(Front& front);

}  // namespace Atoll::atoll_format
