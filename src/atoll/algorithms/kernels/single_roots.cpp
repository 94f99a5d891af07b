// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/single_roots.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <vector>

#include "atoll/algorithms/kernels/lanes.hpp"
#include "atoll/algorithms/kernels/level_tests.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t vertices_per_poll = 4096;
constexpr std::uint64_t slots_per_chunk = 1u << 15;
constexpr std::uint64_t ahead = 2;       // vertices, whose neighbours are fetched
constexpr std::size_t fetched_max = 32;  // of these

// What a thread needs for its roots. A level is counted from `first_`, which is beyond every level of the root before:
// what is below was not reached from this one.
class Search {
 public:
  Search(const SharedGraph& out, const Watch& watch)
      : out_(out),
        watch_(watch),
        levels_(out.slots(), Contents::whatever),
        values_(out.slots(), Contents::whatever),
        queue_(out.vertices() + std::uint64_t{1}, Contents::whatever),
        tests_(level_tests(out.slots())) {
    std::ranges::fill(levels_, 0u);
  }

  // Adds to the sums; false, before it does, if there are too many paths.
  bool operator()(std::uint32_t root, double* sums) {
    if (first_ + out_.vertices() > std::numeric_limits<std::uint32_t>::max()) {
      std::ranges::fill(levels_, 0u);
      first_ = 1;
    }
    if (!forward(root)) return false;
    backward(sums);
    first_ = levels_[queue_[reached_ - 1]] + 1;
    return true;
  }

  Step step() const { return {.vertices = reached_, .scanned = 2 * arcs_}; }

 private:
  bool forward(std::uint32_t root) {
    reached_ = arcs_ = 0;
    levels_[root] = first_;
    values_[root] = 1;
    queue_[reached_++] = root;
    for (std::uint64_t i = 0; i < reached_; ++i) {
      if (i % vertices_per_poll == 0) watch_.poll();
      const std::uint32_t u = queue_[i];
      const std::uint32_t next = levels_[u] + 1;
      const double count = values_[u];
      if (!(count <= count_max<double>)) return false;
      if (i + ahead < reached_) fetch_levels(out_[queue_[i + ahead]]);
      const auto row = out_[u];
      arcs_ += row.size();
      for (std::size_t first = 0; first < row.size(); first += ends_at_once) {
        const auto ends = row.subspan(first, std::min(ends_at_once, row.size() - first));
        std::uint64_t open = tests_.open(ends, first == 0 ? none : row[first - 1], levels_.data(), first_, next);
        for (; open != 0; open &= open - 1) visit(ends[static_cast<std::size_t>(std::countr_zero(open))], next, count);
      }
    }
    return true;
  }

  void visit(std::uint32_t w, std::uint32_t next, double count) {
    const bool is_new = levels_[w] < first_;
    levels_[w] = next;
    values_[w] = is_new ? count : values_[w] + count;
    queue_[reached_] = w;
    reached_ += is_new ? 1 : 0;
  }

  void backward(double* sums) {
    for (std::uint64_t i = reached_; i-- > 1;) {
      if (i % vertices_per_poll == 0) watch_.poll();
      if (i > ahead) fetch_levels(out_[queue_[i - ahead]]);
      const std::uint32_t u = queue_[i];
      const double dependency = values_[u] * tests_.sum(out_[u], levels_.data(), levels_[u] + 1, values_.data());
      sums[u] += dependency;
      values_[u] = (1 + dependency) / values_[u];
    }
  }

  void fetch_levels(std::span<const std::uint32_t> row) const {
    for (const std::uint32_t w : row.first(std::min(row.size(), fetched_max))) __builtin_prefetch(&levels_[w], 1);
  }

  static constexpr std::size_t ends_at_once = 64;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  const SharedGraph& out_;
  const Watch& watch_;
  Array<std::uint32_t> levels_;  // [slot]
  Array<double> values_;         // [slot]: paths from the root; later what is handed back
  Array<std::uint32_t> queue_;   // and room for one that was there already
  LevelTests tests_;
  std::uint64_t reached_ = 0;
  std::uint64_t arcs_ = 0;
  std::uint32_t first_ = 1;
};

}  // namespace

bool add_single_roots(const SharedGraph& out, std::span<const std::uint32_t> roots, std::span<double> scores,
                      Crew& crew, const Watch& watch, Steps& steps) {
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
    Search search(out, watch);
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
