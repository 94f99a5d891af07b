// SPDX-License-Identifier: Apache-2.0
// A graph while it is contracted. A round chooses vertices of few neighbours, no two of them beside each other, and takes
// them out; their neighbours are joined by arcs as long as the way over them, but where an arc or a way over another
// vertex is as short. Rows are made anew, for what goes on from those that were taken is in their records. Arcs never
// become more than the graph had, nor do the ends in records.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/paths/shrinking_rows.hpp"
#include "atoll/algorithms/kernels/paths/taken_vertices.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/function_ref.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/crew.hpp"
#include "atoll/topology/ranked_bits.hpp"

namespace Atoll::kernels {

// What is left of a contracted graph.
struct ContractedCore {
  static constexpr std::uint16_t not_taken = 0xffff;
  Array<std::uint16_t> group_of;   // [vertices]: of those taken
  Array<std::uint32_t> vertex_of;  // [slots of the core], ascending
  Array<std::uint64_t> offsets;    // [slots of the core + 1]
  Array<std::uint32_t> ends;
  Array<std::uint32_t> weights;
};

class Shrinking {
 public:
  static constexpr std::uint32_t weight_max = 0x7fffffff;  // of an arc, also of one that joins

  Shrinking(const OnePart& graph, TakenVertices& taken, Crew& crew);

  // As long as pays(vertices, arcs) of what a round would leave, arcs at most.
  void go(FunctionRef<bool(std::uint64_t, std::uint64_t)> pays);
  std::uint64_t vertices_left() const { return vertices_ - taken_.count(); }
  std::uint64_t arcs_left() const { return rows_.arcs(); }
  // Afterwards, once.
  ContractedCore core();

 private:
  using Arc = ShrinkingRows::Arc;
  using Row = ShrinkingRows::Row;
  // Of a vertex that has its turn: which pairs of its ends are to be joined; if it is taken, its number.
  struct Turn {
    std::uint32_t pairs;
    std::uint32_t number;
  };
  // What is to be joined when a vertex is taken: a bit for each pair of its ends, and how many pairs have no arc yet.
  struct Joins {
    std::uint32_t pairs = 0;
    std::uint32_t fresh = 0;
  };
  static_assert(TakenVertices::ends_max * (TakenVertices::ends_max - 1) / 2 <= 32);

  bool is_left(std::uint32_t v) const { return test_bit(left_.data(), v); }
  const Turn& turn_of(std::uint32_t v) const { return turn_[turns_.below(v)]; }

  template <class Visit>
  void each_word(const Visit& visit);
  template <class Visit>
  void each_block(const Visit& visit);

  bool is_before(std::uint32_t u, std::uint32_t v) const;
  bool is_candidate(std::uint32_t v) const;
  bool has_turn(std::uint32_t v) const;
  std::uint64_t give_turns();
  std::uint64_t choose(std::uint64_t turns);
  Joins joins_without(std::uint32_t v) const;
  template <class IfShorter>
  bool is_way(std::uint32_t u, std::uint32_t v, std::uint64_t length, const IfShorter& if_shorter) const;
  std::uint64_t arc_between(std::uint32_t u, std::uint32_t v) const;

  // Kinds of records by number.
  static constexpr std::uint32_t kinds = 3 * TakenVertices::ends_max;
  static TakenVertices::Kind kind(std::uint32_t i) { return {.ends = i / 3 + 1, .weight_bytes = 1u << i % 3}; }
  std::uint32_t kind_of(std::uint32_t v) const;
  std::uint64_t count_chosen();
  bool records_fit() const;
  void take_chosen();
  void keep_records();
  std::vector<std::uint32_t> before_stretches(std::uint32_t of_kind) const;
  Array<std::uint16_t> groups_of_taken() const;

  template <class Emit>
  void join(std::uint32_t v, const Emit& emit);
  std::uint64_t bound_when_joined(std::uint32_t v) const;

  void drop_detours();
  double share_of_detours() const;
  std::uint32_t next_left(std::uint32_t v) const;
  Array<std::uint64_t> detours_of(std::uint32_t block) const;
  bool is_detour(std::uint32_t v, const Arc& arc) const;

  TakenVertices& taken_;
  Crew& crew_;
  const std::uint32_t vertices_;
  const std::uint64_t arcs_max_;
  ShrinkingRows rows_;              // of those taken, empty
  RankedBits turns_;                // who may be taken in this round
  Array<Turn> turn_;                // of those
  Array<std::uint64_t> left_;       // bitmaps [vertices]
  Array<std::uint64_t> refused_;    // who was not when it had its turn, as long as its row stays as it is
  Array<std::uint64_t> chosen_;     // of those, who is taken
  Array<std::uint32_t> chosen_of_;  // [kind, block]: how many are chosen; then, how many before
  std::array<std::uint32_t, kinds> chosen_by_kind_{};
  std::uint64_t ends_of_chosen_ = 0;
  std::uint64_t arcs_then_ = 0;  // when the chosen were taken, at most
  Random lots_{1};
};

}  // namespace Atoll::kernels
