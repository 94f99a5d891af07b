// SPDX-License-Identifier: Apache-2.0
#include "tests/everywhere/cover.hpp"

#include <cstdlib>
#include <set>
#include <string_view>
#include <tuple>

#include "atoll/base/random.hpp"

namespace Atoll::testing {
namespace {

using Pair = std::tuple<std::size_t, int, std::size_t, int>;

std::set<Pair> pairs_of(const Choice& row) {
  std::set<Pair> pairs;
  for (std::size_t a = 0; a < row.size(); ++a) {
    for (std::size_t b = a + 1; b < row.size(); ++b) pairs.emplace(a, row[a], b, row[b]);
  }
  return pairs;
}

std::size_t news(const Choice& row, const std::set<Pair>& missing) {
  std::size_t count = 0;
  for (const Pair& pair : pairs_of(row)) count += missing.count(pair);
  return count;
}

}  // namespace

std::vector<Choice> full_product(const std::vector<int>& levels) {
  std::vector<Choice> rows = {{}};
  for (const int level_count : levels) {
    std::vector<Choice> longer;
    for (const Choice& row : rows) {
      for (int level = 0; level < level_count; ++level) {
        longer.push_back(row);
        longer.back().push_back(level);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

std::vector<Choice> pairwise_cover(const std::vector<int>& levels, std::uint64_t seed) {
  constexpr int candidates = 40;
  const Random random(seed);
  std::uint64_t draws = 0;
  std::set<Pair> missing;
  for (std::size_t a = 0; a < levels.size(); ++a) {
    for (std::size_t b = a + 1; b < levels.size(); ++b) {
      for (int x = 0; x < levels[a]; ++x) {
        for (int y = 0; y < levels[b]; ++y) missing.emplace(a, x, b, y);
      }
    }
  }
  std::vector<Choice> rows;
  while (!missing.empty()) {
    const auto [first, x, second, y] = *missing.begin();
    Choice best;
    std::size_t best_news = 0;
    for (int c = 0; c < candidates; ++c) {
      Choice row;
      for (const int level_count : levels)
        row.push_back(static_cast<int>(random.below(draws++, static_cast<std::uint64_t>(level_count))));
      row[first] = x;
      row[second] = y;
      const std::size_t found = news(row, missing);
      if (found > best_news) {
        best = row;
        best_news = found;
      }
    }
    for (const Pair& pair : pairs_of(best)) missing.erase(pair);
    rows.push_back(best);
  }
  return rows;
}

std::vector<Choice> cells(const std::vector<int>& levels, std::uint64_t seed) {
  const char* wish = std::getenv("ATOLL_EVERYWHERE");
  const bool full = wish != nullptr && std::string_view(wish) == "full";
  return full ? full_product(levels) : pairwise_cover(levels, seed);
}

}  // namespace Atoll::testing
