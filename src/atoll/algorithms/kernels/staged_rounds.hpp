// SPDX-License-Identifier: Apache-2.0
// Rounds of PageRank by stages, in the manner of Gauss and Seidel: a vertex hears what the stages before its own have
// said in this round, and, where many arcs are near, those before it in its chunk. Stages and chunks are the graph's,
// whatever the threads, so the ranks are too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/ranks.hpp"
#include "atoll/algorithms/kernels/row_sums.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll::kernels {

template <class Real>
class StagedRounds {
 public:
  StagedRounds(const OnePart& graph, Ranks<Real>& ranks, Crew& crew)
      : graph_(graph),
        ranks_(ranks),
        crew_(crew),
        hears_chunk_(has_near_ends(graph)),
        each_hears_(crew.threads() <= hearers_max &&
                    graph.vertices * static_cast<std::uint64_t>(crew.threads()) <= graph.arcs),
        changes_(graph.chunks.empty() ? 0 : graph.chunks.size() - 1) {
    if (!each_hears_) return;
    heard_.resize(static_cast<std::size_t>(crew.threads()));
    crew.run([&](Worker& me) {
      if (me.index == 0) return;
      Array<Real>& mine = heard_[static_cast<std::size_t>(me.index)];
      mine = Array<Real>(graph_.vertices + std::uint64_t{1}, Contents::whatever);
      std::copy(ranks_.said(), ranks_.said() + mine.size(), mine.begin());
    });
  }

  double operator()() {
    ranks_.begin_round();
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
          const Real* const said = ranks_.other();
          std::copy(said + graph_.chunks[chunk], said + graph_.chunks[chunk + 1], heard + graph_.chunks[chunk]);
        };
        deal(2 * stage, [&](std::uint64_t chunk) { settle_chunk(chunk, heard); });
        me.meet();
        if (each_hears_) {
          for (std::uint64_t i = 0; i < count; ++i) hear(stage + i * stages);
        } else {
          deal(2 * stage + 1, hear);
          me.meet();
        }
      }
    });
    return ranks_.end_round(changes_, 1);
  }

 private:
  static constexpr std::uint64_t stages_max = 8;
  static constexpr std::uint64_t chunks_per_stage = 16;
  static constexpr int hearers_max = 4;

  // Whether a tenth of the arcs, of a sample, come from the chunk of their end: then it matters that they are new.
  static bool has_near_ends(const OnePart& graph) {
    constexpr std::uint64_t sample = 1024;
    constexpr std::uint64_t share = 10;
    const Random random(1);
    std::uint64_t arcs = 0;
    std::uint64_t near = 0;
    for (std::uint64_t i = 0; i < sample; ++i) {
      const auto v = static_cast<std::uint32_t>(random.below(i, graph.vertices));
      const auto bound = std::ranges::upper_bound(graph.chunks, v);
      for (const std::uint32_t u : graph.in[v]) near += u >= *(bound - 1) && u < *bound ? 1u : 0u;
      arcs += graph.in.degree(v);
    }
    return near * share > arcs;
  }

  // What a thread hears of the stages before: a copy of its own, or all the same.
  Real* heard_by(const Worker& me) {
    return each_hears_ && me.index > 0 ? heard_[static_cast<std::size_t>(me.index)].data() : ranks_.said();
  }

  void settle_chunk(std::uint64_t chunk, Real* heard) {
    const std::uint32_t first = graph_.chunks[chunk];
    const std::uint32_t last = graph_.chunks[chunk + 1];
    Real* const other = ranks_.other();
    if (hears_chunk_ && each_hears_) {
      say(first, last, heard, [heard](std::uint32_t, std::uint32_t u) { return heard[u]; });
      changes_[chunk] = change_of(first, last, other, heard);
      // The other chunks of the stage, whoever settles them, hear of it when it ends.
      std::swap_ranges(heard + first, heard + last, other + first);
      return;
    }
    if (hears_chunk_) {
      say(first, last, other, [heard, newer = other - heard, first](std::uint32_t v, std::uint32_t u) {
        const bool just_now = u - first < v - first;
        return heard[u + (just_now ? newer : 0)];
      });
    } else {
      say(first, last, other, [heard](std::uint32_t, std::uint32_t u) { return heard[u]; });
    }
    changes_[chunk] = change_of(first, last, heard, other);
  }

  // What the vertices say from now on, one after the other: heard(v, u) is what v hears of u.
  template <class Heard>
  void say(std::uint32_t first, std::uint32_t last, Real* said, const Heard& heard) const {
    const Real* const share = ranks_.share();
    const auto rule = ranks_.rule();
    for (std::uint32_t v = first; v < last; ++v) {
      const Real sum = sum_of_row<Real>(graph_.in[v], graph_.vertices, [&](std::uint32_t u) { return heard(v, u); });
      said[v] = rule(v, sum) * share[v];
    }
  }

  Change change_of(std::uint32_t first, std::uint32_t last, const Real* before, const Real* now) const {
    Change change;
    for (std::uint32_t v = first; v < last; ++v)
      change.change += static_cast<double>(std::abs(now[v] - before[v]) / ranks_.share()[v]);
    return change;
  }

  const OnePart& graph_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  bool hears_chunk_;
  bool each_hears_;
  std::vector<Array<Real>> heard_;  // [thread], but the first: what all said
  std::vector<Change> changes_;     // [chunk]
  Dealer dealer_{2 * stages_max};
  std::uint64_t dealt_ = 0;  // rounds that were dealt
};

}  // namespace Atoll::kernels
