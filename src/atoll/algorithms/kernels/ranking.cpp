// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/topology/dealer.hpp"
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

// How far a round goes beyond the power iteration (1: not at all) on an undirected graph, where the iteration's
// eigenvalues are real: Chebyshev's semi-iteration (Golub and Varga, Numerische Mathematik 3, 1961) for eigenvalues in
// [-bound, bound]. The bound follows what the rounds show, up to the damping. Every bound converges; a wrong one costs
// rounds.
class Overshoot {
 public:
  explicit Overshoot(double damping) : damping_(damping) {}

  // Of the next round, after one that changed this much.
  double after(double change) {
    if (before_ > 0) {
      adapt(std::sqrt(change / before_));
    } else if (last_ > 0) {
      bound_ = std::min(damping_, change / last_);
    }
    before_ = std::exchange(last_, change);
    return factor_ = 1 / (1 - bound_ * bound_ * factor_ / 4);
  }

 private:
  // A change that shrank by `rate` a round, of two so that it does not swing, shows the eigenvalue that lasts.
  void adapt(double rate) {
    const double slowed = rate * (1 + std::sqrt(1 - bound_ * bound_));
    const double shown = (slowed * slowed + bound_ * bound_) / (2 * slowed);
    bound_ = slowed > bound_ ? std::min(damping_, (shown + bound_) / 2) : bound_ * forgetting;
  }

  static constexpr double forgetting = 0.97;
  double damping_;
  double bound_ = 0;
  double last_ = 0;
  double before_ = 0;
  double factor_ = 1;
};

template <class Real>
class Rounds {
 public:
  Rounds(const OnePart& graph, const RankingOptions& options, Crew& crew)
      : graph_(graph),
        options_(options),
        crew_(crew),
        said_(graph.vertices + 1, Contents::whatever),
        other_(graph.vertices + 1, Contents::whatever),
        changes_(graph.chunks.empty() ? 0 : graph.chunks.size() - 1) {
    said_[graph.vertices] = other_[graph.vertices] = 0;
    if (graph.arcs <= record_ends * graph.vertices && !options.goes_by_stages()) make_records();
  }

  void start() {
    const Start from = start_of();
    const auto add = [&](Change& sum, std::uint64_t i) {
      const auto v = static_cast<std::uint32_t>(i);
      const std::uint64_t degree = graph_.out.degree(v);
      const double rank = from.everywhere + from.per_arc * static_cast<double>(degree);
      other_[v] = said_[v] = static_cast<Real>(rank / share(v));
      if (degree == 0) sum.lost += rank;
    };
    total_ = reduce<Change>(graph_.vertices, add, [](Change& sum, const Change& more) { sum += more; }, crew_);
  }

  // The ranks become those of the round before, and the next ones their successors, `overshoot` as far from those
  // before. Returns how much a round of power iteration changes them.
  double round(double overshoot) {
    begin_round();
    crew_.for_chunks(changes_.size(), 1,
                     [&](std::uint64_t chunk, std::uint64_t) { settle_chunk<false>(chunk, overshoot); });
    std::swap(said_, other_);
    return total_change();
  }

  // The same by stages, in the manner of Gauss and Seidel: a vertex hears what the stages before its own have said in
  // this round, and those before it in its chunk. Both are the graph's, whatever the threads, so the ranks are too.
  double staged_round() {
    begin_round();
    ++staged_;
    const std::uint64_t stages = std::clamp<std::uint64_t>(changes_.size() / chunks_per_stage, 1, stages_max);
    crew_.run([&](Worker& me) {
      for (std::uint64_t stage = 0; stage < stages; ++stage) {
        const std::uint64_t count = (changes_.size() - stage + stages - 1) / stages;
        const auto deal = [&](std::uint64_t deck, auto&& work) {
          for (std::uint64_t i; (i = dealer_.take(deck, staged_, count)) != Dealer::none;) {
            crew_.poll();
            work(stage + i * stages);
          }
        };
        deal(2 * stage, [&](std::uint64_t chunk) { settle_chunk<true>(chunk, 1); });
        me.meet();
        deal(2 * stage + 1, [&](std::uint64_t chunk) {
          std::copy(&other_[graph_.chunks[chunk]], other_.begin() + graph_.chunks[chunk + 1],
                    &said_[graph_.chunks[chunk]]);
        });
        me.meet();
      }
    });
    return total_change();
  }

  // Of the power iteration that is its successor. Beyond it, what a round changed is known of the ranks it began with.
  double rank(std::uint32_t v) const {
    return static_cast<double>((options_.overshoots() ? other_ : said_)[v]) * share(v);
  }

 private:
  static constexpr std::uint64_t stages_max = 8;
  static constexpr std::uint64_t chunks_per_stage = 16;
  static constexpr std::size_t record_ends = 4;
  static constexpr std::uint32_t vertices_per_block = 256;

  // The first ends of every row, and nobody's slot where there are fewer: rows of a few arcs, as road networks have, are
  // then summed without a question. A processor guesses their lengths wrong every other time.
  void make_records() {
    records_ = Array<std::uint32_t>(record_ends * graph_.vertices, Contents::whatever);
    crew_.for_chunks(graph_.vertices, 1u << 14, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) {
        const auto row = graph_.in[static_cast<std::uint32_t>(v)];
        for (std::size_t i = 0; i < record_ends; ++i)
          records_[record_ends * v + i] = i < row.size() ? row[i] : graph_.vertices;
      }
    });
  }

  void begin_round() {
    const double lost = options_.spread_dangling ? total_.lost : 0;
    base_ = (1 - options_.damping + options_.damping * lost) / options_.jump.among(graph_.vertices);
  }

  template <bool staged>
  void settle_chunk(std::uint64_t chunk, double overshoot) {
    Change change;
    const std::uint32_t first = graph_.chunks[chunk];
    const std::uint32_t last = graph_.chunks[chunk + 1];
    if (records_.empty()) {
      for (std::uint32_t v = first; v < last; ++v) settle(v, sum_of<staged>(v, first), overshoot, change);
    } else {
      for (std::uint32_t v = first; v < last; v += vertices_per_block)
        settle_block(v, std::min(vertices_per_block, last - v), overshoot, change);
    }
    changes_[chunk] = change;
  }

  // All sums first, then all that follows from them: neither waits for the other.
  void settle_block(std::uint32_t first, std::uint32_t count, double overshoot, Change& change) {
    std::array<Real, vertices_per_block> sums;
    const Real* const said = said_.data();
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t* const record = &records_[record_ends * (first + std::uint64_t{i})];
      sums[i] = (said[record[0]] + said[record[1]]) + (said[record[2]] + said[record[3]]);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t v = first + i;
      if (graph_.in.degree(v) > record_ends) {
        for (const std::uint32_t u : graph_.in[v].subspan(record_ends)) sums[i] += said[u];
      }
      settle(v, sums[i], overshoot, change);
    }
  }

  double total_change() {
    total_ = {};
    for (const Change& change : changes_) total_ += change;
    return total_.change;
  }

  struct Start {
    double everywhere = 0;
    double per_arc = 0;  // and for each arc
  };

  // Evenly; of an undirected graph that is iterated to a tolerance, if jumps land anywhere, as if every vertex had the
  // neighbours that are usual. Those without arcs have what they keep.
  Start start_of() const {
    const double all = graph_.vertices;
    if (!options_.overshoots() || !options_.jump.marks.empty()) return {.everywhere = 1 / all};
    const auto alone = static_cast<double>(reduce<std::uint64_t>(
        graph_.vertices,
        [&](std::uint64_t& sum, std::uint64_t v) { sum += graph_.out.degree(static_cast<std::uint32_t>(v)) == 0; },
        [](std::uint64_t& sum, std::uint64_t more) { sum += more; }, crew_));
    const double kept = 1 - options_.damping;
    const double everywhere = kept / (all - (options_.spread_dangling ? options_.damping * alone : 0));
    const double arcs = std::max(1.0, static_cast<double>(graph_.arcs));
    return {everywhere, options_.damping * everywhere / kept * (all - alone) / arcs};
  }

  // A vertex says its rank over this.
  double share(std::uint32_t v) const {
    const std::uint64_t degree = graph_.out.degree(v);
    return degree == 0 ? 1.0 : static_cast<double>(degree);
  }

  // Four sums at a time: one would wait for itself, arc by arc.
  template <bool staged>
  Real sum_of(std::uint32_t v, std::uint32_t first_of_chunk) const {
    const auto said = [&](std::uint32_t u) {
      const bool just_now = staged && u - first_of_chunk < v - first_of_chunk;
      return (just_now ? other_ : said_).data()[u];
    };
    const std::span<const std::uint32_t> row = graph_.in[v];
    std::array<Real, 4> sums{};
    std::size_t e = 0;
    for (; e + sums.size() <= row.size(); e += sums.size()) {
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += said(row[e + i]);
    }
    for (; e < row.size(); ++e) sums[0] += said(row[e]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  void settle(std::uint32_t v, Real sum, double overshoot, Change& change) {
    const double share = this->share(v);
    const double jumped = options_.jump.lands(v) ? base_ : 0;
    const double rank = jumped + options_.damping * static_cast<double>(sum);
    const double before = static_cast<double>(other_[v]) * share;
    change.change += std::abs(rank - static_cast<double>(said_[v]) * share);
    const double next = before + overshoot * (rank - before);
    if (graph_.out.degree(v) == 0) change.lost += next;
    other_[v] = static_cast<Real>(next / share);
  }

  const OnePart& graph_;
  const RankingOptions& options_;
  Crew& crew_;
  Array<Real> said_;              // [vertices + 1]: rank / degree; of nobody: 0
  Array<Real> other_;             // of the round before, then of the next one
  Array<std::uint32_t> records_;  // [vertices][record_ends], of a graph with few arcs
  std::vector<Change> changes_;   // [chunk]
  Change total_;
  double base_ = 0;
  Dealer dealer_{2 * stages_max};
  std::uint64_t staged_ = 0;  // rounds by stages
};

}  // namespace

template <class Real>
RankingResult rank(const OnePart& graph, const RankingOptions& options, std::span<double> ranks, Crew& crew,
                   const Watch& watch) {
  Steps steps(watch);
  RankingResult result;
  Rounds<Real> rounds(graph, options, crew);
  Overshoot overshoot(options.damping);
  double factor = 1;
  rounds.start();
  do {
    result.change = options.goes_by_stages() ? rounds.staged_round() : rounds.round(factor);
    ++result.iterations;
    steps.add({.vertices = graph.vertices, .scanned = graph.arcs, .direction = Direction::pull});
    watch.poll();
    if (options.overshoots()) factor = overshoot.after(result.change);
  } while (result.iterations < options.iterations_max && !(result.change < options.tolerance));
  crew.for_chunks(graph.vertices, 1u << 15, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) ranks[(*graph.users)[v]] = rounds.rank(static_cast<std::uint32_t>(v));
  });
  result.statistics = steps.take();
  return result;
}

template RankingResult rank<float>(const OnePart&, const RankingOptions&, std::span<double>, Crew&, const Watch&);
template RankingResult rank<double>(const OnePart&, const RankingOptions&, std::span<double>, Crew&, const Watch&);

}  // namespace Atoll::kernels
