// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/integer_ids.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>
#include <utility>
#include <variant>

#include "atoll/base/hash_seed.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/binary/load.hpp"
#include "atoll/graph/parallel_sort.hpp"
#include "atoll/graph/read/assemble.hpp"
#include "atoll/topology/ranked_bits.hpp"

namespace Atoll::reading {
namespace {

// visit(ids) over pieces of both columns of every chunk, in parallel; prepare(count) comes before each `count` ids.
template <class Prepare, class Visit>
void for_all_ids(RawEdges& raw, const Job& job, const Prepare& prepare, const Visit& visit) {
  const auto column = [&](const auto& ids) {
    const std::uint64_t stride = edges_per_chunk * static_cast<std::uint64_t>(job.crew.threads()) * 4;
    for (std::uint64_t begin = 0; begin < ids.size(); begin += stride) {
      job.watch.poll();
      const std::span some = std::span(ids).subspan(begin, std::min<std::uint64_t>(stride, ids.size() - begin));
      prepare(some.size());
      job.crew.for_chunks(some.size(), edges_per_chunk,
                          [&](std::uint64_t first, std::uint64_t last) { visit(some.subspan(first, last - first)); });
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

  void reserve(std::uint64_t, Crew&) {}

  template <class Id>
  void add(std::span<const Id> ids) {
    for (const Id id : ids) marks_.mark(id);
  }

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
  void reserve(std::uint64_t more, Crew& crew) {
    const std::uint64_t wanted = std::bit_ceil(2 * (size_.load(std::memory_order_relaxed) + more));
    if (wanted <= slots_.size()) return;
    const Array<std::uint64_t> old = std::exchange(slots_, Array<std::uint64_t>(wanted));
    crew.for_chunks(old.size(), edges_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t slot = begin; slot < end; ++slot) {
        if (old[slot] != 0) insert(old[slot]);
      }
    });
  }

  template <class Id>
  void add(std::span<const Id> ids) {
    std::uint64_t fresh = 0;
    for (const Id id : ids) fresh += insert(std::uint64_t{id} + 1) ? 1u : 0u;
    size_.fetch_add(fresh, std::memory_order_relaxed);
  }

  std::uint64_t finish(Crew& crew) {
    sorted_ = keys(crew);
    parallel_sort<std::uint64_t>(
        sorted_.size(), [&](std::uint64_t i) { return sorted_[i]; },
        [&](std::uint64_t i, std::uint64_t key) { sorted_[i] = key - 1; }, crew);
    ranks_ = Array<std::uint64_t>(slots_.size());
    crew.for_chunks(sorted_.size(), edges_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) ranks_[slot_of(sorted_[i] + 1)] = i;
    });
    return sorted_.size();
  }

  std::uint64_t rank(std::uint64_t id) const { return ranks_[slot_of(id + 1)]; }

  std::uint64_t smallest() const { return sorted_[0]; }
  Array<std::uint64_t> take(Crew&) { return std::move(sorted_); }

 private:
  std::uint64_t mask() const { return slots_.size() - 1; }
  std::uint64_t first_slot(std::uint64_t key) const { return mix64(key ^ seed_) & mask(); }

  // Whether the key is new. By any thread.
  bool insert(std::uint64_t key) {
    for (std::uint64_t slot = first_slot(key);; slot = (slot + 1) & mask()) {
      std::atomic_ref<std::uint64_t> place(slots_[slot]);
      std::uint64_t seen = place.load(std::memory_order_relaxed);
      if (seen == 0 && place.compare_exchange_strong(seen, key, std::memory_order_relaxed)) return true;
      if (seen == key) return false;
    }
  }

  // Where a key is that was inserted.
  std::uint64_t slot_of(std::uint64_t key) const {
    std::uint64_t slot = first_slot(key);
    while (slots_[slot] != key) slot = (slot + 1) & mask();
    return slot;
  }

  // All of them, in an order that depends on the threads.
  Array<std::uint64_t> keys(Crew& crew) const {
    Array<std::uint64_t> found(size_.load(std::memory_order_relaxed));
    std::atomic<std::uint64_t> next{0};
    crew.for_chunks(slots_.size(), edges_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      const std::span slots = std::span(slots_).subspan(begin, end - begin);
      const auto empty = static_cast<std::uint64_t>(std::ranges::count(slots, std::uint64_t{0}));
      std::uint64_t* const place = found.data() + next.fetch_add(slots.size() - empty, std::memory_order_relaxed);
      std::ranges::copy_if(slots, place, [](std::uint64_t key) { return key != 0; });
    });
    return found;
  }

  const std::uint64_t seed_ = hash_seed();
  Array<std::uint64_t> slots_{1024};
  Array<std::uint64_t> ranks_;
  Array<std::uint64_t> sorted_;
  std::atomic<std::uint64_t> size_{0};
};

// Renames the ids to their ranks; what is left to do is known by the result.
template <class Ids>
Assembly compact(Ids&& ids, RawEdges& raw, const std::string& name, const Job& job) {
  for_all_ids(raw, job, [&](std::uint64_t count) { ids.reserve(count, job.crew); }, [&](auto some) { ids.add(some); });
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
