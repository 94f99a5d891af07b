// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/memory.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/base/error.hpp"

namespace Atoll {
namespace {

TEST(BytesText, HasTheUnitThatFits) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(16 << 10), "16.0 KiB");
  EXPECT_EQ(bytes_text(10 << 20), "10.0 MiB");
  EXPECT_EQ(bytes_text(std::uint64_t{520} << 40), "520 TiB");
  EXPECT_EQ(bytes_text((std::uint64_t{1} << 30) - 1), "1.00 GiB");
  EXPECT_EQ(bytes_text((std::uint64_t{1} << 20) + 1), "1.00 MiB");
}

// Who asks for what is told gets enough.
TEST(Memory, tells_how_to_get_more) {
  const std::uint64_t before = memory::limit_bytes();
  memory::set_limit_bytes(std::uint64_t{1} << 40);
  EXPECT_EQ(memory::way_to_bytes((1 << 20) + 1), "raise the limit (--memory-limit) to 1.01 MiB");
  EXPECT_EQ(memory::way_to_bytes(1 << 20), "raise the limit (--memory-limit) to 1.00 MiB");
  EXPECT_EQ(memory::way_to_bytes((100 << 20) + 1), "raise the limit (--memory-limit) to 101 MiB");
  memory::set_limit_bytes(std::uint64_t{1} << 40, memory::LimitOf::system);
  EXPECT_EQ(memory::way_to_bytes((1 << 20) + 1), "free memory, so that we can have 1.01 MiB");
  memory::set_limit_bytes(before);
}

TEST(MemoryLimit, IsToldInUnitsThatFit) {
  memory::release_spares();  // of other tests: they would make room
  const std::uint64_t before = memory::limit_bytes();
  memory::set_limit_bytes(memory::current_bytes() + 4096);
  std::string message = "accepted";
  try {
    const Pages pages(16 << 10);
  } catch (const Error& error) {
    message = error.what();
  }
  memory::set_limit_bytes(before);
  EXPECT_TRUE(message.starts_with("out of memory: 16.0 KiB more needed, ")) << message;
}

// Pages that lie inside are cleared where they come back; what they share with others stays.
TEST(Pages, DropWhatLiesInside) {
  constexpr std::size_t page = 4096;
  Array<std::uint8_t> array(4 * page);
  for (std::uint8_t& byte : array) byte = 1;
  array.drop(100, 100);
  array.drop(1, 3 * page - 1);
  EXPECT_EQ(array[page - 1], 1);
  EXPECT_EQ(array[page], 0);
  EXPECT_EQ(array[2 * page - 1], 0);
  EXPECT_EQ(array[2 * page], 1);
}

// Who writes one byte gets one page.
TEST(Pages, come_one_by_one_where_huge_ones_are_forgone) {
  constexpr std::size_t bytes = std::size_t{8} << 20;
  Array<std::uint8_t> array(bytes);
  array.forgo_huge_pages();
  array[bytes / 2] = 1;
  std::vector<unsigned char> there(bytes / 4096);
  ASSERT_EQ(mincore(array.data(), bytes, there.data()), 0);
  EXPECT_EQ(std::ranges::count_if(there, [](unsigned char page) { return (page & 1) != 0; }), 1);
}

TEST(PeakFromHere, CountsAStretchAndThenTheWholeAgain) {
  {
    const Pages early(80 << 10);
  }
  const std::uint64_t whole = memory::peak_bytes();
  {
    const memory::PeakFromHere outer;
    const std::uint64_t start = memory::peak_bytes();
    EXPECT_EQ(start, memory::current_bytes());
    {
      const memory::PeakFromHere inner;
      const Pages pages(16 << 10);
    }
    EXPECT_EQ(memory::peak_bytes(), start + (16 << 10));
  }
  EXPECT_EQ(memory::peak_bytes(), whole);
}

TEST(SparePages, AreUsedAgainAndCountedUntilTheyAreReleased) {
  memory::release_spares();
  const std::uint64_t before = memory::current_bytes();
  const std::byte* first = nullptr;
  {
    const Pages pages(40 << 10, Contents::whatever);
    first = pages.data();
  }
  EXPECT_EQ(memory::current_bytes(), before + (40 << 10));
  {
    const Pages again(40 << 10, Contents::whatever);
    EXPECT_EQ(again.data(), first);
    const Pages cleared(40 << 10);
    EXPECT_NE(cleared.data(), first);
  }
  memory::release_spares();
  EXPECT_EQ(memory::current_bytes(), before);
}

TEST(Array, KeepsWhatIsUsedWhereItGrows) {
  Array<std::uint32_t> array(3);
  array[0] = 7;
  array[1] = 8;
  array.grow(100, 2);
  EXPECT_EQ(array.size(), 100u);
  EXPECT_EQ(array[0], 7u);
  EXPECT_EQ(array[1], 8u);
}

TEST(Array, IsRefusedWhereItsBytesWouldWrapAround) {
  EXPECT_THROW(Array<std::uint64_t>(std::uint64_t{1} << 61), Error);
  EXPECT_THROW(Array<std::uint64_t>(~std::uint64_t{0}), Error);
  EXPECT_THROW(Array<std::byte>(~std::uint64_t{0}), Error);
}

TEST(SparePages, MakeRoomBelowALimit) {
  memory::release_spares();
  const std::uint64_t before = memory::limit_bytes();
  {
    const Pages pages(64 << 10, Contents::whatever);
  }
  memory::set_limit_bytes(memory::current_bytes() + 4096);
  EXPECT_NO_THROW(Pages(32 << 10));
  memory::set_limit_bytes(before);
}

TEST(Pages, AddLittleToWhatWasAskedFor) {
  constexpr std::size_t huge = std::size_t{2} << 20;
  EXPECT_EQ(Pages(huge + 1).bytes(), huge + 4096);
  EXPECT_EQ(Pages(huge - 1).bytes(), huge);
  EXPECT_EQ(Pages(40 * huge + 1).bytes(), 41 * huge);
}

}  // namespace
}  // namespace Atoll
