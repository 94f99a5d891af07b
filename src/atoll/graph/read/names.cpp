// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/names.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <limits>
#include <mutex>
#include <utility>
#include <xxhash.h>

#include "atoll/base/error.hpp"
#include "atoll/base/hash_seed.hpp"
#include "atoll/graph/parallel_sort.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::reading {
namespace {

constexpr std::uint64_t shard_bits = 6;
constexpr std::uint64_t shard_count = std::uint64_t{1} << shard_bits;

// An array that doubles as it is filled.
template <class T>
class Growing {
 public:
  std::uint64_t size() const { return size_; }
  T& operator[](std::uint64_t i) { return items_[i]; }
  const T& operator[](std::uint64_t i) const { return items_[i]; }
  void append(const T* items, std::uint64_t count) {
    if (size_ + count > items_.size()) {
      Array<T> larger(std::max({2 * items_.size(), size_ + count, std::size_t{4096} / sizeof(T)}));
      std::copy_n(items_.data(), size_, larger.data());
      items_ = std::move(larger);
    }
    std::copy_n(items, count, items_.data() + size_);
    size_ += count;
  }

 private:
  Array<T> items_;
  std::uint64_t size_ = 0;
};

struct Entry {
  std::uint64_t position;  // of the first appearance
  std::uint64_t text;      // where it begins
  std::uint32_t bytes;
  std::uint32_t tag;  // of the hash
};

struct Appearance {
  std::uint64_t position;
  std::uint64_t handle;
  auto operator<=>(const Appearance&) const = default;
};

}  // namespace

// An open-addressing table of entry numbers (+ 1); at most half full.
struct alignas(64) Names::Shard {
  mutable std::mutex mutex;
  Array<std::uint32_t> table{512};
  Growing<Entry> entries;
  Growing<char> text;

  std::string_view name(const Entry& entry) const { return {&text[entry.text], entry.bytes}; }

  std::uint64_t add(std::string_view wanted, std::uint32_t tag, std::uint64_t position) {
    const std::uint64_t mask = table.size() - 1;
    std::uint64_t slot = tag & mask;
    for (; table[slot] != 0; slot = (slot + 1) & mask) {
      Entry& entry = entries[table[slot] - 1];
      if (entry.tag != tag || name(entry) != wanted) continue;
      entry.position = std::min(entry.position, position);
      return table[slot] - 1;
    }
    const Entry entry{position, text.size(), static_cast<std::uint32_t>(wanted.size()), tag};
    text.append(wanted.data(), wanted.size());
    entries.append(&entry, 1);
    table[slot] = static_cast<std::uint32_t>(entries.size());
    if (2 * entries.size() >= table.size()) grow();
    return entries.size() - 1;
  }

  void grow() {
    Array<std::uint32_t> larger(2 * table.size());
    const std::uint64_t mask = larger.size() - 1;
    for (std::uint64_t i = 0; i < entries.size(); ++i) {
      std::uint64_t slot = entries[i].tag & mask;
      while (larger[slot] != 0) slot = (slot + 1) & mask;
      larger[slot] = static_cast<std::uint32_t>(i + 1);
    }
    table = std::move(larger);
  }
};

Names::Names() : shards_(std::make_unique<Shard[]>(shard_count)) {}
Names::~Names() = default;

std::uint64_t Names::add(std::string_view name, std::uint64_t position) {
  const std::uint64_t hash = XXH3_64bits_withSeed(name.data(), name.size(), hash_seed());
  const std::uint64_t index = hash >> (64 - shard_bits);
  Shard& shard = shards_[index];
  const std::lock_guard lock(shard.mutex);
  if (shard.entries.size() == std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::resource, "more than 2^37 different names", {}, "number the vertices");
  }
  return shard.add(name, static_cast<std::uint32_t>(hash), position) << shard_bits | index;
}

std::uint64_t Names::count() const {
  std::uint64_t names = 0;
  for (std::uint64_t s = 0; s < shard_count; ++s) names += shards_[s].entries.size();
  return names;
}

Array<std::uint64_t> Names::ranks(Crew& crew) const {
  std::array<std::uint64_t, shard_count + 1> starts{};  // of the shards, in one sequence of all entries
  std::uint64_t handles = 0;
  for (std::uint64_t s = 0; s < shard_count; ++s) {
    const std::uint64_t entries = shards_[s].entries.size();
    starts[s + 1] = starts[s] + entries;
    if (entries != 0) handles = std::max(handles, ((entries - 1) << shard_bits | s) + 1);
  }
  const auto appearance = [&](std::uint64_t i) {
    const auto s = static_cast<std::uint64_t>(std::ranges::upper_bound(starts, i) - starts.begin()) - 1;
    const std::uint64_t entry = i - starts[s];
    return Appearance{.position = shards_[s].entries[entry].position, .handle = entry << shard_bits | s};
  };
  Array<std::uint64_t> ranks(handles);
  parallel_sort<Appearance>(
      starts[shard_count], appearance, [&](std::uint64_t rank, const Appearance& first) { ranks[first.handle] = rank; },
      crew);
  return ranks;
}

template <class Visit>
void Names::for_each(const Array<std::uint64_t>& ranks, Crew& crew, const Visit& visit) const {
  crew.for_chunks(shard_count, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t s = begin; s < end; ++s) {
      const Shard& shard = shards_[s];
      for (std::uint64_t i = 0; i < shard.entries.size(); ++i) {
        visit(ranks[i << shard_bits | s], shard.name(shard.entries[i]));
      }
    }
  });
}

Labels Names::labels(const Array<std::uint64_t>& ranks, Crew& crew) const {
  Array<std::uint64_t> starts(count() + 1);
  for_each(ranks, crew, [&](std::uint64_t rank, std::string_view name) { starts[rank] = name.size(); });
  Array<char> text(prefix_sum(starts, crew));
  for_each(ranks, crew,
           [&](std::uint64_t rank, std::string_view name) { std::ranges::copy(name, text.data() + starts[rank]); });
  return Labels::strings(std::move(text), std::move(starts));
}

}  // namespace Atoll::reading
