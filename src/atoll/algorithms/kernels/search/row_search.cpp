// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/row_search.hpp"

#include <algorithm>
#include <bit>

#include "atoll/base/bits.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::size_t pieces_ahead = 16;  // pieces that are fetched before they are searched

inline void fetch(RowEnds ends, std::span<const RowPiece> pieces, std::size_t i) {
  asm volatile("");  // gcc takes a function that only prefetches for one that does nothing
  if (i < pieces.size()) __builtin_prefetch(ends.data + pieces[i].begin);
}

// Four at a time, since a branch per arc would be mispredicted in most rows; what a short row has too few is read from
// the next one, and masked.
inline std::uint64_t first_in(const std::uint64_t* front, RowEnds ends, const RowPiece& piece) {
  const auto bit = [&](std::uint64_t e) { return front[ends.data[e] / 64] >> (ends.data[e] % 64) & 1; };
  std::uint64_t e = piece.begin;
  for (; e < piece.end && e + 4 <= ends.size; e += 4) {
    const std::uint64_t four = bit(e) | bit(e + 1) << 1 | bit(e + 2) << 2 | bit(e + 3) << 3;
    const std::uint64_t hits = four & low_bits(piece.end - e);
    if (hits != 0) return e + static_cast<std::uint64_t>(std::countr_zero(hits));
  }
  while (e < piece.end && bit(e) == 0) ++e;
  return std::min(e, piece.end);
}

}  // namespace

void search_rows_plainly(const std::uint64_t* front, RowEnds ends, std::span<RowPiece> pieces) {
  for (std::size_t i = 0; i < pieces_ahead; ++i) fetch(ends, pieces, i);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    fetch(ends, pieces, i + pieces_ahead);
    pieces[i].begin = first_in(front, ends, pieces[i]);
  }
}

#ifdef ATOLL_VECTORS
namespace {

// Eight at a time: most rows are done then, and without a branch that is hard to foresee.
__attribute__((target("avx512f,avx512vl"))) void search_rows_by_vectors(const std::uint64_t* front, RowEnds ends,
                                                                        std::span<RowPiece> pieces) {
  constexpr std::uint64_t lanes = 8;
  for (std::size_t i = 0; i < pieces_ahead; ++i) fetch(ends, pieces, i);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    fetch(ends, pieces, i + pieces_ahead);
    const std::uint64_t end = pieces[i].end;
    std::uint64_t e = pieces[i].begin;
    for (; e < end; e += lanes) {
      const auto some = static_cast<__mmask8>(low_bits(std::min(lanes, end - e)));
      const std::uint32_t hits = test_bits(front, _mm256_maskz_loadu_epi32(some, ends.data + e), some);
      if (hits == 0) continue;
      e += static_cast<std::uint64_t>(std::countr_zero(hits));
      break;
    }
    pieces[i].begin = std::min(e, end);
  }
}

}  // namespace
#endif

RowSearch row_search() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return search_rows_by_vectors;
#endif
  return search_rows_plainly;
}

}  // namespace Atoll::kernels
