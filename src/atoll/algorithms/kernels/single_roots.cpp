// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/single_roots.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "atoll/algorithms/kernels/root_search.hpp"
#include "atoll/algorithms/kernels/root_sums.hpp"

namespace Atoll::kernels {

bool add_single_roots(const SharedGraph& out, const SharedGraph& in, std::span<const std::uint32_t> roots,
                      const Leaves& leaves, std::span<double> scores, Crew& crew, const Watch& watch, Steps& steps) {
  const std::size_t chains = std::min(chains_max, roots.size());
  InOrder sums(chains, roots.size(), scores);
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
  const auto add_all = [&](auto& search) {
    for (std::size_t chain; (chain = next.fetch_add(1)) < chains;) {
      std::optional<Chain> mine;
      const auto begin = [&]() -> Chain& { return mine ? *mine : mine.emplace(sums.begin(chain)); };
      for (std::size_t i = chain; i < roots.size() && countable; i += chains) {
        if (!search(roots[i], begin)) countable = false;
        tell(search.step());
      }
      sums.put(chain, std::move(begin()));
    }
  };
  crew.run([&](Worker& me) {
    if (static_cast<std::size_t>(me.index) >= chains) return;
    with_rows(out, in, [&](const auto& rows_out, const auto& rows_in) {
      RootSearch search(in, rows_out, rows_in, leaves, watch);
      add_all(search);
    });
  });
  if (!countable) return false;
  steps.add(all);
  return true;
}

std::uint64_t single_root_bytes(std::uint64_t vertices, std::uint64_t arcs) {
  return vertices * (4 + 8 + 8) + 3 * words_for(vertices) * 8 + most_noted_bytes(vertices, arcs);
}

std::uint64_t wide_counts_bytes(std::uint64_t vertices) {
  return 2 * vertices * (sizeof(long double) - sizeof(double));
}

std::uint64_t chain_bytes(std::uint64_t vertices) { return vertices * 8; }

}  // namespace Atoll::kernels
