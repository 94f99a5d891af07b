// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/tree.hpp"

#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <string>

#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/atomic.hpp"

namespace Atoll::certify {
namespace {

std::string link_complaint(const IdArray& parent, std::uint64_t vertices, std::uint64_t source, std::uint64_t v) {
  const std::uint64_t p = parent[v];
  if (v == source) return p == source ? "" : "the source is not its own parent";
  if (p == parent.none()) return {};
  if (p >= vertices) return fmt::format("its parent {} is no vertex", p);
  if (p == v) return "is its own parent";
  if (parent[p] == parent.none()) return fmt::format("its parent {} is not reached", p);
  return {};
}

// Peels leaves. Each vertex waits for its children and for the scan to pass it; the last of them to come peels it and
// goes on to its parent, so a counter of children falls to -1 exactly where a vertex is peeled. What lies on a cycle,
// or above one, waits for ever.
template <class Count>
Verdict acyclic(const IdArray& parent, std::uint64_t vertices, Crew& crew) {
  constexpr Count peeled = std::numeric_limits<Count>::max();
  Array<Count> waiting(vertices);
  const auto hangs = [&](std::uint64_t v) { return parent[v] != v && parent[v] != parent.none(); };
  const auto is_last = [&](std::uint64_t v) {
    return std::atomic_ref(waiting[v]).fetch_sub(1, std::memory_order_relaxed) == 0;
  };
  crew.for_chunks(vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      if (hangs(v)) std::atomic_ref(waiting[parent[v]]).fetch_add(1, std::memory_order_relaxed);
    }
  });
  crew.for_chunks(vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t steps = 0;  // a chain may be climbed to its end from one vertex
    for (std::uint64_t v = begin; v < end; ++v) {
      for (std::uint64_t at = v; hangs(at) && is_last(at); at = parent[at]) {
        if (steps++ % vertices_per_grain == 0) crew.poll();
      }
    }
  });
  return every_vertex(vertices, crew, [&](std::uint64_t v) -> std::string {
    return hangs(v) && waiting[v] != peeled ? "its parents, or those of a vertex below it, come round in a cycle" : "";
  });
}

Verdict acyclic(const IdArray& parent, std::uint64_t vertices, Crew& crew) {
  if (vertices <= std::numeric_limits<std::uint32_t>::max()) return acyclic<std::uint32_t>(parent, vertices, crew);
  return acyclic<std::uint64_t>(parent, vertices, crew);
}

}  // namespace

Verdict tree(const IdArray& parent, std::uint64_t vertices, std::uint64_t source, Crew& crew) {
  Verdict links =
      every_vertex(vertices, crew, [&](std::uint64_t v) { return link_complaint(parent, vertices, source, v); });
  if (!links.ok) return links;
  return acyclic(parent, vertices, crew);
}

Verdict forest(const IdArray& parent, std::uint64_t vertices, Crew& crew) {
  if (parent.size() != vertices) return {false, fmt::format("{} parents for {} vertices", parent.size(), vertices)};
  const Verdict links = every_vertex(vertices, crew, [&](std::uint64_t v) -> std::string {
    return parent[v] < vertices ? "" : fmt::format("its parent {} is no vertex", parent[v]);
  });
  return links.ok ? acyclic(parent, vertices, crew) : links;
}

void bring_down(const IdArray& parent, std::uint32_t per_step, std::span<std::uint32_t> value, Crew& crew) {
  crew.for_chunks(value.size(), vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t steps = 0;  // a chain may be climbed to its end from one vertex
    const auto poll = [&] {
      if (steps++ % vertices_per_grain == 0) crew.poll();
    };
    for (std::uint64_t v = begin; v < end; ++v) {
      if (parent[v] == parent.none()) continue;
      // Up to the first vertex whose value is known, then the same way again, writing. Threads that meet write the
      // same.
      std::uint32_t above = 0;
      std::uint64_t at = v;
      for (; load_relaxed(value[at]) == no_level; at = parent[at], ++above) poll();
      std::uint32_t mine = load_relaxed(value[at]) + above * per_step;
      for (at = v; above != 0; --above, at = parent[at], mine -= per_step) {
        poll();
        store_relaxed(value[at], mine);
      }
    }
  });
}

void depths(const IdArray& parent, std::uint64_t source, std::span<std::uint32_t> level, Crew& crew) {
  crew.for_chunks(level.size(), vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) level[v] = v == source ? 0 : no_level;
  });
  bring_down(parent, 1, level, crew);
}

}  // namespace Atoll::certify
