// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/new_arcs.hpp"

#include <algorithm>
#include <bit>

#include "atoll/base/bits.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {
namespace {

// Goes through a part, up to new_arcs_step ends of a row at a time.
class Walk {
 public:
  Walk(const Rows& rows, const FrontierPart& part)
      : rows_(rows), vertex_(part.vertex), end_(part.end), arc_(part.arc), part_last_(part.last) {
    if (vertex_ != end_) enter();
  }

  // False: the part is done. Else there are some.
  bool goes_on() {
    while (vertex_ != end_ && arc_ >= last_) {
      ++vertex_;
      arc_ = 0;
      if (vertex_ != end_) enter();
    }
    return vertex_ != end_;
  }
  std::uint32_t from() const { return *vertex_; }
  std::span<const std::uint32_t> some() const {
    return {row_ + arc_, std::min<std::uint64_t>(new_arcs_step, last_ - arc_)};
  }
  void pass() { arc_ += new_arcs_step; }
  FrontierPart rest() const { return {.vertex = vertex_, .end = end_, .arc = arc_, .last = part_last_}; }

 private:
  static constexpr std::ptrdiff_t rows_ahead = 16;  // that are fetched before they are walked

  // What will be read of the next vertices: first their offsets, then how their rows begin.
  void enter() {
    if (end_ - vertex_ > 2 * rows_ahead) rows_.fetch_offsets(vertex_[2 * rows_ahead]);
    if (end_ - vertex_ > rows_ahead) rows_.fetch(vertex_[rows_ahead]);
    row_ = rows_.ends + rows_.offsets[*vertex_];
    last_ = rows_.degree(*vertex_);
    if (vertex_ + 1 == end_) last_ = std::min(last_, part_last_);
  }

  const Rows rows_;
  const std::uint32_t* vertex_;
  const std::uint32_t* const end_;
  std::uint64_t arc_;
  const std::uint64_t part_last_;
  const std::uint32_t* row_ = nullptr;
  std::uint64_t last_ = 0;
};

}  // namespace

std::size_t new_arcs_one_by_one(const NewEnds& ends, FrontierPart& part, std::span<PushedArc> into,
                                std::uint64_t& looked) {
  const std::uint64_t* const visited = ends.visited;
  const std::uint32_t limit = ends.limit;
  PushedArc* next = into.data();
  const PushedArc* const full = into.data() + into.size() - new_arcs_step;
  Walk walk(ends.rows, part);
  std::uint64_t asked = 0;
  for (; walk.goes_on() && next <= full; walk.pass()) {
    const std::uint32_t from = walk.from();
    const std::span<const std::uint32_t> some = walk.some();
    asked += some.size();
    for (const std::uint32_t to : some) {
      *next = {from, to};
      next += (to < limit ? 1u : 0u) & (test_bit(visited, to) ? 0u : 1u);
    }
  }
  part = walk.rest();
  looked += asked;
  return static_cast<std::size_t>(next - into.data());
}

#ifdef ATOLL_VECTORS
namespace {

__attribute__((target("avx512f"))) std::size_t new_arcs_by_vectors(const NewEnds& ends, FrontierPart& part,
                                                                   std::span<PushedArc> into, std::uint64_t& looked) {
  const __m512i limit = _mm512_set1_epi32(static_cast<int>(ends.limit));
  const __m512i first_eight = _mm512_setr_epi32(16, 0, 17, 1, 18, 2, 19, 3, 20, 4, 21, 5, 22, 6, 23, 7);
  const __m512i last_eight = _mm512_setr_epi32(24, 8, 25, 9, 26, 10, 27, 11, 28, 12, 29, 13, 30, 14, 31, 15);
  const std::uint64_t* const visited = ends.visited;
  PushedArc* next = into.data();
  const PushedArc* const full = into.data() + into.size() - new_arcs_step;
  Walk walk(ends.rows, part);
  std::uint64_t looks = 0;
  for (; walk.goes_on() && next <= full; walk.pass()) {
    const std::span<const std::uint32_t> some = walk.some();
    looks += some.size();
    const __m512i source = _mm512_set1_epi32(static_cast<int>(walk.from()));
    const auto there = static_cast<__mmask16>((1u << some.size()) - 1);
    const __m512i end = _mm512_maskz_loadu_epi32(there, some.data());
    const __mmask16 asked = _mm512_mask_cmplt_epu32_mask(there, end, limit);
    const auto fresh = static_cast<__mmask16>(asked & ~test_bits(visited, end, asked));
    const __m512i to = _mm512_maskz_compress_epi32(fresh, end);
    _mm512_storeu_si512(next, _mm512_permutex2var_epi32(to, first_eight, source));
    _mm512_storeu_si512(next + 8, _mm512_permutex2var_epi32(to, last_eight, source));
    next += std::popcount(static_cast<std::uint32_t>(fresh));
  }
  part = walk.rest();
  looked += looks;
  return static_cast<std::size_t>(next - into.data());
}

}  // namespace
#endif

NewArcs new_arcs() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return new_arcs_by_vectors;
#endif
  return new_arcs_one_by_one;
}

}  // namespace Atoll::kernels
