// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/check_rows.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t rows_per_piece = std::uint64_t{1} << 18;
constexpr auto advice = "the file was changed or wrongly written: convert it again";

// 64 bits of both halves of a product (as in wyhash).
std::uint64_t hash(std::uint64_t x, std::uint64_t salt) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{x ^ salt} * 0x9e3779b97f4a7c15u;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
constexpr std::uint64_t source_salt = 0xc2b2ae3d27d4eb4fu;
constexpr std::uint64_t target_salt = 0x165667b19e3779f9u;
constexpr std::uint64_t weight_salt = 0xd6e8feb86659fd93u;

struct Unweighted {
  std::uint64_t factor(std::uint64_t) const { return 1; }
  bool less(std::uint64_t, std::uint64_t) const { return false; }
  bool is_number(std::uint64_t) const { return true; }
};

struct Weighted {
  std::span<const std::uint32_t> weights;
  WeightOrder order;
  bool real;

  std::uint64_t factor(std::uint64_t e) const { return hash(weights[e], weight_salt); }
  bool less(std::uint64_t d, std::uint64_t e) const { return order.key(weights[d]) < order.key(weights[e]); }
  bool is_number(std::uint64_t e) const { return !real || (weights[e] & 0x7fffffffu) < 0x7f800000u; }
};

// What a row and an end of it are multiplied for. Both ways, an arc counts with the sign that its counterpart does not
// have, and a self-loop not at all.
template <Rows kind>
std::uint64_t of_row(std::uint64_t row) {
  return hash(row, kind == Rows::turned ? target_salt : source_salt);
}
template <Rows kind>
std::uint64_t of_end(std::uint64_t row, std::uint64_t end) {
  if constexpr (kind == Rows::forward) return hash(end, target_salt);
  const std::uint64_t value = hash(end, source_salt);
  if constexpr (kind == Rows::turned) return value;
  const std::uint64_t less = end < row ? ~std::uint64_t{0} : 0;
  return end == row ? 0 : (value ^ less) - less;
}

}  // namespace

template <class Id>
struct RowCheck<Id>::Findings {
  bool sorted = true;
  bool in_range = true;
  bool numbers = true;
  std::uint64_t sum = 0;
};

// The first arc of a piece is not compared to the one before, which may not be there.
template <class Id>
template <Rows kind, class W>
typename RowCheck<Id>::Findings RowCheck<Id>::inspect(std::uint64_t begin, std::uint64_t end, const W& weights) const {
  const std::uint64_t vertices = rows_.offsets.size() - 1;
  const Id* const targets = rows_.targets.data();
  Findings found;
  for (std::uint64_t u = row_of(rows_.offsets, begin); u < vertices && rows_.offsets[u] < end; ++u) {
    const std::uint64_t first = std::max(begin, rows_.offsets[u]);
    const std::uint64_t last = std::min(end, rows_.offsets[u + 1]);
    std::uint64_t sum = 0;
    for (std::uint64_t e = first; e < last; ++e) {
      const std::uint64_t v = targets[e];
      found.in_range &= v < vertices;
      found.numbers &= weights.is_number(e);
      sum += of_end<kind>(u, v) * weights.factor(e);
    }
    for (std::uint64_t e = first + 1; e < last; ++e)
      found.sorted &= targets[e - 1] < targets[e] || (targets[e - 1] == targets[e] && !weights.less(e, e - 1));
    found.sum += of_row<kind>(u) * sum;
  }
  return found;
}

template <class Id>
template <class W>
typename RowCheck<Id>::Findings RowCheck<Id>::inspect_kind(std::uint64_t begin, std::uint64_t end,
                                                           const W& weights) const {
  switch (kind_) {
    case Rows::both_ways: return inspect<Rows::both_ways>(begin, end, weights);
    case Rows::forward: return inspect<Rows::forward>(begin, end, weights);
    case Rows::turned: break;
  }
  return inspect<Rows::turned>(begin, end, weights);
}

template <class Id>
void RowCheck<Id>::operator()(std::uint64_t begin, std::uint64_t end) {
  const Weighted weighted{.weights = weights_, .order = WeightOrder(type_), .real = type_ == WeightType::real};
  const Findings found =
      type_ == WeightType::none ? inspect_kind(begin, end, Unweighted{}) : inspect_kind(begin, end, weighted);
  if (!found.in_range) {
    throw Error(ErrorKind::input,
                fmt::format("an arc leads to a vertex beyond the last of {}", rows_.offsets.size() - 1), path_, advice);
  }
  if (!found.numbers) throw Error(ErrorKind::input, "a weight is not a number", path_, "give every arc a weight");
  const std::lock_guard lock(telling_);
  state_.sorted &= found.sorted;
  state_.sum += found.sum;
  begins_.push_back(begin);
}

template <class Id>
RowState RowCheck<Id>::state() const {
  RowState state = state_;
  const WeightOrder order(type_);
  for (const std::uint64_t e : begins_) {
    if (rows_.offsets[row_of(rows_.offsets, e)] == e) continue;
    const Id before = rows_.targets[e - 1];
    const Id end = rows_.targets[e];
    state.sorted &=
        before < end ||
        (before == end && (type_ == WeightType::none || order.key(weights_[e]) >= order.key(weights_[e - 1])));
  }
  return state;
}

template class RowCheck<std::uint32_t>;
template class RowCheck<std::uint64_t>;

void check_offsets(const std::string& path, const Array<std::uint64_t>& offsets, std::uint64_t arcs, Crew& crew,
                   const Watch& watch) {
  if (offsets[0] != 0 || offsets[offsets.size() - 1] != arcs) {
    throw Error(ErrorKind::input, fmt::format("its rows do not hold the {} arcs that it promises", arcs), path, advice);
  }
  crew.for_chunks(offsets.size() - 1, rows_per_piece, [&](std::uint64_t begin, std::uint64_t end) {
    watch.poll();
    bool grows = true;
    for (std::uint64_t v = begin; v < end; ++v) grows &= offsets[v] <= offsets[v + 1];
    if (!grows) throw Error(ErrorKind::input, "the offsets of its rows do not grow", path, advice);
  });
}

void check_inverse(const std::string& path, std::uint64_t forward, std::uint64_t turned) {
  if (forward == turned) return;
  throw Error(ErrorKind::input, "its inverse rows are not its rows turned round", path, advice);
}

}  // namespace Atoll
