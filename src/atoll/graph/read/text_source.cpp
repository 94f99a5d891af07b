// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/text_source.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/memory.hpp"

namespace Atoll::reading {
namespace {

constexpr std::size_t first_window_bytes = std::size_t{1} << 18;
constexpr std::size_t copied_bytes_max = std::size_t{1} << 20;
constexpr std::size_t window_share = 8;  // windows grow with the text before them: a small file needs little memory
constexpr std::launch beside_or_later =
    std::launch::async | std::launch::deferred;  // later: there is no thread to be had
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// One past the last newline of text; 0 if there is none.
std::size_t whole_lines(std::string_view text) {
  const std::size_t last = text.rfind('\n');
  return last == std::string_view::npos ? 0 : last + 1;
}

// An array of at least `bytes` that begins with `text`.
Array<char> holding(Array<char> spare, std::string_view text, std::size_t bytes) {
  if (spare.size() < bytes) spare = Array<char>(bytes);
  std::copy_n(text.data(), text.size(), spare.data());
  return spare;
}

[[noreturn]] void fail_system(const std::string& what, const std::string& name) {
  const bool missing = errno == ENOENT;
  throw Error(ErrorKind::input, missing ? "no such file" : what + ": " + reason(errno), name,
              missing ? "check the path" : "check its permissions, and the disk");
}

}  // namespace

MappedFile::~MappedFile() {
  if (!text_.empty()) munmap(const_cast<char*>(text_.data()), text_.size());
  if (descriptor_ > STDIN_FILENO) close(descriptor_);
}

void MappedFile::open(const std::string& path, const std::string& name) {
  descriptor_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail_system("cannot open", name);
}

void MappedFile::map(std::uint64_t bytes, const std::string& name) {
  void* const address = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (address == MAP_FAILED && errno == ENOMEM) {
    throw Error(ErrorKind::resource, fmt::format("no address space for a file of {}", bytes_text(bytes)), name,
                "raise the limit (ulimit -v)");
  }
  if (address == MAP_FAILED) fail_system("cannot map", name);
  madvise(address, bytes, MADV_SEQUENTIAL);
  text_ = {static_cast<const char*>(address), bytes};
}

void MappedFile::forget(std::size_t begin, std::size_t end) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  begin -= begin % page;
  end -= end % page;
  if (begin < end) madvise(const_cast<char*>(text_.data()) + begin, end - begin, MADV_DONTNEED);
}

TextSource::TextSource(const std::string& path, std::size_t window_bytes, const Watch& watch)
    : path_(path),
      name_(input_name(path)),
      window_bytes_(std::max(window_bytes, std::size_t{1})),
      watch_(&watch),
      stream_window_bytes_(std::min(window_bytes_, first_window_bytes)) {
  open();
  if (window().starts_with(byte_order_mark)) take(byte_order_mark.size(), 0);
}

// Whoever writes a pipe may be silent for long: what is wrong with its text is told at once all the same.
TextSource::~TextSource() {
  if (stream_) stream_->leave();
}

void TextSource::open() {
  file_.open(path_, name_);
  const struct stat status = status_of(file_.descriptor(), name_);
  std::array<char, magic_bytes> first{};
  ssize_t got = 0;
  if (S_ISREG(status.st_mode)) {
    file_bytes_ = static_cast<std::uint64_t>(status.st_size);
    if (file_bytes_ == 0) throw Error(ErrorKind::input, "is empty", name_, "name a file with a graph in it");
    got = pread(file_.descriptor(), first.data(), first.size(), 0);
    if (got < 0) fail_system("cannot read", name_);
    const bool at_start = path_ != "-" || lseek(file_.descriptor(), 0, SEEK_CUR) == 0;
    if (at_start && !is_archive({first.data(), static_cast<std::size_t>(got)})) return file_.map(file_bytes_, name_);
  }
  stream_ = std::make_unique<ByteStream>(file_.descriptor(), name_, *watch_);
  coming_ = std::async(beside_or_later, [this] { return fill({}, {}, stream_window_bytes_); });
}

std::uint64_t TextSource::file_bytes_done() const {
  return stream_ ? stream_->file_bytes_read() : slice_end_ - std::min<std::size_t>(window_.size(), slice_end_);
}

std::string_view TextSource::window() {
  if (window_.empty()) mapped() ? load_slice() : load_window();
  return window_;
}

void TextSource::take(std::size_t bytes, std::uint64_t lines) {
  ATOLL_CHECK(bytes <= window_.size());
  window_.remove_prefix(bytes);
  line_ += lines;
}

std::string_view TextSource::take_line() {
  watch_->poll();
  const std::string_view text = window();
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  take(end + 1, 1);
  const std::string_view line = text.substr(0, end);
  return line.ends_with('\r') ? line.substr(0, end - 1) : line;
}

void TextSource::fail(std::uint64_t line, std::string what, std::string fix) const {
  throw Error(ErrorKind::input, std::move(what), name_ + ":" + std::to_string(line), std::move(fix));
}

void TextSource::load_slice() {
  watch_->poll();
  const std::string_view text = file_.text();
  file_.forget(slice_begin_, slice_end_);
  slice_begin_ = slice_end_;
  if (slice_begin_ == text.size()) return;
  slice_end_ = std::min(slice_begin_ + window_bytes_, text.size());
  // Of a little rest the last line may lack its end, and is copied: what the lines tell must not depend on that.
  const std::size_t size = slice_end_ - slice_begin_;
  if (slice_end_ < text.size() || size > copied_bytes_max) {
    const std::size_t end = whole_lines(text.substr(slice_begin_, size));
    const std::size_t newline = end != 0 ? slice_begin_ + end - 1 : text.find('\n', slice_end_);
    slice_end_ = newline == std::string_view::npos ? text.size() : newline + 1;
  }
  window_ = text.substr(slice_begin_, slice_end_ - slice_begin_);
  if (window_.ends_with('\n')) return;
  last_lines_ = holding({}, window_, window_.size() + 1);
  last_lines_[window_.size()] = '\n';
  window_ = {last_lines_.data(), last_lines_.size()};
}

void TextSource::load_window() {
  if (!coming_.valid()) {
    if (current_.cut) fail(line_ - 1, "a line with zero bytes and without an end", "name a file of text");
    current_ = {};
    return;
  }
  Filled next = coming_.get();
  std::swap(current_, next);
  window_ = {current_.text.data(), current_.lines_end};
  if (current_.at_end) return;
  text_bytes_ += current_.lines_end;
  stream_window_bytes_ = std::min(window_bytes_, std::max(stream_window_bytes_, text_bytes_ / window_share));
  coming_ = std::async(beside_or_later, [this, spare = std::move(next.text)]() mutable {
    const std::string_view carried{current_.text.data() + current_.lines_end, current_.end - current_.lines_end};
    return fill(std::move(spare), carried, stream_window_bytes_);
  });
}

// Fills a buffer up to `bytes` or, if no line ends there, as much further as it takes. No text has zero bytes: a line that
// has some is cut, so that endless zeros are not read on and on.
TextSource::Filled TextSource::fill(Array<char> buffer, std::string_view carried, std::size_t bytes) {
  bytes = std::max(bytes, carried.size() + 1);
  Filled filled{holding(std::move(buffer), carried, bytes + 1), 0, carried.size(), false};
  for (;;) {
    filled.end += stream_->read({filled.text.data() + filled.end, bytes - filled.end});
    filled.at_end = filled.end < bytes;
    if (filled.at_end && filled.end != 0 && filled.text[filled.end - 1] != '\n') filled.text[filled.end++] = '\n';
    filled.lines_end = whole_lines({filled.text.data(), filled.end});
    filled.cut = filled.lines_end == 0 && std::string_view{filled.text.data(), filled.end}.contains('\0');
    if (filled.cut) {
      filled.text[filled.end++] = '\n';
      filled.lines_end = filled.end;
      filled.at_end = true;
    }
    if (filled.at_end || filled.lines_end != 0) return filled;
    bytes *= 2;
    filled.text = holding({}, {filled.text.data(), filled.end}, bytes + 1);
  }
}

}  // namespace Atoll::reading
