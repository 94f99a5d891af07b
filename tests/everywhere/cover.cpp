// SPDX-License-Identifier: Apache-2.0
#include "tests/everywhere/cover.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "atoll/base/random.hpp"

namespace Atoll::testing {
namespace {

struct Pair {
  std::size_t first, second;  // factors
  int x, y;                   // their values

  bool in(const Choice& row) const { return row[first] == x && row[second] == y; }
};

// The pairs that no row has yet, numbered by first factor, its value, second factor, its value.
class Missing {
 public:
  explicit Missing(const std::vector<int>& levels) {
    for (std::size_t a = 0; a < levels.size(); ++a) {
      base_.push_back(pairs_.size());
      before_.push_back(a == 0 ? 0 : before_.back() + static_cast<std::size_t>(levels[a - 1]));
      for (int x = 0; x < levels[a]; ++x) {
        for (std::size_t b = a + 1; b < levels.size(); ++b) {
          for (int y = 0; y < levels[b]; ++y) pairs_.push_back({a, b, x, y});
        }
      }
    }
    before_.push_back(levels.empty() ? 0 : before_.back() + static_cast<std::size_t>(levels.back()));
    missing_.assign(pairs_.size(), true);
  }

  const Pair* first() {
    while (first_ < pairs_.size() && !missing_[first_]) ++first_;
    return first_ == pairs_.size() ? nullptr : &pairs_[first_];
  }
  std::size_t count(const Choice& row) const {
    std::size_t found = 0;
    for_each(row, [&](std::size_t pair) { found += missing_[pair] ? 1u : 0u; });
    return found;
  }
  void erase(const Choice& row) {
    for_each(row, [&](std::size_t pair) { missing_[pair] = false; });
  }
  void erase_first() { missing_[first_] = false; }

 private:
  template <class F>
  void for_each(const Choice& row, F&& visit) const {
    for (std::size_t a = 0; a < row.size(); ++a) {
      const std::size_t of_value = before_.back() - before_[a + 1];  // pairs of one value of a
      const std::size_t start = base_[a] + static_cast<std::size_t>(row[a]) * of_value - before_[a + 1];
      for (std::size_t b = a + 1; b < row.size(); ++b) visit(start + before_[b] + static_cast<std::size_t>(row[b]));
    }
  }

  std::vector<Pair> pairs_;
  std::vector<bool> missing_;
  std::vector<std::size_t> base_;    // [factor], its first pair
  std::vector<std::size_t> before_;  // [factor], values of the factors before it
  std::size_t first_ = 0;
};

// Of a product: what a row is settled to is in it too.
void erase_what_cannot_be(std::vector<Choice>& product, const Settle& settle) {
  if (!settle) return;
  std::erase_if(product, [&](const Choice& row) {
    Choice settled = row;
    settle(settled);
    return settled != row;
  });
}

}  // namespace

std::vector<Choice> full_product(const std::vector<int>& levels, const Settle& settle) {
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
  erase_what_cannot_be(rows, settle);
  return rows;
}

std::vector<Choice> pairwise_cover(const std::vector<int>& levels, std::uint64_t seed, const Settle& settle) {
  constexpr int candidates = 40;
  const Random random(seed);
  std::uint64_t draws = 0;
  Missing missing(levels);
  std::vector<Choice> rows;
  while (const Pair* const wanted = missing.first()) {
    Choice best;
    std::size_t best_news = 0;
    for (int c = 0; c < candidates; ++c) {
      Choice row;
      for (const int level_count : levels)
        row.push_back(static_cast<int>(random.below(draws++, static_cast<std::uint64_t>(level_count))));
      row[wanted->first] = wanted->x;
      row[wanted->second] = wanted->y;
      if (settle) settle(row);
      const std::size_t found = wanted->in(row) ? missing.count(row) : 0;
      if (found > best_news) {
        best = row;
        best_news = found;
      }
    }
    if (best_news == 0) {
      missing.erase_first();  // it is settled away in every one of so many rows: none can hold it
    } else {
      missing.erase(best);
      rows.push_back(best);
    }
  }
  return rows;
}

std::vector<Choice> drawn_product(const std::vector<int>& levels, int meets, std::uint64_t seed, const Settle& settle) {
  const int first_level = levels.front();
  const int distinct = std::min(meets, first_level);
  const Random random(seed);
  std::vector<Choice> rows;
  for (const Choice& others : full_product({levels.begin() + 1, levels.end()})) {
    const int start = static_cast<int>(random.below(rows.size(), static_cast<std::uint64_t>(first_level)));
    for (int i = 0; i < distinct; ++i) {
      Choice row = {(start + i * (first_level / distinct)) % first_level};
      row.insert(row.end(), others.begin(), others.end());
      rows.push_back(std::move(row));
    }
  }
  erase_what_cannot_be(rows, settle);
  std::ranges::sort(rows);
  return rows;
}

const char* product_wish() { return std::getenv("ATOLL_EVERYWHERE"); }

std::vector<Choice> wanted_stretch(const std::vector<Choice>& product, std::string_view wish) {
  if (wish == "full") return product;
  const std::string text(wish);
  std::size_t number = 0, of = 0;
  const bool is_stretch = std::sscanf(text.c_str(), "%zu/%zu", &number, &of) == 2 && 1 <= number && number <= of;
  if (!is_stretch) throw std::invalid_argument("ATOLL_EVERYWHERE is full, or a stretch of the product: 2/8");
  const auto bound = [&](std::size_t stretch) {
    return product.begin() + static_cast<std::ptrdiff_t>(product.size() * stretch / of);
  };
  return {bound(number - 1), bound(number)};
}

std::vector<Choice> cells(const std::vector<int>& levels, std::uint64_t seed, const Settle& settle) {
  const char* const wish = product_wish();
  return wish == nullptr ? pairwise_cover(levels, seed, settle) : wanted_stretch(full_product(levels, settle), wish);
}

}  // namespace Atoll::testing
