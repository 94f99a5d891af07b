// SPDX-License-Identifier: Apache-2.0
// From a probe to the few rates that the model reads: by size, averaged over the pairs of domains.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/model/probe.hpp"

namespace Atoll {
namespace {

// Figures of one kind and place, by the size of the array: those of the most threads of each pair of domains.
class Figures {
 public:
  void add(const Route& route, double figure) {
    Pair& pair = pairs_[{route.cpu, route.memory}];
    if (route.threads > pair.threads) pair = {.threads = route.threads, .by_size = {}};
    if (route.threads == pair.threads) pair.by_size[route.array_bytes] = figure;
  }

  bool empty() const { return pairs_.empty(); }

  // The means over the pairs that were measured at a size.
  std::map<std::uint64_t, double> means() const {
    std::map<std::uint64_t, std::pair<double, int>> sums;
    for (const auto& [domains, pair] : pairs_) {
      for (const auto& [array_bytes, figure] : pair.by_size) {
        auto& [sum, count] = sums[array_bytes];
        sum += figure;
        ++count;
      }
    }
    std::map<std::uint64_t, double> means;
    for (const auto& [array_bytes, sum] : sums) means[array_bytes] = sum.first / sum.second;
    return means;
  }

 private:
  struct Pair {
    int threads = 0;
    std::map<std::uint64_t, double> by_size;
  };
  std::map<std::pair<int, int>, Pair> pairs_;
};

PageSize pages_of(const Probe& probe) {
  PageSize best = PageSize::unknown;
  for (const ProbedBandwidth& figure : probe.bandwidth) best = std::max(best, figure.route.pages);
  return best;
}

Figures bandwidth_of(const Probe& probe, Access access, PageSize pages) {
  Figures figures;
  for (const ProbedBandwidth& figure : probe.bandwidth) {
    const bool wanted = figure.route.place == access.place && figure.operation == access.operation &&
                        figure.order == access.order && figure.route.pages == pages;
    if (wanted) figures.add(figure.route, figure.bytes_per_second.median);
  }
  return figures;
}

Figures latency_of(const Probe& probe, Place place, PageSize pages) {
  Figures figures;
  for (const ProbedLatency& figure : probe.latency) {
    if (figure.route.place == place && figure.route.pages == pages) figures.add(figure.route, figure.seconds.median);
  }
  return figures;
}

Bandwidth bandwidth_by_size(const Figures& figures) {
  std::vector<Bandwidth::Point> points;
  for (const auto& [array_bytes, mean] : figures.means()) points.push_back({static_cast<double>(array_bytes), mean});
  return Bandwidth::measured(std::move(points));
}

// By lists, ascending; those of which every shape was measured. An older probe knows of shared words alone.
std::vector<ScanRates> scans_of(const Probe& probe, Place place, PageSize pages) {
  std::map<std::uint64_t, std::map<ScanShape, Figures>> lists;
  for (const ProbedScan& figure : probe.scans) {
    if (figure.route.place == place && figure.route.pages == pages)
      lists[figure.list_bytes][figure.shape].add(figure.route, figure.words_per_second.median * probe.random_bytes);
  }
  std::vector<ScanRates> scans;
  for (auto& [list_bytes, shapes] : lists) {
    const auto shared = {ScanShape::read, ScanShape::choose, ScanShape::change, ScanShape::change_chosen};
    if (!std::ranges::all_of(shared, [&](ScanShape shape) { return shapes.contains(shape); })) continue;
    const auto of_own = [&](ScanShape own, ScanShape otherwise) {
      return bandwidth_by_size(shapes[shapes.contains(own) ? own : otherwise]);
    };
    scans.push_back({.list_bytes = static_cast<double>(list_bytes),
                     .read = bandwidth_by_size(shapes[ScanShape::read]),
                     .choose = bandwidth_by_size(shapes[ScanShape::choose]),
                     .change = bandwidth_by_size(shapes[ScanShape::change]),
                     .change_chosen = bandwidth_by_size(shapes[ScanShape::change_chosen]),
                     .change_own = of_own(ScanShape::change_own, ScanShape::change),
                     .change_chosen_own = of_own(ScanShape::change_chosen_own, ScanShape::change_chosen),
                     .one_in = scan_one_in});
  }
  return scans;
}

// Of the most threads.
double deal_seconds_of(const Probe& probe) {
  int threads = 0;
  double seconds = 0;
  for (const ProbedAtomics& figure : probe.atomics) {
    const bool deals = figure.operation == AtomicOperation::compare_and_swap && figure.line == Line::shared;
    if (!deals || figure.threads < threads) continue;
    threads = figure.threads;
    seconds = 1 / figure.per_second.median;
  }
  return seconds;
}

std::string name_of(Access access) {
  return std::string(access.order == Order::random ? "random " : "sequential ") +
         (access.operation == Operation::read ? "reads" : "writes");
}

}  // namespace

Rates rates_of(const Probe& probe) {
  Rates rates;
  rates.random_bytes = probe.random_bytes;
  const PageSize pages = pages_of(probe);
  for (const Access access : all_accesses) {  // local ones first
    const Figures figures = bandwidth_of(probe, access, pages);
    if (!figures.empty()) {
      rates.bytes_per_second[access] = bandwidth_by_size(figures);
    } else if (access.place == Place::remote) {
      rates.bytes_per_second[access] = rates.bytes_per_second[{Place::local, access.operation, access.order}];
      rates.remote_is_local = true;
    } else {
      throw Error(ErrorKind::input, "the probe has no bandwidth of local " + name_of(access), {},
                  "measure it again with `atoll machine --probe`");
    }
  }
  for (const Place place : {Place::local, Place::remote}) {
    const Figures figures = latency_of(probe, place, pages);
    double& seconds = rates.latency_seconds[static_cast<std::size_t>(place)];
    if (!figures.empty()) seconds = figures.means().rbegin()->second;
    if (figures.empty() && place == Place::remote && rates.remote_is_local) seconds = rates.latency_seconds[0];
    rates.scans[static_cast<std::size_t>(place)] = scans_of(probe, place, pages);
  }
  if (rates.remote_is_local) rates.scans[1] = rates.scans[0];
  if (probe.barrier) rates.barrier_seconds = probe.barrier->seconds.median;
  rates.deal_seconds = deal_seconds_of(probe);
  return rates;
}

DerivedRatios derived_ratios(const Rates& rates) {
  const auto of_the_largest = [&](Access access) {
    return rates.bytes_per_second[access].points().back().bytes_per_second;
  };
  const auto over = [&](Operation operation, std::pair<Place, Order> above, std::pair<Place, Order> below) {
    return of_the_largest({above.first, operation, above.second}) /
           of_the_largest({below.first, operation, below.second});
  };
  const auto slower = [&](Operation operation) {
    const auto local_over_remote = [&](Order order) {
      return over(operation, {Place::local, order}, {Place::remote, order});
    };
    return std::max(local_over_remote(Order::sequential), local_over_remote(Order::random)) - 1;
  };
  const auto gain = [&](Operation operation) {
    return over(operation, {Place::remote, Order::sequential}, {Place::local, Order::random});
  };
  const auto [local, remote] = rates.latency_seconds;
  return {.read_slower = slower(Operation::read),
          .write_slower = slower(Operation::write),
          .sequential_gain_read = gain(Operation::read),
          .sequential_gain_write = gain(Operation::write),
          .latency_more = local > 0 && remote > 0 ? remote / local - 1 : 0};
}

}  // namespace Atoll
