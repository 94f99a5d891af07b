// SPDX-License-Identifier: Apache-2.0
// The vertices that a contraction took out of a graph, in the order of their turns: of each its ends when its turn came
// and the weights of its arcs to them. Those of a round that have as many ends are a group, so that their records are as
// long and lie in a row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"

namespace Atoll::kernels {

class TakenVertices {
 public:
  static constexpr std::uint32_t ends_max = 8;  // of a vertex that is taken

  struct Record {
    static constexpr std::uint32_t words(std::uint32_t ends) { return 1 + 2 * ends; }
    std::uint32_t vertex() const { return record[0]; }
    std::uint32_t end(std::uint32_t i) const { return record[1 + i]; }
    std::uint32_t weight(std::uint32_t i) const { return record[1 + ends + i]; }
    const std::uint32_t* record;
    std::uint32_t ends;
  };

  struct Group {
    Group(std::uint32_t ends_of_each, std::uint32_t first_number, std::uint64_t size)
        : ends(ends_of_each), first(first_number), words(size * Record::words(ends_of_each), Contents::whatever) {}
    std::uint32_t size() const { return static_cast<std::uint32_t>(words.size() / Record::words(ends)); }
    Record operator[](std::uint64_t i) const { return {words.data() + i * Record::words(ends), ends}; }
    std::uint32_t* begin_of(std::uint64_t i) { return words.data() + i * Record::words(ends); }
    std::uint32_t ends;
    std::uint32_t first;  // the number of its first, counted through all groups
    Array<std::uint32_t> words;
  };

  // The next group, whose records are yet to be written: vertex, ends, weights.
  Group& add(std::uint32_t ends, std::uint64_t size) {
    groups_.emplace_back(ends, count_, size);
    count_ += groups_.back().size();
    ends_ += ends * size;
    return groups_.back();
  }
  // The groups added so far are one round and those before.
  void end_round() { rounds_.push_back(groups_.size()); }

  std::uint32_t count() const { return count_; }
  std::uint64_t ends() const { return ends_; }  // of all
  std::size_t rounds() const { return rounds_.size(); }
  std::pair<std::size_t, std::size_t> groups_of(std::size_t round) const {
    return {round == 0 ? 0 : rounds_[round - 1], rounds_[round]};
  }
  const Group& group(std::size_t i) const { return groups_[i]; }

  Record operator[](std::uint32_t number) const {
    const auto behind = std::ranges::upper_bound(groups_, number, {}, &Group::first);
    return behind[-1][number - behind[-1].first];
  }

 private:
  std::vector<Group> groups_;        // empty ones are left out
  std::vector<std::size_t> rounds_;  // where each ends in groups
  std::uint32_t count_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace Atoll::kernels
