// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/scan_sample.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t rows_looked_at = 64;  // of a run, to tell how many arcs lead abroad

}  // namespace

ScanSample::ScanSample(const Graph& graph, const Partition& partition, Grouping grouping)
    : rows_(grouped_rows(graph, grouping)), partition_(partition) {
  constexpr std::uint64_t seed = 1;
  const Random random(seed);
  const std::uint64_t count =
      std::clamp<std::uint64_t>(graph.arcs / (4 * arcs_per_run), graph.arcs == 0 ? 0 : 1, runs_max);
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < count; ++i) {  // a run in each of `count` equal shares of the arcs
          const double place = (static_cast<double>(i) + random.unit(i)) / static_cast<double>(count);
          const auto arc =
              std::min(graph.arcs - 1, static_cast<std::uint64_t>(place * static_cast<double>(graph.arcs)));
          Run run;
          run.first = run.last = partition.internal_of[row_of(rows.offsets, arc)];
          run.part = partition.owner(run.first);
          const std::uint64_t end = partition.first[static_cast<std::size_t>(run.part) + 1];
          for (std::uint64_t arcs = 0; run.last < end && arcs < arcs_per_run; ++run.last) {
            const std::uint64_t v = partition.user_of[run.last];
            arcs += rows.offsets[v + 1] - rows.offsets[v];
          }
          runs_.push_back(run);
        }
      },
      rows_);
  std::ranges::sort(runs_, {}, [](const Run& run) { return std::pair(run.part, run.first); });
}

template <class Visit>
void ScanSample::for_ends(const Run& run, const Visit& visit) const {
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t row = run.first; row < run.last; ++row) {
          const std::uint64_t v = partition_.user_of[row];
          const std::uint64_t end = std::min(rows.offsets[v + 1], rows.offsets[v] + arcs_per_run);  // of a hub
          for (std::uint64_t e = rows.offsets[v]; e < end; ++e) visit(partition_.internal_of[rows.targets[e]]);
        }
      },
      rows_);
}

template <class SlotOf>
void ScanSample::play(std::span<const Run> runs, const SlotOf& slot_of, std::span<ReuseMeter> meters,
                      Crew& crew) const {
  if (std::ranges::all_of(meters, &ReuseMeter::is_idle)) return;
  std::mutex adding;
  crew.for_chunks(runs.size(), 1, [&](std::uint64_t i, std::uint64_t) {
    std::vector<std::uint64_t> slots;
    slots.reserve(2 * arcs_per_run);
    for_ends(runs[i], [&](std::uint64_t internal) { slots.push_back(slot_of(internal)); });
    for (ReuseMeter& meter : meters) {
      ReuseMeter played = meter.unplayed();
      played.play(slots);
      const std::scoped_lock lock(adding);
      meter.add(played);
    }
  });
}

void ScanSample::play_one_space(std::span<ReuseMeter> meters, Crew& crew) const {
  play(runs_, std::identity(), meters, crew);
}

void ScanSample::play_ghosted(int part, const RankedBits& ghosts, std::span<ReuseMeter> meters, Crew& crew) const {
  const std::uint64_t first = partition_.first[static_cast<std::size_t>(part)];
  const std::uint64_t own = partition_.size(part);
  const auto slot_of = [&](std::uint64_t internal) {
    return internal - first < own ? internal - first : piece_aligned(own) + ghosts.below(internal);
  };
  const auto [begin, end] = std::ranges::equal_range(runs_, part, {}, &Run::part);
  play({begin, end}, slot_of, meters, crew);
}

double ScanSample::remote_share() const {
  std::uint64_t ends = 0;
  std::uint64_t remote = 0;
  for (const Run& run : runs_) {
    const std::uint64_t first = partition_.first[static_cast<std::size_t>(run.part)];
    const std::uint64_t own = partition_.size(run.part);
    const Run head{.part = run.part, .first = run.first, .last = std::min(run.last, run.first + rows_looked_at)};
    for_ends(head, [&](std::uint64_t internal) {
      ++ends;
      remote += internal - first < own ? 0u : 1u;
    });
  }
  return ends == 0 ? 0 : static_cast<double>(remote) / static_cast<double>(ends);
}

}  // namespace Atoll
