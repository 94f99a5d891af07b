// SPDX-License-Identifier: Apache-2.0
// From a probe to the few rates that the model reads: per pair of domains interpolated by size, then averaged.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "atoll/base/error.hpp"
#include "atoll/model/probe.hpp"

namespace Atoll {
namespace {

using Curve = std::map<std::uint64_t, double>;  // a cost, by the size of the array

// Between two sizes the cost grows evenly with each doubling; beyond the ends it stays.
double cost_at(const Curve& curve, std::uint64_t array_bytes) {
  const auto above = curve.lower_bound(array_bytes);
  if (above == curve.begin()) return above->second;
  const auto below = std::prev(above);
  if (above == curve.end()) return below->second;
  const auto size = [](std::uint64_t bytes) { return std::log2(static_cast<double>(bytes)); };
  const double way = (size(array_bytes) - size(below->first)) / (size(above->first) - size(below->first));
  return std::lerp(below->second, above->second, way);
}

// Figures of one kind and place: those of the most threads of each pair of domains.
class Figures {
 public:
  void add(const Route& route, double cost) {
    Pair& pair = pairs_[{route.cpu, route.memory}];
    if (route.threads > pair.threads) pair = {.threads = route.threads, .curve = {}};
    if (route.threads == pair.threads) pair.curve[route.array_bytes] = cost;
  }

  bool empty() const { return pairs_.empty(); }

  // The mean over the pairs, of what `of` makes of the cost.
  template <class Of>
  double mean(std::uint64_t array_bytes, const Of& of) const {
    double sum = 0;
    for (const auto& [domains, pair] : pairs_) sum += of(cost_at(pair.curve, array_bytes));
    return sum / static_cast<double>(pairs_.size());
  }

 private:
  struct Pair {
    int threads = 0;
    Curve curve;
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
    if (wanted) figures.add(figure.route, 1 / figure.bytes_per_second.median);
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

std::string name_of(Access access) {
  return std::string(access.order == Order::random ? "random " : "sequential ") +
         (access.operation == Operation::read ? "reads" : "writes");
}

}  // namespace

Rates rates_at(const Probe& probe, std::uint64_t array_bytes) {
  Rates rates;
  rates.random_bytes = probe.random_bytes;
  const PageSize pages = pages_of(probe);
  for (const Access access : all_accesses) {  // local ones first
    const Figures figures = bandwidth_of(probe, access, pages);
    if (!figures.empty()) {
      rates.bytes_per_second[access] = figures.mean(array_bytes, [](double cost) { return 1 / cost; });
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
    if (!figures.empty()) seconds = figures.mean(array_bytes, [](double cost) { return cost; });
    if (figures.empty() && place == Place::remote && rates.remote_is_local) seconds = rates.latency_seconds[0];
  }
  if (probe.barrier) rates.barrier_seconds = probe.barrier->seconds.median;
  return rates;
}

DerivedRatios derived_ratios(const Rates& rates) {
  const auto over = [&](Operation operation, std::pair<Place, Order> above, std::pair<Place, Order> below) {
    return rates.bytes_per_second[{above.first, operation, above.second}] /
           rates.bytes_per_second[{below.first, operation, below.second}];
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
