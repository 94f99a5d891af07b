// SPDX-License-Identifier: Apache-2.0
// The ranks of a run of PageRank as its rounds know them: what each vertex says along each of its arcs, now and in the
// round before, for which rounds by relaxation have no use. Vertices without any arc at the end of the order, where
// hubs first puts them, all fare like the first of them, so that one stands for all; unless jumps are personal, or
// rounds write in place.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/ranks/lanes.hpp"
#include "atoll/algorithms/kernels/ranks/rank_moves.hpp"
#include "atoll/algorithms/kernels/ranks/rank_start.hpp"
#include "atoll/algorithms/kernels/ranks/round_choice.hpp"
#include "atoll/base/check.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {

// Summed over vertices, as PageRank's Tally.
struct Change {
  double change = 0;
  double lost = 0;  // rank of vertices without outgoing arcs
  void operator+=(const Change& other) {
    change += other.change;
    lost += other.lost;
  }
  Change times(double count) const { return {count * change, count * lost}; }
};

template <class Real>
class Ranks {
 public:
  Ranks(const OnePart& graph, const RankingOptions& options)
      : graph_(graph),
        options_(options),
        listed_(options.jump.marks.empty() && !in_place(options) ? with_arcs(graph) : graph.vertices),
        both_((keeps_one() ? 1 : 2) * (std::uint64_t{graph.vertices} + 1), Contents::whatever),
        said_(both_.begin()),
        other_(keeps_one() ? said_ : both_.begin() + graph.vertices + 1),
        share_(keeps_shares() ? graph.vertices : 0, Contents::whatever) {
    said_[graph.vertices] = other_[graph.vertices] = 0;
  }

  std::uint32_t listed() const { return listed_; }  // slots before those that one stands for
  Real* said() { return said_; }
  Real* other() { return other_; }  // of the round before, then of the next one; the same in rounds that keep one
  const Real* share() const { return share_.data(); }  // of rounds that keep them
  double damping() const { return options_.damping; }
  bool are_alike() const { return options_.rounds == RoundKind::settled; }  // most vertices, as far as a sample shows
  // What every vertex with arcs out says before a settled round, if all say the same: what each hears follows. Or 0.
  Real said_by_all() const { return said_by_all_; }
  const Jump& jump() const { return options_.jump; }
  // What the ranks of vertices with arcs add up to, before and after a round of power iteration, in an undirected graph
  // that is iterated to a tolerance, if jumps land anywhere: what is said is heard. Or 0.
  double sum_of_heard() const { return heard_ * base_ / (1 - options_.damping); }
  Real base() const { return static_cast<Real>(base_); }  // of the rank of where a jump lands, in this round

  void start(Crew& crew) {
    const Starts from(start_of(crew), keeps_shares() ? unheard : Real{1});
    const auto add = [&](Begun& begun, std::uint64_t i) { begin(static_cast<std::uint32_t>(i), from, begun); };
    const Begun begun = reduce<Begun>(listed_, add, [](Begun& all, const Begun& more) { all += more; }, crew);
    said_by_all_ = are_alike() && begun.least == begun.most ? begun.most : 0;
    total_.lost = begun.lost;
    if (unlisted() > 0) {
      Begun one;
      begin(listed_, from, one);
      total_.lost += one.lost * unlisted();
    }
  }

  void begin_round() {
    const double lost = options_.spread_dangling ? total_.lost : 0;
    base_ = (1 - options_.damping + options_.damping * lost) / options_.jump.among(graph_.vertices);
  }

  // From the sums over the rows of the listed vertices from `first` on to what they say next. (Of a settled round
  // nobody asks what is lost.)
  Change settle(std::uint32_t first, std::span<const Real> sums, double overshoot) {
    ATOLL_CHECK(keeps_shares() || (overshoot == 1 && options_.jump.marks.empty()));
    if (!options_.jump.marks.empty()) return settle_personal(first, sums, overshoot);
    return overshoot == 1 ? settle_runs<false>(first, sums, overshoot) : settle_runs<true>(first, sums, overshoot);
  }

  // Of all changes of listed vertices. Returns how much a round of power iteration changed the ranks.
  double end_round(std::span<const Change> changes, double overshoot) {
    // In place, nothing is lost, or, of an undirected graph, what those without arcs have from the start.
    total_ = {.lost = in_place(options_) ? total_.lost : 0};
    for (const Change& change : changes) total_ += change;
    const Real nothing = 0;
    if (unlisted() > 0) total_ += settle(listed_, std::span(&nothing, 1), overshoot).times(unlisted());
    return total_.change;
  }
  void swap() { std::swap(said_, other_); }

  // The ranks of vertices that say `said`, one of the arrays here, which are spent.
  Array<Real> take(Real* said, Crew& crew) {
    if (share_.empty()) {
      const auto rank_of = [&](std::uint64_t v) { return said[v] * arcs_or_one(degree(v)); };
      return take_scaled(said, rank_of, Array<Real>(graph_.vertices, Contents::whatever), crew);
    }
    const Real* const share = share_.data();
    return take_scaled(said, [&](std::uint64_t v) { return said[v] / share[v]; }, std::move(share_), crew);
  }

 private:
  static constexpr Real unheard = 2;  // the share of a vertex that says it along no arc

  // Of vertices as they begin: the ranks of those without an arc to follow, and the least and most that others say.
  struct Begun {
    double lost = 0;
    Real least = std::numeric_limits<Real>::infinity();
    Real most = 0;

    void operator+=(const Begun& other) {
      lost += other.lost;
      least = std::min(least, other.least);
      most = std::max(most, other.most);
    }
  };

  static bool in_place(const RankingOptions& options) {
    return options.rounds == RoundKind::staged || options.rounds == RoundKind::relaxed;
  }
  // Rounds that change what is said where it is need neither what was said before nor, arc by arc, shares; one round
  // alone needs no shares that are kept.
  bool keeps_one() const { return options_.rounds == RoundKind::relaxed; }
  bool keeps_shares() const { return options_.rounds != RoundKind::relaxed && options_.rounds != RoundKind::settled; }
  static Real share_of(std::uint64_t degree) { return 1 / arcs_or_one(degree); }
  // Signed: processors convert nothing else at once.
  static Real arcs_or_one(std::uint64_t degree) {
    return static_cast<Real>(static_cast<std::int64_t>(std::max<std::uint64_t>(degree, 1)));
  }
  // In `ranks`, which may have the shares: of these each is read before its rank is written. In another order than the
  // user's, ranks replace what is said first, for that is read anywhere.
  template <class RankOf>
  Array<Real> take_scaled(Real* said, const RankOf& rank_of, Array<Real> ranks, Crew& crew) {
    constexpr std::uint64_t grain = 1u << 15;
    const Real of_others = listed_ < graph_.vertices ? rank_of(listed_) : 0;
    const auto each = [&](std::uint64_t count, const auto& rank) {
      crew.for_chunks(count, grain, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t v = begin; v < end; ++v) rank(v);
      });
    };
    if (graph_.user_order) {
      each(listed_, [&](std::uint64_t v) { ranks[v] = rank_of(v); });
      each(graph_.vertices - listed_, [&](std::uint64_t i) { ranks[listed_ + i] = of_others; });
      return ranks;
    }
    each(listed_, [&](std::uint64_t v) { said[v] = rank_of(v); });
    said[listed_] = of_others;
    each(graph_.vertices,
         [&](std::uint64_t user) { ranks[user] = said[std::min<std::uint64_t>((*graph_.slots)[user], listed_)]; });
    return ranks;
  }
  std::uint64_t degree(std::uint64_t v) const { return graph_.out.degree(static_cast<std::uint32_t>(v)); }
  double unlisted() const { return graph_.vertices - listed_; }

  // Ranks by arcs in and shares by arcs out; those of most vertices are known beforehand.
  class Starts {
   public:
    Starts(const RankStart& from, Real without_arcs) : from_(from) {
      for (std::uint64_t arcs = 0; arcs < few; ++arcs) {
        ranks_[arcs] = from.of(arcs);
        shares_[arcs] = arcs == 0 ? without_arcs : share_of(arcs);
      }
    }
    double rank(std::uint64_t arcs_in) const { return arcs_in < few ? ranks_[arcs_in] : from_.of(arcs_in); }
    Real share(std::uint64_t arcs_out) const { return arcs_out < few ? shares_[arcs_out] : share_of(arcs_out); }

   private:
    static constexpr std::uint64_t few = 64;
    RankStart from_;
    std::array<double, few> ranks_{};
    std::array<Real, few> shares_{};
  };

  void begin(std::uint32_t v, const Starts& from, Begun& begun) {
    const std::uint64_t degree = graph_.out.degree(v);
    const double rank = from.rank(graph_.in.degree(v));
    const Real share = from.share(degree);
    said_[v] = static_cast<Real>(rank * static_cast<double>(share));
    if (keeps_shares()) {
      share_[v] = share;
      other_[v] = said_[v];
    }
    if (degree == 0) [[unlikely]]
      begun.lost += rank;
    if (are_alike() && degree != 0) {
      begun.least = std::min(begun.least, said_[v]);
      begun.most = std::max(begun.most, said_[v]);
    }
  }

  // The power iteration starts evenly: what a part that no arc leaves has too much or too little fades by the damping
  // alone, and even ranks have none of it.
  RankStart start_of(Crew& crew) {
    const double even = 1 / static_cast<double>(graph_.vertices);
    if (options_.rounds == RoundKind::power || !options_.jump.marks.empty()) return {.without = even, .with = even};
    const RankStart start = rank_start(graph_, listed_, options_.damping, options_.spread_dangling, crew);
    if (!graph_.directed) heard_ = start.heard;
    return start;
  }

  Change settle_personal(std::uint32_t first, std::span<const Real> sums, double overshoot) {
    Change total;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto v = static_cast<std::uint32_t>(first + i);
      const auto share = static_cast<double>(share_[v]);
      const auto rank_of = [&](Real said) { return static_cast<double>(said) / share; };
      const double rank = (options_.jump.lands(v) ? base_ : 0) + options_.damping * static_cast<double>(sums[i]);
      total.change += std::abs(rank - rank_of(said_[v]));
      const double before = overshoot == 1 ? 0 : rank_of(other_[v]);
      const double next = overshoot == 1 ? rank : before + overshoot * (rank - before);
      if (options_.spread_dangling) total.lost += share > 1 ? next : 0;
      other_[v] = static_cast<Real>(next * share);
    }
    return total;
  }

  // Where jumps land anywhere, in Real, some vertices at a time.
  template <bool overshoots>
  Change settle_runs(std::uint32_t first, std::span<const Real> sums, double overshoot) {
    std::array<Real, moves_per_run> shares;  // where none are kept
    Change total;
    for (std::size_t begin = 0; begin < sums.size(); begin += moves_per_run) {
      const std::span<const Real> run = sums.subspan(begin, std::min<std::size_t>(moves_per_run, sums.size() - begin));
      const auto v = static_cast<std::uint32_t>(first + begin);
      if (!keeps_shares()) {
        for (std::size_t i = 0; i < run.size(); ++i) shares[i] = share_of(degree(v + i));
      }
      const Real* const share = keeps_shares() ? &share_[v] : shares.data();
      const std::size_t whole = run.size() - run.size() % lanes;
      total += settle_run<Lanes, overshoots>(v, run.first(whole), share, overshoot);
      total += settle_run<Real, overshoots>(v + static_cast<std::uint32_t>(whole), run.subspan(whole), share + whole,
                                            overshoot);
    }
    return total;
  }

  // As many at a time as a Some has; what a vertex comes to is the same in either. Strong damping is told by what is
  // left of 1, since ranks feel how that is rounded.
  template <class Some, bool overshoots>
  Change settle_run(std::uint32_t first, std::span<const Real> sums, const Real* shares, double overshoot) {
    const auto base = static_cast<Real>(base_);
    const auto damping = static_cast<Real>(options_.damping);
    const auto undamped = static_cast<Real>(1 - options_.damping);
    const bool is_strong = options_.damping > 0.5;
    const auto beyond = static_cast<Real>(overshoot);
    const bool loses = options_.spread_dangling;
    const Real* const said = said_;  // which a compiler believes that a store may change
    Real* const other = other_;
    Some change = {};
    Some lost = {};
    constexpr std::size_t together = std::is_same_v<Some, Real> ? 1 : lanes;
    for (std::size_t i = 0; i < sums.size(); i += together) {
      const std::size_t v = first + i;
      const Some share = load<Some>(shares + i);
      const Some sum = load<Some>(&sums[i]);
      const Some rank = is_strong ? sum + (base - undamped * sum) : base + damping * sum;
      const Some moved = rank - load<Some>(said + v) / share;
      change += moved > -moved ? moved : -moved;  // a maximum: one instruction, no branch and no blend
      Some next = rank;
      if constexpr (overshoots) {
        const Some before = load<Some>(other + v) / share;
        next = before + beyond * (rank - before);
      }
      if (loses) lost += share > 1 ? next : Some{};
      next *= share;
      std::memcpy(other + v, &next, sizeof next);
    }
    return {.change = sum_of(change), .lost = sum_of(lost)};
  }

  using Lanes = Vector<Real>::Lanes;
  static constexpr std::size_t lanes = Vector<Real>::lanes;
  static double sum_of(Real one) { return static_cast<double>(one); }
  static double sum_of(const Lanes& all) { return Vector<Real>::template sum_of<double>(all); }

  const OnePart& graph_;
  const RankingOptions& options_;
  std::uint32_t listed_;
  Array<Real> both_;  // the two of these; or one
  Real* said_;        // [vertices + 1]: rank / degree; of nobody: 0
  Real* other_;
  // [vertices]: of the rank, that is said along each arc, or more than 1 without any; empty if rounds keep none.
  Array<Real> share_;
  Change total_;
  Real said_by_all_ = 0;
  double base_ = 0;
  double heard_ = 0;  // vertices with arcs, or 0 where nobody knows what their ranks add up to
};

}  // namespace Atoll::kernels
