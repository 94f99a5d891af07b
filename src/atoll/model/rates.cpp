// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/rates.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "atoll/base/check.hpp"

namespace Atoll {

Bandwidth Bandwidth::measured(std::vector<Point> points) {
  ATOLL_CHECK(!points.empty() && std::ranges::is_sorted(points, {}, &Point::array_bytes));
  struct Pool {
    double seconds = 0;  // of a byte, summed over the sizes
    std::size_t sizes = 0;
    double mean() const { return seconds / static_cast<double>(sizes); }
  };
  std::vector<Pool> pools;
  for (const Point& point : points) {
    pools.push_back({1 / point.bytes_per_second, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().seconds + last.seconds, pools.back().sizes + last.sizes};
    }
  }
  std::size_t i = 0;
  for (const Pool& pool : pools) {
    for (std::size_t end = i + pool.sizes; i < end; ++i) {
      if (pool.sizes > 1) points[i].bytes_per_second = 1 / pool.mean();
    }
  }
  Bandwidth bandwidth;
  bandwidth.points_ = std::move(points);
  return bandwidth;
}

double Bandwidth::at(double array_bytes) const {
  const auto above = std::ranges::lower_bound(points_, array_bytes, {}, &Point::array_bytes);
  if (above == points_.begin()) return above->bytes_per_second;
  const auto below = above - 1;
  if (above == points_.end()) return below->bytes_per_second;
  const double way = std::log2(array_bytes / below->array_bytes) / std::log2(above->array_bytes / below->array_bytes);
  return 1 / std::lerp(1 / below->bytes_per_second, 1 / above->bytes_per_second, way);
}

double Bandwidth::seconds_per_byte(double array_bytes, const Reuse& reuse) const {
  double seconds = 0;
  double found = 0;
  double bytes = 0;
  double swept = 0;  // seconds that evenly spread accesses to `bytes` take, a byte of access for each of the array
  const auto come_back_within = [&](double cache_bytes, double share) {
    const double all = cache_bytes / at(cache_bytes);
    seconds += (share - found) * (all - swept) / (cache_bytes - bytes);
    found = share;
    bytes = cache_bytes;
    swept = all;
  };
  for (const Reuse::Point& point : reuse.points) {
    if (point.cache_bytes < array_bytes) come_back_within(point.cache_bytes, std::clamp(point.found, found, 1.0));
  }
  if (bytes == 0) return 1 / at(array_bytes);
  come_back_within(array_bytes, 1);
  return seconds;
}

// Of one access whose word has so many bytes. A share of 1 / one_in of what the probe named was not foreseen, and the rest was
// only read.
double ScanRates::seconds(Operation operation, Owners owners, double unforeseen, double word_bytes, double array_bytes,
                          const Reuse& reuse) const {
  const auto of_one = [&](const Bandwidth& rate) { return word_bytes * rate.seconds_per_byte(array_bytes, reuse); };
  const double read_seconds = of_one(read);
  const bool reads = operation == Operation::read;
  const bool shared = owners == Owners::all;
  const double mixed = of_one(reads ? choose : shared ? change_chosen : change_chosen_own);
  return std::lerp(reads ? read_seconds : of_one(shared ? change : change_own),
                   std::max(read_seconds, one_in * mixed - (one_in - 1) * read_seconds), unforeseen);
}

double Rates::scan_seconds(Access access, const Scanned& scanned, double bytes, double array_bytes,
                           const Reuse& reuse) const {
  const std::vector<ScanRates>& by_list = scans[static_cast<std::size_t>(access.place)];
  if (by_list.empty() || scanned.count == 0) return seconds(access, scanned.count, bytes, array_bytes, reuse);
  const double word_bytes = std::max(bytes, static_cast<double>(random_bytes));
  const auto of_one = [&](const ScanRates& rates) {
    return rates.seconds(access.operation, scanned.owners, scanned.unforeseen / scanned.count, word_bytes, array_bytes,
                         reuse);
  };
  const auto above = std::ranges::lower_bound(by_list, scanned.list_bytes, {}, &ScanRates::list_bytes);
  if (above == by_list.begin()) return scanned.count * of_one(*above);
  const auto below = above - 1;
  if (above == by_list.end()) return scanned.count * of_one(*below);
  const double way =
      std::log2(scanned.list_bytes / below->list_bytes) / std::log2(above->list_bytes / below->list_bytes);
  return scanned.count * std::lerp(of_one(*below), of_one(*above), way);
}

}  // namespace Atoll
