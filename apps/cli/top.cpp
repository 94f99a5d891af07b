// SPDX-License-Identifier: Apache-2.0
#include "cli/top.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "atoll/algorithms/classes.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::cli {
namespace {

constexpr std::string_view columns_worth_it[] = {"rank",      "betweenness", "in",        "out",
                                                 "triangles", "core",        "component", "community"};

bool is_worth_it(std::string_view column) {
  return std::ranges::find(columns_worth_it, column) != std::end(columns_worth_it);
}

using Entry = std::pair<double, std::uint64_t>;  // value, vertex

// The largest `count` of what is offered.
class Best {
 public:
  explicit Best(std::size_t count) : count_(count) {}

  void offer(const Entry& entry) {
    if (count_ == 0 || (heap_.size() == count_ && !before(entry, heap_.front()))) return;
    heap_.push_back(entry);
    std::ranges::push_heap(heap_, before);
    if (heap_.size() <= count_) return;
    std::ranges::pop_heap(heap_, before);
    heap_.pop_back();
  }
  const std::vector<Entry>& entries() const { return heap_; }
  std::vector<Entry> in_order() && {
    std::ranges::sort(heap_, before);
    return std::move(heap_);
  }

 private:
  static bool before(const Entry& a, const Entry& b) {
    return a.first > b.first || (a.first == b.first && a.second < b.second);
  }
  std::size_t count_;
  std::vector<Entry> heap_;  // with the least on top
};

// value(v) for v in [0, size): the largest `count`.
template <class Value>
Top largest(const std::string& column, std::uint64_t size, std::size_t count, const Value& value, Crew& crew) {
  Best best(count);
  std::mutex adding;
  crew.for_chunks(size, elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    Best mine(count);
    for (std::uint64_t v = begin; v < end; ++v) mine.offer({static_cast<double>(value(v)), v});
    const std::lock_guard lock(adding);
    for (const Entry& entry : mine.entries()) best.offer(entry);
  });
  Top top{.column = column, .vertices = {}, .values = {}, .real = std::is_floating_point_v<decltype(value(0))>};
  for (const auto& [number, vertex] : std::move(best).in_order()) {
    top.values.push_back(number);
    top.vertices.push_back(vertex);
  }
  return top;
}

// The vertices that name the largest groups.
Top largest_groups(const std::string& column, const IdArray& group_of, std::size_t count, Crew& crew) {
  const Array<std::uint64_t> members = class_sizes(group_of, crew);
  Top top = largest(column, members.size(), count, [&](std::uint64_t v) { return members[v]; }, crew);
  while (!top.values.empty() && top.values.back() == 0) {
    top.values.pop_back();
    top.vertices.pop_back();
  }
  top.groups = true;
  return top;
}

}  // namespace

bool has_tops(const Algorithm& algorithm) { return std::ranges::any_of(algorithm.columns, is_worth_it); }

bool tells_groups(const Column& column) {
  return is_worth_it(column.name) && std::holds_alternative<IdArray>(column.values);
}

std::vector<Top> tops_of(const Answer& answer, std::size_t count, bool directed, Crew& crew) {
  std::vector<Top> tops;
  for (const Column& column : answer.columns) {
    if (count == 0 || !is_worth_it(column.name) || (!directed && column.name == "in")) continue;
    std::visit(
        [&](const auto& values) {
          if constexpr (std::is_same_v<std::decay_t<decltype(values)>, IdArray>) {
            tops.push_back(largest_groups(column.name, values, count, crew));
          } else {
            tops.push_back(
                largest(column.name, values.size(), count, [&](std::uint64_t v) { return values[v]; }, crew));
          }
        },
        column.values);
  }
  return tops;
}

}  // namespace Atoll::cli
