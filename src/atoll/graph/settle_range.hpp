// SPDX-License-Identifier: Apache-2.0
// The arcs of a range of rows, as scatter() has put them together, in order of row and target. Arcs that come sorted
// are seen to be so. Invariant: equal arcs stay in the order they came in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/graph/radix_sort.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll {

// A range: `low` is the row of each arc within it, `slots` gets where each row ends, and is zero before.
template <class Low, class Id, class Payload>
struct Range {
  std::span<const Low> low;
  Id* targets;
  Payload* payload;  // not for Nothing
  std::uint64_t start;
  std::span<std::uint64_t> slots;

  std::uint64_t size() const { return low.size(); }
};

// The scratch of one thread, used from range to range.
template <class Low, class Id, class Payload>
class RangeSettler {
  static constexpr bool laden = !std::is_same_v<Payload, Nothing>;

 public:
  // Ids of targets have `target_bits`; the scratch holds `longest` arcs twice.
  RangeSettler(int target_bits, std::uint64_t longest) : target_bits_(target_bits), longest_(longest) {}

  // False if only the rows were put in order, and not their targets: the range is too long, or its ids too wide.
  bool settle(const Range<Low, Id, Payload>& range, int row_bits) {
    if (range.size() > longest_ || target_bits_ + row_bits > 64) {
      split(range);
      return false;
    }
    const Order order = load(range);
    if (order == Order::none) sort(range, {.from = 0, .to = target_bits_ + row_bits});
    if (order == Order::of_targets) sort(range, {.from = target_bits_, .to = target_bits_ + row_bits});
    std::uint64_t end = range.start;
    for (std::uint64_t& slot : range.slots) slot = end += slot;
    return true;
  }

 private:
  struct Laden {
    std::uint64_t key;
    Payload payload;
  };
  using Entry = std::conditional_t<laden, Laden, std::uint64_t>;
  enum class Order { none, of_targets, complete };  // of_targets: within each row

  static std::uint64_t key_of(const Entry& entry) {
    if constexpr (laden) {
      return entry.key;
    } else {
      return entry;
    }
  }

  // Fills entries_, counts the arcs of each row, and looks in which order they are.
  Order load(const Range<Low, Id, Payload>& range) {
    if (entries_.size() < range.size()) {
      const std::uint64_t size = std::min(2 * range.size(), longest_);
      entries_ = {};
      entries_ = Array<Entry>(size);
      scratch_ = {};
      scratch_ = Array<Entry>(size);
    }
    last_.assign(range.slots.size(), 0);
    bool rows_ascend = true, targets_ascend = true;
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i < range.size(); ++i) {
      const std::uint64_t row = range.low[i], target = range.targets[i];
      ++range.slots[row];
      rows_ascend &= before <= row;
      before = row;
      targets_ascend &= std::exchange(last_[row], static_cast<Id>(target)) <= target;
      const std::uint64_t key = row << target_bits_ | target;
      if constexpr (laden) {
        entries_[i] = {key, range.payload[i]};
      } else {
        entries_[i] = key;
      }
    }
    if (!targets_ascend) return Order::none;
    return rows_ascend ? Order::complete : Order::of_targets;
  }

  void sort(const Range<Low, Id, Payload>& range, KeyBits bits) {
    const auto sorted = radix_sort<Entry>(std::span(entries_).first(range.size()),
                                          std::span(scratch_).first(range.size()), bits, key_of, counts_);
    const std::uint64_t mask = (std::uint64_t{1} << target_bits_) - 1;
    for (std::uint64_t i = 0; i < sorted.size(); ++i) {
      range.targets[i] = static_cast<Id>(key_of(sorted[i]) & mask);
      if constexpr (laden) range.payload[i] = sorted[i].payload;
    }
  }

  // Arcs to their rows, in the order they came in.
  void split(const Range<Low, Id, Payload>& range) {
    for (const Low row : range.low) ++range.slots[row];
    const auto move = [&]<class T>(T* values) {
      std::uint64_t place = 0;
      for (std::uint64_t& slot : range.slots) place += std::exchange(slot, place);
      Array<T> old(range.size());
      std::copy_n(values, range.size(), old.data());
      for (std::uint64_t i = 0; i < range.size(); ++i) values[range.slots[range.low[i]]++] = old[i];
    };
    move(range.targets);
    if constexpr (laden) {
      for (std::uint64_t row = range.slots.size(); row-- > 1;) range.slots[row] -= range.slots[row - 1];
      move(range.payload);
    }
    for (std::uint64_t& slot : range.slots) slot += range.start;
  }

  int target_bits_;
  std::uint64_t longest_;
  Array<Entry> entries_, scratch_;
  std::vector<Id> last_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace Atoll
