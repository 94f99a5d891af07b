// SPDX-License-Identifier: Apache-2.0
// Where writers put a graph or an answer: text or bytes, packed on the way if the name says so. Each mebibyte polls for a
// cancel and reports how much is done. Invariant: as with OutputFile, the name exists only after commit().
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
#include "atoll/graph/write/pack.hpp"

namespace Atoll::writing {

class PackedFile {
 public:
  // Throws as OutputFile and packing_of do; so do all others, and Error(cancelled).
  PackedFile(const std::string& path, const Watch& watch);

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

  // For the reports: so much is to be done, and so much more was.
  void expect(std::uint64_t total) { total_ = total; }
  void advance(std::uint64_t more) { done_ += more; }

  // Complete and on the disk afterwards.
  void commit();

  const std::string& name() const { return file_.name(); }
  const Watch& watch() const { return watch_; }
  void poll() const { watch_.poll(); }

 private:
  char* place() { return buffer_.get() + used_; }
  void reserve(std::size_t bytes) {
    if (bytes > buffer_bytes - used_) flush();
  }
  void flush();

  static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

  Pack pack_;  // before the file, so that a name it refuses leaves nothing
  OutputFile file_;
  const Watch& watch_;
  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace Atoll::writing
