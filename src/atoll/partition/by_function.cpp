// SPDX-License-Identifier: Apache-2.0
// A partitioner that the user passes as a function. It is asked once per vertex, so it need not be pure.
#include <fmt/format.h>

#include "atoll/base/atomic.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/partition/assemble.hpp"

namespace Atoll::partition {

Partition by(const Graph& graph, int parts, const std::function<int(std::uint64_t)>& owner, Crew& crew) {
  check_parts(parts);
  const Stopwatch watch;
  Array<Owner> owners(graph.vertices);
  std::uint64_t first_bad = graph.vertices;
  crew.for_chunks(graph.vertices, vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const int part = owner(v);
      if (part < 0 || part >= parts) {
        lower_shared(first_bad, v);
        return;
      }
      owners[v] = static_cast<Owner>(part);
    }
  });
  if (first_bad < graph.vertices) {
    throw Error(ErrorKind::usage,
                fmt::format("the partition function gives vertex {} to a part outside 0 .. {}", first_bad, parts - 1),
                {}, "return a part number below the number of parts");
  }
  Partition result =
      deal(IdArray::counting(0, graph.vertices), parts, graph.wide(), [&](std::uint64_t v) { return owners[v]; }, crew);
  result.strategy = "function";
  result.seconds = watch.seconds();
  return result;
}

}  // namespace Atoll::partition
