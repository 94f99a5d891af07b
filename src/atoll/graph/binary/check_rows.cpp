// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/check_rows.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 18;
constexpr auto advice = "the file was changed or wrongly written: convert it again";

struct Unweighted {
  std::uint64_t bits(std::uint64_t) const { return 0; }
  bool less(std::uint64_t, std::uint64_t) const { return false; }
  bool is_number(std::uint64_t) const { return true; }
};

struct Weighted {
  std::span<const std::uint32_t> weights;
  WeightOrder order;
  bool real;

  std::uint64_t bits(std::uint64_t e) const { return weights[e]; }
  bool less(std::uint64_t d, std::uint64_t e) const { return order.key(weights[d]) < order.key(weights[e]); }
  bool is_number(std::uint64_t e) const { return !real || (weights[e] & 0x7fffffffu) < 0x7f800000u; }
};

std::uint64_t hash(std::uint64_t u, std::uint64_t v, std::uint64_t weight_bits) {
  return mix64(u * 0xc2b2ae3d27d4eb4fu + std::rotl(v, 32) + weight_bits * 0x165667b19e3779f9u);
}

template <Rows kind>
std::uint64_t signature(std::uint64_t row, std::uint64_t end, std::uint64_t weight_bits) {
  if constexpr (kind == Rows::forward) return hash(row, end, weight_bits);
  if constexpr (kind == Rows::turned) return hash(end, row, weight_bits);
  // The same for (u, v) and (v, u), but for its sign.
  if (row == end) return 0;
  const std::uint64_t edge = hash(std::min(row, end), std::max(row, end), weight_bits);
  return row < end ? edge : 0 - edge;
}

struct Findings {
  bool sorted = true;
  bool in_range = true;
  bool numbers = true;
  std::uint64_t sum = 0;
};

// Arcs [begin, end) of row u; [row, ...) is where the row begins.
template <Rows kind, class Id, class W>
void inspect(std::uint64_t u, std::uint64_t row, std::uint64_t begin, std::uint64_t end, std::uint64_t vertices,
             const Array<Id>& targets, const W& weights, Findings& found) {
  for (std::uint64_t e = begin; e < end; ++e) {
    const std::uint64_t v = targets[e];
    found.in_range &= v < vertices;
    found.numbers &= weights.is_number(e);
    found.sum += signature<kind>(u, v, weights.bits(e));
    if (e == row) continue;
    const std::uint64_t before = targets[e - 1];
    if (before > v || (before == v && weights.less(e, e - 1))) found.sorted = false;
  }
}

template <Rows kind, class Id, class W>
RowState check_with(const std::string& path, const Csr<Id>& out, const W& weights, Crew& crew, const Watch& watch) {
  const std::uint64_t vertices = out.offsets.size() - 1;
  std::atomic<bool> sorted{true};
  std::atomic<std::uint64_t> sum{0};
  crew.for_chunks(out.targets.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
    watch.poll();
    Findings found;
    for (std::uint64_t u = row_of(out.offsets, begin); u < vertices && out.offsets[u] < end; ++u) {
      inspect<kind>(u, out.offsets[u], std::max(begin, out.offsets[u]), std::min(end, out.offsets[u + 1]), vertices,
                    out.targets, weights, found);
    }
    if (!found.in_range) {
      throw Error(ErrorKind::input, fmt::format("an arc leads to a vertex beyond the last of {}", vertices), path,
                  advice);
    }
    if (!found.numbers) throw Error(ErrorKind::input, "a weight is not a number", path, "give every arc a weight");
    if (!found.sorted) sorted.store(false, std::memory_order_relaxed);
    sum.fetch_add(found.sum, std::memory_order_relaxed);
  });
  return {.sorted = sorted.load(), .sum = sum.load()};
}

template <class Id, class W>
RowState check_kind(const std::string& path, Rows kind, const Csr<Id>& rows, const W& weights, Crew& crew,
                    const Watch& watch) {
  switch (kind) {
    case Rows::both_ways: return check_with<Rows::both_ways>(path, rows, weights, crew, watch);
    case Rows::forward: return check_with<Rows::forward>(path, rows, weights, crew, watch);
    case Rows::turned: break;
  }
  return check_with<Rows::turned>(path, rows, weights, crew, watch);
}

}  // namespace

void check_offsets(const std::string& path, const Array<std::uint64_t>& offsets, std::uint64_t arcs, Crew& crew,
                   const Watch& watch) {
  if (offsets[0] != 0 || offsets[offsets.size() - 1] != arcs) {
    throw Error(ErrorKind::input, fmt::format("its rows do not hold the {} arcs that it promises", arcs), path, advice);
  }
  crew.for_chunks(offsets.size() - 1, grain, [&](std::uint64_t begin, std::uint64_t end) {
    watch.poll();
    bool grows = true;
    for (std::uint64_t v = begin; v < end; ++v) grows &= offsets[v] <= offsets[v + 1];
    if (!grows) throw Error(ErrorKind::input, "the offsets of its rows do not grow", path, advice);
  });
}

template <class Id>
RowState check_rows(const std::string& path, Rows kind, const Csr<Id>& rows, WeightType type,
                    std::span<const std::uint32_t> weights, Crew& crew, const Watch& watch) {
  if (type == WeightType::none) return check_kind(path, kind, rows, Unweighted{}, crew, watch);
  const Weighted with{.weights = weights, .order = WeightOrder(type), .real = type == WeightType::real};
  return check_kind(path, kind, rows, with, crew, watch);
}

void check_inverse(const std::string& path, std::uint64_t forward, std::uint64_t turned) {
  if (forward == turned) return;
  throw Error(ErrorKind::input, "its inverse rows are not its rows turned round", path, advice);
}

template RowState check_rows(const std::string&, Rows, const Csr<std::uint32_t>&, WeightType,
                             std::span<const std::uint32_t>, Crew&, const Watch&);
template RowState check_rows(const std::string&, Rows, const Csr<std::uint64_t>&, WeightType,
                             std::span<const std::uint32_t>, Crew&, const Watch&);

}  // namespace Atoll
