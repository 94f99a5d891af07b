// SPDX-License-Identifier: Apache-2.0
// An array is made once per memory and size of page, as large as the largest; smaller ones are its beginning. Its words
// are read and written as they are; for latency the first word of every cache line then names the next line to read, in
// one cycle through all of them, so that whoever follows it waits for every line (random writes leave these words alone).
#include "atoll/model/probe_memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <optional>
#include <span>

#include "atoll/base/atomic.hpp"
#include "atoll/base/random.hpp"
#include "atoll/model/probe_pages.hpp"
#include "atoll/model/probe_sample.hpp"
#include "atoll/model/probe_scans.hpp"

namespace Atoll::probing {
namespace {

using Word = std::uint64_t;
using Words = std::span<Word>;  // as many as a power of two

constexpr std::size_t block_words = 8192;  // 64 KiB between two looks at the clock
constexpr std::uint64_t block_randoms = 4096;
constexpr std::size_t block_reads = 512;
constexpr std::uint64_t seed = 1;  // of where figures begin

// Where a thread is in its work; it goes on there in the next sample.
struct alignas(64) Cursor {
  Words mine;  // its stretch
  std::size_t at = 0;
  Word random = 0;
};

// Each figure begins somewhere else, or it would find in the caches what the one before has read.
std::vector<Cursor> cursors(Words words, int threads, const Random& random) {
  std::vector<Cursor> all(static_cast<std::size_t>(threads));
  const std::size_t stretch = std::max(line_words, words.size() / all.size() / line_words * line_words);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t begin = i * stretch % words.size();
    const std::size_t size = std::min(stretch, words.size() - begin);
    all[i] = {.mine = words.subspan(begin, size), .at = random.below(2 * i, size), .random = random.bits(2 * i + 1)};
  }
  return all;
}

// Calls work(words) for the next block_words of the stretch, which is gone through again and again.
template <class Work>
std::uint64_t in_order(Cursor& cursor, const Work& work) {
  std::size_t left = block_words;
  while (left > 0) {
    const std::size_t count = std::min(left, cursor.mine.size() - cursor.at);
    work(cursor.mine.subspan(cursor.at, count));
    cursor.at = cursor.at + count == cursor.mine.size() ? 0 : cursor.at + count;
    left -= count;
  }
  return block_words * sizeof(Word);
}

std::uint64_t read_in_order(Words, Cursor& cursor) {
  return in_order(cursor, [](Words words) {
    Word sum = 0;
    for (const Word word : words) sum += word;
    consume(sum);
  });
}

std::uint64_t write_in_order(Words, Cursor& cursor) {
  ++cursor.random;
  return in_order(cursor, [value = cursor.random](Words words) {
    for (Word& word : words) word = value;
    consume(words.data());
  });
}

// Calls work(index) for indices drawn one independently of the other: the processor may have many of them under way.
template <class Work>
std::uint64_t at_random(Words words, Cursor& cursor, const Work& work) {
  constexpr Word step = 0x9e3779b97f4a7c15u;
  constexpr Word factor = 0xbf58476d1ce4e5b9u;  // of SplitMix64, as in base/random.hpp
  const Word mask = words.size() - 1;
  Word counter = cursor.random;
  for (std::uint64_t i = 0; i < block_randoms; ++i) {
    counter += step;
    work((((counter ^ (counter >> 30)) * factor) >> 20) & mask);
  }
  cursor.random = counter;
  return block_randoms * sizeof(Word);
}

std::uint64_t read_at_random(Words words, Cursor& cursor) {
  Word sum = 0;
  const std::uint64_t bytes = at_random(words, cursor, [&](Word i) { sum += words[i]; });
  consume(sum);
  return bytes;
}

std::uint64_t write_at_random(Words words, Cursor& cursor) {
  const std::uint64_t bytes = at_random(words, cursor, [&](Word i) { store_relaxed(words[i | 1], i); });
  consume(words.data());
  return bytes;
}

struct Kernel {
  Operation operation;
  Order order;
  std::uint64_t (*block)(Words, Cursor&);  // returns bytes
};
constexpr std::array kernels{Kernel{Operation::read, Order::sequential, read_in_order},
                             Kernel{Operation::write, Order::sequential, write_in_order},
                             Kernel{Operation::read, Order::random, read_at_random},
                             Kernel{Operation::write, Order::random, write_at_random}};

// Follows the cycle from `chains` places at once.
template <std::size_t chains>
std::uint64_t follow(Words words, std::array<Word, in_flight_max>& at) {
  constexpr std::size_t rounds = std::max<std::size_t>(block_reads / chains, 16);
  std::array<Word, chains> here;
  std::copy_n(at.begin(), chains, here.begin());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (Word& place : here) place = words[place];
  }
  std::copy_n(here.begin(), chains, at.begin());
  return rounds * chains;
}

using Follow = std::uint64_t (*)(Words, std::array<Word, in_flight_max>&);
constexpr std::array<Follow, 7> follows{follow<1>, follow<2>, follow<4>, follow<8>, follow<16>, follow<32>, follow<64>};
static_assert(1 << (follows.size() - 1) == in_flight_max);

constexpr std::array shapes{ScanShape::read,          ScanShape::choose,     ScanShape::change,
                            ScanShape::change_chosen, ScanShape::change_own, ScanShape::change_chosen_own};
static_assert(shapes.size() == scan_shapes);

bool is_of_own_words(ScanShape shape) {
  return shape == ScanShape::change_own || shape == ScanShape::change_chosen_own;
}

// Lists that scans go through, one in each memory in which a team lives.
class Lists {
 public:
  Lists(Crew& crew, const Plan& plan, Clock& clock, const Watch& watch) : crew_(crew), placed_(plan.memories.size()) {
    for (std::size_t i = 0; i < plan.memories.size(); ++i) {
      MemoryPlan memory = plan.memories[i];
      domains_.push_back(memory.domain);
      if (plan.scan_lists == 0) continue;
      memory.sizes = {plan.lists().back()};
      if (home_of(memory.teams.front()) == memory.domain) {
        placed_[i] = place_array(crew, memory, PageSize::huge, watch);
        draw_names(names(i), crew);
      }
      clock.setup_done(setup_seconds_of(plan.lists().back(), PageSize::huge));
    }
  }

  // For each of some threads of a team its stretch of the first bytes.
  std::vector<Names> stretches(int team, int threads, std::uint64_t list_bytes) {
    const auto found = std::ranges::find(domains_, home_of(team));
    const auto all =
        names(static_cast<std::size_t>(found - domains_.begin())).first(list_bytes / sizeof(std::uint32_t));
    std::vector<Names> stretches;
    const std::size_t each = std::max<std::size_t>(1, all.size() / static_cast<std::size_t>(threads));
    for (std::size_t i = 0; i < static_cast<std::size_t>(threads); ++i)
      stretches.push_back({.mine = all.subspan(i * each % all.size(), each)});
    return stretches;
  }

 private:
  int home_of(int team) const { return crew_.machine().memory_of(crew_.domain_of_team(team)); }
  std::span<std::uint32_t> names(std::size_t i) {
    Array<std::uint64_t>& words = placed_[i].words;
    return {reinterpret_cast<std::uint32_t*>(words.data()), 2 * words.size()};
  }

  Crew& crew_;
  std::vector<Placed> placed_;  // by memory of the plan; empty where nobody lives
  std::vector<int> domains_;
};

// Measures arrays of one memory and size of page, from the cores of all teams that the plan has for it.
class FromAllTeams {
 public:
  FromAllTeams(Crew& crew, const Plan& plan, const MemoryPlan& memory, PageSize pages, Lists& lists, Clock& clock,
               Probe& probe)
      : crew_(crew), plan_(plan), memory_(memory), pages_(pages), lists_(lists), clock_(clock), probe_(probe) {}

  void measure(Words words, bool largest) {
    for (const int team : memory_.teams) bandwidths(words, team);
    for (const int team : memory_.teams) scans(words, team);
    make_cycle(words, crew_);
    for (const int team : memory_.teams) {
      const Spread one_by_one = reads(words, team, follows[0]);
      probe_.latency.push_back({route(team, 1, words), inverse(one_by_one)});
      if (!largest) continue;
      probe_.in_flight.push_back({route(team, 1, words), 1, one_by_one});
      for (std::size_t i = 1; i < follows.size(); ++i)
        probe_.in_flight.push_back({route(team, 1, words), 1 << i, reads(words, team, follows[i])});
    }
  }

 private:
  Route route(int team, int threads, Words words) const {
    const int cpu = crew_.domain_of_team(team);
    return {.place = crew_.machine().memory_of(cpu) == memory_.domain ? Place::local : Place::remote,
            .cpu = cpu,
            .memory = memory_.domain,
            .threads = threads,
            .pages = pages_,
            .array_bytes = words.size_bytes()};
  }

  void bandwidths(Words words, int team) {
    std::vector<int> counts{1};
    if (crew_.team_size(team) > 1) counts.push_back(crew_.team_size(team));
    for (const Kernel& kernel : kernels) {
      for (const int threads : counts) {
        probe_.bandwidth.push_back(
            {route(team, threads, words), kernel.operation, kernel.order, bandwidth(words, team, threads, kernel)});
      }
    }
  }

  Spread bandwidth(Words words, int team, int threads, const Kernel& kernel) {
    std::vector<Cursor> all = cursors(words, threads, fresh());
    return repeat(plan_.repeats, clock_, [&](double window) {
      return rate(crew_, of_team(crew_, team, threads), window,
                  [&](int rank) { return kernel.block(words, all[static_cast<std::size_t>(rank)]); });
    });
  }

  void scans(Words words, int team) {
    const int threads = crew_.team_size(team);
    for (const std::uint64_t list_bytes : plan_.lists()) {
      std::vector<Names> names = lists_.stretches(team, threads, list_bytes);
      for (const ScanShape shape : shapes) {
        // As many words each as a power of two.
        const std::size_t owners = is_of_own_words(shape) ? std::bit_ceil(static_cast<std::size_t>(threads)) : 1;
        const std::size_t each = std::max(line_words, words.size() / owners);
        const auto words_of = [&](std::size_t rank) {
          return words.subspan(rank % owners * each % words.size(), each);
        };
        const Spread spread = repeat(plan_.repeats, clock_, [&](double window) {
          return rate(crew_, of_team(crew_, team, threads), window, [&](int rank) {
            const auto thread = static_cast<std::size_t>(rank);
            return scan_block(shape, words_of(thread), names[thread]);
          });
        });
        probe_.scans.push_back({route(team, threads, words_of(0)), shape, list_bytes, spread});
      }
    }
  }

  // Numbers that no figure had before.
  Random fresh() const {
    return Random(seed, probe_.bandwidth.size() + probe_.latency.size() + probe_.in_flight.size());
  }

  Spread reads(Words words, int team, Follow follow_some) {
    std::array<Word, in_flight_max> at;
    const Random random = fresh();
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = random.below(i, words.size() / line_words) * line_words;
    return repeat(plan_.repeats, clock_, [&](double window) {
      const double per_second =
          rate(crew_, of_team(crew_, team, 1), window, [&](int) { return follow_some(words, at); });
      consume(at);
      return per_second;
    });
  }

  Crew& crew_;
  const Plan& plan_;
  const MemoryPlan& memory_;
  PageSize pages_;
  Lists& lists_;
  Clock& clock_;
  Probe& probe_;
};

}  // namespace

// A linear congruence that visits every line
// (Hull, Dobell: Random Number Generators, SIAM Review 4, 1962), with Knuth's factor for 64 bits.
void make_cycle(std::span<std::uint64_t> words, Crew& crew) {
  const std::uint64_t lines = words.size() / line_words;
  crew.for_chunks(lines, std::uint64_t{1} << 15, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t line = begin; line < end; ++line) {
      const std::uint64_t next = (line * 6364136223846793005u + 1442695040888963407u) & (lines - 1);
      words[line * line_words] = next * line_words;
    }
  });
}

void measure_memory(Crew& crew, const Plan& plan, Clock& clock, const Watch& watch, Probe& probe) {
  bool bound = crew.machine().is_here;
  double asked = 0;
  std::optional<double> huge = 0;
  Lists lists(crew, plan, clock, watch);
  for (const MemoryPlan& memory : plan.memories) {
    for (const PageSize pages : plan.pages) {
      Placed placed = place_array(crew, memory, pages, watch);
      clock.setup_done(setup_seconds_of(memory.sizes.back(), pages));
      bound = bound && placed.bound;
      const Words words(placed.words.data(), placed.words.size());
      if (pages == PageSize::huge) {
        const std::optional<std::uint64_t> found = huge_bytes_at(words.data());
        huge = huge && found ? std::optional(*huge + static_cast<double>(*found)) : std::nullopt;
        asked += static_cast<double>(placed.words.bytes());
      }
      if (words.size_bytes() < memory.sizes.back()) {
        probe.left_out.push_back(fmt::format("the system gave no array larger than {} on node {}",
                                             bytes_text(words.size_bytes()),
                                             crew.machine().domains[static_cast<std::size_t>(memory.domain)].os_index));
      }
      FromAllTeams figures(crew, plan, memory, pages, lists, clock, probe);
      for (const std::uint64_t bytes : memory.sizes) {
        if (bytes > words.size_bytes()) break;
        figures.measure(words.first(bytes / sizeof(Word)), bytes == words.size_bytes());
      }
    }
  }
  probe.memory_bound = bound;
  if (huge && asked > 0) probe.huge_share = std::min(1.0, *huge / asked);
}

}  // namespace Atoll::probing
