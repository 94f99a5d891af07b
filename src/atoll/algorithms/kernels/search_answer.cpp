// SPDX-License-Identifier: Apache-2.0
// What a search makes before its levels, and how their parents become the answer.
#include <algorithm>

#include "atoll/algorithms/kernels/search.hpp"
#include "atoll/algorithms/kernels/search_deal.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t nobody_knows = ~std::uint64_t{0};

}  // namespace

Search::Search(const OnePart& graph, bool aids, Crew& crew)
    : graph_(graph),
      crew_(crew),
      rows_(graph.vertices),
      queue_((aids && !graph.user_order ? 2 : 1) * std::uint64_t{graph.vertices}, Contents::whatever),
      shares_(static_cast<std::size_t>(crew.threads())) {
  if (aids) make_aids();
  for (auto* const bits : {&visited_, &fronts_[0], &fronts_[1]})
    *bits = Array<std::uint64_t>(words(), Contents::whatever);
}

void Search::make_aids() {
  while (rows_ > 0 && graph_.out.degree(rows_ - 1) == 0 && graph_.in.degree(rows_ - 1) == 0) --rows_;
  first_ = Array<std::uint32_t>(rows_);
  if (!graph_.user_order) usual_ = Array<std::uint32_t>(graph_.vertices);
  crew_.for_chunks(graph_.vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto v = static_cast<std::uint32_t>(i);
      const bool empty = graph_.in.degree(v) == 0;
      if (v < rows_) first_[v] = empty ? v : graph_.in[v].front();
      if (!graph_.user_order) {
        const std::uint64_t usual = empty ? unreached : (*graph_.users)[graph_.in[v].front()];
        usual_[(*graph_.users)[v]] = static_cast<std::uint32_t>(usual);
      }
    }
  });
}

// Slots are the user's vertices, or parents and levels are kept by slot until the end.
void Search::operator()(const Options& options, SearchAnswer& answer, const Watch& watch) {
  Steps steps(watch);
  options_ = options;
  answer_ = &answer;
  watch_ = &watch;
  steps_ = &steps;
  by_exceptions_ = !usual_.empty() && answer.level == nullptr;
  const auto place = [&](std::uint32_t* wanted, Array<std::uint32_t>& kept) {
    if (graph_.user_order && wanted != nullptr) return wanted;
    if (kept.empty()) kept = Array<std::uint32_t>(graph_.vertices, Contents::whatever);
    return kept.data();
  };
  parent_ = place(answer.parent, parents_);
  depth_ = answer.level != nullptr ? place(answer.level, levels_) : nullptr;
  for (auto& counter : cursors_) counter = 0;
  for (auto& counter : queued_) counter = 0;
  parents_from_ = std::exchange(parents_to_, nobody_knows);
  crew_.run([&](Worker& me) { work(me); });
  if (by_exceptions_) parents_to_ = queue_size_;
  answer.statistics = steps.take();
}

// Whatever an earlier search left, my share of it goes.
void Search::forget(const Worker& me, Share& mine) {
  const auto stretch = [&](std::uint64_t size) {
    const auto bound = [&](int i) {
      return size * static_cast<std::uint64_t>(i) / static_cast<std::uint64_t>(me.threads);
    };
    return std::pair(bound(me.index), bound(me.index + 1));
  };
  const auto fill = [&](auto* data, std::uint64_t size, auto value) {
    if (data == nullptr) return;
    const auto [begin, end] = stretch(size);
    std::fill(data + begin, data + end, value);
  };
  mine.open_count = mine.waiting_count = 0;
  for (auto* const bits : {&visited_, &fronts_[0], &fronts_[1]}) fill(bits->data(), words(), std::uint64_t{0});
  if (parent_ == parents_.data() && parents_from_ != nobody_knows) {
    const auto [begin, end] = stretch(parents_from_);
    for (std::uint64_t i = begin; i < end; ++i) store_relaxed(parent_[queue_[i]], unreached);
  } else {
    fill(parent_, graph_.vertices, unreached);
  }
  fill(depth_, graph_.vertices, unreached);
}

void Search::give_answer(Worker& me, Share& mine, const Level& last) {
  if (me.index == 0) queue_size_ = last.queue_end;
  if (by_exceptions_) {
    me.meet();
    answer_by_exceptions(me, mine, last);
  } else if (!graph_.user_order) {
    me.meet();
    answer_in_user_order(mine);
  }
}

// A vertex and what is known of it by slot, into the answer.
void Search::put(std::uint32_t vertex) {
  const std::uint64_t user = (*graph_.users)[vertex];
  const std::uint32_t parent = parent_[vertex];
  const auto known = parent == unreached ? unreached : static_cast<std::uint32_t>((*graph_.users)[parent]);
  if (answer_->parent != nullptr) store_relaxed(answer_->parent[user], known);
  if (answer_->level != nullptr) store_relaxed(answer_->level[user], depth_[vertex]);
}

void Search::answer_in_user_order(Share& mine) {
  deal(mine, graph_.vertices, vertex_grain, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t v = from; v < to; ++v) put(static_cast<std::uint32_t>(v));
  });
}

// The usual parents, where a bottom-up level may have found them; then those without a level; then those that are queued.
void Search::answer_by_exceptions(Worker& me, Share& mine, const Level& last) {
  std::uint32_t* parent = answer_->parent;
  deal(mine, graph_.vertices, vertex_grain, [&](std::uint64_t from, std::uint64_t to) {
    if (last.swept) {
      std::copy(usual_.begin() + from, usual_.begin() + to, parent + from);
    } else {
      std::fill(parent + from, parent + to, unreached);
    }
  });
  me.meet();
  deal(mine, last.swept ? words() : 0, word_grain, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t w = from; w < to; ++w)
      for_set_bits(unvisited(w), w * 64, [&](std::uint64_t v) { parent[(*graph_.users)[v]] = unreached; });
  });
  me.meet();
  deal(mine, last.queue_end, queue_grain(last.queue_end), [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i) {
      if (parent_[queue_[i]] != unreached) put(queue_[i]);
    }
  });
}

}  // namespace Atoll::kernels
