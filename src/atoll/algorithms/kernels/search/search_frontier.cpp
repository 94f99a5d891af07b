// SPDX-License-Identifier: Apache-2.0
// What one level of a search found becomes the frontier of the next, in the form that it wants.
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

#include "atoll/algorithms/kernels/search/search.hpp"
#include "atoll/algorithms/kernels/search/search_deal.hpp"

namespace Atoll::kernels {
namespace {

// Of eight bytes that are 0 or 1, in the order of their places in memory.
std::uint64_t bits_of_bytes(const std::uint8_t* bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word * 0x0102040810204080u >> 56;
}

// A bit for each of up to 64 parents that is known: first a byte for each, since compilers have vectors for that.
std::uint64_t known_of(const std::uint32_t* parents, std::uint64_t count) {
  std::array<std::uint8_t, 64> known{};
  if (count == known.size()) {
    for (std::size_t b = 0; b < known.size(); ++b) known[b] = parents[b] != unreached ? 1 : 0;
  } else {
    for (std::size_t b = 0; b < count; ++b) known[b] = parents[b] != unreached ? 1 : 0;
  }
  std::uint64_t bits = 0;
  for (std::size_t byte = 0; byte < 8; ++byte) bits |= bits_of_bytes(&known[8 * byte]) << (8 * byte);
  return bits;
}

}  // namespace

// Of a word, who got a parent and was not visited.
std::uint64_t Search::fresh_of_word(std::uint64_t w) const {
  const std::uint64_t open = unvisited(w);
  return open == 0 ? 0 : known_of(parent_ + w * 64, std::min<std::uint64_t>(64, rows_ - w * 64)) & open;
}

// Those who got a parent, in words.
void Search::take_found(Share& mine, const Level& level) {
  std::uint64_t* const found = next_front(level);
  deal(mine, words(), word_grain(words()), [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t w = from; w < to; ++w) {
      const std::uint64_t fresh = fresh_of_word(w);
      settle(mine, level, w, fresh, fresh);
      found[w] = level.assisted ? found[w] | fresh : fresh;
    }
  });
  flush(mine, level);
}

// What was found is in the form the next level wants. False: it was already, and nobody need be waited for. (They wait
// before what writes parents at once, a push by stretches or a sweep, if others may still ask for some: as `steered` does,
// but not after a sweep.)
bool Search::make_frontier(Share& mine, const Level& level, const Level& next) {
  if (level.finds_words()) {
    if (next.bottom_up) return level.heavy;
    queue_words(mine, level, next);
  } else {
    if (!next.has_front()) return next.heavy;
    const std::uint64_t size = next.queue_end - level.queue_end;
    deal(mine, size, queue_grain(size), [&](std::uint64_t from, std::uint64_t to) {
      mark_queued(next, level.queue_end + from, level.queue_end + to);
    });
  }
  return true;
}

// The ends of a row that were found together often share a word.
void Search::mark_queued(const Level& next, std::uint64_t from, std::uint64_t to) {
  std::uint64_t word = 0;
  std::uint64_t bits = 0;
  const auto mark = [&] {
    if (bits != 0) std::atomic_ref(front(next)[word]).fetch_or(bits, std::memory_order_relaxed);
  };
  for (std::uint64_t i = from; i < to; ++i) {
    const std::uint32_t v = queue_[i];
    if (v / 64 != word) {
      mark();
      word = v / 64;
      bits = 0;
    }
    bits |= mask_of(v);
  }
  mark();
}

// What was found in words goes into the queue; they are empty then, unless the next level wants both.
void Search::queue_words(Share& mine, const Level& level, const Level& next) {
  std::uint64_t* const found = next_front(level);
  deal(mine, words(), word_grain(words()), [&](std::uint64_t from, std::uint64_t to) {
    std::uint64_t count = 0;
    for (std::uint64_t w = from; w < to; ++w) count += static_cast<std::uint64_t>(std::popcount(found[w]));
    if (count == 0) return;
    std::uint64_t at = level.queue_end + queued_[level.number % 3].fetch_add(count, std::memory_order_relaxed);
    for (std::uint64_t w = from; w < to; ++w) {
      const std::uint64_t bits = next.assisted ? found[w] : std::exchange(found[w], 0);
      for_set_bits(bits, w * 64, [&](std::uint64_t v) { queue_[at++] = static_cast<std::uint32_t>(v); });
    }
  });
}

}  // namespace Atoll::kernels
