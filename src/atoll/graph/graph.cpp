// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/graph.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <mutex>
#include <optional>
#include <utility>
#include <xxhash.h>

#include "atoll/base/random.hpp"

namespace Atoll {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, problem] = std::from_chars(begin, end, value);
  if (problem != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::uint64_t hash_text(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

}  // namespace

// Open addressing: slot h, h + 1, ... of a label with hash h holds its vertex + 1; 0 ends the search.
struct Labels::Index {
  std::once_flag once;
  bool ascending = false;
  Array<std::uint64_t> slots;

  void insert(std::uint64_t hash, std::uint64_t vertex) {
    const std::uint64_t mask = slots.size() - 1;
    while (slots[hash & mask] != 0) ++hash;
    slots[hash & mask] = vertex + 1;
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
  return are_strings() ? hash_text(word(vertex)) : mix64(ids_[vertex]);
}

const Labels::Index& Labels::index() const {
  std::call_once(index_->once, [this] {
    if (!are_strings() && std::ranges::is_sorted(ids_)) {
      index_->ascending = true;
      return;
    }
    const std::uint64_t count = are_strings() ? starts_.size() - 1 : ids_.size();
    Array<std::uint64_t> slots(std::bit_ceil(count + count / 2 + 1));
    index_->slots = std::move(slots);
    for (std::uint64_t v = 0; v < count; ++v) index_->insert(hash(v), v);
  });
  return *index_;
}

std::uint64_t Labels::find(std::string_view label, std::uint64_t vertices) const {
  if (are_strings()) {
    return index().find(hash_text(label), [&](std::uint64_t v) { return word(v) == label; }).value_or(vertices);
  }
  const std::optional<std::uint64_t> wanted = number(label);
  if (!wanted) return vertices;
  if (ids_.empty()) return *wanted >= first_ && *wanted - first_ < vertices ? *wanted - first_ : vertices;
  if (!index().ascending) {
    return index().find(mix64(*wanted), [&](std::uint64_t v) { return ids_[v] == *wanted; }).value_or(vertices);
  }
  const auto place = std::ranges::lower_bound(ids_, *wanted);
  return place != ids_.end() && *place == *wanted ? static_cast<std::uint64_t>(place - ids_.begin()) : vertices;
}

std::uint64_t Labels::bytes() const { return ids_.bytes() + text_.bytes() + starts_.bytes(); }

std::uint64_t Graph::bytes() const {
  const auto rows = std::visit([](const auto& csr) { return csr.offsets.bytes() + csr.targets.bytes(); }, out);
  return rows + weights.bits.bytes() + labels.bytes();
}

}  // namespace Atoll
