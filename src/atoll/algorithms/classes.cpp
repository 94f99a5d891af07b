// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/classes.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "atoll/algebra/monoid.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

struct Sizes {
  std::uint64_t count = 0;
  std::uint64_t largest = 0;
};

Sizes sizes_of(const IdArray& name, Crew& crew) {
  const Array<std::uint64_t> sizes = class_sizes(name, crew);
  const auto add = [&](Sizes& sum, std::uint64_t v) {
    sum.count += sizes[v] != 0 ? 1u : 0u;
    sum.largest = std::max(sum.largest, sizes[v]);
  };
  const auto join = [](Sizes& sum, const Sizes& other) {
    sum.count += other.count;
    sum.largest = std::max(sum.largest, other.largest);
  };
  return reduce<Sizes>(name.size(), add, join, crew);
}

}  // namespace

Array<std::uint64_t> class_sizes(const IdArray& name, Crew& crew) {
  Array<std::uint64_t> sizes(name.size());
  crew.for_chunks(name.size(), elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    const auto name_of = [&](std::uint64_t v) { return name[v]; };
    for_runs(begin, end, name_of, [&](std::uint64_t least, std::uint64_t first, std::uint64_t last) {
      std::atomic_ref(sizes[least]).fetch_add(last - first, std::memory_order_relaxed);
    });
  });
  return sizes;
}

void name_by_least(const kernels::SharedGraph& graph, const Array<std::uint32_t>& member, IdArray& name, Crew& crew,
                   const Watch& watch) {
  Array<std::uint32_t> least(graph.slots());  // its complement, so that it begins at zero
  graph.for_vertices(crew, watch, [&](std::uint32_t v) {
    fold_shared<Max<std::uint32_t>>(least[member[v]], ~static_cast<std::uint32_t>(graph.user(v)));
  });
  graph.for_users(crew, watch, [&](std::uint32_t slot, std::uint64_t v) { name.set(v, ~least[member[slot]]); });
}

void state_classes(Answer& answer, const std::string& column, IdArray name, Crew& crew) {
  const Sizes sizes = sizes_of(name, crew);
  answer.facts = {{"count", sizes.count}, {"largest", sizes.largest}};
  answer.columns.push_back({column, std::move(name)});
}

}  // namespace Atoll
