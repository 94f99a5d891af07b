// SPDX-License-Identifier: Apache-2.0
// How programs are executed, for who does not compile them: those of the catalog are compiled in runs/, once, and once
// more for runs that are counted. Other programs include executor.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "atoll/base/error.hpp"
#include "atoll/engine/run.hpp"
#include "atoll/exchange/kind.hpp"
#include "atoll/model/adviser.hpp"
#include "atoll/model/probe.hpp"

namespace Atoll {

struct Execution {
  std::optional<ExchangeKind> exchange = {};  // none: the cheapest by the model; in one address space 0-Box
  Steering steering = {};
  std::shared_ptr<const Probe> probe = {};         // for the model; none: the machine of the thesis
  std::function<void(const Model&)> explain = {};  // hears it, and has a run without a choice forecast too
  std::uint64_t rounds_max = ~std::uint64_t{0};
  bool counted = false;  // accesses to memory are counted (PartStatistics::accesses)
};

// What a run leaves behind: its statistics and the last round. The values are handed over while they exist.
template <Program P>
struct Executed {
  RunStatistics statistics;
  typename Traits<P>::Round round;
};

template <Program P>
using Take = std::function<void(const DomainArray<typename P::Value>& values)>;

// Runs programs of one type.
template <Program P>
struct Executor {
  static Executed<P> run(const P& program, const Layout& layout, const Execution& execution, Crew& crew,
                         const Watch& watch, const Take<P>& take);
  // One that a user can choose; in one address space 0-Box or bins (shares_slots).
  static std::unique_ptr<Carrier> carrier(ExchangeKind kind, Run<P>& run);
};

#ifdef ATOLL_WITHOUT_COUNTING
inline constexpr bool can_count = false;
#else
inline constexpr bool can_count = true;
#endif

// Runs the program; then take(values) may copy them out of the parts. What it copies them to, it allocates: what the run
// needed beside its values is free by then.
template <Program P>
Executed<P> execute(const P& program, const Layout& layout, const Execution& execution, Crew& crew, const Watch& watch,
                    const Take<P>& take) {
  if (!execution.counted) return Executor<P>::run(program, layout, execution, crew, watch, take);
  if constexpr (can_count) {
    const auto executed = Executor<Counted<P>>::run(Counted<P>{program}, layout, execution, crew, watch, take);
    return {executed.statistics, executed.round};
  } else {
    throw Error(ErrorKind::usage, "this build does not count accesses", {}, "build it with ATOLL_COUNTING");
  }
}

// set(user id, value) for every vertex, in parallel.
template <class Value, class Set>
void collect(const Layout& layout, const DomainArray<Value>& values, Crew& crew, Set&& set) {
  for (int part = 0; part < layout.parts(); ++part) {
    const auto p = static_cast<std::size_t>(part);
    const std::span<const Value> mine = values[part];
    const IdArray& ids = layout.names(part);
    crew.for_chunks(mine.size(), 1u << 15, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) set(ids[layout.own_id_first[p] + v], mine[v]);
    });
  }
}

// The exchanges of a run, in the order in which its adviser knows them, and its options. Throws Error(usage) if the
// layout cannot carry the one that was asked for.
std::span<const ExchangeKind> exchanges_of(const Execution& execution, const Layout& layout);
RunOptions options_of(const Execution& execution, const ProgramShape& program, const Layout& layout, Crew& crew);

}  // namespace Atoll
