// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/text_source.hpp"

#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <future>
#include <memory>
#include <thread>

#include "atoll/base/memory.hpp"
#include "atoll/graph/read/format.hpp"
#include "atoll/graph/read/testing.hpp"

namespace Atoll::reading {
namespace {

using Atoll::testing::gz;
using Atoll::testing::xz;
using Atoll::testing::zst;

class TextSourceTest : public Atoll::testing::ReadTest {
 protected:
  // All windows one after the other, each of which must be whole lines.
  std::string text_of(const std::string& path, std::size_t window_bytes = 4096) {
    TextSource source(path, window_bytes, watch_);
    std::string text;
    for (std::string_view window = source.window(); !window.empty(); window = source.window()) {
      EXPECT_TRUE(window.ends_with('\n'));
      text += window;
      source.take(window.size(), static_cast<std::uint64_t>(std::ranges::count(window, '\n')));
    }
    EXPECT_EQ(source.line(), 1 + static_cast<std::uint64_t>(std::ranges::count(text, '\n')));
    return text;
  }
  std::string text_of(const std::string& name, const std::string& bytes) { return text_of(file(name, bytes)); }

  Watch watch_;
};

std::string many_lines() {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += fmt::format("{} {}\n", i, i * 7919);
  return text + std::string(1000, 'x') + "\nend\n";
}

TEST_F(TextSourceTest, YieldsTheSameLinesHoweverTheyArePacked) {
  const std::string text = many_lines();
  EXPECT_EQ(text_of("plain", text), text);
  EXPECT_EQ(text_of("archive.gz", gz(text)), text);
  EXPECT_EQ(text_of("archive.xz", xz(text)), text);
  EXPECT_EQ(text_of("archive.zst", zst(text)), text);
}

TEST_F(TextSourceTest, KnowsAnArchiveByItsFirstBytes) { EXPECT_EQ(text_of("no_suffix", gz("a b\n")), "a b\n"); }

TEST_F(TextSourceTest, JoinsTheMembersOfAnArchive) {
  EXPECT_EQ(text_of("two.gz", gz("1 2\n3 ") + gz("4\n") + std::string(100, '\0')), "1 2\n3 4\n");
  EXPECT_EQ(text_of("two.xz", xz("1 2\n3 ") + xz("4\n")), "1 2\n3 4\n");
  EXPECT_EQ(text_of("two.zst", zst("1 2\n3 ") + zst("4\n")), "1 2\n3 4\n");
  const std::string passed_over("\x50\x2a\x4d\x18\4\0\0\0abcd", 12);
  EXPECT_EQ(text_of("frames.zst", passed_over + zst("1 2\n")), "1 2\n");
}

TEST_F(TextSourceTest, AddsTheLastNewline) {
  EXPECT_EQ(text_of("plain", "1 2\n3 4"), "1 2\n3 4\n");
  EXPECT_EQ(text_of("plain.gz", gz("1 2\n3 4")), "1 2\n3 4\n");
}

TEST_F(TextSourceTest, PassesOverAByteOrderMark) {
  EXPECT_EQ(text_of("marked",
                    "\xef\xbb\xbf"
                    "1 2\n"),
            "1 2\n");
}

TEST_F(TextSourceTest, GrowsItsWindowForALongLine) {
  const std::string text = std::string(3'000'000, '7') + "\n1 2\n";
  EXPECT_EQ(text_of(file("long", text), 10), text);
  EXPECT_EQ(text_of(file("long.gz", gz(text)), 10), text);
}

TEST_F(TextSourceTest, counts_the_memory_of_a_long_last_line_without_an_end) {
  const std::string text(3'000'000, '7');
  const std::string name = file("long", text);
  const memory::PeakFromHere peak;
  const std::uint64_t before = memory::current_bytes();
  EXPECT_EQ(text_of(name), text + '\n');
  EXPECT_GE(memory::peak_bytes() - before, text.size());
}

TEST_F(TextSourceTest, ReadsAPipe) {
  const std::string fifo = path("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const std::string text = many_lines();
  std::thread writer([&] { std::ofstream(fifo) << text; });
  EXPECT_EQ(text_of(fifo), text);
  writer.join();
}

TEST_F(TextSourceTest, RefusesEveryArchiveThatIsCutShort) {
  const std::string text = many_lines();
  for (const std::string& packed : {gz(text), xz(text), zst(text)}) {
    for (const std::size_t bytes : {std::size_t{7}, packed.size() / 2, packed.size() - 1}) {
      const std::string cut = file("cut", packed.substr(0, bytes));
      EXPECT_THROW(text_of(cut), Error) << bytes << " of " << packed.size();
    }
  }
}

TEST_F(TextSourceTest, RefusesADamagedArchive) {
  for (std::string packed : {gz(many_lines()), xz(many_lines()), zst(many_lines())}) {
    packed.replace(packed.size() / 2, 4, "\xff\x00\xff\x00", 4);
    EXPECT_THROW(text_of("damaged", packed), Error);
  }
  EXPECT_THROW(text_of("followed.gz", gz("1 2\n") + "something else"), Error);
}

TEST_F(TextSourceTest, RefusesWhatFollowsAnArchive) {
  for (const std::string& packed : {gz("0 1\n"), xz("0 1\n"), zst("0 1\n")}) {
    for (const char* more : {"g", "garbage", "0 1\n2 3\n4 5\n6 7\n8 9\n"}) {
      EXPECT_THROW(text_of("graph", packed + more), Error) << more;
    }
  }
}

TEST_F(TextSourceTest, NamesAnArchiveThatIsNotReadHere) {
  const std::string bzip2 = "BZh91AY&SY\x02\xd4\x1e\x73";
  EXPECT_EQ(refusal(bzip2, "graph.txt.bz2"),
            "graph.txt.bz2: is packed in a way that is not read here; unpack it first (bzip2 -d), or pack it as gz, xz "
            "or zst");
  EXPECT_NE(refusal("PK\3\4more", "graph.zip").find("unzip"), std::string::npos);
  EXPECT_NE(refusal(bzip2, "graph.sg", {.format = "sg"}).find("bzip2 -d"), std::string::npos);
  EXPECT_EQ(arcs("BZh BZh91\n", "graph.txt"), "0>1");
}

TEST_F(TextSourceTest, DoesNotReadADeviceWithoutAnEnd) {
  for (const char* format : {"", "edges", "sg", "atoll"}) {
    EXPECT_NE(refusal_of("/dev/zero", {.format = format}).find("is a device"), std::string::npos) << format;
  }
  EXPECT_EQ(refusal_of("/dev/null"), "/dev/null: is empty; name a file with a graph in it");
}

TEST_F(TextSourceTest, DoesNotReadZerosOnAndOn) {
  const std::string zeros(64 << 20, '\0');
  const memory::PeakFromHere peak;
  const std::uint64_t before = memory::current_bytes();
  EXPECT_NE(refusal(zst(zeros), "graph.zst").find("neither text nor"), std::string::npos);
  for (const IdKind ids : {IdKind::integer, IdKind::string}) {
    EXPECT_NE(refusal(zst("a b\n" + zeros), "graph.zst", {.format = "edges", .ids = ids}), "accepted");
  }
  EXPECT_LT(memory::peak_bytes() - before, 8u << 20);
}

TEST_F(TextSourceTest, StopsOnRequestThoughThePipeIsSilent) {
  const std::string fifo = path("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int writer = ::open(fifo.c_str(), O_RDWR | O_CLOEXEC);
  std::thread canceller([&] { watch_.cancel(); });
  EXPECT_THROW(TextSource(fifo, 64, watch_), Error);
  canceller.join();
  close(writer);
}

TEST_F(TextSourceTest, stops_on_request_among_comments) {
  TextSource source(file("comments", "# a\n# b\n0 1\n"), 4096, watch_);
  watch_.cancel();
  EXPECT_EQ(Atoll::testing::refusal_by(ErrorKind::cancelled, [&] { first_data_line(source, "#"); }),
            "stopped on request");
}

TEST_F(TextSourceTest, is_left_though_the_pipe_is_silent) {
  const std::string fifo = path("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int writer = ::open(fifo.c_str(), O_RDWR | O_CLOEXEC);
  const std::string text(100, '\n');  // a window, and less than the next one
  ASSERT_EQ(::write(writer, text.data(), text.size()), 100);
  std::promise<void> left;
  std::thread closer([&, leaving = left.get_future()] {
    EXPECT_EQ(leaving.wait_for(std::chrono::seconds(5)), std::future_status::ready);
    close(writer);
  });
  std::make_unique<TextSource>(fifo, 64, watch_).reset();
  left.set_value();
  closer.join();
}

TEST_F(TextSourceTest, refuses_an_archive_whose_window_is_beyond_the_memory_limit) {
  const std::string zst_of_2_gib(
      "\x28\xb5\x2f\xfd\x00\xa8\x21\x00\x00"
      "0 1\n",
      13);
  std::string xz_of_4_gib = xz("0 1\n");  // the size of its dictionary stands behind the number of the filter
  const std::size_t header = 12;
  const std::size_t checksum = header + static_cast<unsigned char>(xz_of_4_gib[header]) * 4u;
  xz_of_4_gib[xz_of_4_gib.find("\x21\x01", header) + 2] = 40;
  const std::uint32_t sum =
      lzma_crc32(reinterpret_cast<const std::uint8_t*>(&xz_of_4_gib[header]), checksum - header, 0);
  std::memcpy(&xz_of_4_gib[checksum], &sum, sizeof(sum));

  EXPECT_EQ(text_of("graph.zst", zst_of_2_gib), "0 1\n");
  EXPECT_EQ(text_of("graph.xz", xz_of_4_gib), "0 1\n");
  memory::set_limit_bytes(memory::current_bytes() + (std::uint64_t{64} << 20));
  for (const std::string& packed : {zst_of_2_gib, xz_of_4_gib}) {
    const std::string name = file("graph", packed);
    const std::string message = Atoll::testing::refusal_by(ErrorKind::resource, [&] { text_of(name); });
    EXPECT_NE(message.find("out of memory: to unpack the file"), message.npos) << message;
    EXPECT_NE(message.find("--memory-limit"), message.npos) << message;
  }
  EXPECT_EQ(text_of("graph.zst", zst("0 1\n")), "0 1\n");
  EXPECT_EQ(text_of("graph.xz", xz("0 1\n")), "0 1\n");
  memory::set_limit_bytes(0);
}

}  // namespace
}  // namespace Atoll::reading
