// SPDX-License-Identifier: Apache-2.0
// The crew works together, on any number of processors, and survives those who fail.
#include "atoll/topology/crew.hpp"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/binding.hpp"
#include "atoll/topology/testing.hpp"

namespace Atoll {
namespace {

using testing::recorded;

std::vector<int> team_sizes(const Machine& machine, int threads) {
  const Crew crew(machine, {.threads = threads});
  std::vector<int> sizes;
  for (int team = 0; team < crew.teams(); ++team) sizes.push_back(crew.team_size(team));
  return sizes;
}

std::vector<int> homes(const Crew& crew, int parts) {
  std::vector<int> homes;
  for (int part = 0; part < parts; ++part) homes.push_back(crew.home_of_part(part, parts));
  return homes;
}

TEST(Crew, IsSpreadOverTheDomains) {
  EXPECT_EQ(team_sizes(synthetic_machine("4x2"), 0), (std::vector{2, 2, 2, 2}));
  EXPECT_EQ(team_sizes(synthetic_machine("4x2"), 6), (std::vector{2, 2, 1, 1}));
  EXPECT_EQ(team_sizes(synthetic_machine("4x2"), 16), (std::vector{4, 4, 4, 4}));
  EXPECT_EQ(team_sizes(recorded("without-cores"), 4), (std::vector{2, 2}));
}

TEST(Crew, HasATeamForTheFirstDomainsOnlyWhenThreadsAreFew) {
  EXPECT_EQ(team_sizes(synthetic_machine("4x2"), 3), (std::vector{1, 1, 1}));
  EXPECT_EQ(team_sizes(synthetic_machine("4x2"), 1), (std::vector{1}));
}

TEST(Crew, IsLargerWhereThereAreMoreProcessors) {
  Machine machine = synthetic_machine("2x4");
  machine.domains[1].cores.resize(2);
  EXPECT_EQ(team_sizes(machine, 6), (std::vector{4, 2}));
  EXPECT_EQ(team_sizes(machine, 12), (std::vector{8, 4}));
}

TEST(Crew, DealsPartsToTeamsInBlocks) {
  const Crew crew(synthetic_machine("4x1"));
  EXPECT_EQ(homes(crew, 4), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(homes(crew, 8), (std::vector{0, 0, 1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(homes(crew, 2), (std::vector{0, 2}));
  const Crew two(synthetic_machine("4x1"), {.threads = 2});
  EXPECT_EQ(homes(two, 4), (std::vector{0, 0, 1, 1}));
  const Crew poor(recorded("without-memory"));
  EXPECT_EQ(homes(poor, 4), (std::vector{0, 0, 2, 2}));
}

TEST(Crew, RefusesImpossibleNumbers) {
  EXPECT_THROW(Crew(synthetic_machine("1"), {.threads = -1}), Error);
  EXPECT_THROW(Crew(synthetic_machine("1"), {.threads = 10000}), Error);
}

TEST(Crew, RunsTheWorkOnEveryThread) {
  Crew crew(synthetic_machine("2x2"), {.threads = 5});
  std::vector<Worker> seen(5);
  crew.run([&](Worker& me) { seen[static_cast<std::size_t>(me.index)] = me; });
  std::vector<std::vector<int>> ranks(2);
  for (int i = 0; i < 5; ++i) {
    const Worker& worker = seen[static_cast<std::size_t>(i)];
    EXPECT_EQ(worker.index, i);
    EXPECT_EQ(worker.threads, 5);
    EXPECT_EQ(worker.teams, 2);
    EXPECT_EQ(worker.team_size, crew.team_size(worker.team));
    ranks[static_cast<std::size_t>(worker.team)].push_back(worker.rank_in_team);
  }
  EXPECT_EQ(ranks, (std::vector<std::vector<int>>{{0, 1, 2}, {0, 1}}));
}

TEST(Crew, HasTheCallerAsItsFirstWorker) {
  for (const int threads : {1, 3}) {
    Crew crew(synthetic_machine("1"), {.threads = threads});
    std::vector<std::thread::id> seen(static_cast<std::size_t>(threads));
    crew.run([&](Worker& me) {
      me.meet();
      seen[static_cast<std::size_t>(me.index)] = std::this_thread::get_id();
    });
    EXPECT_EQ(seen[0], std::this_thread::get_id());
    EXPECT_EQ(std::ranges::count(seen, seen[0]), 1);
  }
}

TEST(Crew, LeavesTheCallerWhereItWas) {
  cpu_set_t before;
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  Crew crew(detect_machine());
  crew.run([](Worker&) {});
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Crew, LeavesTheCallerAtTheSeatThatItTook) {
  const auto where = [] {
    std::vector<int> processors;
    cpu_set_t mask;
    sched_getaffinity(0, sizeof mask, &mask);
    for (std::size_t i = 0; i < CPU_SETSIZE; ++i) {
      if (CPU_ISSET(i, &mask)) processors.push_back(static_cast<int>(i));
    }
    return processors;
  };
  const std::vector<int> before = where();
  Crew crew(detect_machine());
  if (!crew.pinned()) GTEST_SKIP() << "binding is forbidden here";
  {
    const binding::BoundThread seat(crew.seat_of_caller());
    EXPECT_TRUE(seat.bound());
    crew.run([](Worker&) {});
    EXPECT_EQ(where(), crew.seat_of_caller());
  }
  EXPECT_EQ(where(), before);
  EXPECT_FALSE(binding::BoundThread({}).bound());
}

TEST(Crew, SeesAfterAMeetingWhatWasWrittenBefore) {
  for (const int threads : {2, 3, 64}) {
    Crew crew(synthetic_machine("4x4"), {.threads = threads});
    std::vector<int> slot(static_cast<std::size_t>(threads), 0);
    std::atomic<int> stale{0};
    crew.run([&](Worker& me) {
      const auto mine = static_cast<std::size_t>(me.index);
      for (int round = 1; round <= 100; ++round) {
        slot[mine] = round;
        me.meet();
        if (slot[(mine + 1) % slot.size()] != round) ++stale;
        me.meet();
      }
    });
    EXPECT_EQ(stale, 0) << threads;
  }
}

// Of up to four, who are counted at once, and of more, who are counted by groups, the last of which may be one.
constexpr int counted_ways[] = {2, 4, 5, 8, 9};

TEST(Crew, RethrowsAndWakesThoseWhoWait) {
  for (const int threads : counted_ways) {
    Crew crew(synthetic_machine("4x4"), {.threads = threads});
    for (int failing = 0; failing < threads; ++failing) {
      std::atomic<int> survivors{0};
      const auto work = [&](Worker& me) {
        me.meet();
        if (me.index == failing) throw std::out_of_range("worker " + std::to_string(me.index));
        me.meet();
        ++survivors;
      };
      EXPECT_THROW(crew.run(work), std::out_of_range);
      EXPECT_EQ(survivors, 0);
    }
  }
}

TEST(Crew, RethrowsOneOfMany) {
  Crew crew(synthetic_machine("4x4"));
  const auto work = [&](Worker& me) {
    if (me.index % 2 == 0) throw std::runtime_error("even");
    me.meet();
  };
  EXPECT_THROW(crew.run(work), std::runtime_error);
}

TEST(Crew, WorksOnAfterAFailure) {
  for (const int threads : counted_ways) {
    Crew crew(synthetic_machine("4x4"), {.threads = threads});
    for (int round = 0; round < 100; ++round) {
      EXPECT_THROW(crew.run([&](Worker& me) {
        if (me.index == round % threads) throw std::runtime_error("once");
        for (int i = 0; i < round % 3; ++i) me.meet();
      }),
                   std::runtime_error);
      std::atomic<int> met{0};
      crew.run([&](Worker& me) {
        me.meet();
        ++met;
        me.meet();
      });
      ASSERT_EQ(met, threads);
    }
  }
}

TEST(Crew, DealsEveryChunkOnce) {
  Crew crew(synthetic_machine("2x2"));
  for (const std::uint64_t count : {0u, 1u, 9u, 10u, 11u, 1000u, 1001u}) {
    std::vector<std::atomic<int>> touched(count);
    crew.for_chunks(count, 10, [&](std::uint64_t begin, std::uint64_t end) {
      EXPECT_LE(end - begin, 10u);
      for (std::uint64_t i = begin; i < end; ++i) ++touched[i];
    });
    EXPECT_TRUE(std::ranges::all_of(touched, [](const auto& times) { return times == 1; })) << count;
  }
}

TEST(Crew, StopsDealingAfterAFailure) {
  Crew crew(synthetic_machine("2x2"));
  std::atomic<int> chunks{0};
  const auto deal = [&] {
    crew.for_chunks(1'000'000, 1, [&](std::uint64_t begin, std::uint64_t) {
      ++chunks;
      if (begin == 7) throw std::runtime_error("seven");
    });
  };
  EXPECT_THROW(deal(), std::runtime_error);
  EXPECT_LT(chunks, 1'000'000);
}

TEST(Crew, SleepsWhenThereIsNothingToDo) {
  Crew crew(synthetic_machine("1x8"));
  crew.run([](Worker&) {});
  const double before = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_LT(clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - before, 0.05);
}

TEST(Crew, TellsWhetherItIsAwake) {
  if (binding::processors_available() < 2) GTEST_SKIP() << "two threads of one processor do not spin";
  Crew crew(synthetic_machine("1x2"));
  for (int i = 0; i < 1000 && crew.awake(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(crew.awake());
  std::atomic<int> wrong{0};
  crew.run([&](Worker& me) {
    me.meet();  // all are here now, until the next meeting
    wrong += crew.awake() ? 0 : 1;
    me.meet();
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Crew, IsPinnedToTheProcessorsOfItsDomain) {
  const Machine machine = detect_machine();
  if (!machine.is_here) GTEST_SKIP() << "HWLOC_SYNTHETIC or HWLOC_XMLFILE hides this machine";
  for (const int threads : {1, machine.processors(), 3 * machine.processors()}) {
    Crew crew(machine, {.threads = threads});
    if (!crew.pinned()) GTEST_SKIP() << "binding is forbidden here";
    std::atomic<int> astray{0};
    crew.run([&](Worker& me) {
      const Domain& domain = machine.domains[static_cast<std::size_t>(crew.domain_of_team(me.team))];
      const int here = sched_getcpu();
      const auto holds = [here](const Core& core) { return std::ranges::count(core.processors, here) == 1; };
      if (std::ranges::none_of(domain.cores, holds)) ++astray;
    });
    EXPECT_EQ(astray, 0) << threads;
  }
}

TEST(Crew, ThatFillsItsDomainHasAProcessorForEachThread) {
  const Machine machine = detect_machine();
  Crew crew(machine);
  if (!crew.pinned()) GTEST_SKIP() << "binding is forbidden here";
  std::vector<int> where(static_cast<std::size_t>(crew.threads()));
  crew.run([&](Worker& me) { where[static_cast<std::size_t>(me.index)] = sched_getcpu(); });
  std::ranges::sort(where);
  EXPECT_EQ(std::ranges::adjacent_find(where), where.end());
}

TEST(Crew, IsNotBoundWhereTheMachineIsElsewhere) {
  EXPECT_FALSE(Crew(synthetic_machine("1")).pinned());
  EXPECT_FALSE(Crew(detect_machine(), {.pin = false}).pinned());
}

TEST(CrewDeathTest, CatchesAWorkerThatMissesAMeeting) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto miss = [](int threads, int who) {
    Crew crew(synthetic_machine("4x4"), {.threads = threads});
    crew.run([&](Worker& me) {
      if (me.index != who) me.meet();
    });
  };
  for (const int threads : {2, 5, 9})
    for (const int who : {0, threads - 1}) EXPECT_DEATH(miss(threads, who), "some_left_while_others_meet");
}

TEST(CrewDeathTest, CatchesARunInsideARun) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto nest = [] {
    Crew crew(synthetic_machine("2"));
    crew.run([&](Worker&) { crew.run([](Worker&) {}); });
  };
  EXPECT_DEATH(nest(), "reentered");
}

}  // namespace
}  // namespace Atoll
