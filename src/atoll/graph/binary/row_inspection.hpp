// SPDX-License-Identifier: Apache-2.0
// Arcs of a file looked at, for RowCheck: one by one, or those of 32-bit ids without weights by vectors.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/row_of.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll {

// What rows are, and what the sum over their arcs is for: of both_ways it is 0 if every (u, v) of a weight has its
// (v, u); those of forward and turned rows are equal if both have the same arcs. Else they differ, but about once in
// 2^60: an arc counts for the product of two hashes of its ends (and one of its weight), modulo 2^64, so a sum over a row
// needs one hash per arc. Both ways, an arc counts with the sign that its counterpart does not have, and a self-loop not
// at all.
enum class Rows { both_ways, forward, turned };

// Of the arcs of a piece. Its first arc is not compared to the one before, which may not be there.
struct Inspection {
  bool sorted = true;    // by target, then by weight
  bool in_range = true;  // all targets are vertices
  bool numbers = true;   // all weights
  std::uint64_t sum = 0;
};

namespace row_hash {

inline constexpr std::uint64_t source_salt = 0xc2b2ae3d27d4eb4fu;
inline constexpr std::uint64_t target_salt = 0x165667b19e3779f9u;
inline constexpr std::uint64_t weight_salt = 0xd6e8feb86659fd93u;
inline constexpr std::uint64_t of_source(Rows kind) { return kind == Rows::turned ? target_salt : source_salt; }
inline constexpr std::uint64_t of_target(Rows kind) { return kind == Rows::forward ? target_salt : source_salt; }

// 64 bits of both halves of a product (as in wyhash).
struct Wide {
  static std::uint64_t of(std::uint64_t x, std::uint64_t salt) {
    __extension__ using Product = unsigned __int128;
    const Product product = Product{x ^ salt} * 0x9e3779b97f4a7c15u;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
};

// Of products of 32-bit numbers alone, which vectors have, and one by one take longer than the wide one; the low bits of
// the salt count. Odd, so that no arc counts for nothing.
struct Narrow {
  static constexpr std::uint64_t factors[] = {0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du};  // those of xxHash, 32 bits
  static std::uint64_t of(std::uint32_t x, std::uint64_t salt) {
    const std::uint64_t first = std::uint64_t{x ^ static_cast<std::uint32_t>(salt)} * factors[0];
    const std::uint64_t second = std::uint64_t{static_cast<std::uint32_t>(first ^ first >> 32)} * factors[1];
    const std::uint64_t third = std::uint64_t{static_cast<std::uint32_t>(second ^ second >> 29)} * factors[2];
    return (std::rotl(second, 32) ^ third) | 1;
  }
};

}  // namespace row_hash

struct Unweighted {
  std::uint64_t factor(std::uint64_t) const { return 1; }
  bool less(std::uint64_t, std::uint64_t) const { return false; }
  bool is_number(std::uint64_t) const { return true; }
};

struct Weighted {
  std::span<const std::uint32_t> weights;
  WeightOrder order;
  bool real;

  std::uint64_t factor(std::uint64_t e) const { return row_hash::Wide::of(weights[e], row_hash::weight_salt); }
  bool less(std::uint64_t d, std::uint64_t e) const { return order.key(weights[d]) < order.key(weights[e]); }
  bool is_number(std::uint64_t e) const { return !real || (weights[e] & 0x7fffffffu) < 0x7f800000u; }
};

// Arcs [begin, end) of rows whose offsets were checked, one by one.
template <class Hash, class Id, class W>
Inspection inspect(const Csr<Id>& rows, Rows kind, std::uint64_t begin, std::uint64_t end, const W& weights) {
  const std::uint64_t vertices = rows.offsets.size() - 1;
  const Id* const targets = rows.targets.data();
  const std::uint64_t salt = row_hash::of_target(kind);
  Inspection found;
  for (std::uint64_t u = row_of(rows.offsets, begin); u < vertices && rows.offsets[u] < end; ++u) {
    const std::uint64_t first = std::max(begin, rows.offsets[u]);
    const std::uint64_t last = std::min(end, rows.offsets[u + 1]);
    const auto add_up = [&](const auto& signed_hash) {
      std::uint64_t sum = 0;
      for (std::uint64_t e = first; e < last; ++e) {
        const Id v = targets[e];
        found.in_range &= v < vertices;
        found.numbers &= weights.is_number(e);
        sum += signed_hash(v, Hash::of(v, salt)) * weights.factor(e);
      }
      return sum;
    };
    const std::uint64_t sum = kind != Rows::both_ways ? add_up([](Id, std::uint64_t hash) { return hash; })
                                                      : add_up([u](Id v, std::uint64_t hash) {
                                                          const std::uint64_t less = v < u ? ~std::uint64_t{0} : 0;
                                                          return v == u ? 0 : (hash ^ less) - less;
                                                        });
    for (std::uint64_t e = first + 1; e < last; ++e)
      found.sorted &= targets[e - 1] < targets[e] || (targets[e - 1] == targets[e] && !weights.less(e, e - 1));
    found.sum += Hash::of(static_cast<Id>(u), row_hash::of_source(kind)) * sum;
  }
  return found;
}

// The same of rows without weights, by vectors and the narrow hash; null where this processor has none that serve.
using InspectByVectors = Inspection (*)(const Csr<std::uint32_t>& rows, Rows kind, std::uint64_t begin,
                                        std::uint64_t end);
InspectByVectors inspect_by_vectors();

}  // namespace Atoll
