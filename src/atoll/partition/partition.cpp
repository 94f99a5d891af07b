// SPDX-License-Identifier: Apache-2.0
// The plain data of a partition, and the partitioners by name: a new one is a function and a line in `strategies`.
#include "atoll/partition/partition.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

#include "atoll/base/error.hpp"

namespace Atoll {

int Partition::owner(std::uint64_t internal) const {
  return static_cast<int>(std::ranges::upper_bound(first, internal) - first.begin()) - 1;
}

namespace partition {
namespace {

struct Request {
  const Graph& graph;
  int parts;
  std::uint64_t seed;
  const std::string& argument;  // of "name:argument"
  Crew& crew;
};

struct Strategy {
  std::string_view name;
  std::string_view argument;  // what stands after the colon, as help shows it; empty: nothing does
  Partition (*make)(const Request&);
};

constexpr std::array strategies{
    Strategy{"random", "", [](const Request& r) { return random(r.graph, r.parts, r.seed, r.crew); }},
    Strategy{"degree", "", [](const Request& r) { return degree(r.graph, r.parts, r.crew); }},
    Strategy{"hybrid", "", [](const Request& r) { return hybrid(r.graph, r.parts, r.seed, r.crew); }},
    Strategy{"contiguous", "", [](const Request& r) { return contiguous(r.graph, r.parts, Balance::arcs, r.crew); }},
    Strategy{"contiguous-vertices", "",
             [](const Request& r) { return contiguous(r.graph, r.parts, Balance::vertices, r.crew); }},
    Strategy{"file", "PATH", [](const Request& r) { return from_file(r.graph, r.parts, r.argument, r.crew); }},
};

}  // namespace

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Strategy& strategy : strategies) {
    all.push_back(fmt::format("{}{}{}", strategy.name, strategy.argument.empty() ? "" : ":", strategy.argument));
  }
  return all;
}

Partition named(const std::string& name, const Graph& graph, int parts, std::uint64_t seed, Crew& crew) {
  const std::size_t colon = name.find(':');
  const std::string key = name.substr(0, colon);
  const std::string argument = colon == std::string::npos ? "" : name.substr(colon + 1);
  for (const Strategy& strategy : strategies) {
    const bool takes_argument = !strategy.argument.empty();
    if (strategy.name != key || takes_argument == argument.empty()) continue;
    return strategy.make({.graph = graph, .parts = parts, .seed = seed, .argument = argument, .crew = crew});
  }
  throw Error(ErrorKind::usage, fmt::format("there is no partitioner '{}'", name), {},
              fmt::format("choose {}", fmt::join(names(), ", ")));
}

}  // namespace partition
}  // namespace Atoll
