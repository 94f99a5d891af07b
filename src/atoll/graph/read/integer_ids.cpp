// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/integer_ids.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>
#include <variant>

#include "atoll/base/random.hpp"
#include "atoll/graph/binary/load.hpp"
#include "atoll/graph/parallel_sort.hpp"
#include "atoll/graph/read/assemble.hpp"
#include "atoll/topology/ranked_bits.hpp"

namespace Atoll::reading {
namespace {

// visit(id) over both columns of every chunk, in parallel; prepare(count) comes before each `count` of them.
template <class Prepare, class Visit>
void for_all_ids(RawEdges& raw, const Job& job, const Prepare& prepare, const Visit& visit) {
  const auto column = [&](const auto& ids) {
    const std::uint64_t stride = edges_per_chunk * static_cast<std::uint64_t>(job.crew.threads()) * 4;
    for (std::uint64_t begin = 0; begin < ids.size(); begin += stride) {
      job.watch.poll();
      const std::uint64_t count = std::min<std::uint64_t>(stride, ids.size() - begin);
      prepare(count);
      job.crew.for_chunks(count, edges_per_chunk, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t e = begin + first; e < begin + last; ++e) visit(std::uint64_t{ids[e]});
      });
    }
  };
  for (RawEdges::Chunk& chunk : raw.chunks) {
    std::visit([&](const auto& list) { column(list.source), column(list.target); }, chunk);
  }
}

// Marks over 0 .. largest; the rank of an id is the number of marks before it.
class DenseIds {
 public:
  explicit DenseIds(std::uint64_t largest) : marks_(largest + 1) {}

  void reserve(std::uint64_t) {}
  void add(std::uint64_t id) { marks_.mark(id); }

  std::uint64_t finish(Crew& crew) {
    marks_.count(crew);
    return marks_.marks();
  }

  std::uint64_t smallest() const { return marks_.first(); }
  std::uint64_t rank(std::uint64_t id) const { return marks_.below(id); }

  // The ids by rank.
  Array<std::uint64_t> take(Crew& crew) const {
    Array<std::uint64_t> ids(marks_.marks());
    marks_.for_each(crew, [&](std::uint64_t id, std::uint64_t rank) { ids[rank] = id; });
    return ids;
  }

 private:
  RankedBits marks_;
};

// Open addressing, at most half full; a slot holds id + 1, the rank beside it once they are sorted.
class SparseIds {
 public:
  // Makes room for `more` ids that may all be new. Not while others add.
  void reserve(std::uint64_t more) {
    const std::uint64_t wanted = std::bit_ceil(2 * (size_.load(std::memory_order_relaxed) + more));
    if (wanted <= slots_.size()) return;
    const Array<std::uint64_t> old = std::exchange(slots_, Array<std::uint64_t>(wanted));
    for (const std::uint64_t key : old) {
      if (key != 0) slots_[slot_of(key)] = key;
    }
  }

  void add(std::uint64_t id) {
    const std::uint64_t key = id + 1;
    for (std::uint64_t slot = mix64(key) & mask();; slot = (slot + 1) & mask()) {
      std::atomic_ref<std::uint64_t> place(slots_[slot]);
      std::uint64_t seen = place.load(std::memory_order_relaxed);
      if (seen == 0 && place.compare_exchange_strong(seen, key, std::memory_order_relaxed)) {
        size_.fetch_add(1, std::memory_order_relaxed);
        return;
      }
      if (seen == key) return;
    }
  }

  std::uint64_t finish(Crew& crew) {
    const std::uint64_t count = size_.load(std::memory_order_relaxed);
    sorted_ = Array<std::uint64_t>(count);
    std::uint64_t next = 0;
    for (const std::uint64_t key : slots_) {
      if (key != 0) sorted_[next++] = key - 1;
    }
    parallel_sort<std::uint64_t>(
        count, [&](std::uint64_t i) { return sorted_[i]; }, [&](std::uint64_t i, std::uint64_t id) { sorted_[i] = id; },
        crew);
    ranks_ = Array<std::uint64_t>(slots_.size());
    crew.for_chunks(count, edges_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) ranks_[slot_of(sorted_[i] + 1)] = i;
    });
    return count;
  }

  std::uint64_t rank(std::uint64_t id) const { return ranks_[slot_of(id + 1)]; }

  std::uint64_t smallest() const { return sorted_[0]; }
  Array<std::uint64_t> take(Crew&) { return std::move(sorted_); }

 private:
  std::uint64_t mask() const { return slots_.size() - 1; }

  // Where a key is, or would go.
  std::uint64_t slot_of(std::uint64_t key) const {
    std::uint64_t slot = mix64(key) & mask();
    while (slots_[slot] != 0 && slots_[slot] != key) slot = (slot + 1) & mask();
    return slot;
  }

  Array<std::uint64_t> slots_{1024};
  Array<std::uint64_t> ranks_;
  Array<std::uint64_t> sorted_;
  std::atomic<std::uint64_t> size_{0};
};

// Renames the ids to their ranks; what is left to do is known by the result.
template <class Ids>
Assembly compact(Ids&& ids, RawEdges& raw, const std::string& name, const Job& job) {
  for_all_ids(raw, job, [&](std::uint64_t count) { ids.reserve(count); }, [&](std::uint64_t id) { ids.add(id); });
  const std::uint64_t vertices = ids.finish(job.crew);
  const bool wide = wide_ids(job.options, vertices, name);
  const std::uint64_t first = ids.smallest();
  if (raw.largest_id - first + 1 != vertices) {
    rename_ids(raw, wide, [&](std::uint64_t id) { return ids.rank(id); }, job);
    return {.vertices = vertices, .labels = Labels::integers(ids.take(job.crew))};
  }
  if (first != 0) rename_ids(raw, wide, [first](std::uint64_t id) { return id - first; }, job);
  return {.vertices = vertices, .labels = Labels::counting_from(first)};
}

}  // namespace

Graph build_compacted(RawEdges&& raw, const std::string& name, const Job& job) {
  if (raw.edges == 0) return assemble(std::move(raw), {}, name, job);
  // A bitmap costs at most 4 bytes per edge, half of what the edges do.
  const bool dense = raw.largest_id / 32 <= raw.edges + (std::uint64_t{1} << 18);
  Assembly assembly = dense ? compact(DenseIds(raw.largest_id), raw, name, job) : compact(SparseIds(), raw, name, job);
  return assemble(std::move(raw), std::move(assembly), name, job);
}

}  // namespace Atoll::reading
