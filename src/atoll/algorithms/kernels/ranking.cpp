// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/row_sums.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/random.hpp"
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
        both_(2 * (std::uint64_t{graph.vertices} + 1), Contents::whatever),
        said_(both_.begin()),
        other_(both_.begin() + graph.vertices + 1),
        share_(graph.vertices, Contents::whatever),
        segments_(graph, sizeof(Real)),
        changes_(graph.chunks.empty() ? 0 : graph.chunks.size() - 1) {
    said_[graph.vertices] = other_[graph.vertices] = 0;
    if (options.goes_by_stages()) {
      hears_chunk_ = has_near_ends();
      each_hears_ =
          crew.threads() <= hearers_max && graph.vertices * static_cast<std::uint64_t>(crew.threads()) <= graph.arcs;
      return;
    }
    if (ShortRows::suit(graph)) short_rows_ = ShortRows(graph, crew);
    if (segments_.suit()) bound_sweeps();
  }

  void start() {
    const Start from = start_of();
    const auto add = [&](Change& sum, std::uint64_t i) {
      const auto v = static_cast<std::uint32_t>(i);
      const std::uint64_t degree = graph_.out.degree(v);
      const double rank = from.everywhere + from.per_arc * static_cast<double>(degree);
      share_[v] = degree == 0 ? Real{1} : static_cast<Real>(1 / static_cast<double>(degree));
      other_[v] = said_[v] = static_cast<Real>(rank * share_[v]);
      if (degree == 0) sum.lost += rank;
    };
    total_ = reduce<Change>(graph_.vertices, add, [](Change& sum, const Change& more) { sum += more; }, crew_);
    if (!each_hears_) return;
    heard_.resize(static_cast<std::size_t>(crew_.threads()));
    crew_.run([&](Worker& me) {
      if (me.index == 0) return;
      Array<Real>& mine = heard_[static_cast<std::size_t>(me.index)];
      mine = Array<Real>(graph_.vertices + std::uint64_t{1}, Contents::whatever);
      std::copy(said_, said_ + mine.size(), mine.begin());
    });
  }

  // The ranks become those of the round before, and the next ones their successors, `overshoot` as far from those
  // before. Returns how much a round of power iteration changes them.
  double round(double overshoot) {
    begin_round();
    if (segments_.suit()) {
      sweep(overshoot);
    } else {
      crew_.for_chunks(changes_.size(), 1,
                       [&](std::uint64_t chunk, std::uint64_t) { settle_chunk(chunk, said_, overshoot); });
    }
    std::swap(said_, other_);
    return total_change();
  }

  // The same by stages, in the manner of Gauss and Seidel: a vertex hears what the stages before its own have said in
  // this round, and those before it in its chunk. Both are the graph's, whatever the threads, so the ranks are too.
  double staged_round() {
    begin_round();
    ++dealt_;
    const std::uint64_t stages = std::clamp<std::uint64_t>(changes_.size() / chunks_per_stage, 1, stages_max);
    crew_.run([&](Worker& me) {
      Real* const heard = heard_by(me);
      for (std::uint64_t stage = 0; stage < stages; ++stage) {
        const std::uint64_t count = (changes_.size() - stage + stages - 1) / stages;
        const auto deal = [&](std::uint64_t deck, auto&& work) {
          for (std::uint64_t i; (i = dealer_.take(deck, dealt_, count)) != Dealer::none;) {
            crew_.poll();
            work(stage + i * stages);
          }
        };
        const auto hear = [&](std::uint64_t chunk) {
          std::copy(other_ + graph_.chunks[chunk], other_ + graph_.chunks[chunk + 1], heard + graph_.chunks[chunk]);
        };
        deal(2 * stage, [&](std::uint64_t chunk) { settle_chunk_staged(chunk, heard); });
        me.meet();
        if (each_hears_) {
          for (std::uint64_t i = 0; i < count; ++i) hear(stage + i * stages);
        } else {
          deal(2 * stage + 1, hear);
          me.meet();
        }
      }
    });
    return total_change();
  }

  // Of the power iteration that is its successor. Beyond it, what a round changed is known of the ranks it began with.
  double rank(std::uint32_t v) const {
    const auto said = static_cast<double>((options_.overshoots() || options_.goes_by_stages() ? other_ : said_)[v]);
    return said * static_cast<double>(std::max<std::uint64_t>(graph_.out.degree(v), 1));
  }

 private:
  static constexpr std::uint64_t stages_max = 8;
  static constexpr std::uint64_t chunks_per_stage = 16;
  static constexpr int hearers_max = 4;
  static constexpr std::uint32_t vertices_per_block = 512;

  void begin_round() {
    const double lost = options_.spread_dangling ? total_.lost : 0;
    base_ = (1 - options_.damping + options_.damping * lost) / options_.jump.among(graph_.vertices);
  }

  // Chunks whose rows are summed together, by segments.
  void bound_sweeps() {
    const auto threads = static_cast<std::uint32_t>(crew_.threads());
    swept_.resize(threads);
    const std::uint32_t rows = std::clamp(graph_.vertices / (4 * threads), 1u << 12, 1u << 16);
    sweeps_ = {0};
    for (std::uint32_t chunk = 0; chunk < changes_.size(); ++chunk) {
      if (graph_.chunks[chunk + 1] - graph_.chunks[sweeps_.back()] >= rows) sweeps_.push_back(chunk + 1);
    }
    if (sweeps_.back() != changes_.size()) sweeps_.push_back(static_cast<std::uint32_t>(changes_.size()));
  }

  void sweep(double overshoot) {
    ++dealt_;
    crew_.run([&](Worker& me) {
      auto& [sums, next] = swept_[static_cast<std::size_t>(me.index)];
      for (std::uint64_t i; (i = dealer_.take(0, dealt_, sweeps_.size() - 1)) != Dealer::none;) {
        crew_.poll();
        const std::uint32_t first = graph_.chunks[sweeps_[i]];
        const std::uint32_t count = graph_.chunks[sweeps_[i + 1]] - first;
        if (sums.size() < count) {
          sums = Array<Real>(count, Contents::whatever);
          next = Array<std::uint64_t>(count, Contents::whatever);
        }
        segments_.add_up(graph_.in, said_, first, std::span(sums).first(count), std::span(next).first(count));
        for (std::uint32_t chunk = sweeps_[i]; chunk < sweeps_[i + 1]; ++chunk) {
          Change change;
          const std::uint32_t begin = graph_.chunks[chunk];
          settle_block(begin, said_, std::span(sums).subspan(begin - first, graph_.chunks[chunk + 1] - begin),
                       overshoot, change);
          changes_[chunk] = change;
        }
      }
    });
  }

  // Whether a tenth of the arcs, of a sample, come from the chunk of their end: then it matters that they are new.
  bool has_near_ends() const {
    constexpr std::uint64_t sample = 1024;
    constexpr std::uint64_t share = 10;
    const Random random(1);
    std::uint64_t arcs = 0;
    std::uint64_t near = 0;
    for (std::uint64_t i = 0; i < sample; ++i) {
      const auto v = static_cast<std::uint32_t>(random.below(i, graph_.vertices));
      const auto bound = std::ranges::upper_bound(graph_.chunks, v);
      for (const std::uint32_t u : graph_.in[v]) near += u >= *(bound - 1) && u < *bound ? 1u : 0u;
      arcs += graph_.in.degree(v);
    }
    return near * share > arcs;
  }

  // What a thread hears of the stages before: a copy of its own, or all the same.
  Real* heard_by(const Worker& me) {
    return each_hears_ && me.index > 0 ? heard_[static_cast<std::size_t>(me.index)].data() : said_;
  }

  void settle_chunk_staged(std::uint64_t chunk, Real* heard) {
    if (!hears_chunk_) return settle_chunk(chunk, heard, 1);
    const std::uint32_t first = graph_.chunks[chunk];
    const std::uint32_t last = graph_.chunks[chunk + 1];
    if (each_hears_) {
      say(first, last, heard, [heard](std::uint32_t, std::uint32_t u) { return heard[u]; });
      changes_[chunk] = change_of(first, last, other_, heard);
      // The other chunks of the stage, whoever settles them, hear of it when it ends.
      std::swap_ranges(heard + first, heard + last, other_ + first);
    } else {
      say(first, last, other_, [heard, newer = other_ - heard, first](std::uint32_t v, std::uint32_t u) {
        const bool just_now = u - first < v - first;
        return heard[u + (just_now ? newer : 0)];
      });
      changes_[chunk] = change_of(first, last, heard, other_);
    }
  }

  // What the vertices say from now on, one after the other: heard(v, u) is what v hears of u.
  template <class Heard>
  void say(std::uint32_t first, std::uint32_t last, Real* said, const Heard& heard) const {
    const auto base = static_cast<Real>(base_);
    const auto damping = static_cast<Real>(options_.damping);
    const bool anywhere = options_.jump.marks.empty();
    for (std::uint32_t v = first; v < last; ++v) {
      const Real sum = sum_of_row<Real>(graph_.in[v], graph_.vertices, [&](std::uint32_t u) { return heard(v, u); });
      said[v] = ((anywhere || options_.jump.lands(v) ? base : 0) + damping * sum) * share_[v];
    }
  }

  Change change_of(std::uint32_t first, std::uint32_t last, const Real* before, const Real* now) const {
    Change change;
    for (std::uint32_t v = first; v < last; ++v)
      change.change += static_cast<double>(std::abs(now[v] - before[v]) / share_[v]);
    return change;
  }

  // All sums of a block first, then all that follows from them: neither waits for the other.
  void settle_chunk(std::uint64_t chunk, const Real* said, double overshoot) {
    std::array<Real, vertices_per_block> sums;
    Change change;
    const std::uint32_t last = graph_.chunks[chunk + 1];
    for (std::uint32_t v = graph_.chunks[chunk]; v < last; v += vertices_per_block) {
      const std::span block = std::span(sums).first(std::min(vertices_per_block, last - v));
      add_up(v, said, block);
      settle_block(v, said, block, overshoot, change);
    }
    changes_[chunk] = change;
  }

  void add_up(std::uint32_t first, const Real* said, std::span<Real> sums) const {
    if (!short_rows_.empty()) return short_rows_.add_up(graph_.in, said, first, sums);
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = sum_of_row<Real>(graph_.in[static_cast<std::uint32_t>(first + i)], graph_.vertices,
                                 [said](std::uint32_t u) { return said[u]; });
  }

  void settle_block(std::uint32_t first, const Real* said, std::span<const Real> sums, double overshoot,
                    Change& change) {
    const auto each = [&]<bool overshoots>() {
      for (std::size_t i = 0; i < sums.size(); ++i)
        settle<overshoots>(static_cast<std::uint32_t>(first + i), said, sums[i], overshoot, change);
    };
    if (overshoot == 1) return each.template operator()<false>();
    each.template operator()<true>();
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

  template <bool overshoots>
  void settle(std::uint32_t v, const Real* said, Real sum, double overshoot, Change& change) {
    const std::uint64_t degree = graph_.out.degree(v);
    const double share = degree == 0 ? 1.0 : static_cast<double>(degree);
    const double rank = (options_.jump.lands(v) ? base_ : 0) + options_.damping * static_cast<double>(sum);
    change.change += std::abs(rank - static_cast<double>(said[v]) * share);
    double next = rank;
    if constexpr (overshoots) {
      const double before = static_cast<double>(other_[v]) * share;
      next = before + overshoot * (rank - before);
    }
    if (options_.spread_dangling) change.lost += degree == 0 ? next : 0;
    other_[v] = static_cast<Real>(next * static_cast<double>(share_[v]));
  }

  const OnePart& graph_;
  const RankingOptions& options_;
  Crew& crew_;
  Array<Real> both_;   // the two of these
  Real* said_;         // [vertices + 1]: rank / degree; of nobody: 0
  Real* other_;        // of the round before, then of the next one
  Array<Real> share_;  // [vertices]: of the rank, that is said along each arc
  bool hears_chunk_ = false;
  bool each_hears_ = false;
  std::vector<Array<Real>> heard_;  // [thread], but the first: said_
  ShortRows short_rows_;
  Segments segments_;
  struct Swept {
    Array<Real> sums;
    Array<std::uint64_t> next;  // arc of each row
  };
  std::vector<std::uint32_t> sweeps_;  // bounds of chunks, where segments suit
  std::vector<Swept> swept_;           // [thread]
  std::vector<Change> changes_;        // [chunk]
  Change total_;
  double base_ = 0;
  Dealer dealer_{2 * stages_max};
  std::uint64_t dealt_ = 0;  // rounds that were dealt
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
