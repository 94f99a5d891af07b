// SPDX-License-Identifier: Apache-2.0
// The text of a file as windows of whole lines: slices of a mapping, or what an archive or a pipe yields, the next
// window being unpacked while this one is parsed. Invariant: every window ends in a newline (one is added to a file
// without), so a scan that stops at newlines needs no other bound. A plain file must not shrink while it is mapped: who
// reads then gets SIGBUS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/graph/read/unpack.hpp"

namespace Atoll::reading {

// An open file and its mapping, closed and unmapped with the object.
class MappedFile {
 public:
  MappedFile() = default;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  void open(const std::string& path, const std::string& name);  // "-": standard input. Throws Error(input).
  void map(std::uint64_t bytes, const std::string& name);
  void forget(std::size_t begin, std::size_t end);  // the pages of bytes that are done with

  int descriptor() const { return descriptor_; }
  std::string_view text() const { return text_; }

 private:
  int descriptor_ = -1;
  std::string_view text_;
};

class TextSource {
 public:
  // `path` or "-" for standard input. A window holds about `window_bytes`, more where a line is longer.
  // Throws Error(input) for what is missing, unreadable, a directory or empty.
  TextSource(const std::string& path, std::size_t window_bytes, const Watch& watch);
  ~TextSource();
  TextSource(const TextSource&) = delete;  // the next window is being filled through `this`
  TextSource& operator=(const TextSource&) = delete;

  const std::string& path() const { return path_; }
  const std::string& name() const { return name_; }         // for messages
  bool mapped() const { return !file_.text().empty(); }     // a plain file
  std::uint64_t file_bytes() const { return file_bytes_; }  // packed; 0: unknown
  std::uint64_t file_bytes_done() const;
  std::string_view packing() const { return stream_ ? stream_->packing() : std::string_view(); }  // "gz"; empty: none

  // The lines not yet taken of this window, or of the next one if none are left; empty at the end of the file.
  std::string_view window();
  bool is_last_window() const { return stream_ ? current_.at_end : slice_end_ == file_.text().size(); }
  // Takes lines from the front of the window.
  void take(std::size_t bytes, std::uint64_t lines);
  // Takes one line and returns it without its end; valid until the next window. Throws Error(cancelled) too.
  std::string_view take_line();
  // The number, from 1, of the first line not yet taken.
  std::uint64_t line() const { return line_; }

  // "name:line: what; fix", as Error(input).
  [[noreturn]] void fail(std::uint64_t line, std::string what, std::string fix = {}) const;

 private:
  struct Filled {
    Array<char> text;
    std::size_t lines_end = 0;  // whole lines up to here
    std::size_t end = 0;        // then the beginning of the next
    bool at_end = false;        // of the file
    bool cut = false;           // there is more, but it is no text
  };

  void open();
  void load_window();
  void load_slice();
  Filled fill(Array<char> buffer, std::string_view carried, std::size_t bytes);

  std::string path_;
  std::string name_;
  std::size_t window_bytes_;
  const Watch* watch_;
  std::uint64_t file_bytes_ = 0;

  std::string_view window_;
  std::uint64_t line_ = 1;

  MappedFile file_;
  std::size_t slice_begin_ = 0;  // the window in the mapping
  std::size_t slice_end_ = 0;
  Array<char> last_lines_;  // of a mapping that does not end in a newline

  std::unique_ptr<ByteStream> stream_;
  std::size_t stream_window_bytes_;
  std::size_t text_bytes_ = 0;  // unpacked so far
  Filled current_;
  std::future<Filled> coming_;  // last, so that it is waited for before the rest goes
};

}  // namespace Atoll::reading
