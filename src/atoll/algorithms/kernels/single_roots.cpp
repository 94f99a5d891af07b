// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/single_roots.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <vector>

#include "atoll/algorithms/kernels/lanes.hpp"
#include "atoll/algorithms/kernels/place_tests.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t vertices_per_poll = 4096;
constexpr std::uint64_t slots_per_chunk = 1u << 15;
constexpr std::size_t short_row = 8;  // which is asked end by end

// What a thread needs for its roots. Vertices get places in the order in which they are reached, and what is known of them
// lies by place, so that a level is a stretch, and its neighbours' values lie beside each other too. Places are counted
// from `first_`, which is beyond every place of the root before: one that is less was not reached from this one.
class RootSearch {
 public:
  RootSearch(const SharedGraph& out, const Watch& watch, std::uint32_t first)
      : out_(out),
        watch_(watch),
        places_(out.slots(), Contents::whatever),
        queue_(out.vertices() + std::uint64_t{1}, Contents::whatever),
        counts_(out.vertices(), Contents::whatever),
        backs_(out.vertices() + std::uint64_t{1}, Contents::whatever),
        tests_(place_tests(out.slots())),
        first_(first) {
    std::ranges::fill(places_, 0u);
  }

  // Adds to the sums; false, before it does, if there are too many paths.
  bool operator()(std::uint32_t root, double* sums) {
    if (first_ + out_.vertices() > std::numeric_limits<std::uint32_t>::max()) {
      std::ranges::fill(places_, 0u);
      first_ = 1;
    }
    if (!forward(root)) return false;
    backward(sums);
    first_ += static_cast<std::uint32_t>(reached_);
    return true;
  }

  Step step() const { return {.vertices = reached_, .scanned = 2 * arcs_}; }

 private:
  bool forward(std::uint32_t root) {
    reached_ = 1;
    arcs_ = 0;
    bounds_ = {0, 1};
    places_[root] = first_;
    queue_[0] = root;
    counts_[0] = 1;
    double most = 0;
    for (std::uint64_t begin = 0, end = 1; begin < end; begin = end, end = reached_) {
      for (std::uint64_t i = begin; i < end; ++i) {
        if (i % vertices_per_poll == 0) watch_.poll();
        most = std::max(most, counts_[i]);
        reach_from(i, first_ + static_cast<std::uint32_t>(end));
      }
      if (!(most <= count_max<double>)) return false;
      bounds_.push_back(static_cast<std::uint32_t>(reached_));
    }
    return true;
  }

  // The ends of the vertex at `place` that have none yet, or one from `next` on, are on the next level.
  void reach_from(std::uint64_t place, std::uint32_t next) {
    const double count = counts_[place];
    const auto row = out_[queue_[place]];
    arcs_ += row.size();
    std::uint32_t before = none;
    if (row.size() <= short_row) {
      for (const std::uint32_t w : row) {
        const bool is_open = w != before && (places_[w] < first_ || places_[w] >= next);
        reach(w, is_open ? count : 0);
        before = w;
      }
      return;
    }
    for (std::size_t e = 0; e < row.size(); e += ends_at_once) {
      const auto ends = row.subspan(e, std::min(ends_at_once, row.size() - e));
      std::uint64_t open = tests_.open(ends, before, places_.data(), first_, next);
      for (; open != 0; open &= open - 1) reach(ends[static_cast<std::size_t>(std::countr_zero(open))], count);
      before = ends.back();
    }
  }

  void reach(std::uint32_t w, double count) {
    const bool is_new = places_[w] < first_;
    const std::uint64_t place = is_new ? reached_ : places_[w] - first_;
    places_[w] = first_ + static_cast<std::uint32_t>(place);
    counts_[place] = (is_new ? 0 : counts_[place]) + count;
    queue_[reached_] = w;
    reached_ += is_new ? 1 : 0;
  }

  // A level hands back to the one before: (1 + dependency) / count of every vertex, by place.
  void backward(double* sums) {
    backs_[reached_] = 0;
    for (std::size_t level = bounds_.size() - 2; level-- > 1;) {
      const std::uint64_t begin = bounds_[level], end = bounds_[level + 1];
      const std::uint32_t next = first_ + static_cast<std::uint32_t>(end);
      for (std::uint64_t i = begin; i < end; ++i) {
        if (i % vertices_per_poll == 0) watch_.poll();
        const double dependency = counts_[i] * sum_of(out_[queue_[i]], next);
        sums[queue_[i]] += dependency;
        backs_[i] = (1 + dependency) / counts_[i];
      }
    }
  }

  // Of what the ends from `next` on hand back.
  double sum_of(std::span<const std::uint32_t> row, std::uint32_t next) const {
    if (row.size() > short_row) return tests_.sum(row, places_.data(), first_, next, backs_.data());
    double sum = 0;
    std::uint32_t before = none;
    for (const std::uint32_t w : row) {
      const bool is_next = w != before && places_[w] >= next;
      sum += backs_[is_next ? places_[w] - first_ : reached_];
      before = w;
    }
    return sum;
  }

  static constexpr std::size_t ends_at_once = 64;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  const SharedGraph& out_;
  const Watch& watch_;
  Array<std::uint32_t> places_;        // [slot]
  Array<std::uint32_t> queue_;         // [place]: slots, and room for one that was there already
  Array<double> counts_;               // [place]: paths from the root
  Array<double> backs_;                // [place]: what is handed back, and 0 behind all
  std::vector<std::uint32_t> bounds_;  // of the levels
  PlaceTests tests_;
  std::uint64_t reached_ = 0;
  std::uint64_t arcs_ = 0;
  std::uint32_t first_;
};

}  // namespace

bool add_single_roots(const SharedGraph& out, std::span<const std::uint32_t> roots, std::span<double> scores,
                      Crew& crew, const Watch& watch, Steps& steps, std::uint32_t first_place) {
  const std::size_t chains = std::min(chains_max, roots.size());
  std::vector<Array<double>> sums;
  for (std::size_t chain = 0; chain < chains; ++chain) sums.emplace_back(out.slots(), Contents::whatever);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> countable{true};
  std::mutex telling;
  Step all;
  std::uint64_t done = 0;
  const auto tell = [&](const Step& step) {
    const std::lock_guard lock(telling);
    all.vertices += step.vertices;
    all.arcs = all.scanned += step.scanned;
    watch.report({"roots", ++done, roots.size()});
  };
  crew.run([&](Worker& me) {
    if (static_cast<std::size_t>(me.index) >= chains) return;
    RootSearch search(out, watch, first_place);
    for (std::size_t chain; (chain = next.fetch_add(1)) < chains;) {
      std::ranges::fill(sums[chain], 0.0);
      for (std::size_t i = chain; i < roots.size() && countable; i += chains) {
        if (!search(roots[i], sums[chain].data())) countable = false;
        tell(search.step());
      }
    }
  });
  if (!countable) return false;
  crew.for_chunks(out.slots(), slots_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      for (const Array<double>& chain : sums) scores[v] += chain[v];
    }
  });
  steps.add(all);
  return true;
}

}  // namespace Atoll::kernels
