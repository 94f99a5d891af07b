// SPDX-License-Identifier: Apache-2.0
// A probe has a figure for every pair of domains, stops when asked to, and keeps to its time and to the memory there is.
#include "atoll/model/probe.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "atoll/base/error.hpp"
#include "atoll/base/memory.hpp"
#include "atoll/model/probe_memory.hpp"
#include "atoll/model/probe_plan.hpp"
#include "atoll/model/probe_scans.hpp"
#include "atoll/topology/testing.hpp"

namespace Atoll {
namespace {

using testing::recorded;

constexpr std::uint64_t KiB = 1 << 10;
constexpr ProbeOptions tiny{.seconds = 0.05, .array_bytes_min = 64 * KiB, .array_bytes_max = 256 * KiB};

Probe probe_of(const Machine& machine, int threads = 2) {
  Crew crew(machine, {.threads = threads});
  return probe_machine(crew, tiny, Watch());
}

using Pairs = std::set<std::pair<int, int>>;

// (cpu, memory) of all figures, and that all are sound.
template <class Figures, class Value>
Pairs pairs_of(const Figures& figures, Value value) {
  Pairs pairs;
  for (const auto& figure : figures) {
    const Spread& spread = figure.*value;
    EXPECT_GT(spread.least, 0);
    EXPECT_LE(spread.least, spread.median);
    EXPECT_LE(spread.median, spread.most);
    EXPECT_GE(spread.repeats, 3);
    pairs.emplace(figure.route.cpu, figure.route.memory);
  }
  return pairs;
}

bool says(const std::vector<std::string>& notes, const std::string& word) {
  return std::ranges::any_of(notes, [&](const std::string& note) { return note.find(word) != note.npos; });
}

ProbedBandwidth bandwidth(Place place, std::uint64_t array_bytes, double value, int cpu = 0, int threads = 1) {
  const int memory = place == Place::local ? cpu : 1 - cpu;
  return {.route = {.place = place, .cpu = cpu, .memory = memory, .threads = threads, .array_bytes = array_bytes},
          .bytes_per_second = {.median = value}};
}

// As if all accesses were as fast as sequential reads.
Probe with_all_kinds(const std::vector<ProbedBandwidth>& reads) {
  Probe probe;
  for (const Access access : all_accesses) {
    for (ProbedBandwidth figure : reads) {
      if (figure.route.place != access.place) continue;
      figure.operation = access.operation;
      figure.order = access.order;
      probe.bandwidth.push_back(figure);
    }
  }
  return probe;
}

constexpr Access local_read{Place::local, Operation::read, Order::sequential};
constexpr Access remote_read{Place::remote, Operation::read, Order::sequential};

TEST(Probe, HasEveryPairOfDomains) {
  const Probe probe = probe_of(synthetic_machine("2x1"));
  const Pairs all{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(pairs_of(probe.bandwidth, &ProbedBandwidth::bytes_per_second), all);
  EXPECT_EQ(pairs_of(probe.latency, &ProbedLatency::seconds), all);
  EXPECT_EQ(pairs_of(probe.in_flight, &ProbedInFlight::reads_per_second), all);
  for (const ProbedBandwidth& figure : probe.bandwidth)
    EXPECT_EQ(figure.route.place == Place::local, figure.route.cpu == figure.route.memory);
  EXPECT_FALSE(*probe.memory_bound) << "a machine that is not here has no memory to bind to";
  EXPECT_FALSE(rates_of(probe).remote_is_local);
}

TEST(Probe, HasWhatScansDoForEveryPairOfDomains) {
  Crew crew(synthetic_machine("2x1"), {.threads = 2});
  const ProbeOptions one_size{.seconds = 1, .array_bytes_min = 64 * KiB, .array_bytes_max = 64 * KiB};
  const Probe probe = probe_machine(crew, one_size, Watch());
  const Pairs all{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(pairs_of(probe.scans, &ProbedScan::words_per_second), all);
  std::set<ScanShape> shapes;
  for (const ProbedScan& figure : probe.scans) shapes.insert(figure.shape);
  EXPECT_EQ(shapes.size(), scan_shapes);
  const Rates rates = rates_of(probe);
  for (const Place place : {Place::local, Place::remote})
    EXPECT_EQ(rates.scans[static_cast<std::size_t>(place)].size(), 2u) << "a short list and a long one";
}

TEST(Probe, HasOneThreadAndAll) {
  const Probe probe = probe_of(synthetic_machine("1x3"), 3);
  std::set<int> threads;
  for (const ProbedBandwidth& figure : probe.bandwidth) threads.insert(figure.route.threads);
  EXPECT_EQ(threads, (std::set{1, 3}));
  threads.clear();
  for (const ProbedAtomics& figure : probe.atomics) threads.insert(figure.threads);
  EXPECT_EQ(threads, (std::set{1, 2, 3}));
  EXPECT_EQ(probe.barrier->threads, 3);
  EXPECT_GT(probe.barrier->seconds.least, 0);
  EXPECT_TRUE(rates_of(probe).remote_is_local);
}

TEST(Probe, KeepsReadsInFlightFromOneToSixtyFour) {
  const Probe probe = probe_of(synthetic_machine("1"), 1);
  std::set<int> counts;
  for (const ProbedInFlight& figure : probe.in_flight) {
    counts.insert(figure.in_flight);
    EXPECT_EQ(figure.route.array_bytes, tiny.array_bytes_max);
  }
  EXPECT_EQ(counts, (std::set{1, 2, 4, 8, 16, 32, 64}));
}

TEST(Probe, LeavesDomainsWithoutMemoryOut) {
  const Machine machine = recorded("without-memory");
  const Probe probe = probe_of(machine);
  for (const auto& [cpu, memory] : pairs_of(probe.bandwidth, &ProbedBandwidth::bytes_per_second))
    EXPECT_NE(machine.domains[static_cast<std::size_t>(memory)].memory_bytes, 0u);
  const auto near_by = [&](const ProbedBandwidth& figure) {
    return figure.route.cpu != figure.route.memory && figure.route.place == Place::local;
  };
  EXPECT_TRUE(std::ranges::any_of(probe.bandwidth, near_by)) << "who has no memory is at home in the next one";
}

TEST(Probe, ReachesMemoryWithoutCores) {
  const Machine machine = recorded("without-cores");
  const Pairs pairs = pairs_of(probe_of(machine).bandwidth, &ProbedBandwidth::bytes_per_second);
  EXPECT_TRUE(pairs.contains({0, machine.domains_with_cores()}));
}

TEST(Probe, StopsWhenAskedTo) {
  for (const std::uint64_t after : {0u, 1u, 200u}) {
    Watch* asked = nullptr;
    Watch watch([&](const Progress& progress) {
      EXPECT_EQ(progress.phase, "probing");
      EXPECT_LE(progress.done, progress.total);
      if (progress.done >= after) asked->cancel();
    });
    asked = &watch;
    Crew crew(synthetic_machine("2x1"));
    try {
      probe_machine(crew, tiny, watch);
      ADD_FAILURE() << "it went on";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::cancelled);
    }
  }
}

class Limited {
 public:
  explicit Limited(std::uint64_t bytes) { memory::set_limit_bytes(memory::current_bytes() + bytes); }
  ~Limited() { memory::set_limit_bytes(0); }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;
};

TEST(Probe, KeepsToTheMemoryLimit) {
  memory::release_spares();
  const Limited limited(200 * KiB);
  const Probe probe = probe_of(synthetic_machine("1"), 1);
  for (const ProbedBandwidth& figure : probe.bandwidth) EXPECT_LE(figure.route.array_bytes, 128 * KiB);
  EXPECT_TRUE(says(probe.left_out, "memory"));
}

TEST(Probe, SaysThatThereIsNoMemoryAtAll) {
  memory::release_spares();
  const Limited limited(16 * KiB);
  try {
    probe_of(synthetic_machine("1"), 1);
    ADD_FAILURE() << "it found some";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resource);
  }
}

TEST(ProbePlan, CutsNothingWhereThereIsTime) {
  Crew crew(synthetic_machine("1x2"));
  const probing::Plan plan = probing::plan_of(crew, {});
  EXPECT_TRUE(plan.left_out.empty());
  EXPECT_EQ(plan.memories[0].sizes.size(), 11u);  // 1 MiB to 1 GiB
  EXPECT_EQ(plan.pages.size(), 2u);
}

TEST(ProbePlan, DoesWithoutScansBeforeItsSamplesAreTooShort) {
  Crew crew(synthetic_machine("64x1"));
  EXPECT_EQ(probing::plan_of(crew, {}).scan_lists, 1u);
  const probing::Plan hurried = probing::plan_of(crew, {.seconds = 3.5});
  EXPECT_TRUE(hurried.lists().empty());
  EXPECT_TRUE(says(hurried.left_out, "no scans"));
}

TEST(ProbePlan, FitsIntoItsTimeOnAnyNumberOfDomains) {
  for (const char* shape : {"1", "4x1", "16x1", "64x1"}) {
    for (const double seconds : {3.5, 45.0}) {
      SCOPED_TRACE(std::string(shape) + ", " + std::to_string(seconds));
      Crew crew(synthetic_machine(shape));
      const probing::Plan plan = probing::plan_of(crew, {.seconds = seconds});
      EXPECT_LE(plan.setup_seconds(), seconds / 2);
      EXPECT_EQ(plan.memories.size(), static_cast<std::size_t>(crew.teams()));
      for (const probing::MemoryPlan& memory : plan.memories) {
        EXPECT_TRUE(std::ranges::is_sorted(memory.sizes));
        EXPECT_EQ(memory.sizes.front(), ProbeOptions().array_bytes_min);
        EXPECT_EQ(memory.teams.front(), memory.domain) << "its own cores";
        EXPECT_GE(memory.teams.size(), std::min(2, crew.teams())) << "and others";
      }
      const double sample = (seconds - plan.setup_seconds()) / static_cast<double>(plan.samples(crew));
      EXPECT_GE(sample, 0.2e-3);
      EXPECT_EQ(plan.left_out.empty(), sample >= 2e-3 && plan.repeats == 5 && plan.pages.size() == 2);
    }
  }
}

// Who would name words in order, or choose none, would measure something else.
TEST(ProbeScans, ChangeOneWordInEight) {
  Crew crew(synthetic_machine("1"));
  std::vector<std::uint32_t> list(1 << 14);
  probing::draw_names(list, crew);
  std::vector<std::uint64_t> words(1 << 12);
  probing::Names names{.mine = list};
  std::uint64_t named = 0;
  while (named < list.size()) named += probing::scan_block(ScanShape::change_chosen, words, names);
  EXPECT_EQ(named, list.size());
  EXPECT_EQ(names.at, 0u) << "the list begins again";
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) sum += word;
  const double changes = static_cast<double>(sum) / scan_one_in;
  EXPECT_NEAR(changes / static_cast<double>(named), 1.0 / scan_one_in, 0.02);
}

TEST(ProbeCycle, ComesThroughAllLines) {
  Crew crew(synthetic_machine("1"));
  for (const std::size_t lines : {4u, 64u, 4096u}) {
    std::vector<std::uint64_t> words(lines * probing::line_words);
    probing::make_cycle(words, crew);
    std::set<std::uint64_t> seen;
    for (std::uint64_t at = 0; seen.insert(at).second;) at = words[at];
    EXPECT_EQ(seen.size(), lines);
  }
}

TEST(Rates, LieBetweenTheSizesThatWereMeasured) {
  const Probe probe = with_all_kinds({bandwidth(Place::local, 1 << 20, 8e9), bandwidth(Place::local, 1 << 22, 2e9)});
  const auto at = [&](double bytes) { return rates_of(probe).bytes_per_second[local_read].at(bytes); };
  EXPECT_DOUBLE_EQ(at(1), 8e9);
  EXPECT_DOUBLE_EQ(at(1 << 20), 8e9);
  EXPECT_DOUBLE_EQ(at(1 << 21), 3.2e9);  // seconds per byte half way
  EXPECT_DOUBLE_EQ(at(1 << 22), 2e9);
  EXPECT_DOUBLE_EQ(at(1 << 30), 2e9);
}

TEST(Rates, AreMeansOverDomainsAndPairs) {
  const Probe probe =
      with_all_kinds({bandwidth(Place::local, 1 << 20, 4e9, 0), bandwidth(Place::local, 1 << 20, 8e9, 1),
                      bandwidth(Place::remote, 1 << 20, 1e9, 0), bandwidth(Place::remote, 1 << 20, 3e9, 1)});
  const Rates rates = rates_of(probe);
  EXPECT_DOUBLE_EQ(rates.bytes_per_second[local_read].at(1 << 20), 6e9);
  EXPECT_DOUBLE_EQ(rates.bytes_per_second[remote_read].at(1 << 20), 2e9);
  EXPECT_FALSE(rates.remote_is_local);
}

TEST(Rates, AreThoseOfAllThreadsAndOfHugePages) {
  std::vector<ProbedBandwidth> reads{bandwidth(Place::local, 1 << 20, 1e9), bandwidth(Place::local, 1 << 20, 5e9, 0, 2),
                                     bandwidth(Place::local, 1 << 20, 9e9, 0, 4)};
  for (ProbedBandwidth& figure : reads) figure.route.pages = PageSize::huge;
  reads.back().route.pages = PageSize::small;
  const Rates rates = rates_of(with_all_kinds(reads));
  EXPECT_DOUBLE_EQ(rates.bytes_per_second[local_read].at(1 << 20), 5e9);
  EXPECT_DOUBLE_EQ(rates.bytes_per_second[remote_read].at(1 << 20), 5e9);
  EXPECT_TRUE(rates.remote_is_local);
  EXPECT_EQ(rates.barrier_seconds, 0);
  EXPECT_TRUE(rates.scans[0].empty() && rates.scans[1].empty()) << "none was measured";
}

TEST(Rates, NeedLocalBandwidths) {
  try {
    rates_of(with_all_kinds({bandwidth(Place::remote, 1 << 20, 1e9)}));
    ADD_FAILURE() << "there are none";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
  }
}

}  // namespace
}  // namespace Atoll
