// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/graph.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <mutex>
#include <optional>
#include <utility>
#include <xxhash.h>

#include "atoll/base/atomic.hpp"
#include "atoll/base/hash_seed.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t labels_per_chunk = std::uint64_t{1} << 14;

auto by_crew(Crew& crew) {
  return [&](std::uint64_t count, const auto& work) { crew.for_chunks(count, labels_per_chunk, work); };
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, problem] = std::from_chars(begin, end, value);
  if (problem != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::uint64_t hash_of(std::string_view text) { return XXH3_64bits_withSeed(text.data(), text.size(), hash_seed()); }
std::uint64_t hash_of(std::uint64_t id) { return mix64(id ^ hash_seed()); }

}  // namespace

// Open addressing: slot h, h + 1, ... of a label with hash h holds its vertex + 1; 0 ends the search.
struct Labels::Index {
  std::once_flag once;
  bool ascending = false;
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t again = none;  // the first vertex with a label that one before it has
  Array<std::uint64_t> slots;

  // By any thread. same(other): whether `other` has the label of `vertex`. Of those with one label the first keeps the
  // slot, whoever comes with it when.
  template <class Same>
  void insert(std::uint64_t hash, std::uint64_t vertex, const Same& same) {
    const std::uint64_t mask = slots.size() - 1;
    for (;; ++hash) {
      std::uint64_t& slot = slots[hash & mask];
      std::uint64_t held = load_relaxed(slot);
      if (held == 0 && std::atomic_ref(slot).compare_exchange_strong(held, vertex + 1, std::memory_order_relaxed))
        return;
      if (!same(held - 1)) continue;
      lower_shared(again, lower_shared(slot, vertex + 1) - 1);
      return;
    }
  }

  template <class Same>
  std::optional<std::uint64_t> find(std::uint64_t hash, const Same& same) const {
    const std::uint64_t mask = slots.size() - 1;
    for (; slots[hash & mask] != 0; ++hash) {
      const std::uint64_t vertex = slots[hash & mask] - 1;
      if (same(vertex)) return vertex;
    }
    return std::nullopt;
  }
};

Labels::Labels() = default;
Labels::Labels(Labels&&) noexcept = default;
Labels& Labels::operator=(Labels&&) noexcept = default;
Labels::~Labels() = default;

Labels Labels::counting_from(std::uint64_t first) {
  Labels labels;
  labels.first_ = first;
  return labels;
}

Labels Labels::integers(Array<std::uint64_t> ids) {
  Labels labels;
  labels.ids_ = std::move(ids);
  labels.index_ = std::make_unique<Index>();
  return labels;
}

Labels Labels::strings(Array<char> text, Array<std::uint64_t> starts) {
  Labels labels;
  labels.text_ = std::move(text);
  labels.starts_ = std::move(starts);
  labels.index_ = std::make_unique<Index>();
  return labels;
}

std::string_view Labels::word(std::uint64_t vertex) const {
  return {text_.data() + starts_[vertex], starts_[vertex + 1] - starts_[vertex]};
}

std::string Labels::of(std::uint64_t vertex) const {
  if (are_strings()) return std::string(word(vertex));
  return std::to_string(ids_.empty() ? vertex + first_ : ids_[vertex]);
}

std::uint64_t Labels::hash(std::uint64_t vertex) const {
  return are_strings() ? hash_of(word(vertex)) : hash_of(ids_[vertex]);
}

bool Labels::same(std::uint64_t u, std::uint64_t v) const {
  return are_strings() ? word(u) == word(v) : ids_[u] == ids_[v];
}

// for_chunks(count, work) calls work(begin, end) until [0, count) is done.
template <class ForChunks>
void Labels::fill(Index& index, const ForChunks& for_chunks) const {
  const std::uint64_t count = are_strings() ? starts_.size() - 1 : ids_.size();
  std::atomic<bool> ascending = !are_strings();
  if (ascending) {
    for_chunks(count, [&](std::uint64_t begin, std::uint64_t end) {
      const auto ids = std::span(ids_).subspan(begin, std::min(end + 1, count) - begin);
      if (std::ranges::adjacent_find(ids, std::ranges::greater_equal{}) != ids.end()) ascending = false;
    });
  }
  index.ascending = ascending;
  if (ascending) return;
  index.slots = Array<std::uint64_t>(std::bit_ceil(count + count / 2 + 1));
  for_chunks(count, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v)
      index.insert(hash(v), v, [&](std::uint64_t other) { return same(other, v); });
  });
}

void Labels::build_index(Crew& crew) const {
  if (index_ == nullptr) return;
  std::call_once(index_->once, [&] { fill(*index_, by_crew(crew)); });
}

const Labels::Index& Labels::index() const {
  std::call_once(index_->once,
                 [&] { fill(*index_, [](std::uint64_t count, const auto& work) { work(std::uint64_t{0}, count); }); });
  return *index_;
}

std::optional<std::uint64_t> Labels::repeated(Crew& crew) const {
  if (index_ == nullptr) return std::nullopt;
  Index index;
  fill(index, by_crew(crew));
  return index.again == Index::none ? std::nullopt : std::optional(index.again);
}

std::uint64_t Labels::find(std::string_view label, std::uint64_t vertices) const {
  if (are_strings()) {
    return index().find(hash_of(label), [&](std::uint64_t v) { return word(v) == label; }).value_or(vertices);
  }
  const std::optional<std::uint64_t> wanted = number(label);
  if (!wanted) return vertices;
  if (ids_.empty()) return *wanted >= first_ && *wanted - first_ < vertices ? *wanted - first_ : vertices;
  if (!index().ascending) {
    return index().find(hash_of(*wanted), [&](std::uint64_t v) { return ids_[v] == *wanted; }).value_or(vertices);
  }
  const auto place = std::ranges::lower_bound(ids_, *wanted);
  return place != ids_.end() && *place == *wanted ? static_cast<std::uint64_t>(place - ids_.begin()) : vertices;
}

std::uint64_t Labels::bytes() const { return ids_.bytes() + text_.bytes() + starts_.bytes(); }

std::span<const std::uint64_t> Graph::offsets() const {
  return std::visit([](const auto& rows) { return std::span<const std::uint64_t>(rows.offsets); }, out);
}

std::uint64_t Graph::bytes() const {
  const auto bytes_of = [](const auto& csr) { return csr.offsets.bytes() + csr.targets.bytes(); };
  std::uint64_t bytes = std::visit(bytes_of, out) + weights.bits.bytes() + labels.bytes();
  if (in) bytes += std::visit(bytes_of, in->rows) + in->weights.bytes();
  if (order) bytes += order->user_of.bytes();
  return bytes;
}

}  // namespace Atoll
