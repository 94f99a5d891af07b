// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/row_sweep.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "atoll/algorithms/kernels/ranks/row_sums.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/random.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {
namespace {

// What rows hear: of the vertices from `first` on, `settled` of them, what they say now, if that is told apart.
template <bool apart, class Real>
struct HeardInTurn {
  const Real* before;
  std::ptrdiff_t newer;
  std::uint32_t first, settled;

  Real operator()(std::uint32_t u) const { return before[u + (apart && u - first < settled ? newer : 0)]; }
};

// (A sweep of their own: what it leads to is then known not to change when something is said.)
template <bool apart, class Real, class SumOf>
void sweep_in_turn(RowSweep<Real> sweep, std::uint32_t first, std::uint32_t last, SumOf sum_of) {
  const auto settle = [&](std::uint32_t v, const HeardInTurn<apart, Real>& heard) {
    sweep.said[v] = sweep.said_by(v, sum_of(v, heard));
  };
  if (sweep.descends) {
    for (std::uint32_t v = last; v-- > first;) settle(v, {sweep.heard, sweep.newer, v + 1, last - v - 1});
  } else {
    for (std::uint32_t v = first; v < last; ++v) settle(v, {sweep.heard, sweep.newer, first, v - first});
  }
}

template <bool apart, class Real, class SumOf>
void sweep_blocks(RowSweep<Real> sweep, std::uint32_t first, std::uint32_t last, SumOf sum_of) {
  ATOLL_CHECK(!sweep.descends);
  std::array<Real, rows_per_block> sums;
  for (std::uint64_t begin = first; begin < last; begin += rows_per_block) {
    const auto block = static_cast<std::uint32_t>(begin);
    const HeardInTurn<apart, Real> heard{sweep.heard, sweep.newer, first, block - first};
    const std::uint32_t count = std::min(rows_per_block, last - block);
    for (std::uint32_t i = 0; i < count; ++i) sums[i] = sum_of(block + i, heard);
    for (std::uint32_t i = 0; i < count; ++i) sweep.said[block + i] = sweep.said_by(block + i, sums[i]);
  }
}

template <bool apart, class Real>
[[gnu::noinline]] Real sum_of_many(std::span<const std::uint32_t> row, std::uint32_t nobody,
                                   HeardInTurn<apart, Real> heard) {
  return sum_of_row<Real>(row, nobody, heard);
}

// Beyond the record of a row: mostly a few.
template <bool apart, class Real>
Real sum_of_rest(const RowSweep<Real>& sweep, std::uint32_t v, const HeardInTurn<apart, Real>& heard) {
  const auto rest = sweep.rows[v].subspan(ShortRows::ends);
  return rest.size() <= ShortRows::ends ? sum_of_run<Real>(rest, sweep.vertices, heard)
                                        : sum_of_many<apart>(rest, sweep.vertices, heard);
}

// From records, where most rows wait for the one before, who is their first end then. What that one says is carried
// along: all others are added up before it is known, and then one product and one sum follow. (So what is said is
// heard.)
template <bool apart, class Real>
void sweep_waiting_records(RowSweep<Real> sweep, const ShortRows& records, std::uint32_t first, std::uint32_t last) {
  ATOLL_CHECK(!sweep.descends && sweep.said == sweep.heard + sweep.newer);
  Real carried = first > 0 ? sweep.heard[first - 1] : Real{0};  // what the row before says
  for (std::uint32_t v = first; v < last; ++v) {
    const HeardInTurn<apart, Real> heard{sweep.heard, sweep.newer, first, v - first};
    const std::uint32_t* const record = records.record(v);
    Real others = heard(record[1]) + (heard(record[2]) + heard(record[3]));
    if (record[3] != sweep.vertices && sweep.rows.degree(v) > ShortRows::ends)
      others += sum_of_rest<apart>(sweep, v, heard);
    const Real last_heard = record[0] + 1 == v ? carried : heard(record[0]);
    carried = sweep.said_by(v, others) + sweep.damping * sweep.share[v] * last_heard;
    sweep.said[v] = carried;
  }
}

// Calls how<apart>().
template <class Real, class How>
void told_apart(const RowSweep<Real>& sweep, const How& how) {
  sweep.newer == 0 ? how.template operator()<false>() : how.template operator()<true>();
}

#ifdef ATOLL_VECTORS
#define ATOLL_GATHERS __attribute__((target("avx512f,avx512vl")))

// Places to gather from are signed numbers of 32 bits. Asked of the last one with a `newer`, which some numbers of
// threads do without: all are to add up in the same order.
bool may_gather(const RowSweep<float>& sweep) {
  constexpr std::ptrdiff_t last_place = std::numeric_limits<std::int32_t>::max();
  return has_fast_gathers() && sweep.jump.marks.empty() && sweep.newer >= 0 &&
         2 * std::ptrdiff_t{sweep.vertices} + 1 <= last_place;
}

// Eight ends at a time, of the last ones those that are there: nothing is asked where a row ends.
template <bool apart>
ATOLL_GATHERS inline float sum_of_gathers(const RowSweep<float>& sweep, std::uint64_t e, std::uint64_t end,
                                          std::uint32_t first, std::uint32_t settled) {
  constexpr std::uint64_t lanes = 8;
  __m256 sums = _mm256_setzero_ps();
  const auto hear = [&](unsigned there) ATOLL_GATHERS {
    const auto some = static_cast<__mmask8>(there);
    __m256i places = _mm256_maskz_loadu_epi32(some, sweep.rows.ends + e);
    if constexpr (apart) {
      const __m256i from_first = _mm256_sub_epi32(places, _mm256_set1_epi32(static_cast<int>(first)));
      const __mmask8 now = _mm256_cmplt_epu32_mask(from_first, _mm256_set1_epi32(static_cast<int>(settled)));
      places = _mm256_mask_add_epi32(places, now, places, _mm256_set1_epi32(static_cast<int>(sweep.newer)));
    }
    sums = _mm256_add_ps(sums, _mm256_mmask_i32gather_ps(_mm256_setzero_ps(), some, places, sweep.heard, 4));
  };
  for (; e + lanes < end; e += lanes) hear(0xff);
  hear((1u << (end - e)) - 1);
  return sum_of_lanes(sums);
}

template <bool apart>
ATOLL_GATHERS inline float gathered_sum(const RowSweep<float>& sweep, std::uint32_t v, std::uint32_t first,
                                        std::uint32_t settled) {
  const std::uint64_t begin = sweep.rows.offsets[v], end = sweep.rows.offsets[v + 1];
  return end - begin <= ends_in_one_run_max
             ? sum_of_gathers<apart>(sweep, begin, end, first, settled)
             : sum_of_many<apart>(sweep.rows[v], sweep.vertices,
                                  HeardInTurn<apart, float>{sweep.heard, sweep.newer, first, settled});
}

template <bool apart>
[[gnu::flatten]] ATOLL_GATHERS void sweep_blocks_by_gathers(RowSweep<float> sweep, std::uint32_t first,
                                                            std::uint32_t last) {
  sweep_blocks<apart>(sweep, first, last, [&](std::uint32_t v, const HeardInTurn<apart, float>& heard) ATOLL_GATHERS {
    return gathered_sum<apart>(sweep, v, heard.first, heard.settled);
  });
}

// As sweep_in_turn, of which compilers made a call for each row, or kept what all rows need in memory.
template <bool apart>
[[gnu::flatten]] ATOLL_GATHERS void sweep_by_gathers(RowSweep<float> sweep, std::uint32_t first, std::uint32_t last) {
  std::uint32_t v = sweep.descends ? last - 1 : first;
  for (std::uint32_t left = last - first; left > 0; --left, v += sweep.descends ? ~0u : 1u) {
    const std::uint32_t from = sweep.descends ? v + 1 : first;
    const std::uint32_t settled = sweep.descends ? last - from : v - from;
    sweep.said[v] = (sweep.base + sweep.damping * gathered_sum<apart>(sweep, v, from, settled)) * sweep.share[v];
  }
}

#undef ATOLL_GATHERS
#endif

}  // namespace

bool wait_for_the_row_before(const Rows& rows, std::uint32_t vertices) {
  constexpr std::uint64_t sample = 1024;
  const Random random(1);
  std::uint64_t waiting = 0;
  for (std::uint64_t i = 0; i < sample && vertices > 1; ++i) {
    const auto v = static_cast<std::uint32_t>(1 + random.below(i, vertices - 1));
    waiting += std::ranges::binary_search(rows[v], v - 1) ? 1u : 0u;
  }
  return waiting * 4 >= sample * 3;
}

template <class Real>
void sweep_rows(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last) {
  told_apart(sweep, [&]<bool apart>() {
#ifdef ATOLL_VECTORS
    if constexpr (std::is_same_v<Real, float>) {
      if (may_gather(sweep))
        return (sweep.block > 1 ? sweep_blocks_by_gathers<apart> : sweep_by_gathers<apart>)(sweep, first, last);
    }
#endif
    const auto sum_of = [rows = sweep.rows, nobody = sweep.vertices](std::uint32_t v,
                                                                     const HeardInTurn<apart, Real>& heard) {
      return sum_of_row<Real>(rows[v], nobody, heard);
    };
    if (sweep.block > 1) return sweep_blocks<apart>(sweep, first, last, sum_of);
    sweep_in_turn<apart>(sweep, first, last, sum_of);
  });
}

template <class Real>
void sweep_short_rows(const RowSweep<Real>& sweep, const ShortRows& records, std::uint32_t first, std::uint32_t last) {
  told_apart(sweep, [&]<bool apart>() {
    if (sweep.block > 1) return sweep_waiting_records<apart>(sweep, records, first, last);
    const auto sum_of = [&records, rows = sweep.rows, nobody = sweep.vertices](std::uint32_t v,
                                                                               const HeardInTurn<apart, Real>& heard) {
      const std::uint32_t* const record = records.record(v);
      const Real sum = (heard(record[0]) + heard(record[1])) + (heard(record[2]) + heard(record[3]));
      if (record[3] == nobody || rows.degree(v) <= ShortRows::ends) return sum;
      return sum + sum_of_row<Real>(rows[v].subspan(ShortRows::ends), nobody, heard);
    };
    sweep_in_turn<apart>(sweep, first, last, sum_of);
  });
}

template void sweep_rows(const RowSweep<float>&, std::uint32_t, std::uint32_t);
template void sweep_rows(const RowSweep<double>&, std::uint32_t, std::uint32_t);
template void sweep_short_rows(const RowSweep<float>&, const ShortRows&, std::uint32_t, std::uint32_t);
template void sweep_short_rows(const RowSweep<double>&, const ShortRows&, std::uint32_t, std::uint32_t);

}  // namespace Atoll::kernels
