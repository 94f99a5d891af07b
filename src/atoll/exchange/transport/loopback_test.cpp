// SPDX-License-Identifier: Apache-2.0
#include "atoll/exchange/transport/loopback.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <thread>

namespace Atoll {
namespace {

// The tags of all that waits at an endpoint, in the order of arrival.
std::vector<std::uint32_t> arrivals(Loopback& transport, int at) {
  std::vector<std::uint32_t> tags;
  while (const auto packet = transport.receive(at)) {
    tags.push_back(packet->tag);
    transport.handled();
  }
  return tags;
}

std::vector<std::uint32_t> order_of(std::uint64_t seed) {
  Loopback transport(1, seed);
  for (std::uint32_t tag = 0; tag < 50; ++tag) transport.send(0, {.tag = tag});
  return arrivals(transport, 0);
}

TEST(Packet, IsReadAsItWasWritten) {
  Packet packet{.from = 3, .tag = 9};
  const std::array<std::uint16_t, 3> some = {1, 2, 3};
  packet.append(std::uint32_t{7});
  packet.append(std::span<const std::uint16_t>(some));
  packet.append(2.5);
  PacketReader reader(packet);
  std::array<std::uint16_t, 3> read = {};
  EXPECT_EQ(reader.take<std::uint32_t>(), 7u);
  reader.take(std::span<std::uint16_t>(read));
  EXPECT_EQ(read, some);
  EXPECT_FALSE(reader.done());
  EXPECT_EQ(reader.take<double>(), 2.5);
  EXPECT_TRUE(reader.done());
}

TEST(Packet, CannotBeReadBeyondItsEnd) {
  Packet packet;
  packet.append(std::uint16_t{1});
  EXPECT_DEATH(PacketReader(packet).take<std::uint32_t>(), "size_bytes");
}

TEST(Loopback, DeliversEveryPacketOnceToWhomItWasSent) {
  Loopback transport(3, 1);
  for (std::uint32_t tag = 0; tag < 30; ++tag) transport.send(static_cast<int>(tag % 2), {.tag = tag});
  for (const int at : {0, 1}) {
    auto tags = arrivals(transport, at);
    std::ranges::sort(tags);
    ASSERT_EQ(tags.size(), 15u);
    for (std::uint32_t i = 0; i < 15; ++i) EXPECT_EQ(tags[i], 2 * i + static_cast<std::uint32_t>(at));
  }
  EXPECT_FALSE(transport.receive(2));
}

TEST(Loopback, TheSeedDrawsTheOrder) {
  EXPECT_EQ(order_of(1), order_of(1));
  EXPECT_NE(order_of(1), order_of(2));
  EXPECT_FALSE(std::ranges::is_sorted(order_of(1)));
}

TEST(Loopback, IsQuietWhenAllThatWasSentIsHandled) {
  Loopback transport(2, 1);
  EXPECT_TRUE(transport.quiet());
  transport.send(1, {});
  EXPECT_FALSE(transport.quiet());
  const auto packet = transport.receive(1);
  EXPECT_FALSE(transport.quiet());  // received, but not worked in
  transport.handled();
  EXPECT_TRUE(transport.quiet());
}

TEST(Loopback, LosesAndRepeatsNothingAmongManyThreads) {
  constexpr int endpoints = 4;
  constexpr std::uint32_t packets = 500;  // from each to each
  Loopback transport(endpoints, 7);
  std::array<std::vector<std::vector<std::uint32_t>>, endpoints> tags;
  {
    std::vector<std::jthread> threads;
    for (int me = 0; me < endpoints; ++me) {
      threads.emplace_back([&transport, me, &mine = tags[static_cast<std::size_t>(me)]] {
        mine.resize(endpoints);
        std::size_t received = 0;
        const auto receive_all = [&] {
          while (const auto packet = transport.receive(me)) {
            mine[static_cast<std::size_t>(packet->from)].push_back(packet->tag);
            transport.handled();
            ++received;
          }
        };
        for (std::uint32_t tag = 0; tag < packets; ++tag) {
          for (int to = 0; to < endpoints; ++to) transport.send(to, {.from = me, .tag = tag});
          receive_all();
        }
        while (received < std::size_t{endpoints} * packets) receive_all();
      });
    }
  }
  EXPECT_TRUE(transport.quiet());
  for (auto& at : tags) {
    for (auto& from : at) {
      std::ranges::sort(from);
      ASSERT_EQ(from.size(), packets);
      for (std::uint32_t tag = 0; tag < packets; ++tag) ASSERT_EQ(from[tag], tag);
    }
  }
}

}  // namespace
}  // namespace Atoll
