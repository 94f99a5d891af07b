// SPDX-License-Identifier: Apache-2.0
// A file for reading at any place by any thread. A plain file is read from the disk; an archive or a pipe has no
// places, so it is unpacked into memory first. Invariant: read() fills all it was asked for, or throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll {

class InputFile {
 public:
  // `path` or "-" for standard input. Throws Error(input) for what is missing, a folder, unreadable or a damaged
  // archive; Error(resource | cancelled).
  InputFile(const std::string& path, const Watch& watch);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& name() const { return name_; }  // the path, or "standard input"
  std::uint64_t bytes() const { return bytes_; }     // unpacked

  // Fills `to` with the bytes from `offset` on. Thread-safe. Throws Error(input) when the file ends before,
  // Error(resource) when the disk fails.
  void read(std::uint64_t offset, std::span<std::byte> to) const;

 private:
  void open(bool from_standard_input, const Watch& watch);
  void unpack(const Watch& watch);
  void read_disk(std::uint64_t offset, std::span<std::byte> to) const;
  void read_memory(std::uint64_t offset, std::span<std::byte> to) const;

  std::string name_;
  int file_ = -1;
  std::uint64_t bytes_ = 0;
  std::vector<Array<char>> unpacked_;  // pieces of piece_bytes, the last one shorter; empty: on the disk
};

}  // namespace Atoll
