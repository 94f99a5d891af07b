// SPDX-License-Identifier: Apache-2.0
// How the parents of a search's levels become its answer.
#include <algorithm>
#include <span>

#include "atoll/algorithms/kernels/search/search.hpp"
#include "atoll/algorithms/kernels/search/search_deal.hpp"
#include "atoll/base/atomic.hpp"

namespace Atoll::kernels {

void Search::give_answer(Worker& me, Share& mine, const Level& last) {
  if (me.index == 0) queue_size_ = last.queue_end;
  if (graph_.user_order) return;
  me.meet();
  if (leaves_end_ > rows_) {
    look_for_leaves(mine, last);
    me.meet();
  }
  by_exceptions_ ? answer_by_exceptions(me, mine, last) : answer_in_user_order(me, mine);
}

// Leaves that the last level would have found.
void Search::look_for_leaves(Share& mine, const Level& last) {
  const auto look = [&](std::uint64_t v) {
    const std::span<const std::uint32_t> leaves = leaves_of(static_cast<std::uint32_t>(v));
    mine.beside_leaf = mine.beside_leaf || leaves.size() > 1 || (leaves.size() == 1 && leaves[0] != options_.source);
  };
  const std::uint64_t size = last.bottom_up ? words() : last.queue_end - last.queue_begin;
  deal(mine, size, last.bottom_up ? word_grain(size) : queue_grain(size), [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i) {
      if (last.bottom_up) {
        for_set_bits(front(last)[i], i * 64, look);
      } else {
        look(queue_[last.queue_begin + i]);
      }
    }
  });
}

// Leaves get what their neighbours lead to; then slots become the user's vertices.
void Search::answer_in_user_order(Worker& me, Share& mine) {
  if (leaves_end_ > rows_) {
    reach_leaves(mine);
    me.meet();
  }
  deal(mine, graph_.vertices, vertex_grain,
       [&](std::uint64_t from, std::uint64_t to) { name_by_user(graph_, parent_, depth_, from, to, *answer_); });
}

void Search::reach_leaves(Share& mine) {
  deal(mine, leaves_end_ - rows_, vertex_grain, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t v = rows_ + from; v < rows_ + to; ++v) {
      const std::uint32_t first = first_[static_cast<std::uint32_t>(v)];
      if (v == options_.source || first == v || parent_[first] == unreached) continue;
      ++mine.leaves;
      parent_[v] = first;
      if (depth_ != nullptr) depth_[v] = depth_[first] + 1;
    }
  });
}

// The usual parents, where first ends may have been tried; then those without a level; then those that are queued.
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
  if (last.swept) {
    const bool from_leaf = options_.source >= rows_;  // which is counted already
    if (me.index == 0) mine.leaves += static_cast<std::int64_t>(leaves_) - (from_leaf ? 1 : 0);
    take_back_unreached(mine);
    me.meet();
  }
  put_queued(mine, last);
}

// Whom no level found has no parent after all, nor have the leaves beside.
void Search::take_back_unreached(Share& mine) {
  std::uint32_t* const parent = answer_->parent;
  deal(mine, words(), word_grain(words()), [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t w = from; w < to; ++w)
      for_set_bits(unvisited(w), w * 64, [&](std::uint64_t bit) {
        const auto v = static_cast<std::uint32_t>(bit);
        parent[(*graph_.users)[v]] = unreached;
        for (const std::uint32_t leaf : leaves_of(v)) parent[(*graph_.users)[leaf]] = unreached;
        mine.leaves -= static_cast<std::int64_t>(leaves_of(v).size());
      });
  });
}

// Whoever has its usual parent is there already, if that is where the answer began; else its leaves are not there either.
// Each looks up three places that lie apart, so some go together.
void Search::put_queued(Share& mine, const Level& last) {
  constexpr std::uint64_t together = 64;
  deal(mine, last.queue_end, queue_grain(last.queue_end), [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; i += together) {
      const std::span<const std::uint32_t> some(&queue_[i], std::min(together, to - i));
      for (const std::uint32_t v : some) {
        __builtin_prefetch(&parent_[v]);
        if (v < leaves_end_) __builtin_prefetch(&first_[v]);
      }
      put_together(mine, last, some);
    }
  });
}

void Search::put_together(Share& mine, const Level& last, std::span<const std::uint32_t> some) {
  const auto user = [&](std::uint32_t v) { return static_cast<std::uint32_t>((*graph_.users)[v]); };
  const auto fetch_user = [ids = graph_.users->as_bytes().data()](std::uint32_t v) {
    __builtin_prefetch(ids + sizeof(v) * v);
  };
  const std::span<PushedArc> arcs(mine.desk->open);
  std::size_t count = 0;
  for (const std::uint32_t v : some) {
    const std::uint32_t parent = parent_[v];
    arcs[count] = {parent, v};
    const bool is_there = last.swept && v != options_.source && parent == first_[v];
    count += parent == unreached || is_there ? 0 : 1;
    fetch_user(v);
  }
  for (const PushedArc& arc : arcs.first(count)) {
    fetch_user(arc.from);
    __builtin_prefetch(&answer_->parent[user(arc.to)], 1);
  }
  for (const PushedArc& arc : arcs.first(count)) store_relaxed(answer_->parent[user(arc.to)], user(arc.from));
  if (last.swept) return;
  for (const PushedArc& arc : arcs.first(count)) {
    for (const std::uint32_t leaf : leaves_of(arc.to)) {
      if (leaf == options_.source) continue;
      answer_->parent[user(leaf)] = user(arc.to);
      ++mine.leaves;
    }
  }
}

}  // namespace Atoll::kernels
