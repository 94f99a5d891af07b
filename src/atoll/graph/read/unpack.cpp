// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/unpack.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <lzma.h>
#include <memory>
#include <poll.h>
#include <unistd.h>
#include <utility>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "atoll/base/charge.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/memory.hpp"

namespace Atoll::reading {
namespace {

constexpr std::string_view gz_magic{"\x1f\x8b", 2};
constexpr std::string_view xz_magic{
    "\xfd"
    "7zXZ\0",
    6};
constexpr std::string_view zst_magic{"\x28\xb5\x2f\xfd", 4};
// Also where a frame comes first that decoders pass over.
bool is_zst(std::string_view first_bytes) {
  constexpr std::string_view passed_over{"\x2a\x4d\x18", 3};  // behind 0x50 .. 0x5f
  return first_bytes.starts_with(zst_magic) ||
         (first_bytes.size() >= 4 && (first_bytes[0] & 0xf0) == 0x50 && first_bytes.substr(1, 3) == passed_over);
}

// The program that unpacks an archive which is known by its first bytes, but not read here; empty: none.
std::string_view foreign_program(std::string_view first_bytes) {
  if (first_bytes.size() >= 6 && first_bytes.starts_with("BZh") && first_bytes.substr(4, 2) == "1A") return "bzip2 -d";
  if (first_bytes.starts_with("PK\3\4")) return "unzip";
  if (first_bytes.starts_with("7z\xbc\xaf")) return "7z x";
  if (first_bytes.starts_with("\x04\x22\x4d\x18")) return "lz4 -d";
  if (first_bytes.starts_with("\x1f\x9d")) return "uncompress";
  return {};
}

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;
constexpr std::size_t step_bytes_max = std::size_t{1} << 30;  // zlib counts in 32 bits

[[noreturn]] void fail_damaged(const std::string& name, const char* kind) {
  throw Error(ErrorKind::input, std::string("the ") + kind + " archive is damaged", name,
              "fetch or pack the file again");
}

[[noreturn]] void fail_memory(const std::string& name) {
  throw Error(ErrorKind::resource, "no memory to unpack the file", name);
}

// A decoder allocates its window itself: what the archive asks for is bounded by what the ledger leaves, and then counted.
std::uint64_t window_bytes_max() {
  const std::uint64_t limit = memory::limit_bytes();
  return limit == 0 ? std::numeric_limits<std::uint64_t>::max() : limit - std::min(limit, memory::current_bytes());
}

[[noreturn]] void fail_window(const std::string& name, const char* program) {
  throw Error(
      ErrorKind::resource, "out of memory: to unpack the file takes more than the limit leaves", name,
      std::string("raise the limit (--memory-limit), or pack the file again with a smaller window (") + program + ")");
}

void count_window(memory::Charge& window, std::uint64_t bytes, const std::string& name, const char* program) {
  try {
    window.set(bytes);
  } catch (const Error&) {
    fail_window(name, program);
  }
}

bool copy(std::span<const char>& in, std::span<char>& out, bool) {
  const std::size_t bytes = std::min(in.size(), out.size());
  std::copy_n(in.begin(), bytes, out.begin());
  in = in.subspan(bytes);
  out = out.subspan(bytes);
  return true;
}

// Members may follow each other (as `cat a.gz b.gz` makes them), zeros may pad the end (as tapes do).
class Gunzip {
 public:
  explicit Gunzip(std::string name) : name_(std::move(name)), stream_(new z_stream{}, close) {
    if (inflateInit2(stream_.get(), 15 + 16) != Z_OK) fail_memory(name_);
  }

  bool operator()(std::span<const char>& in, std::span<char>& out, bool) {
    if (ended_) {
      while (!in.empty() && in.front() == 0) in = in.subspan(1);
      if (in.empty()) return true;
      inflateReset(stream_.get());
      ended_ = false;
    }
    const std::size_t room = std::min(out.size(), step_bytes_max);
    z_stream& stream = *stream_;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(room);
    const int code = inflate(&stream, Z_NO_FLUSH);
    in = in.subspan(in.size() - stream.avail_in);
    out = out.subspan(room - stream.avail_out);
    if (code == Z_MEM_ERROR) fail_memory(name_);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) fail_damaged(name_, "gz");
    ended_ = code == Z_STREAM_END;
    return ended_;
  }

 private:
  static void close(z_stream* stream) {
    inflateEnd(stream);
    delete stream;
  }
  std::string name_;
  std::shared_ptr<z_stream> stream_;
  bool ended_ = false;
};

class Unxz {
 public:
  explicit Unxz(std::string name) : name_(std::move(name)), stream_(new lzma_stream(LZMA_STREAM_INIT), close) {
    if (lzma_stream_decoder(stream_.get(), window_bytes_max(), LZMA_CONCATENATED) != LZMA_OK) fail_memory(name_);
  }

  bool operator()(std::span<const char>& in, std::span<char>& out, bool last) {
    if (ended_) return true;
    lzma_stream& stream = *stream_;
    stream.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream.avail_in = in.size();
    stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream.avail_out = out.size();
    const lzma_ret code = lzma_code(&stream, last ? LZMA_FINISH : LZMA_RUN);
    in = in.subspan(in.size() - stream.avail_in);
    out = out.subspan(out.size() - stream.avail_out);
    if (code == LZMA_MEM_ERROR) fail_memory(name_);
    if (code == LZMA_MEMLIMIT_ERROR) fail_window(name_, less);
    count_window(*window_, lzma_memusage(&stream), name_, less);
    if (code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR) fail_damaged(name_, "xz");
    ended_ = code == LZMA_STREAM_END;
    return ended_;
  }

 private:
  static constexpr auto less = "xz -6";
  static void close(lzma_stream* stream) {
    lzma_end(stream);
    delete stream;
  }
  std::string name_;
  std::shared_ptr<memory::Charge> window_ = std::make_shared<memory::Charge>();
  std::shared_ptr<lzma_stream> stream_;
  bool ended_ = false;
};

class Unzstd {
 public:
  explicit Unzstd(std::string name) : name_(std::move(name)), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (!stream_) fail_memory(name_);
    const auto most = static_cast<int>(std::bit_width(window_bytes_max() | 1)) - 1;
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, std::clamp(most, window_log_min, window_log_max));
  }

  bool operator()(std::span<const char>& in, std::span<char>& out, bool) {
    if (ended_ && in.empty()) return true;
    ZSTD_inBuffer packed{in.data(), in.size(), 0};
    ZSTD_outBuffer text{out.data(), out.size(), 0};
    const std::size_t code = ZSTD_decompressStream(stream_.get(), &text, &packed);
    if (ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge) fail_window(name_, less);
    if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation) fail_memory(name_);
    if (ZSTD_isError(code)) fail_damaged(name_, "zst");
    count_window(*window_, ZSTD_sizeof_DStream(stream_.get()), name_, less);
    in = in.subspan(packed.pos);
    out = out.subspan(text.pos);
    ended_ = code == 0;
    return ended_;
  }

 private:
  static constexpr auto less = "zstd -3";
  static constexpr int window_log_min = 10;  // that can be set
  static constexpr int window_log_max = 31;  // as written by `zstd --long`
  std::string name_;
  std::shared_ptr<memory::Charge> window_ = std::make_shared<memory::Charge>();
  std::shared_ptr<ZSTD_DStream> stream_;
  bool ended_ = false;
};

}  // namespace

bool is_archive(std::string_view first_bytes) {
  return first_bytes.starts_with(gz_magic) || first_bytes.starts_with(xz_magic) || is_zst(first_bytes) ||
         !foreign_program(first_bytes).empty();
}

std::string_view packing_of(std::string_view first_bytes) {
  if (first_bytes.starts_with(gz_magic)) return "gz";
  if (first_bytes.starts_with(xz_magic)) return "xz";
  return is_zst(first_bytes) ? "zst" : "";
}

Unpack unpacker_for(std::string_view first_bytes, const std::string& name) {
  if (first_bytes.starts_with(gz_magic)) return Gunzip(name);
  if (first_bytes.starts_with(xz_magic)) return Unxz(name);
  if (is_zst(first_bytes)) return Unzstd(name);
  const std::string_view program = foreign_program(first_bytes);
  if (program.empty()) return copy;
  throw Error(ErrorKind::input, "is packed in a way that is not read here", name,
              "unpack it first (" + std::string(program) + "), or pack it as gz, xz or zst");
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

struct stat status_of(int descriptor, const std::string& name) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0)
    throw Error(ErrorKind::resource, "cannot read: " + reason(errno), name, "check the disk");
  if (S_ISDIR(status.st_mode)) throw Error(ErrorKind::input, "is a directory", name, "name a file in it");
  struct stat null{};
  const bool is_null = stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev;
  if ((S_ISCHR(status.st_mode) && !is_null && isatty(descriptor) == 0) || S_ISBLK(status.st_mode))
    throw Error(ErrorKind::input, "is a device, not a file", name, "name a file, or pipe in what is the graph");
  return status;
}

ByteStream::ByteStream(int descriptor, std::string name, const Watch& watch)
    : descriptor_(descriptor), name_(std::move(name)), watch_(&watch), buffer_(buffer_bytes) {
  refill();
  packing_ = packing_of({packed_.data(), packed_.size()});
  unpack_ = unpacker_for({packed_.data(), packed_.size()}, name_);
  may_end_ = packed_.empty();
}

std::size_t ByteStream::read(std::span<char> out) {
  std::span<char> room = out;
  while (!room.empty()) {
    if (packed_.empty() && !last_) refill();
    const std::size_t packed_before = packed_.size();
    const std::size_t room_before = room.size();
    may_end_ = unpack_(packed_, room, last_);
    const bool stuck = packed_.size() == packed_before && room.size() == room_before;
    if (stuck && last_) {
      if (!may_end_) fail_short();
      break;
    }
  }
  return out.size() - room.size();
}

// Reads until a good part of the buffer is full, so that the magic of a slow pipe is seen whole.
void ByteStream::refill() {
  std::size_t bytes = 0;
  while (!last_ && bytes < magic_bytes) {
    pollfd waiting{descriptor_, POLLIN, 0};
    watch_->poll();
    if (left_.load(std::memory_order_relaxed)) throw Error(ErrorKind::cancelled, "nobody waits for it", name_);
    if (::poll(&waiting, 1, 50) == 0) continue;
    const ssize_t got = ::read(descriptor_, buffer_.data() + bytes, buffer_.size() - bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) throw Error(ErrorKind::input, "cannot read: " + reason(errno), name_, "check the disk");
    last_ = got == 0;
    bytes += static_cast<std::size_t>(got);
  }
  file_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  packed_ = {buffer_.data(), bytes};
}

void ByteStream::fail_short() const {
  throw Error(ErrorKind::input, "the archive is cut short", name_, "fetch or pack the file again");
}

}  // namespace Atoll::reading
