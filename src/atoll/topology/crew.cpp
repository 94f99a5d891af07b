// SPDX-License-Identifier: Apache-2.0
// The crew at work: the caller is its first worker, the other threads wait for the next job, meet inside it, and report
// back. Each wait spins for longer than a sleep costs, then sleeps (docs/decisions/0008). One word counts who has come
// to the meeting and who has left the job, so a worker that leaves without the meetings of the others is a bug that is
// caught and not a deadlock. Of many workers, groups are counted first, each at a word of its own: to change a word
// that all change takes each its turn.
#include "atoll/topology/crew.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <pthread.h>
#include <signal.h>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/binding.hpp"

namespace Atoll {
namespace {

constexpr int threads_max = 4096;
constexpr double spin_seconds = 200e-6;
constexpr int workers_per_group = 4;  // that are counted together (measured with 4, 8 and 16 threads)
constexpr std::uint32_t left_one =
    1 << 16;  // in Impl::attendance: one worker that left the job; below it those who came

// Thrown by meet() into the workers that wait for one who failed; never leaves run().
struct MeetingBroken {};

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

enum class Patience { spin, sleep };

// Whether `word` is no longer `old` before patience ends; what was written before the change is visible then.
bool spins_until_change(const std::atomic<std::uint32_t>& word, std::uint32_t old, Patience patience) {
  if (patience == Patience::sleep) return false;
  const double end = wall_seconds() + spin_seconds;
  do {
    for (int i = 0; i < 16; ++i) {
      if (word.load(std::memory_order_acquire) != old) return true;
      pause();
    }
  } while (wall_seconds() < end);
  return false;
}

// Waits until `word` is no longer `old`; what was written before the change is visible after.
void wait_for_change(const std::atomic<std::uint32_t>& word, std::uint32_t old, Patience patience) {
  if (!spins_until_change(word, old, patience)) word.wait(old, std::memory_order_acquire);
}

void change(std::atomic<std::uint32_t>& word) {
  word.fetch_add(1, std::memory_order_release);
  word.notify_all();
}

// Signals of the user belong to the user's threads; those that a thread raises by itself must stay.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

// Team sizes: `threads` in proportion to the processors of the domains with cores, at least one each while they last.
std::vector<int> team_sizes(const Machine& machine, int threads) {
  const auto teams = static_cast<std::size_t>(std::min(threads, machine.domains_with_cores()));
  std::vector<int> sizes(teams, 1);
  const std::int64_t spare = threads - static_cast<std::int64_t>(teams);
  for (std::int64_t i = 0; i < spare; ++i) {  // the next thread goes where there are fewest threads per processor
    std::size_t best = 0;
    for (std::size_t team = 1; team < teams; ++team) {
      const std::int64_t mine = std::int64_t{sizes[team]} * machine.domains[best].processors();
      if (mine < std::int64_t{sizes[best]} * machine.domains[team].processors()) best = team;
    }
    ++sizes[best];
  }
  return sizes;
}

// The processors of a domain in the order in which threads take them: one of every core, then the second of every core.
std::vector<int> dealing_order(const Domain& domain) {
  std::vector<int> order;
  for (std::size_t sibling = 0; order.size() < static_cast<std::size_t>(domain.processors()); ++sibling) {
    for (const Core& core : domain.cores) {
      if (sibling < core.processors.size()) order.push_back(core.processors[sibling]);
    }
  }
  return order;
}

// Where one thread of a team may run. A team that fills its cores gets a processor for each thread; a smaller or larger
// one shares the processors of its domain, so that two crews on one machine do not fight over the first core.
std::vector<int> seat(const Domain& domain, int rank, int team_size) {
  std::vector<int> order = dealing_order(domain);
  const bool fits = team_size >= static_cast<int>(domain.cores.size()) && team_size <= static_cast<int>(order.size());
  if (fits) return {order[static_cast<std::size_t>(rank)]};
  return order;
}

}  // namespace

struct Crew::Impl {
  Machine machine;
  std::vector<int> sizes;       // of the teams
  std::vector<Worker> workers;  // by index
  std::vector<std::thread> threads;
  Patience patience = Patience::sleep;
  std::vector<int> first_seat;  // of the caller while it works; empty: not pinned

  const FunctionRef<void(Worker&)>* work = nullptr;  // empty: go home
  std::atomic<bool> busy{false};
  std::exception_ptr failure;
  std::mutex failure_mutex;

  alignas(64) std::atomic<std::uint32_t> job{0};         // changes when there is work
  alignas(64) std::atomic<int> asleep{0};                // threads that wait for it and have stopped spinning
  alignas(64) std::atomic<std::uint32_t> done{0};        // changes when all are back
  alignas(64) std::atomic<int> working{0};               // groups that are not back yet, or threads
  alignas(64) std::atomic<std::uint32_t> meeting{0};     // changes when a meeting ends or breaks
  alignas(64) std::atomic<std::uint32_t> attendance{0};  // of all: came + left * left_one
  struct alignas(64) Group {
    int size = 0;
    int threads = 0;                           // of them, those that are ours
    std::atomic<std::uint32_t> attendance{0};  // as that of all, until the group is complete
    std::atomic<int> working{0};               // threads that are not back yet
  };
  std::vector<Group> groups;  // of many workers
  struct alignas(64) Share {
    std::atomic<std::uint64_t> next{0};  // chunk
  };
  alignas(64) std::vector<Share> shares;  // [thread], of the chunks that are dealt
  std::atomic<bool> broken{false};        // since the last job began; set before `meeting` changes

  Impl() = default;
  ~Impl() { dismiss(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  int size() const { return static_cast<int>(workers.size()); }
  void hire(Crew* crew, int count);
  void live(Worker& worker);
  void serve(Worker& worker);
  void fail(std::exception_ptr error);
  Group& group_of(const Worker& worker) { return groups[static_cast<std::size_t>(worker.index / workers_per_group)]; }
  bool attend(const Worker& worker, std::uint32_t amount);
  void come_back(const Worker& worker);
  void meet(const Worker& worker);
  void leave_if_broken() const;
  void run(const FunctionRef<void(Worker&)>* next);
  void work_as_first();
  void dismiss();
};

void Crew::Impl::hire(Crew* crew, int count) {
  shares = std::vector<Share>(static_cast<std::size_t>(count));
  const int grouped = count > workers_per_group ? count : 0;
  groups = std::vector<Group>(static_cast<std::size_t>((grouped + workers_per_group - 1) / workers_per_group));
  for (int i = 0; i < grouped; ++i) {
    Group& group = groups[static_cast<std::size_t>(i / workers_per_group)];
    ++group.size;
    if (i > 0) ++group.threads;
  }
  for (std::size_t team = 0; team < sizes.size(); ++team) {
    for (int rank = 0; rank < sizes[team]; ++rank) {
      workers.push_back({.crew = crew,
                         .index = size(),
                         .threads = count,
                         .team = static_cast<int>(team),
                         .teams = static_cast<int>(sizes.size()),
                         .rank_in_team = rank,
                         .team_size = sizes[team]});
    }
  }
  const SignalsBlocked inherited_by_the_threads;
  try {
    for (Worker& worker : std::span(workers).subspan(1)) threads.emplace_back([this, &worker] { live(worker); });
  } catch (const std::system_error&) {
    throw Error(ErrorKind::resource, "the system does not give us " + std::to_string(count) + " threads", {},
                "ask for fewer threads");
  }
}

void Crew::Impl::live(Worker& worker) {
  std::uint32_t seen = 0;
  for (;;) {
    if (!spins_until_change(job, seen, patience)) {
      asleep.fetch_add(1, std::memory_order_relaxed);
      job.wait(seen, std::memory_order_acquire);
      asleep.fetch_sub(1, std::memory_order_relaxed);
    }
    ++seen;
    if (work == nullptr) return;
    serve(worker);
    come_back(worker);
  }
}

void Crew::Impl::come_back(const Worker& worker) {
  if (!groups.empty() && group_of(worker).working.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  if (working.fetch_sub(1, std::memory_order_acq_rel) == 1) change(done);
}

void Crew::Impl::serve(Worker& worker) {
  try {
    (*work)(worker);
    attend(worker, left_one);
  } catch (const MeetingBroken&) {
    return;
  } catch (...) {
    fail(std::current_exception());
  }
}

// Keeps the first failure and wakes those who wait for us.
void Crew::Impl::fail(std::exception_ptr error) {
  {
    const std::lock_guard lock(failure_mutex);
    if (!failure) failure = std::move(error);
  }
  broken.store(true, std::memory_order_release);
  change(meeting);
}

// Counts me in; true when I complete the meeting.
bool Crew::Impl::attend(const Worker& worker, std::uint32_t amount) {
  const auto came = [](std::uint32_t counted) { return counted % left_one; };
  const auto left = [](std::uint32_t counted) { return counted / left_one; };
  const auto complete = [&](std::uint32_t counted, int of) {
    return came(counted) + left(counted) == static_cast<std::uint32_t>(of);
  };
  std::uint32_t ours = amount;
  if (!groups.empty()) {
    Group& group = group_of(worker);
    if (!complete(group.attendance.fetch_add(amount, std::memory_order_acq_rel) + amount, group.size)) return false;
    // Nobody of us comes again before all have. (GCC 12 doubles what it adds to, if the sum above is kept in `ours`.)
    ours = group.attendance.exchange(0, std::memory_order_relaxed);
  }
  const std::uint32_t all = attendance.fetch_add(ours, std::memory_order_acq_rel) + ours;
  if (!complete(all, size())) return false;
  const bool some_left_while_others_meet = came(all) != 0 && left(all) != 0;
  ATOLL_CHECK(!some_left_while_others_meet);
  return came(all) != 0;
}

void Crew::Impl::meet(const Worker& worker) {
  const std::uint32_t seen = meeting.load(std::memory_order_acquire);
  if (broken.load(std::memory_order_acquire)) throw MeetingBroken{};
  if (attend(worker, 1)) {
    attendance.store(0, std::memory_order_relaxed);
    change(meeting);
    return;
  }
  wait_for_change(meeting, seen, patience);
  if (broken.load(std::memory_order_acquire)) throw MeetingBroken{};
}

void Crew::Impl::leave_if_broken() const {
  if (broken.load(std::memory_order_acquire)) throw MeetingBroken{};
}

void Crew::Impl::run(const FunctionRef<void(Worker&)>* next) {
  const bool reentered = busy.exchange(true, std::memory_order_acquire);
  ATOLL_CHECK(!reentered);
  work = next;
  failure = nullptr;
  broken.store(false, std::memory_order_relaxed);
  attendance.store(0, std::memory_order_relaxed);
  for (Group& group : groups) {
    group.attendance.store(0, std::memory_order_relaxed);
    group.working.store(group.threads, std::memory_order_relaxed);
  }
  working.store(groups.empty() ? size() - 1 : static_cast<int>(groups.size()), std::memory_order_relaxed);
  const std::uint32_t seen = done.load(std::memory_order_relaxed);
  if (size() > 1) change(job);
  work_as_first();
  if (size() > 1) wait_for_change(done, seen, patience);
  const std::exception_ptr error = std::exchange(failure, nullptr);
  busy.store(false, std::memory_order_release);
  if (error) std::rethrow_exception(error);
}

void Crew::Impl::work_as_first() {
  const binding::BoundThread seated(first_seat);
  serve(workers.front());
}

void Crew::Impl::dismiss() {
  work = nullptr;
  change(job);
  for (std::thread& thread : threads) thread.join();
  threads.clear();
}

Crew::Crew(const Machine& machine, CrewOptions options) : impl_(std::make_unique<Impl>()), watch_(options.watch) {
  if (options.threads < 0 || options.threads > threads_max) {
    throw Error(ErrorKind::usage, "cannot work with " + std::to_string(options.threads) + " threads", {},
                "choose 1 to " + std::to_string(threads_max) + ", or 0 for one per processor");
  }
  ATOLL_CHECK(machine.domains_with_cores() > 0);
  const int threads = std::min(threads_max, options.threads != 0 ? options.threads : machine.processors());
  const int available = binding::processors_available();
  impl_->machine = machine;
  impl_->sizes = team_sizes(machine, threads);
  impl_->patience = threads <= available ? Patience::spin : Patience::sleep;
  impl_->hire(this, threads);
  if (!options.pin || !machine.is_here) return;
  const auto seat_of = [&](const Worker& worker) {
    return seat(impl_->machine.domains[static_cast<std::size_t>(worker.team)], worker.rank_in_team, worker.team_size);
  };
  const std::vector<int> first = seat_of(impl_->workers.front());
  std::atomic<bool> all{binding::BoundThread(first).bound()};
  run([&](Worker& me) {
    if (me.index != 0 && binding::bind_this_thread(seat_of(me)) != 0) all = false;
  });
  if (all) impl_->first_seat = first;
}

Crew::~Crew() = default;

const Machine& Crew::machine() const { return impl_->machine; }
int Crew::threads() const { return impl_->size(); }
int Crew::teams() const { return static_cast<int>(impl_->sizes.size()); }
int Crew::team_size(int team) const { return impl_->sizes[static_cast<std::size_t>(team)]; }
int Crew::domain_of_team(int team) const { return team; }  // the domains with cores come first
bool Crew::pinned() const { return !impl_->first_seat.empty(); }
const std::vector<int>& Crew::seat_of_caller() const { return impl_->first_seat; }
bool Crew::awake() const {
  return impl_->patience == Patience::spin && impl_->asleep.load(std::memory_order_relaxed) == 0;
}

int Crew::team_of_part(int part, int parts) const {
  return static_cast<int>(std::int64_t{part} * teams() / std::max(1, parts));
}

int Crew::home_of_part(int part, int parts) const {
  return machine().memory_of(domain_of_team(team_of_part(part, parts)));
}

void Crew::run(FunctionRef<void(Worker&)> work) { impl_->run(&work); }

// A thread begins with the chunks that fall to it in every such loop over so much: what it left in its caches, or first
// wrote and so has near, it finds again. Then it helps the others.
void Crew::for_chunks(std::uint64_t count, std::uint64_t grain, FunctionRef<void(std::uint64_t, std::uint64_t)> work) {
  if (count == 0) return;
  if (grain == 0) grain = 1;
  if (count <= grain) return work(0, count);
  const std::uint64_t chunks = (count - 1) / grain + 1;
  const auto threads = static_cast<std::uint64_t>(impl_->size());
  const auto first_of = [=](std::uint64_t share) {
    return chunks / threads * share + std::min(share, chunks % threads);
  };
  for (std::uint64_t share = 0; share < threads; ++share) impl_->shares[share].next = first_of(share);
  run([&](Worker& me) {
    for (std::uint64_t i = 0; i < threads; ++i) {
      const std::uint64_t share = (static_cast<std::uint64_t>(me.index) + i) % threads;
      const std::uint64_t end = first_of(share + 1);
      std::atomic<std::uint64_t>& next = impl_->shares[share].next;
      while (next.load(std::memory_order_relaxed) < end) {
        const std::uint64_t chunk = next.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= end) break;
        try {
          poll();
          work(chunk * grain, std::min(grain, count - chunk * grain) + chunk * grain);
        } catch (...) {
          for (std::uint64_t other = 0; other < threads; ++other) impl_->shares[other].next = chunks;
          throw;
        }
      }
    }
  });
}

void Worker::meet() { crew->impl_->meet(*this); }

void Worker::leave_if_broken() { crew->impl_->leave_if_broken(); }

}  // namespace Atoll
