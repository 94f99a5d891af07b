// SPDX-License-Identifier: Apache-2.0
// The vertices that a contraction took out of a graph, in the order of their turns: of each its ends when its turn came
// and the weights of its arcs to them. Those of a round that have as many ends are a group, so that their records are as
// long and lie in a row; two groups, for where all ends are near in number and all weights small, an end and a weight
// share a word.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"

namespace Atoll::kernels {

class TakenVertices {
 public:
  static constexpr std::uint32_t ends_max = 8;  // of a vertex that is taken

  // What the records of a group have in common.
  struct Kind {
    std::uint32_t ends = 0;
    bool narrow = false;  // a word is the weight above the distance to the end's number

    std::uint32_t words() const { return 1 + (narrow ? ends : 2 * ends); }
  };
  static constexpr std::uint32_t narrow_weight_max = 0xffff;
  static bool is_near(std::uint32_t vertex, std::uint32_t end) {
    return static_cast<std::uint32_t>(static_cast<std::int16_t>(end - vertex)) == end - vertex;
  }

  struct Record {
    std::uint32_t vertex() const { return words[0]; }
    std::uint32_t end(std::uint32_t i) const {
      if (!kind.narrow) return words[1 + i];
      return words[0] + static_cast<std::uint32_t>(static_cast<std::int16_t>(words[1 + i]));
    }
    std::uint32_t weight(std::uint32_t i) const { return kind.narrow ? words[1 + i] >> 16 : words[1 + kind.ends + i]; }
    const std::uint32_t* words;
    Kind kind;
  };

  struct Group {
    Group(Kind kind_of_each, std::uint32_t first_number, std::uint64_t size)
        : kind(kind_of_each), first(first_number), words(size * kind.words(), Contents::whatever) {}
    std::uint32_t size() const { return static_cast<std::uint32_t>(words.size() / kind.words()); }
    Record operator[](std::uint64_t i) const { return {words.data() + i * kind.words(), kind}; }

    // Each once.
    void put_vertex(std::uint64_t i, std::uint32_t vertex) { words[i * kind.words()] = vertex; }
    void put_end(std::uint64_t i, std::uint32_t k, std::uint32_t end, std::uint32_t weight) {
      std::uint32_t* const record = words.data() + i * kind.words();
      record[1 + k] = kind.narrow ? weight << 16 | ((end - record[0]) & 0xffff) : end;
      if (!kind.narrow) record[1 + kind.ends + k] = weight;
    }

    Kind kind;
    std::uint32_t first;  // the number of its first, counted through all groups
    Array<std::uint32_t> words;
  };

  // The next group, whose records are yet to be written. It stays where it is.
  Group& add(Kind kind, std::uint64_t size) {
    groups_.emplace_back(kind, count_, size);
    count_ += groups_.back().size();
    ends_ += kind.ends * size;
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
  std::deque<Group> groups_;         // empty ones are left out
  std::vector<std::size_t> rounds_;  // where each ends in groups
  std::uint32_t count_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace Atoll::kernels
