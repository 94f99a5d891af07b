// SPDX-License-Identifier: Apache-2.0
// Where writers put a graph: text or bytes, packed as gzip on the way if asked for. Each mebibyte polls for a cancel
// and reports the arcs done so far. Invariant: as with OutputFile, the name exists only after commit().
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "atoll/base/output_file.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::writing {

enum class Packing { none, gzip };

class PackedFile {
 public:
  // Throws as OutputFile does; so do all others, and Error(cancelled).
  PackedFile(const std::string& path, Packing packing, const Watch& watch);
  ~PackedFile();

  void put(char c) {
    reserve(1);
    buffer_[used_++] = c;
  }
  void put(std::string_view text) { put(std::as_bytes(std::span(text))); }
  void put(std::span<const std::byte> bytes);

  template <class Integer>
  void put_integer(Integer value) {
    reserve(24);
    used_ = static_cast<std::size_t>(std::to_chars(place(), place() + 24, value).ptr - buffer_.get());
  }

  // The shortest text that reads back as the same float, never as an integer: "1.0", "1e-07".
  void put_real(float value);

  void expect_arcs(std::uint64_t total) { arcs_total_ = total; }
  void arcs_done(std::uint64_t more) { arcs_done_ += more; }

  // Complete and on the disk afterwards.
  void commit();

  const std::string& path() const { return file_.path(); }
  void poll() const { watch_.poll(); }

 private:
  struct Gzip;

  char* place() { return buffer_.get() + used_; }
  void reserve(std::size_t bytes) {
    if (bytes > buffer_bytes - used_) flush();
  }
  void flush();

  static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

  OutputFile file_;
  const Watch& watch_;
  std::unique_ptr<Gzip> gzip_;  // null: not packed
  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = 0;
  std::uint64_t arcs_done_ = 0;
  std::uint64_t arcs_total_ = 0;
};

}  // namespace Atoll::writing
