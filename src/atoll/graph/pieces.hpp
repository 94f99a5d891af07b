// SPDX-License-Identifier: Apache-2.0
// A list of edges in pieces, as a reader of windows leaves it: places count through all of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <span>
#include <utility>
#include <vector>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// The pieces of a list as one: where each begins.
template <class Id>
class Pieces {
 public:
  explicit Pieces(std::span<const EdgeList<Id>> lists) : lists_(lists) {
    for (const auto& list : lists) starts_.push_back(starts_.back() + list.source.size());
  }

  std::uint64_t size() const { return starts_.back(); }

  // work(list, first, last, start) for the parts of lists that are places [begin, end) together; the list's first place
  // is `start`.
  template <class Work>
  void visit(std::uint64_t begin, std::uint64_t end, const Work& work) const {
    for (std::uint64_t p = piece_of(begin); begin < end; ++p) {
      const std::uint64_t last = std::min(end, starts_[p + 1]);
      if (begin < last) work(lists_[p], begin - starts_[p], last - starts_[p], starts_[p]);
      begin = std::max(begin, last);
    }
  }

  std::uint64_t source(std::uint64_t place) const {
    const std::uint64_t p = piece_of(place);
    return lists_[p].source[place - starts_[p]];
  }

 private:
  std::uint64_t piece_of(std::uint64_t place) const {
    return static_cast<std::uint64_t>(std::ranges::upper_bound(starts_, place) - starts_.begin()) - 1;
  }

  std::span<const EdgeList<Id>> lists_;
  std::vector<std::uint64_t> starts_{0};
};

// One column of all pieces.
template <class T, class Id, class Column>
Array<T> join(std::span<EdgeList<Id>> lists, const Pieces<Id>& edges, const Column& column, Crew& crew) {
  if (lists.size() == 1) return std::move(column(lists[0]));
  Array<T> joined(edges.size());
  crew.for_chunks(edges.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    edges.visit(begin, end,
                [&](const EdgeList<Id>& list, std::uint64_t first, std::uint64_t last, std::uint64_t start) {
                  const auto& values = column(list);
                  std::copy(values.data() + first, values.data() + last, joined.data() + start + first);
                });
  });
  for (EdgeList<Id>& list : lists) column(list) = {};
  return joined;
}

// What one look at a list tells.
struct Look {
  bool in_range = true;  // every end is a vertex
  bool sources_ascend = true;
};

template <class Id>
Look look_at(const EdgeList<Id>& list, std::uint64_t first, std::uint64_t last) {
  const Id* const source = list.source.data();
  const Id* const target = list.target.data();
  Id largest = 0;
  bool ascend = true;
  for (std::uint64_t i = first; i < last; ++i) largest = std::max(largest, std::max(source[i], target[i]));
  for (std::uint64_t i = std::max<std::uint64_t>(first, 1); i < last; ++i) ascend &= source[i - 1] <= source[i];
  return {.in_range = largest < list.vertices, .sources_ascend = ascend};
}

// Throws Error(input) naming the first arc with an end that is no vertex.
template <class Id>
[[noreturn]] void refuse_ends(const Pieces<Id>& edges) {
  edges.visit(0, edges.size(), [](const EdgeList<Id>& list, std::uint64_t, std::uint64_t last, std::uint64_t start) {
    for (std::uint64_t i = 0; i < last; ++i) {
      const bool at_source = list.source[i] >= list.vertices;
      if (!at_source && list.target[i] < list.vertices) continue;
      throw Error(
          ErrorKind::input,
          fmt::format("arc {}: the {} {} is not below the {} vertices", start + i, at_source ? "source" : "target",
                      at_source ? list.source[i] : list.target[i], list.vertices),
          {}, "raise the number of vertices, or correct the arc");
    }
  });
  ATOLL_CHECK(false);
  std::abort();
}

// Whether the sources of the list ascend. Throws Error(input) for columns of different lengths and as refuse_ends() does.
template <class Id>
bool check_list(std::span<const EdgeList<Id>> lists, const Pieces<Id>& edges, Crew& crew) {
  bool ascend = true;
  const EdgeList<Id>* before = nullptr;
  for (const EdgeList<Id>& list : lists) {
    const std::uint64_t listed = list.source.size();
    const std::uint64_t weights = list.weights.type == WeightType::none ? listed : list.weights.bits.size();
    if (list.target.size() != listed || weights != listed) {
      throw Error(ErrorKind::input,
                  fmt::format("{} sources, {} targets and {} weights", listed, list.target.size(), weights), {},
                  "give one of each per arc, or no weights");
    }
    if (listed == 0) continue;
    if (before != nullptr) ascend &= before->source[before->source.size() - 1] <= list.source[0];
    before = &list;
  }
  std::atomic<bool> in_range{true}, all_ascend{ascend};
  crew.for_chunks(edges.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    edges.visit(begin, end, [&](const EdgeList<Id>& list, std::uint64_t first, std::uint64_t last, std::uint64_t) {
      const Look look = look_at(list, first, last);
      if (!look.in_range) in_range.store(false, std::memory_order_relaxed);
      if (!look.sources_ascend) all_ascend.store(false, std::memory_order_relaxed);
    });
  });
  if (!in_range.load()) refuse_ends(edges);
  return all_ascend.load();
}

}  // namespace Atoll
