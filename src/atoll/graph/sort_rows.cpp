// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/sort_rows.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <span>
#include <type_traits>

#include "atoll/graph/parallel_sort.hpp"
#include "atoll/graph/radix_sort.hpp"

namespace Atoll {
namespace {

constexpr std::size_t radix_row = 64;  // from here on digits cost less than comparisons that are mispredicted
constexpr std::uint64_t long_row = std::uint64_t{1} << 18;

// An arc as it is sorted: the target alone, both halves of a word, or a pair.
template <class Id, class Payload>
struct Pair {
  Id target;
  Payload payload;
  auto operator<=>(const Pair&) const = default;
};

template <class Id, class Payload>
struct Rows {
  using Entry =
      std::conditional_t<std::is_same_v<Payload, Nothing>, Id,
                         std::conditional_t<sizeof(Id) + sizeof(Payload) == 8, std::uint64_t, Pair<Id, Payload>>>;
  Id* targets;
  Payload* payload;
  WeightOrder order;

  Entry load(std::uint64_t i) const {
    if constexpr (std::is_same_v<Payload, Nothing>) {
      return targets[i];
    } else if constexpr (std::is_same_v<Entry, std::uint64_t>) {
      return std::uint64_t{targets[i]} << 32 | order.key(payload[i]);
    } else if constexpr (std::is_same_v<Payload, std::uint32_t>) {
      return {targets[i], order.key(payload[i])};
    } else {
      return {targets[i], payload[i]};
    }
  }

  void store(std::uint64_t i, const Entry& x) const {
    if constexpr (std::is_same_v<Payload, Nothing>) {
      targets[i] = x;
    } else if constexpr (std::is_same_v<Entry, std::uint64_t>) {
      targets[i] = static_cast<Id>(x >> 32);
      payload[i] = order.bits(static_cast<std::uint32_t>(x));
    } else if constexpr (std::is_same_v<Payload, std::uint32_t>) {
      targets[i] = x.target;
      payload[i] = order.bits(x.payload);
    } else {
      targets[i] = x.target;
      payload[i] = x.payload;
    }
  }

  bool is_sorted(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t i = begin + 1; i < end; ++i) {
      if (load(i) < load(i - 1)) return false;
    }
    return true;
  }

  // What a thread keeps from row to row.
  struct Scratch {
    std::vector<Entry> entries, more;
    std::vector<std::uint32_t> counts;
  };

  void sort(std::uint64_t begin, std::uint64_t end, Scratch& scratch) const {
    if (is_sorted(begin, end)) return;
    std::vector<Entry>& entries = scratch.entries;
    entries.clear();
    for (std::uint64_t i = begin; i < end; ++i) entries.push_back(load(i));
    std::span<Entry> sorted = entries;
    if (entries.size() < radix_row) {
      std::ranges::sort(entries);
    } else if constexpr (std::is_unsigned_v<Entry>) {
      // By targets, which are the upper bits; what is below them only where targets are equal.
      constexpr int from = 8 * (sizeof(Entry) - sizeof(Id));
      Entry all = 0;
      for (const Entry entry : entries) all |= entry;
      scratch.more.resize(entries.size());
      const auto key = [](Entry entry) { return std::uint64_t{entry}; };
      sorted = radix_sort<Entry>(entries, scratch.more, {.from = from, .to = static_cast<int>(std::bit_width(all))},
                                 key, scratch.counts);
      if (from > 0) sort_runs(sorted, from);
    } else {
      std::ranges::sort(entries);
    }
    for (std::uint64_t i = begin; i < end; ++i) store(i, sorted[i - begin]);
  }

  // Sorts what is in order by target: each run of equal targets by the rest.
  static void sort_runs(std::span<Entry> entries, int target_from) {
    for (auto begin = entries.begin(); begin != entries.end();) {
      const auto end = std::find_if(begin, entries.end(), [target = *begin >> target_from, target_from](Entry entry) {
        return entry >> target_from != target;
      });
      if (end - begin > 1) std::sort(begin, end);
      begin = end;
    }
  }
};

}  // namespace

template <class Id, class Payload>
void sort_rows(Csr<Id>& csr, Array<Payload>& payload, WeightType type, Crew& crew, Steps& steps) {
  const Array<std::uint64_t>& offsets = csr.offsets;
  const Rows<Id, Payload> rows{csr.targets.data(), payload.data(), WeightOrder(type)};
  using Entry = typename Rows<Id, Payload>::Entry;
  const std::vector<RowShare> shares = share_rows(offsets);
  std::vector<std::uint64_t> long_rows;
  std::mutex noting;
  crew.for_chunks(shares.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    typename Rows<Id, Payload>::Scratch scratch;
    for (std::uint64_t v = shares[first].begin; v < shares[last - 1].end; ++v) {
      const std::uint64_t begin = offsets[v], end = offsets[v + 1];
      if (end - begin < long_row) {
        if (end - begin > 1) rows.sort(begin, end, scratch);
      } else {
        const std::lock_guard lock(noting);
        long_rows.push_back(v);
      }
    }
    steps.advance(offsets[shares[last - 1].end] - offsets[shares[first].begin]);
  });
  for (const std::uint64_t v : long_rows) {
    const std::uint64_t begin = offsets[v];
    parallel_sort<Entry>(
        offsets[v + 1] - begin, [&](std::uint64_t i) { return rows.load(begin + i); },
        [&](std::uint64_t i, const Entry& x) { rows.store(begin + i, x); }, crew);
    steps.advance(0);
  }
}

#define ATOLL_SORT_ROWS(Id, Payload) template void sort_rows(Csr<Id>&, Array<Payload>&, WeightType, Crew&, Steps&)
ATOLL_SORT_ROWS(std::uint32_t, Nothing);
ATOLL_SORT_ROWS(std::uint32_t, std::uint32_t);
ATOLL_SORT_ROWS(std::uint32_t, std::uint64_t);
ATOLL_SORT_ROWS(std::uint64_t, Nothing);
ATOLL_SORT_ROWS(std::uint64_t, std::uint32_t);
ATOLL_SORT_ROWS(std::uint64_t, std::uint64_t);
#undef ATOLL_SORT_ROWS

}  // namespace Atoll
