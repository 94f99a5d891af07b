// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/check_rows.hpp"

#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/row_of.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t rows_per_piece = std::uint64_t{1} << 18;
constexpr auto advice = "the file was changed or wrongly written: convert it again";

}  // namespace

template <class Id>
Inspection RowCheck<Id>::inspect_piece(std::uint64_t begin, std::uint64_t end) const {
  if (type_ != WeightType::none) {
    const Weighted weighted{.weights = weights_, .order = WeightOrder(type_), .real = type_ == WeightType::real};
    return inspect<row_hash::Wide>(rows_, kind_, begin, end, weighted);
  }
  if constexpr (sizeof(Id) == sizeof(std::uint32_t)) {
    if (const InspectByVectors by_vectors = inspect_by_vectors()) return by_vectors(rows_, kind_, begin, end);
  }
  return inspect<row_hash::Wide>(rows_, kind_, begin, end, Unweighted{});
}

template <class Id>
void RowCheck<Id>::operator()(std::uint64_t begin, std::uint64_t end) {
  const Inspection found = inspect_piece(begin, end);
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
