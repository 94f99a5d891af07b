// SPDX-License-Identifier: Apache-2.0
// String ids, collected by many threads at once. A name gets a handle when it is first met, whoever meets it first; its
// rank, the vertex, is the order of first appearance in the file. Invariant: ranks do not depend on the threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "atoll/base/array.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::reading {

class Names {
 public:
  Names();
  ~Names();

  // The handle of a name. `position` grows with the place in the file.
  std::uint64_t add(std::string_view name, std::uint64_t position);

  std::uint64_t count() const;
  // [largest handle + 1]: the rank of every handle. Only after all are added.
  Array<std::uint64_t> ranks(Crew& crew) const;
  // The names by rank.
  Labels labels(const Array<std::uint64_t>& ranks, Crew& crew) const;

 private:
  struct Shard;

  // visit(rank, name), by any thread.
  template <class Visit>
  void for_each(const Array<std::uint64_t>& ranks, Crew& crew, const Visit& visit) const;

  std::unique_ptr<Shard[]> shards_;
};

}  // namespace Atoll::reading
