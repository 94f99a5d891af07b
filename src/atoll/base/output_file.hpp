// SPDX-License-Identifier: Apache-2.0
// A file that appears under its name only when it is complete: bytes go to a hidden file in the same folder, which
// commit() syncs and renames. Without commit nothing stays, and a file that had the name before is untouched.
// "-", /dev/stdout, pipes and devices have no such thing as "complete": they are written as the bytes come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace Atoll {

// Buffered (1 MiB), sequential, of one thread. Any of the calls throws Error(resource) when the disk is full or fails.
class OutputFile {
 public:
  // Throws Error(usage) for a folder that is missing or a path that is a folder, Error(resource) without permission.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Whether such a file could be made, for who has long work to do first: nothing is made, changed or begun, so a disk
  // may still be full then. Throws Error(usage), where it is not full now.
  static void check(const std::string& path);

  void append(std::string_view text) { write(text.data(), text.size()); }
  void write(const void* data, std::size_t bytes);

  // Everything is on the disk and has its name afterwards. Called once, last.
  void commit();

  const std::string& name() const { return name_; }         // for messages: the path as given, or standard output
  std::uint64_t bytes() const { return written_ + used_; }  // so far

  // Removes the hidden files of all that are not committed, for a process that is about to end without destructors: whoever
  // makes, commits or removes one afterwards waits for good.
  static void abandon_all() noexcept;

 private:
  void open_beside();  // the hidden file
  void flush();
  void write_through(const char* data, std::size_t bytes);
  void discard() noexcept;

  std::string name_;
  std::string final_;      // the path with symbolic links followed
  std::string temporary_;  // empty: written directly
  std::unique_ptr<char[]> buffer_;
  int file_ = -1;
  std::size_t used_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace Atoll
