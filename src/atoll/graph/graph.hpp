// SPDX-License-Identifier: Apache-2.0
// A loaded graph as a value: vertices 0 .. n-1 in the user's order, arcs in compressed sparse rows by source, weights
// if the file had them, and the user's labels. Plain data; nothing here knows a domain. Invariant: each row is sorted by
// target (then by weight). An undirected graph stores every edge as two arcs, a self-loop as one. Only where a reader was
// asked for it, a graph also has its arcs turned round, or rows in an order of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/graph/id_array.hpp"

namespace Atoll {

enum class WeightType : std::uint8_t { none, integer, real };  // std::int32_t, float

// One 4-byte weight per arc; its type is a property of the graph.
struct Weights {
  WeightType type = WeightType::none;
  Array<std::uint32_t> bits;  // empty if none

  template <class W>  // std::int32_t or float, as `type` says
  std::span<const W> as() const {
    static_assert(sizeof(W) == 4);
    return {reinterpret_cast<const W*>(bits.data()), bits.size()};
  }
  template <class W>
  std::span<W> as() {
    static_assert(sizeof(W) == 4);
    return {reinterpret_cast<W*>(bits.data()), bits.size()};
  }
};

// Arcs in the order they were read or drawn.
template <class Id>  // std::uint32_t or std::uint64_t
struct EdgeList {
  std::uint64_t vertices = 0;
  Array<Id> source;  // [arcs], each < vertices
  Array<Id> target;  // [arcs]
  Weights weights;   // [arcs] or none
};

template <class Id>
struct Csr {
  Array<std::uint64_t> offsets;  // [vertices + 1]
  Array<Id> targets;             // [arcs]
};

// The user's names of the vertices. Vertex v is `v + first` if neither integers nor strings are kept.
// Const members may be called from several threads at once.
class Labels {
 public:
  Labels();
  Labels(Labels&&) noexcept;
  Labels& operator=(Labels&&) noexcept;
  ~Labels();
  static Labels counting_from(std::uint64_t first);
  static Labels integers(Array<std::uint64_t> ids);                      // [n], distinct, any order
  static Labels strings(Array<char> text, Array<std::uint64_t> starts);  // [n + 1], distinct, any order

  bool are_strings() const { return !starts_.empty(); }
  std::uint64_t first() const { return first_; }
  std::string of(std::uint64_t vertex) const;
  std::string_view word(std::uint64_t vertex) const;  // only if they are strings
  // The vertex of a label, or `vertices` if there is none. Labels that are strings or not ascending are hashed once, on
  // the first call and by its thread, or before that by build_index(): 12 to 24 bytes a vertex; may throw Error(resource).
  std::uint64_t find(std::string_view label, std::uint64_t vertices) const;
  void build_index(Crew& crew) const;  // throws Error(resource | cancelled)
  // The first vertex with a label that one before it has: for labels that nobody vouches for. Takes the memory of an
  // index for a while.
  std::optional<std::uint64_t> repeated(Crew& crew) const;
  std::uint64_t bytes() const;  // of the names, not of the index

  const Array<std::uint64_t>& ids() const { return ids_; }
  const Array<char>& text() const { return text_; }
  const Array<std::uint64_t>& starts() const { return starts_; }

 private:
  struct Index;
  std::uint64_t hash(std::uint64_t vertex) const;
  bool same(std::uint64_t u, std::uint64_t v) const;
  template <class ForChunks>
  void fill(Index& index, const ForChunks& for_chunks) const;
  const Index& index() const;

  std::uint64_t first_ = 0;
  Array<std::uint64_t> ids_;
  Array<char> text_;
  Array<std::uint64_t> starts_;
  std::unique_ptr<Index> index_;  // null while vertices count from first
};

// The arcs of a directed graph turned round: row v has the sources of the arcs that lead to v, sorted like all rows.
struct Inverse {
  std::variant<Csr<std::uint32_t>, Csr<std::uint64_t>> rows;  // ids as wide as those of the graph
  Array<std::uint32_t> weights;                               // [arcs], bits in the order of the rows; empty if none
};

// An order of the vertices, cut into parts: what a Partition is made of.
struct RowOrder {
  static constexpr const char* by_degree = "degree";  // transform::order_by_degree
  static constexpr const char* by_nearness = "near";  // transform::order_by_nearness
  std::string strategy;                               // that gave it: one of these, or a partitioner's name
  std::vector<std::uint64_t> first;                   // [parts + 1]: part p has the rows first[p] .. first[p + 1] - 1
  IdArray user_of;                                    // [vertices]: the user's vertex whose row it is
};

// Where a graph that was read comes from.
struct Origin {
  std::string format;              // "csv"; empty: not read
  std::string packing;             // "gz", "xz", "zst"; empty: none
  std::vector<std::string> notes;  // what the reader decided and a user should know, a sentence each
  std::string order;               // of the rows in the file (RowOrder::strategy); empty: that of the vertices
  bool inverse = false;            // the file has the arcs turned round
};

struct Graph {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;  // as stored: twice the edges of an undirected graph (but self-loops)
  bool directed = true;
  std::variant<Csr<std::uint32_t>, Csr<std::uint64_t>> out;  // 32-bit ids where they fit, or as asked for when loading
  Weights weights;                                           // [arcs], in the order of out's targets
  Labels labels;                                             // of the user's vertices
  std::optional<Inverse> in;                                 // beside `out`, for who scans arcs backwards
  bool mirrored = false;                                     // directed, without `in`, which would be `out` again
  // If there, row r, and every target r, is not the user's vertex r but order->user_of[r]. Only prepare(), the writer of
  // .atoll and transform::in_users_order take such a graph.
  std::optional<RowOrder> order;
  Origin origin;  // as read; a transform may drop it

  std::span<const std::uint64_t> offsets() const;  // [vertices + 1], of out
  bool weighted() const { return weights.type != WeightType::none; }
  bool both_ways() const { return !directed || mirrored; }
  bool wide() const { return out.index() == 1; }  // 64-bit ids
  std::uint64_t user_of(std::uint64_t row) const { return order ? order->user_of[row] : row; }
  std::uint64_t bytes() const;  // of all arrays
};

}  // namespace Atoll
