// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/probe_scans.hpp"

#include <algorithm>

#include "atoll/base/atomic.hpp"
#include "atoll/base/random.hpp"
#include "atoll/model/probe_sample.hpp"

namespace Atoll::probing {
namespace {

using Word = std::uint64_t;

constexpr std::size_t block_names = 4096;  // between two looks at the clock
constexpr std::uint32_t one_in = static_cast<std::uint32_t>(scan_one_in);
static_assert((one_in & (one_in - 1)) == 0);

// Bits of a name that are not part of its word's place, in arrays of up to 4 GiB.
std::uint32_t spare_bits(std::uint32_t name) { return name >> 29; }

// Whether a word is the one in so many, by its name and by what it holds: so it cannot be told before it is there.
bool is_chosen(std::uint32_t name, Word word) { return ((spare_bits(name) ^ word) & (one_in - 1)) == 0; }

// Adds without the bits that decide.
void change(Word& word, Word seen) {
  std::atomic_ref<Word>(word).compare_exchange_strong(seen, seen + one_in, std::memory_order_relaxed);
}

template <class Work>
std::uint64_t for_named(std::span<Word> words, Names& names, const Work& work) {
  const std::size_t mask = words.size() - 1;
  const std::size_t count = std::min(block_names, names.mine.size() - names.at);
  for (const std::uint32_t name : names.mine.subspan(names.at, count)) work(words[name & mask], name);
  names.at = names.at + count == names.mine.size() ? 0 : names.at + count;
  return count;
}

std::uint64_t read(std::span<Word> words, Names& names) {
  Word sum = 0;
  const std::uint64_t count = for_named(words, names, [&](Word& word, std::uint32_t) { sum += word; });
  consume(sum);
  return count;
}

std::uint64_t choose(std::span<Word> words, Names& names) {
  Word chosen = 0;
  const std::uint64_t count = for_named(words, names, [&](Word& word, std::uint32_t name) {
    if (!is_chosen(name, word)) return;
    ++chosen;
    consume(chosen);  // so that it is a branch
  });
  return count;
}

std::uint64_t change_all(std::span<Word> words, Names& names) {
  return for_named(words, names, [](Word& word, std::uint32_t) { change(word, load_relaxed(word)); });
}

std::uint64_t change_chosen(std::span<Word> words, Names& names) {
  return for_named(words, names, [](Word& word, std::uint32_t name) {
    const Word seen = load_relaxed(word);
    if (is_chosen(name, seen)) change(word, seen);
  });
}

}  // namespace

void draw_names(std::span<std::uint32_t> names, Crew& crew) {
  const Random random(2);  // the seed
  crew.for_chunks(names.size(), std::uint64_t{1} << 16, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) names[i] = static_cast<std::uint32_t>(random.bits(i) >> 32);
  });
}

std::uint64_t scan_block(ScanShape shape, std::span<Word> words, Names& names) {
  switch (shape) {
    case ScanShape::read: return read(words, names);
    case ScanShape::choose: return choose(words, names);
    case ScanShape::change:
    case ScanShape::change_own: return change_all(words, names);
    case ScanShape::change_chosen:
    case ScanShape::change_chosen_own: return change_chosen(words, names);
  }
  return 0;
}

}  // namespace Atoll::probing
