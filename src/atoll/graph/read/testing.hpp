// SPDX-License-Identifier: Apache-2.0
// For tests only: a folder of small files that goes with the test, packed files, names, refusals, and graphs read back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <lzma.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zlib.h>
#include <zstd.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/read/read.hpp"
#include "atoll/graph/testing.hpp"

namespace Atoll::testing {

inline std::string gz(std::string_view text) {
  std::string packed(compressBound(text.size()) + 64, '\0');
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string xz(std::string_view text) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t bytes = 0;
  lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                          reinterpret_cast<std::uint8_t*>(packed.data()), &bytes, packed.size());
  packed.resize(bytes);
  return packed;
}

inline std::string zst(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);  // as the program zstd does
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return packed;
}

inline Labels names(const std::vector<std::string>& words) {
  std::string text;
  Array<std::uint64_t> starts(words.size() + 1);
  for (std::size_t v = 0; v < words.size(); ++v) starts[v + 1] = (text += words[v]).size();
  Array<char> letters(text.size());
  std::ranges::copy(text, letters.begin());
  return Labels::strings(std::move(letters), std::move(starts));
}

// The message of the Error that `act` must throw.
template <class Act>
std::string refusal_by(ErrorKind kind, const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.kind() == kind ? error.what() : "of the wrong kind";
  }
  return "accepted";
}

class FolderTest : public ::testing::Test {
 protected:
  FolderTest() {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) / fmt::format("atoll_{}_{}", test->name(), getpid());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~FolderTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  bool folder_is_empty() const { return std::filesystem::is_empty(folder_); }

  // Writes a file and returns its path.
  std::string file(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  std::string content(const std::string& name) const {
    std::string bytes(std::filesystem::file_size(path(name)), '\0');
    std::ifstream(path(name), std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
  }

  std::filesystem::path folder_;
};

class ReadTest : public FolderTest {
 protected:
  Graph load(const std::string& path, const ReadOptions& options = {}, int threads = 2) const {
    Crew crew(synthetic_machine("1"), {.threads = threads, .pin = false});
    const Watch watch;
    return read_graph(path, options, crew, watch);
  }

  // The graph of a text in a file of that name.
  Graph read(std::string_view text, const std::string& name = "graph.txt", const ReadOptions& options = {}) const {
    return load(file(name, text), options);
  }

  // The arcs of that graph by label: "30>1412".
  std::string arcs(std::string_view text, const std::string& name = "graph.txt",
                   const ReadOptions& options = {}) const {
    return arcs_of(read(text, name, options));
  }

  // The message of the error, its folder cut off.
  std::string refusal_of(const std::string& path, const ReadOptions& options = {}) const {
    try {
      load(path, options);
    } catch (const Error& error) {
      const std::string message = error.what();
      const std::size_t at = message.find(folder_.string() + "/");
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return at == std::string::npos ? message
                                     : message.substr(0, at) + message.substr(at + folder_.string().size() + 1);
    }
    return "accepted";
  }
  std::string refusal(std::string_view text, const std::string& name = "graph.txt",
                      const ReadOptions& options = {}) const {
    return refusal_of(file(name, text), options);
  }
};

// The labels of all vertices: "30 1412".
inline std::string labels_of(const Graph& graph) {
  std::string text;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) text += (v == 0 ? "" : " ") + graph.labels.of(v);
  return text;
}

}  // namespace Atoll::testing
