// SPDX-License-Identifier: Apache-2.0
// How a round moved ranks: the step of each, and the sums of steps that say how far ranks are from settled and, with
// those of rounds before, where they lead. All of it in one pass, for what it reads is a third of what a round reads.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace Atoll::kernels {

inline constexpr std::size_t earlier_rounds_max = 2;

// step[v] = (now[v] - before[v]) / share[v]. All [vertices].
template <class Real>
struct RankMoves {
  const Real* before;  // what is said: a rank times its share
  const Real* now;
  const Real* share;                                      // above 1: nobody hears it
  Real* step;                                             // to be written
  std::array<const Real*, earlier_rounds_max> earlier{};  // steps of rounds before, `rounds` of them
  std::size_t rounds = 0;
};

struct MoveSums {
  double distance = 0;  // L1, of ranks that are heard
  double sum = 0;       // of the same, with their signs
  // Of all steps: with those of each round before, and then with themselves.
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
      const Real step = moves.step[v] = (moves.now[v] - moves.before[v]) / moves.share[v];
      const Real heard = moves.share[v] <= 1 ? step : Real{0};
      sums[0] += std::abs(heard);
      sums[1] += heard;
      for (std::size_t i = 0; i < moves.rounds; ++i) sums[2 + i] += step * moves.earlier[i][v];
      sums[2 + moves.rounds] += step * step;
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
