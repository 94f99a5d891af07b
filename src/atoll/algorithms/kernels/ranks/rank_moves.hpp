// SPDX-License-Identifier: Apache-2.0
// How a round moved ranks: the step of each, and the sums of steps that say how far ranks are from settled and, with
// those of rounds before, where they lead. All of it in one pass, for what it reads is a third of what a round reads.
// Steps are kept with few digits: what these leave out of where rounds lead, the rounds after that put right.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Atoll::kernels {

inline constexpr std::size_t earlier_rounds_max = 2;

// The upper half of a float, rounded to the nearest, of two to the even one. Of finite numbers.
class BFloat16 {
 public:
  BFloat16() = default;
  explicit BFloat16(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    upper_ = static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
  }
  explicit operator float() const { return std::bit_cast<float>(std::uint32_t{upper_} << 16); }
  bool operator==(const BFloat16&) const = default;

 private:
  std::uint16_t upper_ = 0;
};

// What a step of ranks in Real is kept as, in half the bytes.
template <class Real>
using RankStep = std::conditional_t<std::is_same_v<Real, float>, BFloat16, float>;

// step[v] = (now[v] - before[v]) / share[v]. All [vertices].
template <class Real>
struct RankMoves {
  const Real* before;  // what is said: a rank times its share
  const Real* now;
  const Real* share;                                                // above 1: nobody hears it
  RankStep<Real>* step;                                             // to be written
  std::array<const RankStep<Real>*, earlier_rounds_max> earlier{};  // steps of rounds before, `rounds` of them
  std::size_t rounds = 0;
};

struct MoveSums {
  double distance = 0;  // L1, of ranks that are heard
  double sum = 0;       // of the same, with their signs
  // Of all steps as they are kept: with those of each round before, and then with themselves.
  std::array<double, earlier_rounds_max + 1> products{};

  MoveSums& operator+=(const MoveSums& other) {
    distance += other.distance;
    sum += other.sum;
    for (std::size_t i = 0; i < products.size(); ++i) products[i] += other.products[i];
    return *this;
  }
};

// Steps are added up in Real, in runs, whose sums are doubles.
inline constexpr std::uint64_t moves_per_run = 256;

template <class Real>
MoveSums move_plainly(const RankMoves<Real>& moves, std::uint64_t first, std::uint64_t last) {
  MoveSums all;
  for (std::uint64_t begin = first; begin < last; begin += moves_per_run) {
    std::array<Real, 2 + earlier_rounds_max + 1> sums{};
    for (std::uint64_t v = begin; v < std::min(begin + moves_per_run, last); ++v) {
      const Real step = (moves.now[v] - moves.before[v]) / moves.share[v];
      const Real heard = moves.share[v] <= 1 ? step : Real{0};
      sums[0] += std::abs(heard);
      sums[1] += heard;
      moves.step[v] = RankStep<Real>(step);
      const auto kept = static_cast<Real>(moves.step[v]);
      for (std::size_t i = 0; i < moves.rounds; ++i) sums[2 + i] += kept * static_cast<Real>(moves.earlier[i][v]);
      sums[2 + moves.rounds] += kept * kept;
    }
    all.distance += static_cast<double>(sums[0]);
    all.sum += static_cast<double>(sums[1]);
    for (std::size_t i = 0; i <= moves.rounds; ++i) all.products[i] += static_cast<double>(sums[2 + i]);
  }
  return all;
}

// The fastest that this processor has; its sums may differ from the plain ones in how they are rounded.
MoveSums move_ranks(const RankMoves<float>& moves, std::uint64_t first, std::uint64_t last);
inline MoveSums move_ranks(const RankMoves<double>& moves, std::uint64_t first, std::uint64_t last) {
  return move_plainly(moves, first, last);
}

}  // namespace Atoll::kernels
