// SPDX-License-Identifier: Apache-2.0
// For tests only: an .atoll file in a folder that goes away, written and read by two threads, and bytes of it flipped.
#pragma once

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/binary/atoll_format.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/read/testing.hpp"
#include "atoll/graph/write/write.hpp"

namespace Atoll::testing {

// Places in a file: every byte that means something, and of each gap behind a section its ends and some between them.
inline std::vector<std::uint64_t> places_of(const std::string& bytes) {
  using namespace atoll_format;
  Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  std::vector<Section> sections(header.sections);
  std::memcpy(sections.data(), bytes.data() + sizeof(header), sections.size() * sizeof(Section));
  std::vector<std::uint64_t> places;
  const auto all = [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t at = begin; at < end; ++at) places.push_back(at);
  };
  const auto gap = [&](std::uint64_t begin, std::uint64_t end) {
    if (begin == end) return;
    for (std::uint64_t i = 0; i < 10; ++i) places.push_back(begin + Random(1, begin).below(i, end - begin));
    places.insert(places.end(), {begin, end - 1});
  };
  const std::uint64_t front = sizeof(header) + sections.size() * sizeof(Section) + 8 * header.blocks;
  all(0, front);
  gap(front, header.front_bytes);
  for (const Section& section : sections) {
    const std::uint64_t end = section.offset + section.bytes;
    all(section.offset, end);
    gap(end, aligned(end, header.alignment));
  }
  return places;
}

class AtollFileTest : public FolderTest {
 protected:
  std::string written(const Graph& graph) {
    write_graph(graph, path_, "atoll", crew_, watch_);
    return content(name_);
  }
  Graph read(const std::string& bytes, const ReadOptions& options = {}) {
    return read_atoll(file(name_, bytes), options, crew_, watch_);
  }

  // Of the file that was written last.
  void expect_flips_refused(const std::string& bytes, const ReadOptions& options) {
    std::fstream stream(path_, std::ios::binary | std::ios::in | std::ios::out);
    const auto put = [&](std::uint64_t at, char byte) {
      stream.seekp(static_cast<std::streamoff>(at)).put(byte).flush();
    };
    for (const std::uint64_t at : places_of(bytes)) {
      put(at, static_cast<char>(bytes[at] ^ (1 << at % 8)));
      const std::string message = refusal_by(ErrorKind::input, [&] { read_atoll(path_, options, crew_, watch_); });
      ASSERT_TRUE(message != "accepted" && message != "of the wrong kind") << "byte " << at;
      put(at, bytes[at]);
    }
    EXPECT_NO_THROW(read_atoll(path_, options, crew_, watch_));
  }

  const std::string name_ = "graph.atoll";
  const std::string path_ = path(name_);
  Crew crew_{synthetic_machine("1"), {.threads = 2, .pin = false}};
  Watch watch_;
};

}  // namespace Atoll::testing
