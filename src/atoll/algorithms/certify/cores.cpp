// SPDX-License-Identifier: Apache-2.0
// Why the rules suffice. Who has core number k or more has k such neighbours, so these vertices are a k-core: no number
// is too high. And level by level, the lower ones gone and the higher ones there, each level can be taken apart so that
// everyone has at most k neighbours when it goes: in a subgraph where all have more, the first of them to go would have
// had more, so no number is too low. The levels do not touch each other's counts: all are taken apart at once.
#include <atomic>
#include <fmt/format.h>
#include <string>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/kernels/cores/neighbours.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::certify {
namespace {

class Levels {
 public:
  Levels(const Layout& layout, std::span<const std::uint32_t> core, Crew& crew)
      : graph_(layout, layout.any_view()),
        crew_(crew),
        core_(graph_.slots()),
        surplus_(core_.size()),
        below_(core_.size()) {
    each([&](std::uint32_t v, std::uint64_t user) { core_[v] = core[user]; });
  }

  Verdict not_too_high() const {
    return every_vertex(graph_.vertices(), crew_, [&](std::uint64_t user) -> std::string {
      const std::uint32_t v = graph_.slot_of(user);
      const std::uint32_t count = not_lower(v);
      if (count >= core_[v]) return {};
      return fmt::format("core number {}, but only {} neighbours have that or more", core_[v], count);
    });
  }

  // A vertex waits for its surplus of neighbours of its own level to go, and for the scan to pass it. The last of them
  // to come takes it away and goes on to its neighbours: who is free by that lies on a stack linked through `below_`.
  Verdict not_too_low() {
    each([&](std::uint32_t v, std::uint64_t) { surplus_[v] = static_cast<std::int32_t>(not_lower(v) - core_[v] + 1); });
    each([&](std::uint32_t first, std::uint64_t) {
      std::uint32_t top = none;
      release(first, top);
      for (std::uint64_t gone = 0; top != none; ++gone) {  // all may go from here on
        if (gone % vertices_per_grain == 0) crew_.poll();
        const std::uint32_t v = top;
        top = below_[v];
        kernels::for_neighbours(v, graph_[v], [&](std::uint32_t w) {
          if (core_[w] == core_[v]) release(w, top);
        });
      }
    });
    return every_vertex(graph_.vertices(), crew_, [&](std::uint64_t user) -> std::string {
      const std::uint32_t v = graph_.slot_of(user);
      if (surplus_[v] <= 0) return {};
      return fmt::format("core number {}, but it is in a core of {} neighbours each", core_[v], core_[v] + 1);
    });
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // visit(slot, user's vertex) for all vertices.
  template <class F>
  void each(F&& visit) {
    crew_.for_chunks(graph_.vertices(), vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t user = begin; user < end; ++user) visit(graph_.slot_of(user), user);
    });
  }

  // Neighbours of at least its core number.
  std::uint32_t not_lower(std::uint32_t v) const {
    std::uint32_t count = 0;
    kernels::for_neighbours(v, graph_[v], [&](std::uint32_t w) { count += core_[w] >= core_[v] ? 1u : 0u; });
    return count;
  }

  void release(std::uint32_t v, std::uint32_t& top) {
    if (std::atomic_ref(surplus_[v]).fetch_sub(1, std::memory_order_relaxed) != 1) return;
    below_[v] = top;
    top = v;
  }

  const kernels::SharedGraph graph_;
  Crew& crew_;
  Array<std::uint32_t> core_;    // [slot]
  Array<std::int32_t> surplus_;  // [slot]: 0 or less: it is gone
  Array<std::uint32_t> below_;   // [slot]
};

}  // namespace

Verdict cores(const Layout& layout, std::span<const std::uint32_t> core, Crew& crew) {
  if (core.size() != layout.vertices)
    return {false, fmt::format("{} core numbers for {} vertices", core.size(), layout.vertices)};
  Levels levels(layout, core, crew);
  const Verdict verdict = levels.not_too_high();
  return verdict.ok ? levels.not_too_low() : verdict;
}

}  // namespace Atoll::certify
