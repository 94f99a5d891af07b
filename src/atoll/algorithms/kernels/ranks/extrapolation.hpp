// SPDX-License-Identifier: Apache-2.0
// Where rounds of a linear iteration lead: after every few of them, the combination of what they arrived at that would
// change least in a round (reduced rank extrapolation: Mešina 1977, Eddy 1979; of ranks, with fixed weights: Kamvar,
// Haveliwala, Manning and Golub, "Extrapolation Methods for Accelerating PageRank Computations", WWW 2003). Directed
// graphs need it: the eigenvalues that last are not real, and those of pairs of pages that link to each other lie at
// the damping.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/ranks/rank_moves.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::kernels {

template <class Real>
class Extrapolation {
 public:
  Extrapolation(std::uint64_t vertices, std::size_t pieces) : pieces_(pieces) {
    for (std::size_t i = 0; i < steps_max; ++i) {
      if (i % together == 0)
        held_[i / together] = Array<RankStep<Real>>(vertices * std::min(together, steps_max - i), Contents::whatever);
      steps_[i] = held_[i / together].data() + vertices * (i % together);
    }
  }

  // What was said of the vertices of a piece became `now`; share: RankMoves. Pieces may move at the same time.
  MoveSums move(std::size_t piece, std::uint64_t first, std::uint64_t last, const Real* before, const Real* now,
                const Real* share) {
    const MoveSums sums = move_ranks(RankMoves<Real>{.before = before,
                                                     .now = now,
                                                     .share = share,
                                                     .step = steps_[count_],
                                                     .earlier = {steps_[0], steps_[1]},
                                                     .rounds = count_},
                                     first, last);
    pieces_[piece] = sums.products;
    return sums;
  }

  // After a round. Whether there is now somewhere to go from where it arrived: by correction(v), each rank.
  bool end_round() {
    for (std::size_t i = 0; i <= count_; ++i) {
      double sum = 0;
      for (const Products& piece : pieces_) sum += piece[i];
      products_[i][count_] = products_[count_][i] = sum;
    }
    if (++count_ < steps_max) return false;
    count_ = 0;
    return find_weights();
  }
  Real correction(std::uint64_t v) const {
    Real sum = 0;
    for (std::size_t i = 1; i < steps_max; ++i) sum += weights_[i] * static_cast<Real>(steps_[i][v]);
    return sum;
  }
  // What is said where they lead, of a rank of which `share` is said: no rank is below 0.
  Real corrected(std::uint64_t v, Real said, Real share) const {
    return std::max(Real{0}, said + correction(v) * share);
  }

 private:
  static constexpr std::size_t steps_max = earlier_rounds_max + 1;
  // In an array, as many as take the bytes of ranks: these, if they are written afterwards, get its pages.
  static constexpr std::size_t together = 2;
  static_assert(together * sizeof(RankStep<Real>) == sizeof(Real));
  using Products = decltype(MoveSums::products);

  // Shares c of all points, together 1, of which the sum of c[i] * step[i] is shortest: they solve products * c = 1,
  // but for a factor. From the last point, the new one lies where weights[i] * step[i] together lead: weights[i] is the
  // share of all points before step i, negative. False where nothing moves.
  bool find_weights() {
    std::array<Products, steps_max> rows = products_;
    Products shares;
    shares.fill(1);
    for (std::size_t i = 0; i < steps_max; ++i) {
      rows[i][i] += products_[i][i] * rounding;
      for (std::size_t j = i + 1; j < steps_max; ++j) {
        const double times = rows[j][i] / rows[i][i];
        for (std::size_t k = i; k < steps_max; ++k) rows[j][k] -= times * rows[i][k];
        shares[j] -= times * shares[i];
      }
    }
    double sum = 0;
    for (std::size_t i = steps_max; i-- > 0;) {
      for (std::size_t k = i + 1; k < steps_max; ++k) shares[i] -= rows[i][k] * shares[k];
      sum += shares[i] /= rows[i][i];
    }
    double before = 0;
    for (std::size_t i = 0; i < steps_max; before += shares[i++] / sum) weights_[i] = static_cast<Real>(-before);
    return std::isfinite(before);
  }

  static constexpr double rounding = 1e-12;  // of a product: a step that follows from those before it leaves so much

  std::array<Array<RankStep<Real>>, (steps_max + together - 1) / together> held_;
  std::array<RankStep<Real>*, steps_max> steps_{};  // [vertices], each
  std::vector<Products> pieces_;
  std::array<Products, steps_max> products_{};
  std::array<Real, steps_max> weights_{};
  std::size_t count_ = 0;  // of steps since the last combination
};

}  // namespace Atoll::kernels
