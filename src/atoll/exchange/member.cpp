// SPDX-License-Identifier: Apache-2.0
#include "atoll/exchange/member.hpp"

#include <algorithm>

namespace Atoll {

Member::Member(Worker& worker, Dealer& dealer, const Decks& all_decks, const Dealing& dealing, const Watch& watch,
               int parts)
    : decks(all_decks),
      worker_(worker),
      dealer_(dealer),
      dealing_(dealing),
      watch_(watch),
      work_(static_cast<std::size_t>(parts)) {
  while (last_ < parts && worker.crew->team_of_part(last_, parts) < worker.team) ++last_;
  first_ = last_;
  while (last_ < parts && worker.crew->team_of_part(last_, parts) == worker.team) ++last_;
}

void Member::phase(Effort effort, FunctionRef<void(int)> visit) {
  begin_phase();
  for (int i = 0; i < last_ - first_; ++i) {
    const int part = visited(i);
    visit(part);
    lap(effort, part);
  }
}

void Member::share(std::size_t deck, std::uint64_t count, FunctionRef<void(std::uint64_t, std::uint64_t)> work) {
  constexpr std::uint64_t hands = 8;  // for each of the team, where pieces are smaller than the price of one
  const std::uint64_t all_hands = hands * static_cast<std::uint64_t>(worker_.team_size);
  std::uint64_t hand = 1;
  if (dealing_ == Dealing::by_hand) hand = std::max<std::uint64_t>(1, count / all_hands);
  if (dealing_ == Dealing::whole) hand = count;
  for (std::uint64_t first; (first = dealer_.take(deck, phase_, count, hand)) != Dealer::none;) {
    watch_.poll();
    work(first, std::min(first + hand, count));
  }
}

void Member::share_range(std::size_t deck, std::uint64_t count, std::uint64_t grain,
                         FunctionRef<void(std::uint64_t, std::uint64_t)> work) {
  share(deck, (count + grain - 1) / grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t piece = first; piece < last; ++piece) work(piece * grain, std::min((piece + 1) * grain, count));
  });
}

void Member::lap(Effort effort, int part) {
  const double now = thread_cpu_seconds();
  work(part).cpu_seconds[static_cast<std::size_t>(effort)] += now - cpu_;
  cpu_ = now;
}

}  // namespace Atoll
