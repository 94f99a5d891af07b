// SPDX-License-Identifier: Apache-2.0
// What a search makes before its first one: pages, and with aids what many searches profit from.
#include <algorithm>
#include <atomic>

#include "atoll/algorithms/kernels/search/search.hpp"
#include "atoll/algorithms/kernels/search/search_deal.hpp"
#include "atoll/graph/degree_order.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {

Search::Search(const OnePart& graph, Use use, Crew& crew)
    : graph_(graph),
      crew_(crew),
      rows_(graph.vertices),
      queue_((use == Use::often && !graph.user_order ? 2 : 1) * std::uint64_t{graph.vertices}, Contents::whatever),
      desks_(static_cast<std::size_t>(crew.threads()), Contents::whatever),
      shares_(desks_.size()) {
  for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i].desk = &desks_[i];
  if (use == Use::often) make_aids();
  for (auto* const bits : {&visited_, &fronts_[0], &fronts_[1]})
    *bits = Array<std::uint64_t>(words_for(std::max(rows_, leaves_end_)), Contents::whatever);
  if (use == Use::often) make_pages();
}

// A queue, with aids twice as long, since who has another parent than the usual one may come again; bitmaps; with aids up
// to four first ends, and the usual parents; the answer by slot; what threads keep.
std::uint64_t Search::bytes_max(const OnePart& graph, Use use, int threads) {
  const std::uint64_t of_vertex = (use == Use::often ? 8u + 1u + 4u * 4u + 4u : 4u + 1u) + (graph.user_order ? 0u : 8u);
  return of_vertex * graph.vertices + kept_bytes(graph.vertices) + room_bytes(graph.vertices, threads);
}

// What a search writes is there before the first one; few have more in their queue than there are vertices.
void Search::make_pages() {
  if (!graph_.user_order) parents_ = Array<std::uint32_t>(graph_.vertices, Contents::whatever);
  parent_ = parents_.data();
  crew_.run([&](Worker& me) {
    forget(me, shares_[static_cast<std::size_t>(me.index)]);
    fill_stretch(std::span(queue_).first(graph_.vertices), 0, me);
  });
  if (!parents_.empty()) parents_to_ = 0;
}

// Which rows have more ends than the columns, and which have none.
void Search::mark_rows() {
  longer_ = Array<std::uint64_t>(words_for(leaves_end_));
  closed_ = Array<std::uint64_t>(longer_.size());
  std::atomic<std::uint32_t> closed{0};
  crew_.for_chunks(words(), vertex_grain / 64, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint32_t mine = 0;
    for (std::uint64_t v = begin * 64; v < std::min<std::uint64_t>(end * 64, rows_); ++v) {
      const std::uint64_t degree = graph_.in.degree(static_cast<std::uint32_t>(v));
      if (degree > first_.columns()) set_bit(longer_.data(), v);
      if (degree > 0) continue;
      set_bit(closed_.data(), v);
      ++mine;
    }
    closed += mine;
  });
  closed_count_ = closed;
  if (closed_count_ == 0) closed_ = {};
}

void Search::make_aids() {
  leaves_end_ = rows_ = with_arcs(graph_);
  if (!graph_.directed && !graph_.user_order) {
    while (rows_ > 0 && graph_.out.degree(rows_ - 1) == 1) --rows_;
  }
  has_hubs_ = has_hubs({graph_.in.offsets, graph_.vertices + std::size_t{1}}, crew_);
  first_ = FirstEnds(graph_.in, leaves_end_, columns_that_pay(has_hubs_, graph_.vertices, graph_.arcs), crew_);
  mark_rows();
  if (!graph_.user_order) usual_ = Array<std::uint32_t>(graph_.vertices);
  std::atomic<std::uint64_t> leaves{0};
  crew_.for_chunks(graph_.vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t mine = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto v = static_cast<std::uint32_t>(i);
      const bool empty = graph_.in.degree(v) == 0;
      const std::uint32_t first = empty ? v : graph_.in[v].front();
      const bool alone = empty || (v >= rows_ && first >= rows_);
      if (v >= rows_ && !alone) ++mine;
      if (usual_.empty()) continue;
      usual_[(*graph_.users)[v]] = alone ? unreached : static_cast<std::uint32_t>((*graph_.users)[first]);
    }
    leaves += mine;
  });
  leaves_ = leaves;
}

}  // namespace Atoll::kernels
