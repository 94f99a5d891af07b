// SPDX-License-Identifier: Apache-2.0
// Questions to a machine, and the one word by which a user names one.
#include "atoll/topology/machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace Atoll {

int Domain::processors() const {
  return std::accumulate(cores.begin(), cores.end(), 0,
                         [](int sum, const Core& core) { return sum + static_cast<int>(core.processors.size()); });
}

int Machine::processors() const {
  return std::accumulate(domains.begin(), domains.end(), 0,
                         [](int sum, const Domain& domain) { return sum + domain.processors(); });
}

int Machine::domains_with_cores() const {
  return static_cast<int>(std::ranges::count_if(domains, [](const Domain& domain) { return !domain.cores.empty(); }));
}

std::uint64_t Machine::second_level_bytes() const {
  const auto second = std::ranges::find(caches, 2, &Cache::level);
  return second != caches.end() ? second->bytes : std::uint64_t{2} << 20;
}

std::uint64_t Machine::last_level_bytes() const {
  return caches.empty() || caches.back().level < 2 ? 0 : caches.back().bytes;
}

int Machine::memory_of(int domain) const {
  const auto from = static_cast<std::size_t>(domain);
  if (domains[from].memory_bytes != 0) return domain;
  int nearest = domain;
  int nearest_distance = 0;
  for (std::size_t to = 0; to < domains.size(); ++to) {
    if (domains[to].memory_bytes == 0) continue;
    const int steps = std::abs(domains[to].os_index - domains[from].os_index);
    const int distance = distances.empty() ? steps : distances[from][to];
    if (nearest != domain && distance >= nearest_distance) continue;
    nearest = static_cast<int>(to);
    nearest_distance = distance;
  }
  return nearest;
}

Machine machine_from(const std::string& description) {
  if (description == "detect") return detect_machine();
  const bool shape = description.find_first_not_of("0123456789x") == std::string::npos;
  return shape ? synthetic_machine(description) : recorded_machine(description);
}

}  // namespace Atoll
