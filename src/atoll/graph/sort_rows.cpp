// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/sort_rows.hpp"

#include <compare>
#include <type_traits>

#include "atoll/graph/parallel_sort.hpp"

namespace Atoll {
namespace {

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

  void sort(std::uint64_t begin, std::uint64_t end, std::vector<Entry>& scratch) const {
    if constexpr (std::is_same_v<Payload, Nothing>) {
      Id* const first = targets + begin;
      Id* const last = targets + end;
      if (!std::is_sorted(first, last)) std::sort(first, last);
    } else {
      if (is_sorted(begin, end)) return;
      scratch.clear();
      for (std::uint64_t i = begin; i < end; ++i) scratch.push_back(load(i));
      std::sort(scratch.begin(), scratch.end());
      for (std::uint64_t i = begin; i < end; ++i) store(i, scratch[i - begin]);
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
    std::vector<Entry> scratch;
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
