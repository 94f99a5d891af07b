// SPDX-License-Identifier: Apache-2.0
// Machines are found, imagined and remembered; each is the same kind of value.
#include "atoll/topology/machine.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <string>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/topology/testing.hpp"

namespace Atoll {
namespace {

using testing::recorded;

// "4 4 0+m": the processors of each domain, +m where there is memory and -m where there is none.
std::string drawing(const Machine& machine) {
  std::string text;
  for (const Domain& domain : machine.domains) {
    text += std::to_string(domain.processors()) + (domain.memory_bytes != 0 ? "+m " : "-m ");
  }
  return text;
}

std::vector<int> os_indices(const Machine& machine) {
  std::vector<int> indices;
  for (const Domain& domain : machine.domains) indices.push_back(domain.os_index);
  return indices;
}

ErrorKind kind_of_error(const std::string& description) {
  try {
    machine_from(description);
  } catch (const Error& error) {
    EXPECT_FALSE(error.fix().empty());
    return error.kind();
  }
  ADD_FAILURE() << description << " is accepted";
  return ErrorKind::cancelled;
}

// Runs `holds` in a child process, where it may change the environment and its own rights.
template <class F>
void expect_in_child(F holds) {
  EXPECT_EXIT(_exit(holds() ? 0 : 1), ::testing::ExitedWithCode(0), "");
}

TEST(Machine, TellsItsLastLevelCacheIfItHasOne) {
  Machine machine = synthetic_machine("2x2");
  EXPECT_EQ(machine.last_level_bytes(), 0u);
  machine.caches = {{.level = 1, .bytes = 32'768, .sharers = 1}, {.level = 3, .bytes = 33'554'432, .sharers = 8}};
  EXPECT_EQ(machine.last_level_bytes(), 33'554'432u);
}

TEST(Machine, IsDrawnByAShape) {
  EXPECT_EQ(drawing(synthetic_machine("4x2")), "2+m 2+m 2+m 2+m ");
  EXPECT_EQ(drawing(synthetic_machine("3")), "1+m 1+m 1+m ");
  const Machine threaded = synthetic_machine("2x3x2");
  EXPECT_EQ(drawing(threaded), "6+m 6+m ");
  EXPECT_EQ(threaded.domains[1].cores.size(), 3u);
  EXPECT_EQ(threaded.domains[1].cores[0].processors, (std::vector{6, 7}));
  EXPECT_EQ(threaded.name, "synthetic 2x3x2");
  EXPECT_FALSE(threaded.is_here);
}

TEST(Machine, RefusesShapesThatAreNone) {
  for (const char* shape :
       {"", "0", "4x0", "4x", "x4", "4xx2", "1x1x1x1", "99999", "5000", "4096x2", "18446744073709551617"}) {
    EXPECT_EQ(kind_of_error(shape), ErrorKind::usage) << shape;
  }
  EXPECT_EQ(synthetic_machine("64x64").processors(), 4096);
}

TEST(Machine, IsRememberedFromARecording) {
  EXPECT_EQ(drawing(recorded("1-node")), "4+m ");
  EXPECT_EQ(drawing(recorded("2-sockets")), "4+m 4+m ");
  EXPECT_EQ(drawing(recorded("4-sockets")), "2+m 2+m 2+m 2+m ");
  EXPECT_EQ(drawing(recorded("8-nodes")), "2+m 2+m 2+m 2+m 2+m 2+m 2+m 2+m ");
  EXPECT_EQ(recorded("8-nodes").name, "8-nodes.xml");
  EXPECT_FALSE(recorded("8-nodes").is_here);
}

TEST(Machine, KnowsItsCachesAndDistances) {
  const Machine machine = recorded("4-sockets");
  ASSERT_EQ(machine.caches.size(), 3u);
  EXPECT_EQ(machine.caches[0].level, 1);
  EXPECT_EQ(machine.caches[0].bytes, 64u << 10);
  EXPECT_EQ(machine.caches[0].sharers, 1);
  EXPECT_EQ(machine.caches[2].bytes, 16u << 20);
  EXPECT_EQ(machine.caches[2].sharers, 2);
  const std::vector<std::vector<int>> slit{{10, 12, 20, 20}, {12, 10, 20, 20}, {20, 20, 10, 12}, {20, 20, 12, 10}};
  EXPECT_EQ(machine.distances, slit);
  EXPECT_TRUE(synthetic_machine("4x2").distances.empty());
}

TEST(Machine, PutsNodesWithoutCoresLast) {
  const Machine machine = recorded("without-cores");
  EXPECT_EQ(drawing(machine), "4+m 4+m 0+m 0+m ");
  EXPECT_EQ(machine.domains_with_cores(), 2);
  EXPECT_EQ(machine.processors(), 8);
}

TEST(Machine, FindsTheNearestMemoryOfANodeWithoutAny) {
  const Machine machine = recorded("without-memory");
  EXPECT_EQ(drawing(machine), "2+m 2-m 2+m 2-m ");
  EXPECT_EQ(machine.memory_of(0), 0);
  EXPECT_EQ(machine.memory_of(1), 0);
  EXPECT_EQ(machine.memory_of(2), 2);
  EXPECT_EQ(machine.memory_of(3), 2);
}

TEST(Machine, FollowsTheDistancesAndNotTheNumbers) {
  Machine machine = synthetic_machine("3");
  machine.domains[1].memory_bytes = 0;
  EXPECT_EQ(machine.memory_of(1), 0);
  machine.distances = {{10, 30, 20}, {30, 10, 20}, {20, 20, 10}};
  EXPECT_EQ(machine.memory_of(1), 2);
}

TEST(Machine, GivesAProcessorWithTwoMemoriesToTheFirst) {
  const Machine machine = recorded("two-memories");
  EXPECT_EQ(drawing(machine), "4+m 4+m 0+m 0+m ");
  EXPECT_EQ(os_indices(machine), (std::vector{0, 2, 1, 3}));
}

TEST(Machine, RefusesFilesThatAreNoRecording) {
  EXPECT_EQ(kind_of_error("no/such/machine.xml"), ErrorKind::input);
  EXPECT_EQ(kind_of_error(ATOLL_SOURCE_DIR "/tests/machines"), ErrorKind::input);
  EXPECT_EQ(kind_of_error(ATOLL_SOURCE_DIR "/CMakeLists.txt"), ErrorKind::input);
  EXPECT_EQ(kind_of_error("/dev/null"), ErrorKind::input);
}

TEST(Machine, RefusesARecordingCutShort) {
  std::ifstream whole(ATOLL_SOURCE_DIR "/tests/machines/2-sockets.xml");
  std::string text(3000, '\0');
  whole.read(text.data(), 3000);
  const std::string path = ::testing::TempDir() + "cut-short.xml";
  std::ofstream(path) << text;
  expect_in_child(
      [&] { return kind_of_error(path) == ErrorKind::input; });  // where hwloc 2.9 may leak what it had read
  std::remove(path.c_str());
}

TEST(Machine, IsThisOneAndHasWhatWeMayUse) {
  cpu_set_t mask;
  ASSERT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
  expect_in_child([&] {
    unsetenv("HWLOC_SYNTHETIC");
    const Machine machine = detect_machine();
    bool allowed = machine.is_here && machine.processors() == CPU_COUNT(&mask);
    for (const Domain& domain : machine.domains) {
      for (const Core& core : domain.cores) {
        for (const int processor : core.processors)
          allowed &= CPU_ISSET(static_cast<std::size_t>(processor), &mask) != 0;
      }
    }
    return allowed && !machine.name.empty();
  });
}

TEST(Machine, ShrinksWithTheAffinityMask) {
  expect_in_child([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 && detect_machine().processors() == 1;
  });
}

TEST(Machine, ObeysTheVariablesOfHwloc) {
  expect_in_child([] {
    setenv("HWLOC_SYNTHETIC", "pack:4 [numa] core:2 pu:2", 1);
    const Machine machine = machine_from("detect");
    return !machine.is_here && machine.domains.size() == 4 && machine.processors() == 16 && machine.memory_of(3) == 3;
  });
  expect_in_child([] {
    setenv("HWLOC_XMLFILE", ATOLL_SOURCE_DIR "/tests/machines/without-cores.xml", 1);
    const Machine machine = machine_from("detect");
    return !machine.is_here && drawing(machine) == "4+m 4+m 0+m 0+m ";
  });
}

}  // namespace
}  // namespace Atoll
