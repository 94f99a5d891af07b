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

// A range. Where there is no Low, an id has room for both: above the `target_bits` of a target is its row in the range.
// Else `low` holds that. `slots` gets where each row ends, and is zero before.
template <class Low, class Id, class Payload>
struct Range {
  static constexpr bool packed = std::is_same_v<Low, Nothing>;

  const Low* low;
  std::span<Id> targets;
  int target_bits;
  Payload* payload;  // not for Nothing
  std::uint64_t start;
  std::span<std::uint64_t> slots;

  std::uint64_t size() const { return targets.size(); }
  std::uint64_t row(std::uint64_t i, Id target) const {
    if constexpr (packed) {
      return target >> target_bits;
    } else {
      return low[i];
    }
  }
  Id mask() const { return static_cast<Id>((std::uint64_t{1} << target_bits) - 1); }
};

// The scratch of one thread, used from range to range.
template <class Low, class Id, class Payload>
class RangeSettler {
  static constexpr bool laden = !std::is_same_v<Payload, Nothing>;

 public:
  // The scratch holds `longest` arcs twice.
  explicit RangeSettler(std::uint64_t longest) : longest_(longest) {}

  // False if only the rows were put in order, and not their targets: the range is too long, or its ids too wide.
  bool settle(const Range<Low, Id, Payload>& range, int row_bits) {
    if (range.size() > longest_ || range.target_bits + row_bits > 64) {
      split(range);
      return false;
    }
    const Order order = load(range);
    std::span entries = std::span(entries_).first(range.size());
    if (order == Order::none) {
      entries = radix_sort<Entry>(
          entries, std::span(scratch_).first(range.size()), {.from = 0, .to = range.target_bits},
          [](const Entry& entry) { return key_of(entry); }, counts_);
    }
    if (order == Order::complete && !range.packed) {
      std::uint64_t end = 0;
      for (std::uint64_t& slot : range.slots) slot = end += slot;
    } else {
      place(entries, range);
    }
    for (std::uint64_t& slot : range.slots) slot += range.start;
    return true;
  }

 private:
  using Key = std::conditional_t<std::is_same_v<Low, Nothing>, Id, std::uint64_t>;  // a row, and below that a target
  struct Laden {
    Key key;
    Payload payload;
  };
  using Entry = std::conditional_t<laden, Laden, Key>;
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
      const Id target = range.targets[i] & range.mask();
      const std::uint64_t row = range.row(i, range.targets[i]);
      ++range.slots[row];
      rows_ascend &= before <= row;
      before = row;
      targets_ascend &= std::exchange(last_[row], target) <= target;
      const auto key = static_cast<Key>(row << range.target_bits | target);
      if constexpr (laden) {
        entries_[i] = {key, range.payload[i]};
      } else {
        entries_[i] = key;
      }
    }
    if (!targets_ascend) return Order::none;
    return rows_ascend ? Order::complete : Order::of_targets;
  }

  // From how many arcs each row has to where it begins in the range.
  static void begin_rows(const Range<Low, Id, Payload>& range) {
    std::uint64_t place = 0;
    for (std::uint64_t& slot : range.slots) place += std::exchange(slot, place);
  }

  // Each entry into its row, in the order that they have.
  void place(std::span<const Entry> entries, const Range<Low, Id, Payload>& range) {
    begin_rows(range);
    std::uint64_t* const slots = range.slots.data();
    const int target_bits = range.target_bits;
    const Id mask = range.mask();
    for (const Entry& entry : entries) {
      const std::uint64_t i = slots[key_of(entry) >> target_bits]++;
      range.targets[i] = static_cast<Id>(key_of(entry)) & mask;
      if constexpr (laden) range.payload[i] = entry.payload;
    }
  }

  // Arcs to their rows, in the order they came in.
  void split(const Range<Low, Id, Payload>& range) {
    for (std::uint64_t i = 0; i < range.size(); ++i) ++range.slots[range.row(i, range.targets[i])];
    if constexpr (laden) {
      begin_rows(range);
      Array<Payload> old(range.size());
      std::copy_n(range.payload, range.size(), old.data());
      for (std::uint64_t i = 0; i < range.size(); ++i)
        range.payload[range.slots[range.row(i, range.targets[i])]++] = old[i];
      for (std::uint64_t row = range.slots.size(); row-- > 1;) range.slots[row] -= range.slots[row - 1];
    }
    begin_rows(range);
    Array<Id> old(range.size());
    std::ranges::copy(range.targets, old.data());
    for (std::uint64_t i = 0; i < range.size(); ++i)
      range.targets[range.slots[range.row(i, old[i])]++] = old[i] & range.mask();
    for (std::uint64_t& slot : range.slots) slot += range.start;
  }

  std::uint64_t longest_;
  Array<Entry> entries_, scratch_;
  std::vector<Id> last_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace Atoll
