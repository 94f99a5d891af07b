// SPDX-License-Identifier: Apache-2.0
// Thesis 3.2. Random: each vertex draws its part, so every part gets about the same mix of degrees. Hybrid: the same
// draw, then each part sorted by degree, which keeps the balance and puts the vertices that are touched most side by
// side. Invariant: for one seed both give a vertex to the same part.
#include "atoll/base/random.hpp"

#include "atoll/base/timer.hpp"
#include "atoll/graph/degree_order.hpp"
#include "atoll/partition/assemble.hpp"

namespace Atoll::partition {
namespace {

constexpr std::uint64_t owner_stream = 0x706172746974696f;  // apart from the streams of generators with the same seed

Partition draw(const Graph& graph, int parts, std::uint64_t seed, IdArray order, Crew& crew) {
  const Random draws(seed, owner_stream);
  const auto owner = [&](std::uint64_t v) { return draws.below(v, static_cast<std::uint64_t>(parts)); };
  return deal(std::move(order), parts, graph.wide(), owner, crew);
}

}  // namespace

Partition random(const Graph& graph, int parts, std::uint64_t seed, Crew& crew) {
  check_parts(parts);
  const Stopwatch watch;
  Partition result = draw(graph, parts, seed, IdArray::counting(0, graph.vertices), crew);
  result.strategy = "random";
  result.seconds = watch.seconds();
  return result;
}

Partition hybrid(const Graph& graph, int parts, std::uint64_t seed, Crew& crew) {
  check_parts(parts);
  const Stopwatch watch;
  Partition result = draw(graph, parts, seed, degree_order(graph.offsets(), graph.wide(), crew), crew);
  result.strategy = "hybrid";
  result.seconds = watch.seconds();
  return result;
}

}  // namespace Atoll::partition
