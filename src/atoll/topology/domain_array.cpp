// SPDX-License-Identifier: Apache-2.0
// Placement of memory: which nodes a segment should live on, and the one warning when the system does not let us.
#include "atoll/topology/domain_array.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <system_error>

#include "atoll/base/bits.hpp"
#include "atoll/topology/binding.hpp"
#include "atoll/topology/place_in.hpp"

namespace Atoll {
namespace {

std::mutex warning_mutex;
std::optional<std::string> warning;

void warn_once(int error) {
  const std::lock_guard lock(warning_mutex);
  if (warning) return;
  warning = "memory cannot be bound to its domain (mbind: " + std::generic_category().message(error) +
            "); the thread that touches a page first decides its home";
}

std::vector<int> nodes_with_memory(const Machine& machine) {
  std::vector<int> nodes;
  for (const Domain& domain : machine.domains) {
    if (domain.memory_bytes != 0) nodes.push_back(domain.os_index);
  }
  return nodes;
}

// Where there is one memory, nothing is to be bound.
bool bind_pages(const Machine& machine, const std::vector<int>& nodes, binding::Policy policy, void* data,
                std::size_t bytes) {
  if (bytes == 0 || !machine.is_here || nodes_with_memory(machine).size() < 2) return true;
  const int error = binding::bind_memory(data, bytes, nodes, policy);
  if (error != 0) warn_once(error);
  return error == 0;
}

}  // namespace

bool place(const Homes& homes, int part, void* data, std::size_t bytes) {
  if (homes.crew == nullptr || homes.placement == Placement::oblivious) return true;
  const Machine& machine = homes.crew->machine();
  if (homes.placement == Placement::interleave)
    return bind_pages(machine, nodes_with_memory(machine), binding::Policy::interleave, data, bytes);
  return place_in(machine, homes.crew->home_of_part(part, homes.parts), data, bytes);
}

bool place_in(const Machine& machine, int domain, void* data, std::size_t bytes) {
  const int node = machine.domains[static_cast<std::size_t>(domain)].os_index;
  return bind_pages(machine, {node}, binding::Policy::prefer, data, bytes);
}

Stretches Stretches::words() const {
  Stretches words = *this;
  for (std::uint64_t& bit : words.first) bit /= bits_per_word;
  for (std::uint64_t& bits : words.size) bits = words_for(bits);
  return words;
}

Stretches Stretches::pieces() const {
  Stretches pieces = *this;
  for (std::uint64_t& bit : pieces.first) bit /= bits_per_piece;
  for (std::uint64_t& bits : pieces.size) bits = pieces_for(bits);
  return pieces;
}

std::optional<std::string> placement_warning() {
  const std::lock_guard lock(warning_mutex);
  return warning;
}

std::vector<int> node_of_pages(std::span<const void* const> addresses) {
  std::vector<int> nodes(addresses.size());
  std::ranges::transform(addresses, nodes.begin(), binding::node_of_page);
  return nodes;
}

void touch_first(const Homes& homes, int part, void* data, std::size_t bytes) {
  // A single team touches first whatever is touched; other placements do not care.
  const bool wanted = homes.crew != nullptr && bytes != 0 && homes.placement == Placement::partitioned;
  if (!wanted || homes.crew->teams() == 1) return;
  const int team = homes.crew->team_of_part(part, homes.parts);
  homes.crew->run([&](const Worker& me) {
    if (me.team != team) return;
    const auto size = static_cast<std::size_t>(me.team_size);
    const auto rank = static_cast<std::size_t>(me.rank_in_team);
    const std::size_t begin = bytes / size * rank;
    const std::size_t end = rank + 1 == size ? bytes : bytes / size * (rank + 1);
    std::memset(static_cast<std::byte*>(data) + begin, 0, end - begin);
  });
}

}  // namespace Atoll
