// SPDX-License-Identifier: Apache-2.0
// The vertices that a contraction took out of a graph, in the order of their turns: of each its ends when its turn came
// and the weights of its arcs to them. Those of a round that have as many ends are a group, so that their records are as
// long and lie in a row; of these those whose ends are all near in number and whose weights all fit into a byte, or into
// two, since a search reads all records. A group ascends by vertex, so a record has the low half of its vertex alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"

namespace Atoll::kernels {

class TakenVertices {
 public:
  static constexpr std::uint32_t ends_max = 8;       // of a vertex that is taken
  static constexpr std::uint32_t stretch_bits = 16;  // vertices whose low halves differ

  // What the records of a group have in common: the low half of the vertex, then its ends, then the weights.
  struct Kind {
    std::uint32_t ends = 0;
    std::uint32_t weight_bytes = 4;  // 1 or 2: ends are near, and have 2 bytes instead of 4

    constexpr bool is_near() const { return weight_bytes < 4; }
    constexpr std::size_t end(std::uint32_t i) const { return 2 + i * (is_near() ? 2 : 4); }
    constexpr std::size_t weight(std::uint32_t i) const { return end(ends) + i * weight_bytes; }
    constexpr std::size_t bytes() const { return weight(ends); }
  };
  static bool is_near(std::uint32_t vertex, std::uint32_t end) {
    return static_cast<std::uint32_t>(static_cast<std::int16_t>(end - vertex)) == end - vertex;
  }

  struct Record {
    std::uint32_t end(std::uint32_t i) const {
      if (!kind.is_near()) return read<std::uint32_t>(kind.end(i));
      return vertex + static_cast<std::uint32_t>(read<std::int16_t>(kind.end(i)));
    }
    std::uint32_t weight(std::uint32_t i) const {
      if (kind.weight_bytes == 1) return read<std::uint8_t>(kind.weight(i));
      if (kind.weight_bytes == 2) return read<std::uint16_t>(kind.weight(i));
      return read<std::uint32_t>(kind.weight(i));
    }

    template <class Number>
    Number read(std::size_t at) const {
      Number number;
      std::memcpy(&number, bytes + at, sizeof number);
      return number;
    }
    const std::byte* bytes;
    std::uint32_t vertex;
    Kind kind;
  };

  struct Group {
    // [stretches + 1]: how many come before the vertices of each stretch.
    Group(Kind kind_of_each, std::uint32_t first_number, std::vector<std::uint32_t> before)
        : kind(kind_of_each),
          first(first_number),
          before_stretch(std::move(before)),
          bytes(size() * kind.bytes(), Contents::whatever) {}

    std::uint32_t size() const { return before_stretch.back(); }
    // Where one is that is in the group.
    std::uint32_t find(std::uint32_t vertex) const {
      std::uint32_t begin = before_stretch[vertex >> stretch_bits];
      std::uint32_t size = before_stretch[(vertex >> stretch_bits) + 1] - begin;
      for (; size > 1; size -= size / 2) begin += low(begin + size / 2) <= (vertex & 0xffff) ? size / 2 : 0;
      return begin;
    }
    std::uint32_t vertex(std::uint64_t i) const {
      const auto stretch = std::ranges::upper_bound(before_stretch, i) - before_stretch.begin() - 1;
      return static_cast<std::uint32_t>(stretch) << stretch_bits | low(i);
    }
    std::uint32_t low(std::uint64_t i) const { return Record{at(i), 0, kind}.read<std::uint16_t>(0); }
    Record record(std::uint64_t i, std::uint32_t vertex) const { return {at(i), vertex, kind}; }

    // Each once, of those of a stretch in their order.
    void put_vertex(std::uint64_t i, std::uint32_t vertex) { write(i, 0, static_cast<std::uint16_t>(vertex)); }
    void put_end(std::uint64_t i, std::uint32_t vertex, std::uint32_t k, std::uint32_t end, std::uint32_t weight) {
      if (!kind.is_near()) {
        write(i, kind.end(k), end);
        write(i, kind.weight(k), weight);
        return;
      }
      write(i, kind.end(k), static_cast<std::uint16_t>(end - vertex));
      if (kind.weight_bytes == 1) write(i, kind.weight(k), static_cast<std::uint8_t>(weight));
      if (kind.weight_bytes == 2) write(i, kind.weight(k), static_cast<std::uint16_t>(weight));
    }

    const std::byte* at(std::uint64_t i) const { return bytes.data() + i * kind.bytes(); }
    template <class Number>
    void write(std::uint64_t i, std::size_t place, Number number) {
      std::memcpy(bytes.data() + i * kind.bytes() + place, &number, sizeof number);
    }

    Kind kind;
    std::uint32_t first;  // the number of its first, counted through all groups
    std::vector<std::uint32_t> before_stretch;
    Array<std::byte> bytes;
  };

  // The next group, whose records are yet to be written. It stays where it is.
  Group& add(Kind kind, std::vector<std::uint32_t> before_stretch) {
    Group& group = groups_.emplace_back(kind, count_, std::move(before_stretch));
    count_ += group.size();
    ends_ += std::uint64_t{kind.ends} * group.size();
    return group;
  }
  // The groups added so far are one round and those before.
  void end_round() { rounds_.push_back(groups_.size()); }

  std::uint32_t count() const { return count_; }
  std::uint64_t ends() const { return ends_; }  // of all
  std::size_t rounds() const { return rounds_.size(); }
  std::pair<std::size_t, std::size_t> groups_of(std::size_t round) const {
    return {round == 0 ? 0 : rounds_[round - 1], rounds_[round]};
  }
  std::size_t groups() const { return groups_.size(); }
  const Group& group(std::size_t i) const { return groups_[i]; }

  // The record of a vertex, by its number.
  Record record(std::uint32_t number, std::uint32_t vertex) const {
    const auto behind = std::ranges::upper_bound(groups_, number, {}, &Group::first);
    return behind[-1].record(number - behind[-1].first, vertex);
  }

 private:
  std::deque<Group> groups_;         // empty ones are left out
  std::vector<std::size_t> rounds_;  // where each ends in groups
  std::uint32_t count_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace Atoll::kernels
