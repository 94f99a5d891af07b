// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/write/pack.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <lzma.h>
#include <memory>
#include <zlib.h>
#include <zstd.h>

#include "atoll/base/charge.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"

namespace Atoll::writing {
namespace {

struct Suffix {
  std::string_view text;
  Packing packing;
};
constexpr Suffix suffixes[] = {{".gz", Packing::gz}, {".xz", Packing::xz}, {".zst", Packing::zst}};
constexpr std::string_view not_written[] = {".bz2", ".br",  ".lz", ".lz4", ".lzma", ".lzo", ".rar", ".sz",
                                            ".tar", ".tgz", ".z",  ".zip", ".zstd", ".7z",  ".txz", ".tbz"};

constexpr std::size_t packed_bytes = std::size_t{1} << 16;
using Buffer = std::array<char, packed_bytes>;

bool ends_with(std::string_view path, std::string_view suffix) { return lower(path).ends_with(suffix); }

[[noreturn]] void fail_memory() { throw Error(ErrorKind::resource, "out of memory for packing"); }

class Gzip {
 public:
  Gzip() : stream_(new z_stream{}, close) {
    constexpr int window_bits = 15;
    constexpr int gzip_wrapper = 16;
    constexpr int memory_level = 8;
    const int code = deflateInit2(stream_.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits + gzip_wrapper,
                                  memory_level, Z_DEFAULT_STRATEGY);
    if (code != Z_OK) fail_memory();
  }

  void operator()(std::string_view text, bool last, OutputFile& file) {
    z_stream& stream = *stream_;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib only reads it
    stream.avail_in = static_cast<uInt>(text.size());
    do {
      Buffer packed;
      stream.next_out = reinterpret_cast<Bytef*>(packed.data());
      stream.avail_out = static_cast<uInt>(packed.size());
      ATOLL_CHECK(deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH) != Z_STREAM_ERROR);
      file.write(packed.data(), packed.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }

 private:
  static void close(z_stream* stream) {
    deflateEnd(stream);
    delete stream;
  }
  std::shared_ptr<z_stream> stream_;
};

class Xz {
 public:
  Xz() : stream_(new lzma_stream(LZMA_STREAM_INIT), close) {
    constexpr std::uint32_t preset = 3;  // 32 MiB; a higher one takes many times as long
    taken_->set(lzma_easy_encoder_memusage(preset));
    if (lzma_easy_encoder(stream_.get(), preset, LZMA_CHECK_CRC64) != LZMA_OK) fail_memory();
  }

  void operator()(std::string_view text, bool last, OutputFile& file) {
    lzma_stream& stream = *stream_;
    stream.next_in = reinterpret_cast<const std::uint8_t*>(text.data());
    stream.avail_in = text.size();
    do {
      Buffer packed;
      stream.next_out = reinterpret_cast<std::uint8_t*>(packed.data());
      stream.avail_out = packed.size();
      const lzma_ret code = lzma_code(&stream, last ? LZMA_FINISH : LZMA_RUN);
      if (code == LZMA_MEM_ERROR) fail_memory();
      ATOLL_CHECK(code == LZMA_OK || code == LZMA_STREAM_END || code == LZMA_BUF_ERROR);
      file.write(packed.data(), packed.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }

 private:
  static void close(lzma_stream* stream) {
    lzma_end(stream);
    delete stream;
  }
  std::shared_ptr<memory::Charge> taken_ = std::make_shared<memory::Charge>();
  std::shared_ptr<lzma_stream> stream_;
};

class Zstd {
 public:
  Zstd() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    if (!context_) fail_memory();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);  // as the program zstd does
  }

  void operator()(std::string_view text, bool last, OutputFile& file) {
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    for (std::size_t left = 1; last ? left != 0 : in.pos != in.size;) {
      Buffer packed;
      ZSTD_outBuffer out{packed.data(), packed.size(), 0};
      left = ZSTD_compressStream2(context_.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left)) fail_memory();
      file.write(packed.data(), out.pos);
    }
  }

 private:
  std::shared_ptr<ZSTD_CCtx> context_;
};

}  // namespace

Packing packing_of(std::string_view path) {
  for (const Suffix& suffix : suffixes) {
    if (ends_with(path, suffix.text)) return suffix.packing;
  }
  for (const std::string_view suffix : not_written) {
    if (!ends_with(path, suffix)) continue;
    throw Error(ErrorKind::usage, fmt::format("{} is not written here", suffix), std::string(path),
                "end the name in .gz, .xz or .zst to have it packed, or leave the suffix off");
  }
  return Packing::none;
}

std::string_view without_packing(std::string_view path) {
  for (const Suffix& suffix : suffixes) {
    if (ends_with(path, suffix.text)) return path.substr(0, path.size() - suffix.text.size());
  }
  return path;
}

Pack packer(Packing packing) {
  switch (packing) {
    case Packing::gz: return Gzip();
    case Packing::xz: return Xz();
    case Packing::zst: return Zstd();
    case Packing::none: break;
  }
  return [](std::string_view text, bool, OutputFile& file) { file.append(text); };
}

}  // namespace Atoll::writing
