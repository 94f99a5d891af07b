// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/single_roots.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/lanes.hpp"
#include "atoll/algorithms/kernels/open_ends.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t vertices_per_poll = 4096;
constexpr std::uint64_t slots_per_chunk = 1u << 15;
constexpr std::size_t short_row = 8;     // which is asked end by end
constexpr std::uint64_t rows_ahead = 8;  // whose offsets are fetched
constexpr std::uint64_t few = 64;        // reached by a root, of so many slots one: they need no sum for each slot

// The sums of some roots, one after the other. A first root that reaches few vertices lists them.
class Chain {
 public:
  // So many vertices, of so many slots, will be added.
  void expect(std::uint64_t count, std::uint32_t slots) {
    if (!sums_.empty() || (listed_.empty() && count < slots / few)) return;
    sums_ = Array<double>(slots, Contents::whatever);
    std::ranges::fill(sums_, 0.0);
    for (const auto& [slot, dependency] : listed_) sums_[slot] = dependency;
  }
  void add(std::uint32_t slot, double dependency) {
    if (sums_.empty()) {
      listed_.emplace_back(slot, dependency);
    } else {
      sums_[slot] += dependency;
    }
  }

  void add_to(std::span<double> scores, Crew& crew) const {
    if (sums_.empty()) {
      for (const auto& [slot, dependency] : listed_) scores[slot] += dependency;
    } else {
      crew.for_chunks(sums_.size(), slots_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t v = begin; v < end; ++v) scores[v] += sums_[v];
      });
    }
  }

 private:
  Array<double> sums_;                                    // [slot], or none yet
  std::vector<std::pair<std::uint32_t, double>> listed_;  // until then
};

// Lists of places, one for each place in ascending order, kept in blocks: they are read from the last to the first.
class Ways {
 public:
  // No more than `most` in all.
  explicit Ways(std::uint64_t most) : block_size_(std::clamp<std::uint64_t>(most, 1, ways_per_block)) {
    blocks_.push_back({Array<std::uint32_t>(block_size_, Contents::whatever)});
  }

  void clear() {
    at_ = 0;
    begin_block(0);
  }

  // The list of `place` begins, and will have up to so many.
  void begin(std::uint64_t place, std::size_t most) {
    if (most > static_cast<std::size_t>(blocks_[at_].list.end() - next_)) add_block(place, most);
  }
  void add(std::uint32_t place) { *next_++ = place; }
  const std::uint32_t* next() const { return next_; }  // of a list that began: what was added before lies before

  // visit(place, its list) for the places from `last` down to 1; lengths [place].
  template <class F>
  void visit_backward(std::uint64_t last, const Array<std::uint32_t>& lengths, F&& visit) {
    blocks_[at_].used = next_;
    std::uint64_t place = last;
    for (std::size_t b = at_ + 1; b-- > 0;) {
      const std::uint32_t* end = blocks_[b].used;
      for (const std::uint64_t first = std::max<std::uint64_t>(blocks_[b].first_place, 1); place >= first; --place) {
        visit(place, std::span(end - lengths[place], lengths[place]));
        end -= lengths[place];
      }
    }
  }

 private:
  struct Block {
    Array<std::uint32_t> list;
    std::uint64_t first_place = 0;
    const std::uint32_t* used = nullptr;  // up to here
  };

  void begin_block(std::uint64_t place) {
    blocks_[at_].first_place = place;
    next_ = blocks_[at_].list.begin();
  }
  void add_block(std::uint64_t place, std::size_t most) {
    blocks_[at_++].used = next_;
    if (at_ == blocks_.size()) blocks_.emplace_back();
    Array<std::uint32_t>& list = blocks_[at_].list;
    if (list.size() < most) list = Array<std::uint32_t>(std::max(most, block_size_), Contents::whatever);
    begin_block(place);
  }

  std::size_t block_size_;
  std::vector<Block> blocks_;
  std::size_t at_ = 0;  // the block that is filled
  std::uint32_t* next_ = nullptr;
};

// What a thread needs for its roots. Vertices get places in the order in which they are reached, and what is known of them
// lies by place: a level is a stretch, and its neighbours' values lie beside each other too. Where shortest paths lead on
// from a place, the places of the next level, is listed on the way: most arcs of a deep graph are not on one, and the way
// back need not ask them again. Places are counted from `first_`, which is beyond every place of the root before: one that
// is less was not reached from this one.
class RootSearch {
 public:
  RootSearch(const SharedGraph& out, const Watch& watch, std::uint32_t first)
      : out_(out),
        watch_(watch),
        places_(out.slots(), Contents::whatever),
        queue_(out.vertices() + std::uint64_t{1}, Contents::whatever),
        counts_(out.vertices(), Contents::whatever),
        ways_of_(out.vertices(), Contents::whatever),
        ways_(out.arcs()),
        open_(open_ends(out.slots())),
        first_(first) {
    std::ranges::fill(places_, 0u);
  }

  // Adds to the sums; false, before it does, if there are too many paths.
  bool operator()(std::uint32_t root, Chain& sums) {
    if (first_ + out_.vertices() > std::numeric_limits<std::uint32_t>::max()) {
      std::ranges::fill(places_, 0u);
      first_ = 1;
    }
    if (!forward(root)) return false;
    backward(sums);
    first_ += static_cast<std::uint32_t>(reached_);
    return true;
  }

  Step step() const { return {.vertices = reached_, .scanned = arcs_ + way_count_}; }

 private:
  bool forward(std::uint32_t root) {
    reached_ = 1;
    arcs_ = way_count_ = 0;
    ways_.clear();
    places_[root] = first_;
    queue_[0] = root;
    counts_[0] = 1;
    double most = 0;
    for (std::uint64_t begin = 0, end = 1; begin < end; begin = end, end = reached_) {
      for (std::uint64_t i = begin; i < end; ++i) {
        if (i % vertices_per_poll == 0) watch_.poll();
        if (i + rows_ahead < end) out_.fetch_offsets(queue_[i + rows_ahead]);
        most = std::max(most, counts_[i]);
        reach_from(i, first_ + static_cast<std::uint32_t>(end));
      }
      if (!(most <= count_max<double>)) return false;
    }
    return true;
  }

  // The ends of the vertex at `place` that have none yet, or one from `next` on, are on the next level.
  void reach_from(std::uint64_t place, std::uint32_t next) {
    const double count = counts_[place];
    const auto row = out_[queue_[place]];
    arcs_ += row.size();
    ways_.begin(place, row.size());
    const std::uint32_t* const ways = ways_.next();
    reach_ends(row, count, next);
    ways_of_[place] = static_cast<std::uint32_t>(ways_.next() - ways);
    way_count_ += ways_of_[place];
  }

  void reach_ends(std::span<const std::uint32_t> row, double count, std::uint32_t next) {
    std::uint32_t before = none;
    if (row.size() <= short_row) {
      for (const std::uint32_t w : row) {
        if (w != before && (places_[w] < first_ || places_[w] >= next)) reach(w, count);
        before = w;
      }
      return;
    }
    for (std::size_t e = 0; e < row.size(); e += ends_at_once) {
      const auto ends = row.subspan(e, std::min(ends_at_once, row.size() - e));
      std::uint64_t open = open_(ends, before, places_.data(), first_, next);
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
    ways_.add(static_cast<std::uint32_t>(place));
  }

  // Every place hands back (1 + dependency) / count, in place of its count, to those before it; the root nothing.
  void backward(Chain& sums) {
    sums.expect(reached_, out_.slots());
    ways_.visit_backward(reached_ - 1, ways_of_, [&](std::uint64_t i, std::span<const std::uint32_t> ways) {
      if (i % vertices_per_poll == 0) watch_.poll();
      double handed = 0;
      for (const std::uint32_t next : ways) handed += counts_[next];
      const double dependency = counts_[i] * handed;
      sums.add(queue_[i], dependency);
      counts_[i] = (1 + dependency) / counts_[i];
    });
  }

  static constexpr std::size_t ends_at_once = 64;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  const SharedGraph& out_;
  const Watch& watch_;
  Array<std::uint32_t> places_;   // [slot]
  Array<std::uint32_t> queue_;    // [place]: slots, and room for one that was there already
  Array<double> counts_;          // [place]: paths from the root; on the way back, what is handed to the level before
  Array<std::uint32_t> ways_of_;  // [place]: how many of `ways_`
  Ways ways_;                     // places of the next level
  std::uint64_t way_count_ = 0;
  OpenEnds open_;
  std::uint64_t reached_ = 0;
  std::uint64_t arcs_ = 0;
  std::uint32_t first_;
};

}  // namespace

bool add_single_roots(const SharedGraph& out, std::span<const std::uint32_t> roots, std::span<double> scores,
                      Crew& crew, const Watch& watch, Steps& steps, std::uint32_t first_place) {
  std::vector<Chain> chains(std::min(chains_max, roots.size()));
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
    if (static_cast<std::size_t>(me.index) >= chains.size()) return;
    RootSearch search(out, watch, first_place);
    for (std::size_t chain; (chain = next.fetch_add(1)) < chains.size();) {
      for (std::size_t i = chain; i < roots.size() && countable; i += chains.size()) {
        if (!search(roots[i], chains[chain])) countable = false;
        tell(search.step());
      }
    }
  });
  if (!countable) return false;
  for (const Chain& chain : chains) chain.add_to(scores, crew);
  steps.add(all);
  return true;
}

}  // namespace Atoll::kernels
