// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/betweenness/leaves.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t words_per_chunk = 1024;

// Of the rows that begin at these, and end where the last ones do, whose vertices may be leaves: no branch, for who has
// few arcs is not foreseen.
std::uint64_t have_few_arcs(std::span<const std::uint64_t> out, std::span<const std::uint64_t> in) {
  std::uint64_t few = 0;
  for (std::size_t i = 0; i + 1 < in.size(); ++i) {
    const std::uint64_t one_in = in[i + 1] - in[i] == 1 ? 1 : 0, few_out = out[i + 1] - out[i] <= 1 ? 1 : 0;
    few |= (one_in & few_out) << i;
  }
  return few;
}

bool is_leaf(const SharedGraph& out, const SharedGraph& in, std::uint32_t v) {
  if (in.degree(v) != 1 || out.degree(v) > 1) return false;
  const std::uint32_t neighbour = in[v][0];
  return neighbour != v && (out.degree(v) == 0 || out[v][0] == neighbour);
}

// Up to Leaves::many.
void count_one(std::uint8_t& count) {
  const std::atomic_ref<std::uint8_t> shared(count);
  std::uint8_t seen = shared.load(std::memory_order_relaxed);
  while (seen != Leaves::many &&
         !shared.compare_exchange_weak(seen, static_cast<std::uint8_t>(seen + 1), std::memory_order_relaxed)) {
  }
}

}  // namespace

bool Leaves::pay(const SharedGraph& out, const SharedGraph& in) {
  constexpr std::uint64_t sample = 512, least = sample / 32;
  if (in.vertices() == 0) return false;
  const Random random(1);
  std::uint64_t leaves = 0;
  for (std::uint64_t i = 0; i < sample; ++i) {
    const std::uint32_t v = in.slot_of(random.below(i, in.vertices()));
    leaves += is_leaf(out, in, v) && out.degree(in[v][0]) < many ? 1u : 0u;
  }
  return leaves >= least;
}

Leaves::Leaves(const SharedGraph& out, const SharedGraph& in, Crew& crew, const Watch& watch)
    : bits_(words_for(in.slots())), hanging_(in.slots()) {
  in.for_chunks(crew, watch, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t first = begin, last; first < end; first = last) {
      const std::uint32_t word = first / bits_per_word;
      last = first + std::min(end - first, bits_per_word - first % bits_per_word);
      std::uint64_t found = 0;
      for_set_bits(have_few_arcs(out.offsets(first, last), in.offsets(first, last)), first, [&](std::uint64_t slot) {
        const auto v = static_cast<std::uint32_t>(slot);
        if (!is_leaf(out, in, v)) return;
        found |= mask_of(v);
        count_one(hanging_[in[v][0]]);
      });
      if (found != 0) std::atomic_ref(bits_[word]).fetch_or(found, std::memory_order_relaxed);
    }
  });
  std::atomic<std::uint64_t> count{0};
  crew.for_chunks(bits_.size(), words_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t mine = 0;
    for (std::uint64_t w = begin; w < end; ++w) {
      bits_[w] = set_bits_where(bits_[w], [&](std::uint64_t bit) {
        const auto v = static_cast<std::uint32_t>(w * bits_per_word + bit);
        return hanging_[in[v][0]] != many;
      });
      mine += static_cast<std::uint64_t>(std::popcount(bits_[w]));
    }
    count += mine;
  });
  count_ = count;
  crew.for_chunks(hanging_.size(), words_per_chunk * bits_per_word, [&](std::uint64_t begin, std::uint64_t end) {
    std::replace(hanging_.begin() + begin, hanging_.begin() + end, many, std::uint8_t{0});
  });
}

}  // namespace Atoll::kernels
