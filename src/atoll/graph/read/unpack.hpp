// SPDX-License-Identifier: Apache-2.0
// The bytes of a file in order, unpacked on the way if it is a gz, xz or zst archive (found by its first bytes).
// Invariant: an archive that is cut short, damaged or followed by something else never ends quietly; it is an Error(input)
// that names the file.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>

#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::reading {

// One step of unpacking: takes bytes from the front of `in`, puts text at the front of `out`, and shrinks both. True
// when the archive may end here. `last`: nothing comes after `in`.
using Unpack = std::function<bool(std::span<const char>& in, std::span<char>& out, bool last)>;

// How many first bytes tell an archive.
inline constexpr std::size_t magic_bytes = 6;
bool is_archive(std::string_view first_bytes);
std::string_view packing_of(std::string_view first_bytes);  // "gz", "xz", "zst", or empty
// A plain copy if it is no archive. Throws Error(input) for an archive that is known, but not read here.
Unpack unpacker_for(std::string_view first_bytes, const std::string& name);

// What errors call a file: its path, or "standard input" for "-".
std::string input_name(const std::string& path);

// What an open file is. Throws Error(input) for a directory, and for a device, which may have no end (a terminal and
// /dev/null have one).
struct stat status_of(int descriptor, const std::string& name);

// Reads a descriptor, which it does not own. One thread reads; any thread may ask how far it is.
class ByteStream {
 public:
  ByteStream(int descriptor, std::string name, const Watch& watch);

  // Fills `out`; returns less than asked for only at the end. Throws Error(input | cancelled).
  std::size_t read(std::span<char> out);

  // Nobody wants what is still to come: who waits for it in read() leaves by Error(cancelled). By any thread.
  void leave() { left_.store(true, std::memory_order_relaxed); }

  std::string_view packing() const { return packing_; }
  std::uint64_t file_bytes_read() const { return file_bytes_.load(std::memory_order_relaxed); }

 private:
  void refill();
  [[noreturn]] void fail_short() const;

  int descriptor_;
  std::string name_;
  const Watch* watch_;
  Array<char> buffer_;
  std::span<const char> packed_;  // what is left of the buffer
  bool last_ = false;             // the file ends with the buffer
  bool may_end_ = true;
  std::atomic<std::uint64_t> file_bytes_{0};
  std::atomic<bool> left_{false};
  std::string_view packing_;
  Unpack unpack_;
};

}  // namespace Atoll::reading
