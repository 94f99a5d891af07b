// SPDX-License-Identifier: Apache-2.0
// The crew: all our threads, pinned and persistent, one team per domain; the caller's is one of them while it waits, and
// then goes back to the processors it had. Work is SPMD: every worker runs the same
// function and meets the others; there is no fork and join inside. Parts are dealt to teams; a team may serve several
// parts. Invariant: a worker that throws breaks the meeting, so the others leave too and run() rethrows the first.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "atoll/base/function_ref.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/topology/machine.hpp"

namespace Atoll {

class Crew;

// [begin, end) of [0, count).
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
// What number `index` of `of` gets, where all get as much.
constexpr Stretch stretch_of(std::uint64_t count, int index, int of) {
  const auto bound = [&](int i) { return count * static_cast<std::uint64_t>(i) / static_cast<std::uint64_t>(of); };
  return {bound(index), bound(index + 1)};
}

// One thread of the crew, as seen by the code it runs.
struct Worker {
  Crew* crew = nullptr;
  int index = 0;    // 0 .. threads-1 in the crew
  int threads = 1;  // of the crew
  int team = 0;     // my team, 0 .. teams-1
  int teams = 1;
  int rank_in_team = 0;  // 0 .. team_size-1
  int team_size = 1;

  Stretch stretch_of(std::uint64_t count) const { return Atoll::stretch_of(count, index, threads); }  // mine

  // Waits until every worker of the crew has come: spins briefly, then sleeps. Later reads see all earlier writes.
  void meet();

  // For a worker that waits by other means than meet(): leaves, as meet() would, if another one failed.
  void leave_if_broken();
};

struct CrewOptions {
  int threads = 0;  // 0: one per allowed processor. More than processors is allowed and still makes progress.
  // Bind the threads to their domain, where the machine is here and binding is allowed: a team that fills its cores
  // gets a processor for each thread, a smaller or larger one shares the domain's.
  bool pin = true;
  const Watch* watch = nullptr;  // polled by for_chunks: whatever the crew does can be stopped; must outlive the crew
};

class Crew {
 public:
  // Threads are spread over the domains with cores in proportion to their processors; with fewer threads than domains
  // only the first domains get a team. Throws Error(usage) for threads < 0 or more than 4096.
  explicit Crew(const Machine& machine, CrewOptions options = {});
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  const Machine& machine() const;
  int threads() const;
  int teams() const;
  int team_size(int team) const;
  int domain_of_team(int team) const;  // index into machine().domains where the team's threads run
  bool pinned() const;                 // every thread is bound to its domain
  // The processors of the caller's thread during a run; empty: it is not bound.
  const std::vector<int>& seat_of_caller() const;
  // Whether no thread sleeps, so that a run would begin at once: a guess, for who decides whether little work is shared.
  bool awake() const;

  // Parts are dealt to teams in contiguous blocks: part p of P belongs to team p * teams / P.
  int team_of_part(int part, int parts) const;
  // Index of the domain that should hold the memory of a part: Machine::memory_of the domain of its team.
  int home_of_part(int part, int parts) const;

  // What the crew was given to poll, or one that nobody stops.
  const Watch& watch() const {
    static const Watch nobody;
    return watch_ != nullptr ? *watch_ : nobody;
  }
  // Throws Error(cancelled) if the crew's watch says so; for long work by one thread.
  void poll() const {
    if (watch_ != nullptr) watch_->poll();
  }

  // Runs work(worker) on every thread, returns when all are back, rethrows the first exception. Not reentrant; that,
  // and a worker that returns while others wait for it in meet(), is a bug of the caller and aborts.
  void run(FunctionRef<void(Worker&)> work);

  // work(begin, end) over [0, count) in chunks of `grain`, the last one smaller. Each thread has a share of them, the
  // same in every loop of this count and grain, and when it is done helps others; a share begins in ascending order.
  // The first exception stops the dealing and is rethrown, a cancel by the crew's watch too. Runs in the caller when
  // count <= grain.
  void for_chunks(std::uint64_t count, std::uint64_t grain, FunctionRef<void(std::uint64_t, std::uint64_t)> work);

 private:
  friend struct Worker;
  struct Impl;
  std::unique_ptr<Impl> impl_;
  const Watch* watch_ = nullptr;
};

}  // namespace Atoll
