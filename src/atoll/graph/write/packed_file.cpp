// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/write/packed_file.hpp"

#include <algorithm>
#include <cstring>

namespace Atoll::writing {

PackedFile::PackedFile(const std::string& path, const Watch& watch)
    : pack_(packer(packing_of(path))),
      file_(path),
      watch_(watch),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes)) {}

void PackedFile::put(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    reserve(1);
    const std::size_t part = std::min(bytes.size(), buffer_bytes - used_);
    std::memcpy(place(), bytes.data(), part);
    used_ += part;
    bytes = bytes.subspan(part);
  }
}

void PackedFile::put_real(float value) {
  constexpr std::size_t longest = 32;
  reserve(longest);
  char* const begin = place();
  char* end = std::to_chars(begin, begin + longest, value).ptr;
  const bool looks_integer = std::all_of(begin, end, [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
  if (looks_integer) {
    *end++ = '.';
    *end++ = '0';
  }
  used_ += static_cast<std::size_t>(end - begin);
}

void PackedFile::flush() {
  watch_.poll();
  const std::string_view text(buffer_.get(), used_);
  used_ = 0;
  pack_(text, false, file_);
  watch_.report({.phase = "writing", .done = done_, .total = total_});
}

void PackedFile::commit() {
  flush();
  pack_({}, true, file_);
  watch_.poll();
  file_.commit();
}

}  // namespace Atoll::writing
