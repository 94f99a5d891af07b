// SPDX-License-Identifier: Apache-2.0
// Dependencies on roots, one root per thread at a time. Roots are dealt to chains; a chain takes its roots in order, and
// chains are added up in order (root_sums.hpp), so the scores are the same for any number of threads. Where levels are
// small, as of roads, a chain of one root needs no sums: what it has to add waits for its turn where its paths were counted.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/betweenness/leaves.hpp"
#include "atoll/algorithms/kernels/betweenness/root_search.hpp"
#include "atoll/algorithms/kernels/betweenness/root_sums.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/graph/growth.hpp"

namespace Atoll::kernels {

inline constexpr std::size_t chains_max = 8;

// Keeps what the searches of a run wrote for those of the next one.
template <class ArcRows>
class SingleRoots {
 public:
  // The rows out and in are those of the graph. All must outlive it.
  SingleRoots(const SharedGraph& graph, const ArcRows& out, const ArcRows& in, const Leaves& leaves, Crew& crew)
      : graph_(graph),
        out_(out),
        in_(in),
        leaves_(leaves),
        crew_(crew),
        rooms_(std::make_unique<Rooms>(graph.slots())),
        searches_(static_cast<std::size_t>(crew.threads())) {}

  // What runs from so many roots write is there before the first one. Throws Error(resource).
  void make_pages(std::size_t roots) {
    const std::size_t chains = std::min(chains_max, roots);
    const bool keeps = roots == chains && levels_are_small();
    search_by_threads(chains, [&](Search& search) {
      search.make_pages();
      if (!keeps) rooms_->make();
    });
  }
  // Between runs. [slot], for whoever wants to keep them.
  bool has_room() const { return rooms_->idle() > 0; }
  std::optional<Array<double>> take_room() { return rooms_->take_idle(); }

  // scores [slot] += the dependency of the vertex on each root but itself, as Dependencies. False, and some roots are
  // missing, if vertices as far from a root have so few and so many paths that no number has the range. Throws
  // Error(cancelled | resource). `scores_are_zero`: nobody added to them before.
  bool operator()(std::span<const std::uint32_t> roots, std::span<double> scores, const Watch& watch, Steps& steps,
                  bool scores_are_zero = true) {
    const std::size_t chains = std::min(chains_max, roots.size());
    InOrder sums(chains, roots.size(), scores, scores_are_zero, *rooms_);
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
    search_by_threads(chains, [&](Search& search) {
      for (std::size_t chain; (chain = next.fetch_add(1)) < chains;) {
        std::optional<Chain> mine;
        const auto begin = [&]() -> Chain& { return mine ? *mine : mine.emplace(sums.begin(chain)); };
        for (std::size_t i = chain; i < roots.size() && countable; i += chains) {
          const bool may_keep = crew_.threads() > 1 && sums.should_keep(chain);
          if (!search(roots[i], may_keep, begin, watch)) countable = false;
          tell(search.step());
        }
        if (std::optional<Array<double>> kept = search.take_kept()) {
          sums.put(chain, Chain(std::move(*kept)));
        } else {
          sums.put(chain, std::move(begin()));
        }
      }
    });
    if (!countable) return false;
    steps.add(all);
    return true;
  }

 private:
  using Search = RootSearch<ArcRows>;

  // As of roads.
  bool levels_are_small() const {
    if (graph_.parts() > 1) return false;
    const Rows& rows = graph_.only_rows();
    return growth_of_levels(std::span(rows.offsets, std::size_t{graph_.slots()} + 1),
                            std::span(rows.ends, graph_.arcs())) == Growth::slow;
  }

  // use(search) by as many threads; a search that throws is not kept.
  template <class Use>
  void search_by_threads(std::size_t threads, const Use& use) {
    crew_.run([&](Worker& me) {
      const auto index = static_cast<std::size_t>(me.index);
      if (index >= threads) return;
      std::unique_ptr<Search> search = std::move(searches_[index]);
      if (search == nullptr) search = std::make_unique<Search>(graph_, out_, in_, leaves_, *rooms_);
      use(*search);
      searches_[index] = std::move(search);
    });
  }

  const SharedGraph& graph_;
  const ArcRows out_;
  const ArcRows in_;
  const Leaves& leaves_;
  Crew& crew_;
  std::unique_ptr<Rooms> rooms_;
  std::vector<std::unique_ptr<Search>> searches_;  // [thread], of those that had roots
};

// Bytes of a thread's search beside rooms, of a room and what a chain listed before it took it, and how many rooms there
// are at most. Of one root, each chain has one, and each search but that whose turn it is one more to hand over wide
// counts; of several, each chain but the first, and each search to hand over in.
inline std::uint64_t single_root_bytes(std::uint64_t vertices, std::uint64_t arcs) {
  return vertices * (4 + 8) + 3 * words_for(vertices) * 8 + most_noted_bytes(vertices, arcs);
}
inline std::uint64_t room_bytes(std::uint64_t vertices) { return vertices * 8 + vertices / 4; }
inline std::uint64_t rooms_max(std::uint64_t roots, std::uint64_t searches) {
  const bool one_each = roots <= chains_max;
  if (searches == 1) return one_each ? 1 : 2;
  return searches - 1 + (one_each ? roots : chains_max);
}
// And what such a search takes more for counts of a wide range, beside a room.
inline std::uint64_t wide_counts_bytes(std::uint64_t vertices) {
  return 2 * vertices * (sizeof(long double) - sizeof(double));
}

}  // namespace Atoll::kernels
