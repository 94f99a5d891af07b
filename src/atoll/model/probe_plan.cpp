// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/probe_plan.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <ranges>
#include <string_view>
#include <utility>

#include "atoll/base/memory.hpp"

namespace Atoll::probing {
namespace {

constexpr std::string_view long_list_only = "for lack of time scans went through a long list only";
constexpr double window_seconds_planned = 2e-3;  // a sample has at least this; on a machine that is slower, or so large
constexpr double window_seconds_min = 0.2e-3;    // that no cut is enough, at least this
constexpr double window_seconds_max = 20e-3;
// Of an array that is touched and filled; measured with two threads: 0.3 to 0.6 and 0.6 to 1.2.
constexpr double setup_seconds_per_byte_huge = 0.5e-9;
constexpr double setup_seconds_per_byte_small = 1e-9;
constexpr double setup_share_max = 0.5;
constexpr std::uint64_t list_bytes_max = std::uint64_t{64} << 20;  // more than a domain's threads find in their caches
constexpr std::uint64_t short_lists = 16;                          // are that much shorter

// Domains whose memory can be had: with memory of their own, or where a team's data would live.
std::vector<int> memories_of(const Crew& crew) {
  std::vector<int> memories;
  const auto& domains = crew.machine().domains;
  for (std::size_t d = 0; d < domains.size(); ++d) {
    if (domains[d].memory_bytes != 0) memories.push_back(static_cast<int>(d));
  }
  for (int team = 0; team < crew.teams(); ++team)
    memories.push_back(crew.machine().memory_of(crew.domain_of_team(team)));
  std::ranges::sort(memories);
  memories.erase(std::unique(memories.begin(), memories.end()), memories.end());
  return memories;
}

// The largest array that leaves room for others: half of the domain's memory, three quarters of what the ledger has.
std::uint64_t room_in(const Machine& machine, int domain) {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t memory_bytes = machine.domains[static_cast<std::size_t>(domain)].memory_bytes;
  if (machine.is_here && memory_bytes != 0) room = memory_bytes / 2;
  const std::uint64_t limit = memory::limit_bytes();
  if (limit != 0) room = std::min(room, (limit - std::min(limit, memory::current_bytes())) / 4 * 3);
  return room;
}

std::vector<std::uint64_t> sizes_up_to(std::uint64_t most, const ProbeOptions& options) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t bytes = options.array_bytes_min; bytes <= std::min(most, options.array_bytes_max); bytes *= 2)
    sizes.push_back(bytes);
  return sizes;
}

bool lives_in(const Crew& crew, int team, int domain) {
  return crew.machine().memory_of(crew.domain_of_team(team)) == domain;
}

MemoryPlan memory_plan(const Crew& crew, int domain, const ProbeOptions& options) {
  MemoryPlan plan{.domain = domain, .teams = {}, .sizes = sizes_up_to(room_in(crew.machine(), domain), options)};
  if (plan.sizes.empty()) plan.sizes.push_back(options.array_bytes_min);  // that fails as everything here would
  for (int team = 0; team < crew.teams(); ++team) plan.teams.push_back(team);
  // Those who live there come first, so that the first touch is theirs.
  std::ranges::sort(plan.teams, {}, [&](int team) { return std::pair(!lives_in(crew, team, domain), team); });
  return plan;
}

void halve_arrays(Plan& plan) {
  std::uint64_t largest = 0;
  for (const MemoryPlan& memory : plan.memories) largest = std::max(largest, memory.sizes.back());
  for (MemoryPlan& memory : plan.memories) {
    if (memory.sizes.size() > 1 && memory.sizes.back() == largest) memory.sizes.pop_back();
  }
}

std::uint64_t largest_of(const Plan& plan) {
  std::uint64_t largest = 0;
  for (const MemoryPlan& memory : plan.memories) largest = std::max(largest, memory.sizes.back());
  return largest;
}

// Keeps every `step`th size, counted from the largest, and the smallest.
void thin_sizes(Plan& plan, std::size_t step) {
  for (MemoryPlan& memory : plan.memories) {
    std::vector<std::uint64_t> kept;
    for (std::size_t i = 0; i < memory.sizes.size(); ++i) {
      if (i == 0 || (memory.sizes.size() - 1 - i) % step == 0) kept.push_back(memory.sizes[i]);
    }
    memory.sizes = std::move(kept);
  }
}

// Keeps the teams of the memory's own domain and the first `others` of the rest, begun at another one for each memory.
void thin_pairs(Plan& plan, const Crew& crew, std::size_t others) {
  for (std::size_t m = 0; m < plan.memories.size(); ++m) {
    MemoryPlan& memory = plan.memories[m];
    const auto own = [&](int team) { return lives_in(crew, team, memory.domain); };
    const std::ranges::subrange rest(std::ranges::partition_point(memory.teams, own), memory.teams.end());
    if (rest.size() <= others) continue;
    std::ranges::rotate(rest, rest.begin() + static_cast<std::ptrdiff_t>(m % rest.size()));
    memory.teams.erase(rest.begin() + static_cast<std::ptrdiff_t>(others), memory.teams.end());
  }
}

// Makes the plan smaller until its samples have the time they need. What it does last hurts most.
void cut_samples(Plan& plan, const Crew& crew, double seconds) {
  const auto window_seconds = [&] {
    return (seconds - plan.setup_seconds()) / static_cast<double>(plan.samples(crew));
  };
  const auto fits = [&] { return window_seconds() >= window_seconds_planned; };
  if (fits()) return;
  plan.repeats = 3;
  plan.left_out.emplace_back("for lack of time every figure was taken 3 times only");
  if (fits()) return;
  thin_sizes(plan, 2);
  plan.left_out.emplace_back("for lack of time every second size of arrays was left out");
  if (!fits()) {
    thin_sizes(plan, 3);
    plan.left_out.back() = "for lack of time most sizes of arrays were left out";
  }
  if (!fits() && plan.pages.size() > 1) {
    plan.pages = {PageSize::huge};
    plan.left_out.emplace_back("for lack of time nothing was measured without huge pages");
  }
  if (!fits()) {
    plan.scan_lists = 1;
    plan.left_out.emplace_back(long_list_only);
  }
  for (auto others = static_cast<std::size_t>(crew.teams()) / 2; others > 0 && !fits(); others /= 2) {
    thin_pairs(plan, crew, others);
    const std::string note = fmt::format("for lack of time only {} other domains accessed each memory", others);
    if (plan.left_out.back().starts_with("for lack of time only")) plan.left_out.pop_back();
    plan.left_out.push_back(note);
  }
  if (window_seconds() < window_seconds_min) {
    if (plan.scan_lists == 1) std::erase(plan.left_out, long_list_only);
    plan.scan_lists = 0;
    plan.left_out.emplace_back("for lack of time no scans were measured");
  }
}

// Fewer bytes to fill, until that takes half of the time at most.
void cut_setup(Plan& plan, double seconds) {
  const auto fits = [&] { return plan.setup_seconds() <= seconds * setup_share_max; };
  if (!fits() && plan.memories.size() > 1 && plan.pages.size() > 1) {
    plan.pages = {PageSize::huge};
    plan.left_out.emplace_back("for lack of time nothing was measured without huge pages");
  }
  bool halved = false;
  while (!fits() && std::ranges::any_of(plan.memories, [](const auto& memory) { return memory.sizes.size() > 1; })) {
    halve_arrays(plan);
    halved = true;
  }
  if (halved)
    plan.left_out.push_back(fmt::format("for lack of time no array was larger than {}", bytes_text(largest_of(plan))));
}

void note_small_memories(Plan& plan, const Crew& crew, const ProbeOptions& options) {
  for (const MemoryPlan& memory : plan.memories) {
    if (memory.sizes.back() * 2 > options.array_bytes_max) continue;
    plan.left_out.push_back(fmt::format("for lack of memory no array on node {} was larger than {}",
                                        crew.machine().domains[static_cast<std::size_t>(memory.domain)].os_index,
                                        bytes_text(memory.sizes.back())));
  }
}

}  // namespace

std::vector<int> doubling(int all) {
  std::vector<int> counts;
  for (int threads = 1; threads < all; threads *= 2) counts.push_back(threads);
  counts.push_back(all);
  return counts;
}

std::uint64_t Plan::samples(const Crew& crew) const {
  constexpr std::uint64_t accesses = 4;  // read and written, in order and at random
  const std::uint64_t scans = scan_shapes * scan_lists;
  constexpr std::uint64_t chains = std::bit_width(unsigned{in_flight_max});
  constexpr std::uint64_t atomics = 4;  // add and compare-and-swap, one line and many
  std::uint64_t figures = doubling(crew.threads()).size() * atomics + 1;
  for (const MemoryPlan& memory : memories) {
    std::uint64_t per_size = 0;
    for (const int team : memory.teams) per_size += (crew.team_size(team) > 1 ? 2 : 1) * accesses + 1 + scans;
    figures += pages.size() * (memory.sizes.size() * per_size + memory.teams.size() * chains);
  }
  return figures * (static_cast<std::uint64_t>(repeats) + 1);
}

double setup_seconds_of(std::uint64_t array_bytes, PageSize pages) {
  const double per_byte = pages == PageSize::huge ? setup_seconds_per_byte_huge : setup_seconds_per_byte_small;
  return static_cast<double>(array_bytes) * per_byte;
}

double Plan::setup_seconds() const {
  double seconds = 0;
  for (const MemoryPlan& memory : memories) {
    for (const PageSize size : pages) seconds += setup_seconds_of(memory.sizes.back(), size);
    if (scan_lists > 0) seconds += setup_seconds_of(lists().back(), PageSize::huge);
  }
  return seconds;
}

// A quarter of the largest array at most, for which there is room beside it.
std::vector<std::uint64_t> Plan::lists() const {
  const std::uint64_t most = std::min(list_bytes_max, largest_of(*this) / 4);
  std::vector<std::uint64_t> bytes{most / short_lists, most};
  bytes.erase(bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(scan_lists));
  return bytes;
}

Plan plan_of(const Crew& crew, const ProbeOptions& options) {
  Plan plan;
  for (const int domain : memories_of(crew)) plan.memories.push_back(memory_plan(crew, domain, options));
  plan.pages = {PageSize::huge, PageSize::small};
  note_small_memories(plan, crew, options);
  cut_setup(plan, options.seconds);
  cut_samples(plan, crew, options.seconds);
  return plan;
}

Clock::Clock(const Plan& plan, const Crew& crew, double seconds, const Watch& watch)
    : listener_(watch), end_(seconds), setup_left_(plan.setup_seconds()), samples_(plan.samples(crew)) {}

double Clock::window() {
  listener_.poll();
  listener_.report({.phase = "probing", .done = done_, .total = samples_});
  const double left = end_ - setup_left_ - watch_.seconds();
  const std::uint64_t samples_left = samples_ > done_ ? samples_ - done_ : 1;
  ++done_;
  return std::clamp(left / static_cast<double>(samples_left), window_seconds_min, window_seconds_max);
}

void Clock::setup_done(double estimate) { setup_left_ = std::max(0.0, setup_left_ - estimate); }

}  // namespace Atoll::probing
