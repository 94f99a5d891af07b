// SPDX-License-Identifier: Apache-2.0
// Where vertices and arcs live, as plain data: for each part the spaces it can name and the arcs it scans. One copy of
// the arcs serves every exchange; an undirected graph has one copy for both directions of scanning.
//
//   arrangement   arcs live with          grouped by   sources             targets
//   ghosted       push: their source      source       own                 own + ghosts
//                 pull: their target      target       own + ghosts        own
//   replicated    push: their target      source       all (replica)       own         semi-external's forward graph
//                 pull: their target      target       all (replica)       own
//   tiled         push: a 2D tile         source       a grid column       a grid row   Graphite's tiles
//   shared        push: their source      source       own                 all          one address space: a slot is
//                 pull: their target      target       all                 own          the same for every part
//
// Where no program runs part by part, parts that share a domain are joined (LayoutOptions::in_order): rows of all parts
// lie end to end as those of one, and a slot is an internal id.
//
// Invariant: inside a row the ends ascend by the user's id, so in a pull the first active source is the least one; by
// slot where the graph came in an order of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/partition/chunks.hpp"
#include "atoll/partition/packed.hpp"
#include "atoll/partition/partition.hpp"
#include "atoll/partition/space.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

enum class Arrangement { ghosted, replicated, tiled, shared };

// Arcs grouped by row. Rows are consecutive slots; a row group is the own region or one slice of the row space.
struct Block {
  static constexpr int own_slice = -1;
  int sources =
      own_slice;  // index into the sources' slices that this block reads; own_slice: my own (or all there are)
  int targets = own_slice;  // the same for what it writes
  std::uint32_t row_first = 0;
  std::uint32_t rows = 0;
  RowOffsets offsets;                    // [rows + 1], into ends and weights of the part
  std::shared_ptr<const Chunks> chunks;  // of a layout, always there; shared with the view turned round
};

struct PartView {
  Space sources;
  Space targets;
  std::vector<Block> blocks;
  std::span<const std::uint32_t> ends;  // slots of the other space
  ArcWeights weights;                   // empty: none
  std::uint64_t local_arcs = 0;         // whose ends are my own vertices; where rows are my own too
  // Boxes by owner, in this part's memory, for exchanges: who reads my vertices as sources, who writes them as targets.
  std::span<const Mirror> source_mirrors;
  std::span<const Mirror> target_mirrors;
};

struct View {
  Grouping grouping = Grouping::by_source;
  std::vector<PartView> parts;
  std::shared_ptr<const void> storage;  // owns what the spans look at
};

struct LayoutOptions {
  Arrangement arrangement = Arrangement::ghosted;
  bool push = true;
  bool pull = false;
  bool weights = false;        // carry the arcs' weights
  bool source_ids = false;     // every source slot knows its user id (signals that travel as one bit)
  int processes = 1;           // tiled: the parts are processes x threads; must divide the parts
  bool release_graph = false;  // the graph's arcs are freed (or taken over) as soon as they are not needed
  bool boxes_only = false;     // ghosted: lists of ghosts lie with the owners alone, who fill and empty the boxes
  bool in_order = false;       // joined: the graph's rows and ends are in the order of the partition already
  // One part whose arrays are taken over: integer weights in 1, 2 or 4 bytes, as the greatest needs.
  bool packed_weights = false;
};

struct Layout {
  Partition partition;  // of several parts without user_of: names() have it
  Homes homes;
  Arrangement arrangement = Arrangement::ghosted;
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = true;
  bool mirrored = false;  // directed, and yet its pull scans the same rows as its push: see both_ways()
  bool wide = false;      // 64-bit vertex ids
  bool in_order = false;  // joined: laid out as one part in the order of the partition; ends ascend by slot
  WeightType weight_type = WeightType::none;
  bool weights_left = false;  // the graph had weights, which were not asked for
  std::optional<View> push;
  std::optional<View> pull;
  std::vector<IdArray> ids;                 // see names(); of one part none, where the partition has them
  std::vector<std::uint32_t> own_id_first;  // [part]: where the ids of my own vertices begin in ids[part]
  std::vector<RowOffsets> out_offsets;      // [part][own + 1]: the out-degree of local v is the difference
  std::shared_ptr<const void> degree_storage;
  std::uint64_t bytes = 0;  // of arcs, offsets, ghosts and ids
  double seconds = 0;       // to lay out
  // Found by whom it is first asked of (algorithms/columns), and true of all runs: one at a time uses a layout.
  mutable std::optional<double> greatest_weight;

  int parts() const { return in_order ? 1 : partition.parts(); }  // that are laid out apart
  // Every arc has its counterpart, of the same weight where weights are laid out. Of a directed graph, as a list of roads
  // is, this is known where its arcs turned round were read with it, and on one part with a pull that took over its arrays.
  bool both_ways() const { return !directed || mirrored; }
  // A vertex by its part and its number there.
  struct Place {
    int part = 0;
    std::uint64_t local = 0;
  };
  Place place_of(std::uint64_t user) const;
  // The user's ids of a part's own vertices, from own_id_first[part] on, or of all its source slots; one for all parts
  // where slots are shared.
  const IdArray& names(int part) const {
    if (ids.empty()) return partition.user_of;
    return ids.size() == 1 ? ids[0] : ids[static_cast<std::size_t>(part)];
  }
  std::uint32_t own(int part) const { return static_cast<std::uint32_t>(in_order ? vertices : partition.size(part)); }
  const View& any_view() const { return push ? *push : *pull; }
  // The user's id of a part's own vertex, and of a slot of a space of the part.
  std::uint64_t user_id(int part, std::uint64_t local) const {
    return names(part)[own_id_first[static_cast<std::size_t>(part)] + local];
  }
  std::uint64_t user_id(int part, const Space& space, std::uint32_t slot) const;

  // The user's id of every slot of a space of `part`: 4 or 8 bytes each, unless they just count.
  IdArray user_ids(int part, const Space& space, Crew& crew) const;

  // Of a part, in the spaces of both sides; in one address space it has none.
  std::uint64_t ghosts(const PartView& part) const {
    return arrangement == Arrangement::shared ? 0 : part.sources.ghosts() + part.targets.ghosts();
  }

  // visit(source, target, weight bits or 1) with the user's ids, over every arc, on all threads at once.
  template <class F>
  void for_each_arc(Crew& crew, F&& visit) const;
};

// Throws Error(usage) if a part's space would exceed 2^32 slots ("use more parts"), Error(resource | cancelled).
Layout build_layout(Graph& graph, Partition partition, const LayoutOptions& options, Placement placement, Crew& crew,
                    const Watch& watch);

// Of the partition as it is laid out, ghosted or shared: arcs count for the part they live with, and are remote where
// another part owns their other end; ghosts are these ends. Where arcs live with their source that is the quality of
// the graph and the partition. Linear in the arcs; extra memory for `shared`: 1.125 bits per vertex.
Quality quality(const Layout& layout, Crew& crew);

template <class F>
void Layout::for_each_arc(Crew& crew, F&& visit) const {
  const View& view = any_view();
  IdArray end_ids;  // in one address space those of all parts
  for (int part = 0; part < parts(); ++part) {
    const PartView& mine = view.parts[static_cast<std::size_t>(part)];
    const bool by_source = view.grouping == Grouping::by_source;
    const Space& row_space = by_source ? mine.sources : mine.targets;
    const Space& end_space = by_source ? mine.targets : mine.sources;
    if (part == 0 || arrangement != Arrangement::shared) end_ids = user_ids(part, end_space, crew);
    for (const Block& block : mine.blocks) {
      crew.for_chunks(block.rows, 1024, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t row = begin; row < end; ++row) {
          if (block.offsets[row] == block.offsets[row + 1]) continue;
          const std::uint64_t id = user_id(part, row_space, block.row_first + static_cast<std::uint32_t>(row));
          for (std::uint64_t e = block.offsets[row]; e < block.offsets[row + 1]; ++e) {
            const std::uint64_t other = end_ids[mine.ends[e]];
            const std::uint32_t weight = mine.weights.empty() ? 1u : mine.weights[e];
            if (by_source) {
              visit(id, other, weight);
            } else {
              visit(other, id, weight);
            }
          }
        }
      });
    }
  }
}

}  // namespace Atoll
