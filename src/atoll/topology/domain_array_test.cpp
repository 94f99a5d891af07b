// SPDX-License-Identifier: Apache-2.0
// Segments are zero, at home where the system allows it, and usable where it does not.
#include "atoll/topology/domain_array.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace Atoll {
namespace {

// This machine, as if its first node were two: every decision of placement is made, and every binding is a real call.
Machine two_domains_here() {
  Machine machine = synthetic_machine("2");
  const Machine here = detect_machine();
  for (Domain& domain : machine.domains) {
    domain.os_index = here.domains.front().os_index;
    domain.cores = {here.domains.front().cores.front()};
  }
  machine.is_here = here.is_here;
  return machine;
}

// From now on the kernel answers mbind with EPERM in this process, as in many containers.
bool forbid_mbind() {
  std::array<sock_filter, 4> filter{{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mbind, 0, 1),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  const sock_fprog program{.len = filter.size(), .filter = filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool all_zero(std::span<const std::uint64_t> values) {
  return std::ranges::all_of(values, [](std::uint64_t value) { return value == 0; });
}

// The line of /proc/self/smaps called `field` for the mapping that begins at `address`.
std::string field_of_mapping(const void* address, const std::string& field) {
  std::ifstream maps("/proc/self/smaps");
  bool mine = false;
  for (std::string line; std::getline(maps, line);) {
    const std::size_t dash = line.find('-');
    const bool header = dash != line.npos && line.find_first_not_of("0123456789abcdef") == dash;
    const auto value = reinterpret_cast<std::uintptr_t>(address);
    if (header) {
      mine = std::stoull(line, nullptr, 16) <= value && value < std::stoull(line.substr(dash + 1), nullptr, 16);
    }
    if (mine && line.starts_with(field)) return line;
  }
  return {};
}

TEST(DomainArray, BeginsAsZeros) {
  Crew crew(two_domains_here());
  for (const Placement placement : {Placement::partitioned, Placement::interleave, Placement::oblivious}) {
    DomainArray<std::uint64_t> array({.crew = &crew, .parts = 3, .placement = placement});
    EXPECT_EQ(array.parts(), 3);
    for (int part = 0; part < 3; ++part) array.allocate(part, static_cast<std::size_t>(part) * 100'000);
    for (int part = 0; part < 3; ++part) {
      EXPECT_EQ(array[part].size(), static_cast<std::size_t>(part) * 100'000);
      EXPECT_TRUE(all_zero(array[part]));
    }
  }
}

TEST(DomainArray, KeepsItsPartsApart) {
  Crew crew(two_domains_here());
  DomainArray<int> array({.crew = &crew, .parts = 2});
  array.allocate(0, 10);
  array.allocate(1, 20);
  std::ranges::fill(array[0], 7);
  EXPECT_EQ(array[0][9], 7);
  EXPECT_EQ(array[1][0], 0);
  array.allocate(0, 5);
  EXPECT_EQ(array[0].size(), 5u);
  EXPECT_EQ(array[0][4], 0);
}

TEST(DomainArray, MayLieEndToEnd) {
  Crew crew(two_domains_here());
  DomainArray<std::uint64_t> array({.crew = &crew, .parts = 3});
  const Stretches stretches{{0, 64, 64}, {10, 0, 1000}};
  array.allocate_contiguous(stretches);
  EXPECT_EQ(array[0].size(), 10u);
  EXPECT_EQ(array[1].size(), 0u);
  EXPECT_EQ(array[2].data(), array[0].data() + 64);
  array[2][999] = 7;
  EXPECT_EQ(array[0].data()[64 + 999], 7u);
  EXPECT_EQ(stretches.words().first, (std::vector<std::uint64_t>{0, 1, 1}));
  EXPECT_EQ(stretches.words().size, (std::vector<std::uint64_t>{1, 0, 16}));
  const Stretches by_pieces{{0, 2048, 6144}, {10, 4096, 2049}};
  EXPECT_EQ(by_pieces.pieces().first, (std::vector<std::uint64_t>{0, 1, 3}));
  EXPECT_EQ(by_pieces.pieces().size, (std::vector<std::uint64_t>{1, 2, 2}));
}

TEST(DomainArray, IsAllocatedByAllTeamsAtOnce) {
  Crew crew(synthetic_machine("4"));
  DomainArray<std::uint64_t> array({.crew = &crew, .parts = 4});
  crew.run([&](Worker& me) {
    array.allocate(me.team, 1000);
    std::ranges::fill(array[me.team], static_cast<std::uint64_t>(me.team));
  });
  for (int part = 0; part < 4; ++part) EXPECT_EQ(array[part][999], static_cast<std::uint64_t>(part));
}

TEST(DomainArray, AsksForHugePages) {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")) GTEST_SKIP() << "a kernel without huge pages";
  Crew crew(two_domains_here());
  DomainArray<std::byte> array({.crew = &crew, .parts = 1});
  array.allocate(0, 8 << 20);
  EXPECT_NE(field_of_mapping(array[0].data(), "VmFlags:").find(" hg"), std::string::npos);
}

TEST(DomainArray, TouchesNothingItself) {
  Crew crew(two_domains_here());
  DomainArray<std::byte> array({.crew = &crew, .parts = 1});
  array.allocate(0, 1 << 20);
  const std::array<const void*, 2> pages{array[0].data(), array[0].data() + (512 << 10)};
  EXPECT_EQ(node_of_pages(pages), (std::vector{-1, -1}));
  array[0][0] = std::byte{1};
  const int node = node_of_pages(pages)[0];
  if (node < 0) GTEST_SKIP() << "the system does not tell where pages are";
  EXPECT_EQ(node_of_pages(pages)[1], -1);
}

TEST(DomainArray, NeedsNoBindingWhereThereIsOneNodeOrNoneOfIt) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // the child starts threads
  const auto needs_none = [] {
    if (!forbid_mbind()) return false;
    Crew one(synthetic_machine("1x2"));
    Crew elsewhere(synthetic_machine("4x1"));
    std::array<std::byte, 100> data{};
    return place({.crew = &one, .parts = 1}, 0, data.data(), data.size()) &&
           place({.crew = &elsewhere, .parts = 4}, 3, data.data(), data.size()) && !placement_warning();
  };
  EXPECT_EXIT(_exit(needs_none() ? 0 : 1), ::testing::ExitedWithCode(0), "");
}

TEST(DomainArray, WorksWhereBindingIsForbiddenAndSaysSoOnce) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // the child starts threads
  if (!detect_machine().is_here) GTEST_SKIP() << "HWLOC_SYNTHETIC or HWLOC_XMLFILE hides this machine";
  const auto works = [] {
    Crew crew(two_domains_here());
    const Homes homes{.crew = &crew, .parts = 2};
    if (placement_warning() || !forbid_mbind()) return false;
    DomainArray<std::uint64_t> array(homes);
    array.allocate(0, 100'000);
    array.allocate(1, 100'000);
    array[1][99'999] = 1;
    const bool refused = !place(homes, 1, array[1].data(), array[1].size_bytes());
    const std::string warning = placement_warning().value_or("");
    const bool one_line = warning.find("Operation not permitted") != warning.npos && warning.find('\n') == warning.npos;
    return refused && one_line && all_zero(array[0]) && array[1][99'999] == 1;
  };
  EXPECT_EXIT(_exit(works() ? 0 : 1), ::testing::ExitedWithCode(0), "");
}

TEST(DomainArray, BindsWhereItMay) {
  Crew crew(two_domains_here());
  Array<std::byte> memory(1 << 20);
  if (!place({.crew = &crew, .parts = 2}, 0, memory.data(), memory.bytes())) {
    GTEST_SKIP() << placement_warning().value_or("binding is forbidden here");
  }
  EXPECT_TRUE(place({.crew = &crew, .parts = 2, .placement = Placement::interleave}, 1, memory.data(), memory.bytes()));
}

}  // namespace
}  // namespace Atoll
