// SPDX-License-Identifier: Apache-2.0
// Distances from a source by buckets (delta-stepping: Meyer and Sanders, J. Algorithms 2003), relaxing few arcs:
//
// Once the frontier has become heavy, only arcs that end before a horizon are pushed. What is nearer than the horizon
// is then final; everything else is pulled from it in one pass over the rows of the far, which few arcs lead from, and
// which ends in a row of ascending weights where the rest cannot be better. Arcs between two far ends that may matter
// are kept by the way and relaxed until nothing changes. Where nothing can be pulled, or too much is far yet, the
// horizon moves on, and what was held back is pushed.
//
// Invariant: a distance only falls, and is always the length of a path; so the order of threads leaves no trace.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/blocks.hpp"
#include "atoll/algorithms/kernels/paths/buckets.hpp"
#include "atoll/algorithms/kernels/paths/lengths.hpp"
#include "atoll/algorithms/kernels/paths/pace.hpp"
#include "atoll/algorithms/kernels/paths/paths_plan.hpp"
#include "atoll/algorithms/kernels/paths/row_heads.hpp"
#include "atoll/algorithms/kernels/paths/weighted_rows.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/function_ref.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll::kernels {

template <class Lengths, class ArcRows>
class DeltaStepping {
 public:
  using Key = typename Lengths::Key;

  // `in`: the rows of arcs turned round, if there are any. What all these refer to must outlive it.
  DeltaStepping(const OnePart& graph, const ArcRows& out, const std::optional<ArcRows>& in, const PathsPlan& plan,
                Crew& crew)
      : graph_(graph),
        out_(out),
        in_(in),
        plan_(plan),
        crew_(crew),
        with_arcs_(in ? with_arcs(in->offsets, graph.vertices) : graph.vertices),
        shares_(static_cast<std::size_t>(crew.threads())) {
    if constexpr (may_have_heads)
      if (in_ && has_horizon() && RowHeads::suit()) heads_ = RowHeads(*in_, with_arcs_, crew);
  }

  // From each of the starts, whose distances are below Lengths::too_far. False: the keys are too narrow for the
  // distances. Throws Error(cancelled | resource).
  bool search(std::span<const Waiting<Key>> starts, const Watch& watch) {
    watch_ = &watch;
    steps_.emplace(watch);
    dealer_.emplace(shares_.size());
    too_far_ = false;
    if (distance_.empty()) distance_ = Array<Key>(graph_.vertices, Contents::whatever);
    const Pace pace = shares_[0].pace;
    const Progress progress{.lengths = Lengths(plan_.bucket_width),
                            .band_buckets = plan_.band_buckets,
                            .relaxed_max = often * round_max(graph_.vertices),
                            .alone = shares_.size() == 1};
    for (Share& share : shares_) share.begin(progress, pace);
    for (Share& share : shares_) share.bins.take_home();
    if (is_small() && ends_alone(starts)) return true;
    crew_.run([&](Worker& me) {
      if (!is_small()) begin(me, starts);
      work(me);
    });
    if (judges_heads_) judge_heads();
    return !too_far_;
  }

  bool has_horizon() const { return plan_.band_buckets != 0; }
  // Where there is a horizon: the next searches move it by what suited the last one. False: it is in the way.
  bool learn_band();
  // And then by what takes least time of that and nearer ones, if several threads search. search_again() makes that
  // search once more and returns the seconds it took.
  void try_nearer_bands(FunctionRef<double()> search_again);
  // Whether those whom the last search reached have so many arcs that the rest would have been pulled.
  bool reached_enough() const;

  const Array<Key>& distances() const { return distance_; }  // [slot]
  Array<Key> take_distances() { return std::move(distance_); }
  RunStatistics statistics() { return steps_->take(); }
  const ArcRows& out() const { return out_; }
  const std::optional<ArcRows>& in() const { return in_; }

 private:
  using Entry = Waiting<Key>;
  using Bins = Buckets<Key>;
  static constexpr std::uint64_t no_bucket = Bins::none;
  static constexpr std::size_t chunks_kept = 8;  // of the bucket at hand, relaxed without asking the others
  static constexpr std::size_t few_chunks = 2;   // of a bucket: one thread is faster
  static constexpr std::uint64_t few_arcs = 1u << 14;
  static constexpr std::uint64_t alone_share = 64;      // all arcs, over those that one thread relaxes at first
  static constexpr std::size_t small_bytes = 2u << 20;  // of distances
  static constexpr std::uint64_t often = 2;            // that each vertex is relaxed, in the mean: buckets are too wide
  static constexpr std::uint64_t arcs_per_vertex = 8;  // that cost as much
  static constexpr int far_rounds_max = 16;
  static constexpr double heavy = 0.001;       // of all arcs: when a horizon pays
  static constexpr double mostly = 0.85;       // of all arcs: these had better be settled before the horizon
  static constexpr double lacking_max = 0.15;  // of all arcs: so many fewer may be settled when the rest is pulled
  static constexpr std::uint32_t ahead = 4;    // entries
  static constexpr std::uint64_t followed_per_poll = 1u << 14;
  static constexpr std::size_t unreached_per_poll = 4096;
  static constexpr std::uint32_t offers_max = 64;
  static constexpr std::size_t rows_ahead = 16;  // of a pull
  static constexpr bool may_have_heads =
      std::is_same_v<Lengths, NarrowLengths> && std::is_same_v<ArcRows, SortedRows<RowHeads::Word>>;

  struct FarArc {
    std::uint32_t from, to, weight;
  };
  // Of a thread since the last meeting, or of all of them.
  struct Effort {
    std::uint64_t vertices = 0;  // relaxed, and their arcs
    std::uint64_t arcs = 0;
    double seconds = 0;    // of that, with buckets; of the thread that took longest
    bool changed = false;  // some far end came nearer
    bool heavy = false;    // somebody stopped before a frontier that is
    bool too_far = false;  // for the keys

    Effort& operator+=(const Effort& other) {
      vertices += other.vertices;
      arcs += other.arcs;
      seconds = std::max(seconds, other.seconds);
      changed = changed || other.changed;
      heavy = heavy || other.heavy;
      too_far = too_far || other.too_far;
      return *this;
    }
  };
  // What a thread tells the others at a meeting; the next one is written while this one is read.
  struct Told {
    std::uint64_t first = no_bucket;   // of its buckets in the window
    std::uint64_t beyond = no_bucket;  // behind it
    Effort effort;
    typename Bins::Chunks offered;  // the first bucket
  };
  // Where a search has come, that each one begins anew.
  struct Progress {
    // The same for all threads, each with a copy of its own.
    Lengths lengths{1};
    std::uint64_t round = 0;                   // of meetings and deals
    std::uint64_t bucket = 0;                  // at hand
    std::uint64_t horizon_bucket = no_bucket;  // arcs that end here or later are held back
    Key horizon = Lengths::none;
    Key held_from = Lengths::none;  // vertices from here on have arcs that are held back
    std::uint64_t band_buckets = 0;
    std::uint64_t settled_arcs = 0;
    std::uint64_t relaxed = 0;      // vertices
    std::uint64_t relaxed_max = 0;  // before buckets are made narrower
    // Of this thread.
    std::uint64_t heads_pulled = 0;  // rows, in this search
    std::uint64_t heads_left = 0;    // of these, that went on behind their heads
    bool alone = false;              // nobody else writes a distance
    bool walked_alone = false;       // since the last meeting, and the first thread had everybody's bins
    std::uint32_t pending = 0;       // of the offers
    Effort effort = {};
  };
  struct alignas(64) Share : Progress {
    Bins bins;
    Told told[2];
    Blocks<FarArc> far_arcs;          // between two far ends, that may matter
    Blocks<std::uint32_t> unreached;  // with a far end beside it
    typename Bins::Chunks taken;
    Entry offers[offers_max];  // on their way: their slots are being fetched
    Pace pace;                 // from search to search, the same for all threads

    void begin(const Progress& progress, const Pace& before) {
      static_cast<Progress&>(*this) = progress;
      pace = before;
      bins.clear(0);
      far_arcs.clear();
      unreached.clear();
    }
  };
  struct Sum {
    std::uint64_t first = no_bucket;
    std::uint64_t beyond = no_bucket;
    std::uint64_t chunks = 0;
    Effort effort;
  };

  // Vertices that a thread relaxes at most, nearly, before it meets the others.
  static std::uint64_t round_max(std::uint64_t vertices) { return std::max<std::uint64_t>(vertices, 1u << 16); }
  bool is_due(const Share& mine) const { return mine.effort.vertices >= round_max(graph_.vertices); }
  // One thread begins these alone, and rounds are timed: one that is left to one thread does not take long.
  bool is_small() const { return distance_.bytes() <= small_bytes; }
  // Of a round, in arcs: to take a vertex from its bucket costs as much as some of them.
  static double work_of(const Sum& sum) {
    return static_cast<double>(sum.effort.arcs + arcs_per_vertex * sum.effort.vertices);
  }

  void judge_heads();
  bool ends_alone(std::span<const Entry> starts);
  void begin(Worker& me, std::span<const Entry> starts);
  void put(std::span<const Entry> starts);
  void work(Worker& me);
  Sum meet(Worker& me, Share& mine, Direction direction);
  void tell(const Share& mine, Share& share);
  Sum sum_of(const Share& mine) const;
  bool go_on(Worker& me, Share& mine, const Sum& sum);
  bool are_too_wide(const Share& mine, std::uint64_t next) const;
  void narrow_buckets(Share& mine, std::uint64_t next);
  void cross_horizon(Worker& me, Share& mine, std::uint64_t next);
  // Where an entry belongs; none if its vertex came nearer since.
  std::uint64_t bucket_now(const Share& mine, const Entry& entry) const {
    return load_relaxed(distance_[entry.vertex]) == entry.distance ? mine.lengths.bucket(entry.distance) : no_bucket;
  }
  void move_horizon(Share& mine, std::uint64_t bucket);
  void drain(Worker& me, Share& mine, const Sum& sum);
  void drain_together(const Worker& me, Share& mine, const Sum& sum);
  void walk_alone(Share& mine, std::uint64_t bucket, std::uint64_t arcs_max);
  std::uint64_t first_of_all(std::uint64_t from) const;
  std::uint64_t move_windows(const Share& mine);
  void relax_bucket(Share& mine, Bins& bins, std::uint64_t bucket);
  void relax_offered(const Worker& me, Share& mine, std::uint64_t bucket);
  void relax_chunk(Share& mine, Chunk<Key>& chunk);
  void follow_chunk(Share& mine, Chunk<Key>& chunk);
  void follow(Share& mine, Entry at);
  bool is_heavy(const Share& mine, std::uint32_t v) const;
  void relax(Share& mine, std::uint32_t v, Key distance);
  void push(Share& mine, std::uint32_t v, Key distance, std::uint32_t from, std::uint32_t limit);
  void settle_offers(Share& mine);
  void settle_offers_sparing_ends(Share& mine);
  bool lower(const Share& mine, std::uint32_t v, Key distance);
  void pull(Worker& me, Share& mine);
  void pull_rows(Share& mine, std::uint32_t begin, std::uint32_t end);
  void pull_by_heads(Share& mine, std::uint32_t begin, std::uint32_t end);
  bool pull_row(Share& mine, std::uint32_t v, std::uint32_t first);
  void keep_far_arcs(Share& mine, std::uint32_t v);
  std::vector<std::uint64_t> arcs_by_bucket() const;
  std::optional<std::uint64_t> band_for(double share, std::span<const std::uint64_t> arcs_by_bucket) const;
  double settled_enough() const { return share_before_horizon_ - lacking_max; }  // of all arcs
  void relax_far_arcs(Share& mine, bool wake);
  void pull_unreached(Share& mine);
  template <class F>
  void deal_pieces(const Worker& me, F&& work);
  template <class F>
  void deal_slots(const Worker& me, F&& visit);

  const OnePart graph_;
  const ArcRows out_;
  const std::optional<ArcRows> in_;
  RowHeads heads_;  // of rows in, where there is a horizon
  PathsPlan plan_;
  double share_before_horizon_ = mostly;  // of all arcs: settled before it, by the band learned
  bool judges_heads_ = true;              // after a search
  Crew& crew_;
  std::uint32_t with_arcs_;  // slots before those at the end that no arc leads to
  const Watch* watch_ = nullptr;
  std::optional<Steps> steps_;
  std::optional<Dealer> dealer_;
  Array<Key> distance_;
  std::vector<Share> shares_;  // [thread]
  std::atomic<bool> too_far_{false};
};

}  // namespace Atoll::kernels

#include "atoll/algorithms/kernels/paths/delta_stepping_band.hpp"
#include "atoll/algorithms/kernels/paths/delta_stepping_pull.hpp"
#include "atoll/algorithms/kernels/paths/delta_stepping_steps.hpp"
