// SPDX-License-Identifier: Apache-2.0
// Fewer arcs in sorted rows: some dropped, parallel ones merged. Each share of rows closes its gaps in place, then the
// shares move together into an array of the right size, one array after another, so no second graph is ever held.
// Invariant: rows stay sorted; a row's arcs depend on that row alone. A long row is thinned by one thread in linear
// time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "atoll/graph/close_gaps.hpp"
#include "atoll/graph/fold.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll {

namespace detail {

// Thins arcs [begin, end) of row u towards `to`; returns the end of what is kept.
template <class Id, class Payload, class Keep>
std::uint64_t thin_row(std::uint64_t u, std::uint64_t begin, std::uint64_t end, std::uint64_t to, Id* targets,
                       Payload* payload, const Fold& fold, const Keep& keep) {
  for (std::uint64_t i = begin; i < end;) {
    const Id target = targets[i];
    std::uint64_t j = i + 1;
    if (fold.merge != Merge::keep) {
      while (j < end && targets[j] == target) ++j;
    }
    if (keep(u, std::uint64_t{target})) {
      targets[to] = target;
      if constexpr (!std::is_same_v<Payload, Nothing>) {
        payload[to] = fold(u, std::uint64_t{target}, std::span<const Payload>(payload + i, j - i));
      }
      ++to;
    }
    i = j;
  }
  return to;
}

}  // namespace detail

// Keeps the arcs u -> v with keep(u, v), of parallel ones what `fold` makes of them. Rows must be sorted.
// Throws Error(cancelled | input | resource).
template <class Id, class Payload, class Keep>
void thin_rows(Csr<Id>& rows, Array<Payload>& payload, const Fold& fold, const Keep& keep, Crew& crew, Steps& steps) {
  const std::vector<RowShare> shares = share_rows(rows.offsets);
  std::vector<Move> moves;
  for (const RowShare& share : shares) moves.push_back({.from = rows.offsets[share.begin]});
  const std::uint64_t arcs = rows.targets.size();
  const auto end_of = [&](std::uint64_t m) { return m + 1 < moves.size() ? moves[m + 1].from : arcs; };
  std::uint64_t* const offsets = rows.offsets.data();

  crew.for_chunks(shares.size(), 1, [&](std::uint64_t m, std::uint64_t last) {
    for (; m < last; ++m) {
      std::uint64_t begin = moves[m].from, kept = begin;
      for (std::uint64_t u = shares[m].begin; u < shares[m].end; ++u) {
        const std::uint64_t end = u + 1 < shares[m].end ? offsets[u + 1] : end_of(m);
        offsets[u] = kept - moves[m].from;
        kept = detail::thin_row(u, begin, end, kept, rows.targets.data(), payload.data(), fold, keep);
        begin = end;
      }
      moves[m].size = kept - moves[m].from;
      steps.advance(end_of(m) - moves[m].from);
    }
  });

  rows.offsets[rows.offsets.size() - 1] = put_end_to_end(moves);
  crew.for_chunks(shares.size(), 1, [&](std::uint64_t m, std::uint64_t last) {
    for (; m < last; ++m) {
      for (std::uint64_t u = shares[m].begin; u < shares[m].end; ++u) offsets[u] += moves[m].to;
    }
  });
  close_gaps<Id>(rows.targets, moves, crew);
  if constexpr (!std::is_same_v<Payload, Nothing>) close_gaps<Payload>(payload, moves, crew);
}

}  // namespace Atoll
