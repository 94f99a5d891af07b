// SPDX-License-Identifier: Apache-2.0
// The ends of the arcs, counted again: one side after the other, so that one array of counters is enough.
#include <atomic>
#include <fmt/format.h>
#include <string>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::certify {
namespace {

// end(u, v): the end of arc (u, v) that counts.
template <class End>
Verdict counted(const Layout& layout, std::span<const std::uint64_t> degree, const std::string& name, End end,
                Crew& crew) {
  if (degree.size() != layout.vertices) {
    return {false, fmt::format("{} {}s for {} vertices", degree.size(), name, layout.vertices)};
  }
  Array<std::uint64_t> count(layout.vertices);
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
    std::atomic_ref(count[end(u, v)]).fetch_add(1, std::memory_order_relaxed);
  });
  return every_vertex(layout.vertices, crew, [&](std::uint64_t v) -> std::string {
    if (count[v] == degree[v]) return {};
    return fmt::format("{} {}, but it has {} arcs", name, degree[v], count[v]);
  });
}

}  // namespace

Verdict degrees(const Layout& layout, std::span<const std::uint64_t> in, std::span<const std::uint64_t> out,
                Crew& crew) {
  const Verdict verdict = counted(layout, in, "in-degree", [](std::uint64_t, std::uint64_t v) { return v; }, crew);
  if (!verdict.ok) return verdict;
  return counted(layout, out, "out-degree", [](std::uint64_t u, std::uint64_t) { return u; }, crew);
}

}  // namespace Atoll::certify
