// SPDX-License-Identifier: Apache-2.0
// On a machine with several NUMA nodes (tools/test-numa makes one): threads run where they should, pages lie where they
// should, page by page, and what we may not use is not used. Each test skips where there are fewer than four nodes.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <linux/mempolicy.h>
#include <numeric>
#include <sched.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "atoll/topology/crew.hpp"
#include "atoll/topology/domain_array.hpp"
#include "atoll/topology/place_in.hpp"

namespace Atoll {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t MiB = 1 << 20;

class NumaTopology : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!machine.is_here || machine.domains_with_cores() < 4) {
      GTEST_SKIP() << "needs a machine with four NUMA nodes: run tools/test-numa";
    }
  }

  int node(int domain) const { return machine.domains[static_cast<std::size_t>(domain)].os_index; }

  const Machine machine = detect_machine();
};

std::vector<int> nodes_of(std::span<const std::byte> memory) {
  std::vector<const void*> pages;
  for (std::size_t at = 0; at < memory.size(); at += page_bytes) pages.push_back(memory.data() + at);
  return node_of_pages(pages);
}

void touch(std::span<std::byte> memory) {
  for (std::size_t at = 0; at < memory.size(); at += page_bytes) memory[at] = std::byte{1};
}

// The share of the pages that lie on each of `nodes`.
std::vector<double> shares(std::span<const std::byte> memory, int nodes) {
  const std::vector<int> found = nodes_of(memory);
  std::vector<double> shares;
  for (int node = 0; node < nodes; ++node) {
    shares.push_back(static_cast<double>(std::ranges::count(found, node)) / static_cast<double>(found.size()));
  }
  return shares;
}

// Runs `holds` in a child process, which may restrict itself.
template <class F>
void expect_in_child(F holds) {
  EXPECT_EXIT(_exit(holds() ? 0 : 1), ::testing::ExitedWithCode(0), "");
}

TEST_F(NumaTopology, MemoryLiesInTheDomainThatIsNamed) {
  for (int domain = 0; domain < static_cast<int>(machine.domains.size()); ++domain) {
    if (machine.domains[static_cast<std::size_t>(domain)].memory_bytes == 0) continue;
    Array<std::byte> memory(4 * MiB);
    ASSERT_TRUE(place_in(machine, domain, memory.data(), memory.bytes()));
    touch({memory.data(), memory.size()});
    const std::vector<int> found = nodes_of({memory.data(), memory.size()});
    EXPECT_EQ(std::ranges::count(found, node(domain)), std::ssize(found));
  }
}

TEST_F(NumaTopology, ThreadsRunOnTheirDomain) {
  for (const int threads : {3, 4, machine.processors(), 2 * machine.processors()}) {
    Crew crew(machine, {.threads = threads});
    ASSERT_TRUE(crew.pinned());
    std::atomic<int> astray{0};
    crew.run([&](Worker& me) {
      for (int round = 0; round < 20; ++round) {
        unsigned processor = 0;
        unsigned node_now = 0;
        syscall(SYS_getcpu, &processor, &node_now, nullptr);
        if (static_cast<int>(node_now) != node(crew.domain_of_team(me.team))) ++astray;
        me.meet();
      }
    });
    EXPECT_EQ(astray, 0) << threads;
  }
}

TEST_F(NumaTopology, SegmentsLieOnTheirNodesPageByPage) {
  Crew crew(machine);
  for (const int parts : {2, 4, 8}) {
    DomainArray<std::byte> array({.crew = &crew, .parts = parts});
    crew.run([&](Worker& me) {
      for (int part = 0; part < parts; ++part) {
        if (me.rank_in_team != 0 || crew.team_of_part(part, parts) != me.team) continue;
        array.allocate(part, 6 * MiB + 5);
        touch(array[part]);
      }
    });
    for (int part = 0; part < parts; ++part) {
      const int home = node(crew.home_of_part(part, parts));
      EXPECT_EQ(std::ranges::count(nodes_of(array[part]), home), std::ssize(nodes_of(array[part]))) << part;
    }
  }
}

TEST_F(NumaTopology, SegmentsStayAtHomeWhoeverTouchesThem) {
  Crew crew(machine);
  DomainArray<std::byte> array({.crew = &crew, .parts = 4});
  for (int part = 0; part < 4; ++part) {
    array.allocate(part, 3 * MiB);
    touch(array[part]);
    const std::vector<int> nodes = nodes_of(array[part]);
    EXPECT_EQ(std::ranges::count(nodes, node(part)), std::ssize(nodes)) << part;
  }
  EXPECT_EQ(placement_warning(), std::nullopt);
}

TEST_F(NumaTopology, InterleaveSpreadsEachSegmentOverAllNodes) {
  Crew crew(machine);
  DomainArray<std::byte> array({.crew = &crew, .parts = 2, .placement = Placement::interleave});
  array.allocate(0, 64 * MiB);
  array.allocate(1, MiB);  // small enough for small pages
  const double fair = 1.0 / static_cast<double>(machine.domains.size());
  for (int part = 0; part < 2; ++part) {
    touch(array[part]);
    for (const double share : shares(array[part], 4)) EXPECT_NEAR(share, fair, 0.1) << part;
  }
}

TEST_F(NumaTopology, ObliviousPagesLieWhereTheyAreTouchedFirst) {
  Crew crew(machine);
  DomainArray<std::byte> array({.crew = &crew, .parts = 1, .placement = Placement::oblivious});
  array.allocate(0, 4 * MiB);
  crew.run([&](Worker& me) {
    if (me.team == 2 && me.rank_in_team == 0) touch(array[0]);
  });
  EXPECT_EQ(shares(array[0], 4), (std::vector{0.0, 0.0, 1.0, 0.0}));
}

TEST_F(NumaTopology, AFullNodeOverflowsToOthersInsteadOfKillingUs) {
  Crew crew(machine);
  DomainArray<std::byte> array({.crew = &crew, .parts = 4});
  array.allocate(3, machine.domains[3].memory_bytes + 64 * MiB);
  touch(array[3]);
  EXPECT_GT(shares(array[3], 4)[3], 0.5);
  EXPECT_LT(shares(array[3], 4)[3], 1.0);
}

TEST_F(NumaTopology, TheAffinityMaskLeavesOneDomainWithCores) {
  expect_in_child([this] {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    for (const Core& core : machine.domains[1].cores) {
      for (const int processor : core.processors) CPU_SET(static_cast<std::size_t>(processor), &mask);
    }
    if (sched_setaffinity(0, sizeof mask, &mask) != 0) return false;
    const Machine small = detect_machine();
    Crew crew(small);
    DomainArray<std::byte> array({.crew = &crew, .parts = 2});
    array.allocate(1, MiB);
    touch(array[1]);
    return small.domains_with_cores() == 1 && small.domains[0].os_index == node(1) &&
           small.processors() == machine.domains[1].processors() && crew.teams() == 1 && crew.pinned() &&
           shares(array[1], 4)[static_cast<std::size_t>(node(1))] == 1.0;
  });
}

TEST_F(NumaTopology, AStrictMemoryPolicyLeavesNodesWithoutMemory) {
  expect_in_child([] {
    const unsigned long only_node_2 = 1UL << 2;
    if (syscall(SYS_set_mempolicy, MPOL_BIND, &only_node_2, 8 * sizeof only_node_2) != 0) return false;
    const Machine bound = detect_machine();
    Crew crew(bound);
    return bound.domains_with_cores() == 4 && bound.domains[0].memory_bytes == 0 &&
           bound.domains[2].memory_bytes != 0 && crew.home_of_part(0, 4) == 2;
  });
}

TEST_F(NumaTopology, ACgroupLimitsProcessorsAndNodes) {
  const std::filesystem::path root = "/sys/fs/cgroup";
  const std::filesystem::path group = root / "atoll-numa-test";
  std::ofstream(root / "cgroup.subtree_control") << "+cpuset" << std::flush;
  std::error_code failed;
  std::filesystem::create_directory(group, failed);
  if (failed || !std::filesystem::exists(group / "cpuset.mems")) GTEST_SKIP() << "no cgroup can be made here";
  std::ofstream(group / "cpuset.cpus") << "0-1" << std::flush;
  std::ofstream(group / "cpuset.mems") << "0,2" << std::flush;
  expect_in_child([&] {
    std::ofstream(group / "cgroup.procs") << getpid() << std::flush;
    const Machine small = detect_machine();
    std::vector<int> with_memory;
    for (const Domain& domain : small.domains) {
      if (domain.memory_bytes != 0) with_memory.push_back(domain.os_index);
    }
    return small.processors() == 2 && with_memory == std::vector{0, 2};
  });
  std::filesystem::remove(group, failed);
}

}  // namespace
}  // namespace Atoll
