// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/write/packed_file.hpp"

#include <algorithm>
#include <cstring>
#include <zlib.h>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"

namespace Atoll::writing {

struct PackedFile::Gzip {
  Gzip() {
    constexpr int window_bits = 15;
    constexpr int gzip_wrapper = 16;
    constexpr int memory_level = 8;
    const int code = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits + gzip_wrapper, memory_level,
                                  Z_DEFAULT_STRATEGY);
    if (code != Z_OK) throw Error(ErrorKind::resource, "out of memory for packing");
  }
  ~Gzip() { deflateEnd(&stream); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // Packs `text`, at most a buffer, into `file`; with Z_FINISH the archive ends.
  void pack(std::string_view text, int mode, OutputFile& file) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib only reads it
    stream.avail_in = static_cast<uInt>(text.size());
    do {
      stream.next_out = packed;
      stream.avail_out = sizeof(packed);
      ATOLL_CHECK(deflate(&stream, mode) != Z_STREAM_ERROR);
      file.write(packed, sizeof(packed) - stream.avail_out);
    } while (stream.avail_out == 0);
  }

  z_stream stream{};
  Bytef packed[std::size_t{1} << 16];
};

PackedFile::PackedFile(const std::string& path, Packing packing, const Watch& watch)
    : file_(path),
      watch_(watch),
      gzip_(packing == Packing::gzip ? std::make_unique<Gzip>() : nullptr),
      buffer_(std::make_unique_for_overwrite<char[]>(buffer_bytes)) {}

PackedFile::~PackedFile() = default;

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
  if (gzip_) {
    gzip_->pack(text, Z_NO_FLUSH, file_);
  } else {
    file_.append(text);
  }
  watch_.report({.phase = "writing", .done = arcs_done_, .total = arcs_total_});
}

void PackedFile::commit() {
  flush();
  if (gzip_) gzip_->pack({}, Z_FINISH, file_);
  watch_.poll();
  file_.commit();
}

}  // namespace Atoll::writing
