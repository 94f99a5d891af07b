// SPDX-License-Identifier: Apache-2.0
// Rounds in which every vertex hears what was said in the round before. Rows are settled in pieces, the graph's
// whatever the threads: strips or segments of tiles, sweeps of rows by segments, or chunks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/ranks/ranking.hpp"
#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"
#include "atoll/algorithms/kernels/ranks/rows_by_segments.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll::kernels {

template <class Real>
class PlainRounds {
 public:
  PlainRounds(const OnePart& graph, const RowTables& tables, Ranks<Real>& ranks, Crew& crew)
      : graph_(graph),
        tables_(tables),
        ranks_(ranks),
        crew_(crew),
        segments_(segments_of(graph, tables, ranks, crew.machine())),
        changes_(pieces()),
        own_(static_cast<std::size_t>(crew.threads())),
        hand_(by_edges() ? std::clamp<std::uint64_t>(changes_.size() / (hands_per_thread * own_.size()), 1, hand_max)
                         : 1),
        dealer_(own_.size()) {}

  // The ranks become those of the round before, and the next ones their successors, `overshoot` as far from those
  // before. Returns how much a round of power iteration changes them.
  double operator()(double overshoot) {
    ranks_.begin_round();
    ++round_;
    crew_.run([&](Worker& me) {
      Own& own = own_[static_cast<std::size_t>(me.index)];
      dealer_.deal_hands(0, round_, changes_.size(), hand_, me, [&](std::uint64_t begin, std::uint64_t end) {
        crew_.poll();
        if (by_edges()) return settle_edges(begin, end, overshoot, own);
        changes_[begin] = settle(begin, overshoot, own);
      });
    });
    const double change = ranks_.end_round(changes_, overshoot);
    ranks_.swap();
    return change;
  }

 private:
  static constexpr std::uint32_t rows_together = 512;
  static constexpr std::size_t usual_row_max = 64;
  static constexpr std::uint32_t rows_per_sweep = 1u << 14;
  // Segments of edges that a thread takes at a time: it reads what all say once for each hand, and nobody waits long
  // for who has the last one.
  static constexpr std::uint64_t hands_per_thread = 4;
  static constexpr std::uint64_t hand_max = 16;
  struct Own {
    Array<Real> sums;
    Array<std::uint64_t> next;  // arc of each row
  };

  bool by_tiles() const { return !tables_.tiles().empty(); }
  bool by_edges() const { return !tables_.edges().empty(); }
  bool by_segments() const { return segments_.has_value(); }
  // To ask whether they suit takes a sample.
  static std::optional<RowsBySegments> segments_of(const OnePart& graph, const RowTables& tables,
                                                   const Ranks<Real>& ranks, const Machine& machine) {
    if (!tables.empty() || ranks.said_by_all() != 0) return {};
    const RowsBySegments segments(graph, sizeof(Real), machine);
    return segments.suit() ? std::optional(segments) : std::nullopt;
  }

  std::size_t pieces() const {
    if (by_tiles()) return tables_.tiles().strips();
    if (by_edges()) return tables_.edges().segments();
    if (by_segments()) return (std::uint64_t{graph_.vertices} + rows_per_sweep - 1) / rows_per_sweep;
    return graph_.chunks->count();
  }

  Change settle(std::uint64_t piece, double overshoot, Own& own) {
    if (by_tiles()) return settle_strip(piece, overshoot, own);
    if (by_segments()) return settle_sweep(piece, overshoot, own);
    return settle_chunk(piece, overshoot);
  }

  Change settle_strip(std::size_t strip, double overshoot, Own& own) {
    const Tiles& tiles = tables_.tiles();
    if (own.sums.empty()) own.sums = Array<Real>(visit_slots_max, Contents::whatever);
    const std::span sums = std::span(own.sums).first(tiles.rows(strip));
    tiles.add_up<Real>(strip, ranks_.said(), sums);
    return settle_sums(tiles.first_row(strip), sums, overshoot);
  }

  void settle_edges(std::size_t begin, std::size_t end, double overshoot, Own& own) {
    const EdgeTiles& tiles = tables_.edges();
    if (own.sums.empty()) own.sums = Array<Real>(tiles.slots_together(hand_), Contents::whatever);
    const auto place = [&](std::size_t segment) { return tiles.first(segment) - tiles.first(begin); };
    const std::span sums = std::span(own.sums).first(place(end - 1) + tiles.slots(end - 1));
    tiles.add_up<Real>(begin, end, ranks_.said(), sums);
    for (std::size_t i = begin; i < end; ++i)
      changes_[i] = settle_sums(tiles.first(i), sums.subspan(place(i), tiles.slots(i)), overshoot);
  }

  Change settle_sweep(std::uint64_t sweep, double overshoot, Own& own) {
    if (own.sums.empty()) {
      own.sums = Array<Real>(rows_per_sweep, Contents::whatever);
      own.next = Array<std::uint64_t>(rows_per_sweep, Contents::whatever);
    }
    const auto first = static_cast<std::uint32_t>(sweep * rows_per_sweep);
    const std::uint32_t count = std::min(rows_per_sweep, graph_.vertices - first);
    const std::span sums = std::span(own.sums).first(count);
    segments_->add_up(graph_.in, ranks_.said(), first, sums, std::span(own.next).first(count));
    return settle_sums(first, sums, overshoot);
  }

  // All sums of a block first, then all that follows from them: neither waits for the other.
  Change settle_chunk(std::uint64_t chunk, double overshoot) {
    std::array<Real, rows_together> sums;
    Change change;
    const std::span<const std::uint32_t> bounds = graph_.chunks->bounds();
    const std::uint32_t last = bounds[chunk + 1];
    for (std::uint64_t first = bounds[chunk]; first < last; first += rows_together) {
      const auto v = static_cast<std::uint32_t>(first);
      const std::span block = std::span(sums).first(std::min(rows_together, last - v));
      if (!hears_of_all(v, block)) add_up(v, block);
      change += settle_sums(v, block, overshoot);
    }
    return change;
  }

  // Where all say the same, as in the only round on a regular graph, no row is read.
  bool hears_of_all(std::uint32_t first, std::span<Real> sums) const {
    const Real said = ranks_.said_by_all();
    if (said == 0) return false;
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = said * static_cast<Real>(graph_.in.degree(static_cast<std::uint32_t>(first + i)));
    return true;
  }

  void add_up(std::uint32_t first, std::span<Real> sums) {
    const Real* const said = ranks_.said();
    if (!tables_.short_rows().empty()) return tables_.short_rows().add_up(graph_.in, said, first, sums);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::span<const std::uint32_t> row = graph_.in[static_cast<std::uint32_t>(first + i)];
      sums[i] = ranks_.are_alike() && row.size() <= usual_row_max
                    ? sum_of_usual_run(row, said)
                    : sum_of_row<Real>(row, graph_.vertices, [said](std::uint32_t u) { return said[u]; });
    }
  }

  Change settle_sums(std::uint32_t first, std::span<const Real> sums, double overshoot) {
    const std::size_t listed = std::max(first, ranks_.listed()) - first;
    return ranks_.settle(first, sums.first(std::min(sums.size(), listed)), overshoot);
  }

  const OnePart& graph_;
  const RowTables& tables_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  std::optional<RowsBySegments> segments_;  // where rows are walked as they are, by these
  std::vector<Change> changes_;             // [piece]
  std::vector<Own> own_;                    // [thread]
  std::uint64_t hand_;                      // pieces that a thread takes at a time
  Dealer dealer_;
  std::uint64_t round_ = 0;
};

}  // namespace Atoll::kernels
