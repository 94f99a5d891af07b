// SPDX-License-Identifier: Apache-2.0
// The step of a sweep that looks through rows one after the other: which is the first end that is in the frontier?
#pragma once

#include <cstdint>
#include <span>

namespace Atoll::kernels {

// What is left of a row.
struct RowPiece {
  std::uint32_t vertex;
  std::uint64_t begin;
  std::uint64_t end;
};

struct RowEnds {
  const std::uint32_t* data;
  std::uint64_t size;
};

// The begin of each piece becomes the place of its first end whose bit in `front` is set, or the piece's end. Pieces lie
// apart, so they are fetched ahead.
using RowSearch = void (*)(const std::uint64_t* front, RowEnds ends, std::span<RowPiece> pieces);

void search_rows_plainly(const std::uint64_t* front, RowEnds ends, std::span<RowPiece> pieces);

// The fastest that this processor has.
RowSearch row_search();

}  // namespace Atoll::kernels
