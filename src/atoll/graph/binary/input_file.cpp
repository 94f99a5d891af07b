// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/read/unpack.hpp"

namespace Atoll {
namespace {

constexpr std::size_t piece_bytes = std::size_t{16} << 20;

}  // namespace

InputFile::InputFile(const std::string& path, const Watch& watch) : name_(reading::input_name(path)) {
  file_ = path == "-" ? dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) {
    const int code = errno;
    if (code == ENOENT || code == ENOTDIR) throw Error(ErrorKind::input, "no such file", name_, "correct the path");
    throw Error(ErrorKind::input, "cannot open: " + reason(code), name_);
  }
  try {
    open(path == "-", watch);
  } catch (...) {
    close(file_);
    throw;
  }
}

InputFile::~InputFile() { close(file_); }

void InputFile::open(bool from_standard_input, const Watch& watch) {
  const struct stat there = reading::status_of(file_, name_);
  if (!S_ISREG(there.st_mode) || from_standard_input) return unpack(watch);
  bytes_ = static_cast<std::uint64_t>(there.st_size);
  char first[reading::magic_bytes];
  const std::size_t known = std::min<std::size_t>(bytes_, sizeof(first));
  read_disk(0, std::as_writable_bytes(std::span(first, known)));
  if (reading::is_archive({first, known})) unpack(watch);
}

void InputFile::unpack(const Watch& watch) {
  reading::ByteStream stream(file_, name_, watch);
  bytes_ = 0;
  std::size_t got = piece_bytes;
  while (got == piece_bytes) {
    Array<char> piece(piece_bytes);
    got = stream.read(piece);
    bytes_ += got;
    piece.shrink(got);
    unpacked_.push_back(std::move(piece));
  }
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> to) const {
  if (offset > bytes_ || to.size() > bytes_ - offset) {
    throw Error(ErrorKind::input, fmt::format("cut short: it ends at byte {}", bytes_), name_,
                "copy or convert it again");
  }
  return unpacked_.empty() ? read_disk(offset, to) : read_memory(offset, to);
}

void InputFile::read_disk(std::uint64_t offset, std::span<std::byte> to) const {
  while (!to.empty()) {
    const ssize_t got = pread(file_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(ErrorKind::resource, "cannot read: " + reason(errno), name_, "check the disk");
    if (got == 0) {
      throw Error(ErrorKind::input, fmt::format("became shorter while it was read: it ends at byte {}", offset), name_,
                  "wait until it is complete");
    }
    to = to.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

void InputFile::read_memory(std::uint64_t offset, std::span<std::byte> to) const {
  while (!to.empty()) {
    const auto piece =
        std::as_bytes(std::span<const char>(unpacked_[offset / piece_bytes])).subspan(offset % piece_bytes);
    const std::size_t got = std::min(piece.size(), to.size());
    std::memcpy(to.data(), piece.data(), got);
    to = to.subspan(got);
    offset += got;
  }
}

}  // namespace Atoll
