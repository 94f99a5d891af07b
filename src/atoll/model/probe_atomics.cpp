// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/probe_atomics.hpp"

#include <algorithm>
#include <atomic>

#include "atoll/base/array.hpp"
#include "atoll/model/probe_sample.hpp"

namespace Atoll::probing {
namespace {

constexpr int block_operations = 128;  // between two looks at the clock
constexpr int meetings_first = 16;
constexpr double meetings_max = 1e6;

struct alignas(128) Slot {  // two cache lines, for some processors fetch the neighbour too
  std::uint64_t word;
};

std::uint64_t add(std::uint64_t& word) {
  const std::atomic_ref<std::uint64_t> shared(word);
  for (int i = 0; i < block_operations; ++i) shared.fetch_add(1, std::memory_order_relaxed);
  return block_operations;
}

// One attempt after the other, of which those that succeed count.
std::uint64_t compare_and_swap(std::uint64_t& word) {
  const std::atomic_ref<std::uint64_t> shared(word);
  std::uint64_t succeeded = 0;
  std::uint64_t seen = shared.load(std::memory_order_relaxed);
  for (int i = 0; i < block_operations; ++i) {
    if (shared.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) {
      ++succeeded;
      ++seen;
    }
  }
  return succeeded;
}

// Seconds of a meeting of all threads.
double meeting_seconds(Crew& crew, int meetings) {
  double seconds = 0;
  crew.run([&](Worker& me) {
    me.meet();
    const Stopwatch watch;
    for (int i = 0; i < meetings; ++i) me.meet();
    if (me.index == 0) seconds = watch.seconds() / meetings;
  });
  return seconds;
}

}  // namespace

void measure_atomics(Crew& crew, const Plan& plan, Clock& clock, Probe& probe) {
  Array<Slot> slots(static_cast<std::size_t>(crew.threads()));
  for (const AtomicOperation operation : {AtomicOperation::add, AtomicOperation::compare_and_swap}) {
    const auto work = operation == AtomicOperation::add ? add : compare_and_swap;
    for (const Line line : {Line::shared, Line::own}) {
      for (const int threads : doubling(crew.threads())) {
        const auto slot_of = [&](int rank) { return line == Line::shared ? 0 : static_cast<std::size_t>(rank); };
        const Spread spread = repeat(plan.repeats, clock, [&](double window) {
          return rate(crew, {.first = 0, .count = threads}, window,
                      [&](int rank) { return work(slots[slot_of(rank)].word); });
        });
        probe.atomics.push_back({operation, line, threads, spread});
      }
    }
  }
}

void measure_barrier(Crew& crew, const Plan& plan, Clock& clock, Probe& probe) {
  const double about = std::max(meeting_seconds(crew, meetings_first), 1e-9);
  const Spread spread = repeat(plan.repeats, clock, [&](double window) {
    return meeting_seconds(crew, static_cast<int>(std::clamp(window / about, 1.0, meetings_max)));
  });
  probe.barrier = {.threads = crew.threads(), .seconds = spread};
}

}  // namespace Atoll::probing
