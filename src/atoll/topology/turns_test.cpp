// SPDX-License-Identifier: Apache-2.0
#include "atoll/topology/turns.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/error.hpp"

namespace Atoll {
namespace {

// Whoever takes the next number appends it, and the numbers come in order.
TEST(Turns, LetEveryoneInInOrder) {
  constexpr std::uint32_t uses = 2000;
  Crew crew(synthetic_machine("1x4"), {.threads = 4, .pin = false});
  Turns turns(2);
  for (int again = 0; again < 2; ++again) {
    turns.begin_again();
    std::vector<std::uint32_t> found;
    std::atomic<std::uint32_t> next{0};
    crew.run([&](Worker& me) {
      for (std::uint32_t i; (i = next.fetch_add(1)) < uses;) {
        turns.wait(1, i, me);
        found.push_back(i);
        turns.pass(1);
      }
    });
    ASSERT_EQ(found.size(), uses);
    for (std::uint32_t i = 0; i < uses; ++i) EXPECT_EQ(found[i], i);
  }
}

TEST(Turns, EndWhereTheRunIsCancelled) {
  Watch watch;
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false, .watch = &watch});
  const Turns turns(1);
  watch.cancel();
  EXPECT_THROW(crew.run([&](Worker& me) { turns.wait(0, 1, me); }), Error);
}

TEST(Turns, EndWhereAnotherWorkerFails) {
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  const Turns turns(1);
  const auto fail = [&](Worker& me) {
    if (me.index == 0) throw Error(ErrorKind::input, "no more");
    turns.wait(0, 1, me);
  };
  EXPECT_THROW(crew.run(fail), Error);
}

}  // namespace
}  // namespace Atoll
