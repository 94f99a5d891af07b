// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/names.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace Atoll::reading {
namespace {

TEST(Names, AreRankedByFirstAppearanceForAnyNumberOfThreads) {
  constexpr std::uint64_t places = 60'000;
  constexpr std::uint64_t different = 20'000;
  for (const int threads : {1, 4}) {
    Crew crew(synthetic_machine("4"), {.threads = threads, .pin = false});
    Names names;
    Array<std::uint64_t> handles(places);
    crew.for_chunks(places, 100, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t place = begin; place < end; ++place) {
        handles[place] = names.add(fmt::format("name {}", place % different), place);
      }
    });
    ASSERT_EQ(names.count(), different);
    const Array<std::uint64_t> ranks = names.ranks(crew);
    const Labels labels = names.labels(ranks, crew);
    for (std::uint64_t place = 0; place < places; ++place) {
      ASSERT_EQ(ranks[handles[place]], place % different);
      ASSERT_EQ(labels.of(place % different), fmt::format("name {}", place % different));
    }
  }
}

TEST(Names, MayBeNone) {
  Crew crew(synthetic_machine("2"), {.threads = 2, .pin = false});
  const Names names;
  EXPECT_EQ(names.labels(names.ranks(crew), crew).starts().size(), 1u);
}

}  // namespace
}  // namespace Atoll::reading
