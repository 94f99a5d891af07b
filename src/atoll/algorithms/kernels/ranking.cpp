// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranking.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

// Summed over vertices, as PageRank's Tally.
struct Change {
  double change = 0;
  double lost = 0;  // rank of vertices without outgoing arcs
  void operator+=(const Change& other) {
    change += other.change;
    lost += other.lost;
  }
};

template <class Real>
class Rounds {
 public:
  Rounds(const OnePart& graph, const RankingOptions& options, Crew& crew)
      : graph_(graph),
        options_(options),
        crew_(crew),
        ranks_(graph.vertices),
        said_(graph.vertices),
        next_(graph.vertices),
        changes_(graph.chunks.empty() ? 0 : graph.chunks.size() - 1) {}

  void start() {
    total_ = reduce<Change>(
        graph_.vertices,
        [&](Change& sum, std::uint64_t i) {
          const auto v = static_cast<std::uint32_t>(i);
          say(v, static_cast<Real>(1.0 / graph_.vertices), said_);
          if (graph_.out.degree(v) == 0) sum.lost += static_cast<double>(ranks_[v]);
        },
        [](Change& sum, const Change& other) { sum += other; }, crew_);
  }

  // Returns the change of the round.
  double round() {
    const double lost = options_.spread_dangling ? total_.lost : 0;
    base_ = (1 - options_.damping + options_.damping * lost) / static_cast<double>(graph_.vertices);
    crew_.for_chunks(changes_.size(), 1, [&](std::uint64_t chunk, std::uint64_t) {
      Change change;
      for (std::uint32_t v = graph_.chunks[chunk]; v < graph_.chunks[chunk + 1]; ++v) settle(v, change);
      changes_[chunk] = change;
    });
    total_ = {};
    for (const Change& change : changes_) total_ += change;
    std::swap(said_, next_);
    return total_.change;
  }

  const Array<Real>& ranks() const { return ranks_; }

 private:
  void say(std::uint32_t v, Real rank, Array<Real>& to) {
    const std::uint64_t degree = graph_.out.degree(v);
    ranks_[v] = rank;
    to[v] = degree == 0 ? Real{0} : rank / static_cast<Real>(degree);
  }

  // Four sums at a time: one would wait for itself, arc by arc.
  Real sum_of(std::uint32_t v) const {
    const std::span<const std::uint32_t> row = graph_.in[v];
    std::array<Real, 4> sums{};
    std::size_t e = 0;
    for (; e + sums.size() <= row.size(); e += sums.size()) {
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += said_[row[e + i]];
    }
    for (; e < row.size(); ++e) sums[0] += said_[row[e]];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  void settle(std::uint32_t v, Change& change) {
    const auto rank = static_cast<Real>(base_ + options_.damping * static_cast<double>(sum_of(v)));
    change.change += std::abs(static_cast<double>(rank) - static_cast<double>(ranks_[v]));
    if (graph_.out.degree(v) == 0) change.lost += static_cast<double>(rank);
    say(v, rank, next_);
  }

  const OnePart& graph_;
  const RankingOptions& options_;
  Crew& crew_;
  Array<Real> ranks_;
  Array<Real> said_;  // rank / degree, of the round before
  Array<Real> next_;
  std::vector<Change> changes_;  // [chunk]
  Change total_;
  double base_ = 0;
};

}  // namespace

template <class Real>
RankingResult rank(const OnePart& graph, const RankingOptions& options, std::span<double> ranks, Crew& crew,
                   const Watch& watch) {
  Steps steps(watch);
  RankingResult result;
  Rounds<Real> rounds(graph, options, crew);
  rounds.start();
  do {
    result.change = rounds.round();
    ++result.iterations;
    steps.add({.vertices = graph.vertices, .scanned = graph.arcs, .direction = Direction::pull});
    watch.poll();
  } while (result.iterations < options.iterations_max && !(result.change < options.tolerance));
  crew.for_chunks(graph.vertices, 1u << 15, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) ranks[(*graph.users)[v]] = static_cast<double>(rounds.ranks()[v]);
  });
  result.statistics = steps.take();
  return result;
}

template RankingResult rank<float>(const OnePart&, const RankingOptions&, std::span<double>, Crew&, const Watch&);
template RankingResult rank<double>(const OnePart&, const RankingOptions&, std::span<double>, Crew&, const Watch&);

}  // namespace Atoll::kernels
