// SPDX-License-Identifier: Apache-2.0
// Building a layout: which vertices each part can name and which arcs it holds, arrangement by arrangement. Spaces,
// ghosts, blocks, mirrors and ids are made in files of their own.
#include "atoll/partition/layout.hpp"

#include <bit>
#include <numeric>
#include <optional>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/partition/blocks.hpp"
#include "atoll/partition/ghosts.hpp"
#include "atoll/partition/mirrors.hpp"
#include "atoll/partition/spaces.hpp"
#include "atoll/partition/vertex_ids.hpp"
#include "atoll/topology/prefix_sum.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t rows_per_grain = 1024;
constexpr std::uint64_t weights_per_grain = 1u << 16;

// What the spans of a view look at.
struct Storage {
  explicit Storage(const Homes& homes) : arcs(homes), sources(homes), targets(homes), mirrors(homes) {}
  BlockStorage arcs;
  SpaceStorage sources;
  SpaceStorage targets;
  MirrorStorage mirrors;
};

template <class Id>
class LayoutBuilder {
 public:
  LayoutBuilder(Graph& graph, const LayoutOptions& options, Layout& layout, Crew& crew, const Watch& watch)
      : graph_(graph), options_(options), layout_(layout), partition_(layout.partition), crew_(crew), watch_(watch) {}

  void build() {
    if (taken_over()) return;
    const bool symmetric = layout_.both_ways();
    keep_out_offsets();
    const bool one_view = symmetric && rows_at_home();
    if (options_.push || one_view) {
      View view = build_view(Grouping::by_source, rows_by_source());
      if (one_view) {
        if (options_.pull) layout_.pull = turned_round(view);
        if (options_.push) layout_.push = std::move(view);
        release();
        return;
      }
      layout_.push = std::move(view);
    }
    if (options_.pull) build_pull(symmetric);
    release();
  }

 private:
  // A part's rows are its own vertices, in a push and in a pull.
  bool rows_at_home() const {
    return options_.arrangement == Arrangement::ghosted || options_.arrangement == Arrangement::shared;
  }

  ArcRows<Id> rows_by_source() const {
    const auto& csr = std::get<Csr<Id>>(graph_.out);
    return {csr.offsets, csr.targets,
            options_.weights ? std::span<const std::uint32_t>(graph_.weights.bits) : std::span<const std::uint32_t>{}};
  }

  void build_pull(bool symmetric) {
    if (symmetric) {
      layout_.pull = build_view(Grouping::by_target, rows_by_source());
      return;
    }
    std::optional<Inverse> turned;
    if (!graph_.in) turned = transform::inverse_of(graph_, options_.weights, crew_, watch_);
    release();
    const Inverse& in = turned ? *turned : *graph_.in;
    const auto& rows = std::get<Csr<Id>>(in.rows);
    const std::span<const std::uint32_t> weights = in.weights;
    layout_.pull = build_view(Grouping::by_target,
                              ArcRows<Id>{rows.offsets, rows.targets, options_.weights ? weights : weights.first(0)});
  }

  void release() {
    if (!options_.release_graph) return;
    graph_.out = Csr<Id>{};
    graph_.weights.bits = {};
  }

  // One part in the user's order names every vertex by its own id: the graph's arrays are the layout's.
  bool taken_over() {
    if constexpr (sizeof(Id) == 8) {
      return false;
    } else {
      const bool plain = partition_.parts() == 1 && partition_.internal_of.is_counting() && options_.release_graph &&
                         layout_.homes.placement == Placement::partitioned && rows_at_home();
      if (!plain) return false;
      if (options_.pull && !layout_.both_ways()) take_inverse();
      auto& out = std::get<Csr<Id>>(graph_.out);
      if (!options_.push && !layout_.both_ways()) {
        keep_degrees(std::move(out.offsets));
      } else {
        View view = view_of(std::move(out), std::move(graph_.weights.bits));
        layout_.out_offsets = {view.parts[0].blocks[0].offsets};
        if (options_.pull && layout_.both_ways()) layout_.pull = turned_round(view);
        if (options_.push) layout_.push = std::move(view);
      }
      release();
      return true;
    }
  }

  // The arcs turned round, unless they are the arcs.
  void take_inverse() {
    Inverse in = graph_.in ? std::move(*graph_.in) : transform::inverse_of(graph_, options_.weights, crew_, watch_);
    graph_.in.reset();
    layout_.mirrored = transform::is_mirrored(graph_, in, options_.weights, crew_);
    if (layout_.mirrored) return;
    layout_.pull = turned_round(view_of(std::move(std::get<Csr<Id>>(in.rows)), std::move(in.weights)));
  }

  // The only part's view of rows that become its own.
  View view_of(Csr<std::uint32_t>&& rows, Array<std::uint32_t>&& weights) {
    auto storage = std::make_shared<Storage>(layout_.homes);
    storage->arcs.taken_offsets.segment(0) = std::move(rows.offsets);
    storage->arcs.ends.segment(0) = std::move(rows.targets);
    View view;
    view.parts.resize(1);
    PartView& mine = view.parts[0];
    mine.sources = mine.targets = own_space(graph_.vertices);
    Block block;
    block.rows = mine.sources.own;
    block.offsets = std::as_const(storage->arcs).taken_offsets[0];
    block.chunks = std::make_shared<const Chunks>(block.offsets, graph_.arcs + graph_.vertices);
    mine.blocks.push_back(std::move(block));
    mine.ends = std::as_const(storage->arcs).ends[0];
    if (options_.weights) mine.weights = keep_weights(std::move(weights), storage->arcs);
    mine.local_arcs = mine.ends.size();
    layout_.bytes += mine.blocks[0].offsets.bytes().size() + mine.ends.size_bytes() + mine.weights.bytes().size();
    view.storage = std::move(storage);
    return view;
  }

  // As they are, or packed.
  ArcWeights keep_weights(Array<std::uint32_t>&& weights, BlockStorage& arcs) {
    const bool may_pack = options_.packed_weights && layout_.weight_type == WeightType::integer;
    const std::size_t each = may_pack ? std::bit_ceil(bytes_of_each(weights)) : ArcWeights::bytes_whole;
    if (each == ArcWeights::bytes_whole) {
      arcs.taken_weights.segment(0) = std::move(weights);
      return std::as_const(arcs).taken_weights[0];
    }
    arcs.weights.allocate_and_touch(0, ArcWeights::bytes_of(weights.size(), each));
    std::byte* const packed = arcs.weights[0].data();
    crew_.for_chunks(weights.size(), weights_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t e = begin; e < end; ++e) ArcWeights::put(packed + e * each, weights[e], each);
    });
    return {arcs.weights[0], weights.size(), each};
  }

  std::size_t bytes_of_each(std::span<const std::uint32_t> weights) const {
    const auto add = [&](std::uint32_t& bits, std::uint64_t e) { bits |= weights[e]; };
    const auto join = [](std::uint32_t& bits, std::uint32_t more) { bits |= more; };
    return ArcWeights::bytes_for(reduce<std::uint32_t>(weights.size(), add, join, crew_));
  }

  // The only part's out-degrees, where no push gives them.
  void keep_degrees(Array<std::uint64_t>&& offsets) {
    auto degrees = std::make_shared<DomainArray<std::uint64_t>>(layout_.homes);
    degrees->segment(0) = std::move(offsets);
    layout_.out_offsets = {std::as_const(*degrees)[0]};
    layout_.bytes += layout_.out_offsets[0].bytes().size();
    layout_.degree_storage = std::move(degrees);
  }

  // The same rows, scanned from their other end.
  static View turned_round(const View& view) {
    View turned = view;
    turned.grouping = view.grouping == Grouping::by_source ? Grouping::by_target : Grouping::by_source;
    for (PartView& part : turned.parts) {
      std::swap(part.sources, part.targets);
      std::swap(part.source_mirrors, part.target_mirrors);
      for (Block& block : part.blocks) std::swap(block.sources, block.targets);
    }
    return turned;
  }

  // Degrees beside their vertices, where no scanned arcs give them.
  void keep_out_offsets() {
    layout_.out_offsets.resize(static_cast<std::size_t>(layout_.parts()));
    if (rows_at_home() && (options_.push || layout_.both_ways())) return;
    auto degrees = std::make_shared<DomainArray<std::uint64_t>>(layout_.homes);
    const auto& offsets = std::get<Csr<Id>>(graph_.out).offsets;
    for (int part = 0; part < layout_.parts(); ++part) {
      const std::uint64_t own = partition_.size(part);
      degrees->allocate_and_touch(part, own + 1);
      const std::span<std::uint64_t> mine = (*degrees)[part];
      crew_.for_chunks(own, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t v = begin; v < end; ++v) {
          const std::uint64_t id = partition_.user_id(part, v);
          mine[v] = offsets[id + 1] - offsets[id];
        }
      });
      mine[own] = 0;
      prefix_sum(mine, crew_);
      layout_.out_offsets[static_cast<std::size_t>(part)] = mine;
      layout_.bytes += mine.size_bytes();
    }
    layout_.degree_storage = std::move(degrees);
  }

  // Kernels walk what is one part, or one address space.
  BytesEach bytes_each(std::span<const std::uint32_t> weights) const {
    if (layout_.parts() == 1 || options_.arrangement == Arrangement::shared) return {};
    if (layout_.weight_type != WeightType::integer) return {.offsets_whole = false};
    return {.offsets_whole = false, .weight = bytes_of_each(weights)};
  }

  View build_view(Grouping grouping, const ArcRows<Id>& rows) {
    bytes_each_ = bytes_each(rows.weights);
    View view;
    view.grouping = grouping;
    view.parts.resize(static_cast<std::size_t>(layout_.parts()));
    auto storage = std::make_shared<Storage>(layout_.homes);
    RankedBits marks(options_.arrangement == Arrangement::ghosted ? partition_.vertices() : 0);
    for (int part = 0; part < layout_.parts(); ++part) {
      watch_.poll();
      watch_.report({"laying out", static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(layout_.parts())});
      PartView& mine = view.parts[static_cast<std::size_t>(part)];
      switch (options_.arrangement) {
        case Arrangement::ghosted: ghosted(part, grouping, rows, *storage, marks, mine); break;
        case Arrangement::replicated: replicated(part, grouping, rows, *storage, mine); break;
        case Arrangement::tiled: tiled(part, rows, *storage, mine); break;
        case Arrangement::shared: shared(part, grouping, rows, *storage, mine); break;
      }
    }
    if (options_.arrangement != Arrangement::shared) add_mirrors(view, storage->mirrors, crew_);
    if (options_.boxes_only) leave_lists_to_owners(view, storage->mirrors, storage->sources, storage->targets);
    for (int part = 0; part < layout_.parts(); ++part) {
      layout_.bytes += storage->sources.bytes(part) + storage->targets.bytes(part) + storage->mirrors.bytes(part);
    }
    view.storage = std::move(storage);
    return view;
  }

  void ghosted(int part, Grouping grouping, const ArcRows<Id>& rows, Storage& storage, RankedBits& marks,
               PartView& mine) {
    const std::uint64_t first = partition_.first[static_cast<std::size_t>(part)];
    const std::uint64_t own = partition_.size(part);
    crew_.for_chunks(own, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) {
        const std::uint64_t id = partition_.user_id(part, v);
        for (std::uint64_t e = rows.offsets[id]; e < rows.offsets[id + 1]; ++e) {
          const std::uint64_t internal = partition_.internal_of[rows.ends[e]];
          if (internal - first >= own) marks.mark(internal);
        }
      }
    });
    marks.count(crew_);
    Space space = own_space(own);
    SpaceStorage& kept = grouping == Grouping::by_source ? storage.targets : storage.sources;
    const GhostSlots slots(marks, partition_, part, space, kept, crew_);
    const auto slot_of = [&](std::uint64_t internal) {
      return internal - first < own ? static_cast<std::uint32_t>(internal - first) : slots.of(internal);
    };
    fill(part, {{.row_owner = part}}, rows, slot_of, storage, mine);
    marks.clear(crew_);
    face(part, grouping, space, mine);
  }

  void shared(int part, Grouping grouping, const ArcRows<Id>& rows, Storage& storage, PartView& mine) {
    SpaceStorage& kept = grouping == Grouping::by_source ? storage.targets : storage.sources;
    Space space = whole_space(partition_, part, everyone(), kept);
    const WholeSlots slots(partition_, part, space);
    const auto slot_of = [&](std::uint64_t internal) { return slots.of(internal); };
    fill(part, {{.row_owner = part}}, rows, slot_of, storage, mine);
    face(part, grouping, space, mine);
  }

  // Rows are my own vertices, ends are in the other space.
  void face(int part, Grouping grouping, Space ends, PartView& mine) {
    mine.sources = mine.targets = own_space(partition_.size(part));
    if (grouping == Grouping::by_source) {
      layout_.out_offsets[static_cast<std::size_t>(part)] = mine.blocks[0].offsets;
      mine.targets = ends;
    } else {
      mine.sources = ends;
    }
    mine.local_arcs = layout_.parts() == 1 ? mine.ends.size() : count_owned(mine.ends, ends);
  }

  std::uint64_t count_owned(std::span<const std::uint32_t> slots, const Space& space) {
    return sum_over<std::uint64_t>(slots.size(), [&](std::uint64_t e) { return space.owns(slots[e]); }, crew_);
  }

  std::vector<int> everyone() const {
    std::vector<int> owners(static_cast<std::size_t>(layout_.parts()));
    std::iota(owners.begin(), owners.end(), 0);
    return owners;
  }

  void replicated(int part, Grouping grouping, const ArcRows<Id>& rows, Storage& storage, PartView& mine) {
    mine.sources = whole_space(partition_, part, everyone(), storage.sources);
    mine.targets = own_space(partition_.size(part));
    if (grouping == Grouping::by_target) {
      const WholeSlots slots(partition_, part, mine.sources);
      const auto slot_of = [&](std::uint64_t internal) { return slots.of(internal); };
      return fill(part, {{.row_owner = part}}, rows, slot_of, storage, mine);
    }
    std::vector<BlockSpec> specs;
    for (const int owner : everyone()) {
      const int slice = slice_index(mine.sources, part, owner);
      specs.push_back(
          {.row_owner = owner, .end_owner = part, .sources = slice, .row_first = slice_first(mine.sources, slice)});
    }
    const std::uint64_t first = partition_.first[static_cast<std::size_t>(part)];
    const auto slot_of = [&](std::uint64_t internal) { return static_cast<std::uint32_t>(internal - first); };
    fill(part, specs, rows, slot_of, storage, mine);
  }

  // Parts are processes x threads; processes form a grid of rows x columns, as square as it gets. The tile (targets of
  // part i, sources of part j) lies in i's grid row and j's grid column, with thread i % threads: every part holds its
  // own diagonal tile and is the only one to write its rows' partial sums (Graphite, section 4, thread-based 2D
  // tiling).
  void tiled(int part, const ArcRows<Id>& rows, Storage& storage, PartView& mine) {
    const int processes = options_.processes;
    const int threads = layout_.parts() / processes;
    int columns = 1;
    for (int c = 1; c * c <= processes; ++c) columns = processes % c == 0 ? processes / c : columns;
    const auto grid_row = [&](int p) { return p / threads / columns; };
    const auto grid_column = [&](int p) { return p / threads % columns; };
    std::vector<int> sources;
    std::vector<int> targets;
    for (int p = 0; p < layout_.parts(); ++p) {
      if (grid_column(p) == grid_column(part)) sources.push_back(p);
      if (grid_row(p) == grid_row(part) && p % threads == part % threads) targets.push_back(p);
    }
    mine.sources = whole_space(partition_, part, sources, storage.sources);
    mine.targets = whole_space(partition_, part, targets, storage.targets);
    std::vector<BlockSpec> specs;
    for (const int target : targets) {
      for (const int source : sources) {
        const int slice = slice_index(mine.sources, part, source);
        specs.push_back({.row_owner = source,
                         .end_owner = target,
                         .sources = slice,
                         .targets = slice_index(mine.targets, part, target),
                         .row_first = slice_first(mine.sources, slice)});
      }
    }
    const WholeSlots slots(partition_, part, mine.targets);
    const auto slot_of = [&](std::uint64_t internal) { return slots.of(internal); };
    fill(part, specs, rows, slot_of, storage, mine);
  }

  template <class SlotOf>
  void fill(int part, const std::vector<BlockSpec>& specs, const ArcRows<Id>& rows, const SlotOf& slot_of,
            Storage& storage, PartView& mine) {
    BlockFiller<Id> filler(partition_, rows, bytes_each_, storage.arcs, crew_, watch_);
    layout_.bytes += filler.fill(part, specs, slot_of, mine);
  }

  Graph& graph_;
  const LayoutOptions& options_;
  Layout& layout_;
  const Partition& partition_;
  BytesEach bytes_each_;  // of the view in work
  Crew& crew_;
  const Watch& watch_;
};

}  // namespace

Layout build_layout(Graph& graph, Partition partition, const LayoutOptions& options, Placement placement, Crew& crew,
                    const Watch& watch) {
  ATOLL_CHECK(partition.vertices() == graph.vertices);
  ATOLL_CHECK(options.push || options.pull);
  ATOLL_CHECK(options.arrangement != Arrangement::tiled || (options.push && !options.pull));
  ATOLL_CHECK(options.arrangement != Arrangement::tiled || partition.parts() % options.processes == 0);
  Stopwatch watch_seconds;
  Layout layout;
  layout.partition = std::move(partition);
  std::optional<Partition> own_order;  // set aside while the rows pass for the user's, on one part
  if (options.in_order) own_order = std::exchange(layout.partition, partition::whole(graph.vertices));
  layout.homes = {&crew, layout.partition.parts(), placement};
  layout.arrangement = options.arrangement;
  layout.vertices = graph.vertices;
  layout.arcs = graph.arcs;
  layout.directed = graph.directed;
  layout.mirrored = graph.mirrored;
  layout.wide = graph.wide();
  layout.weight_type = options.weights ? graph.weights.type : WeightType::none;
  layout.weights_left = graph.weighted() && !options.weights;

  if (layout.wide) {
    LayoutBuilder<std::uint64_t>(graph, options, layout, crew, watch).build();
  } else {
    LayoutBuilder<std::uint32_t>(graph, options, layout, crew, watch).build();
  }
  if (options.release_graph) graph.in.reset();
  if (own_order) layout.partition = std::move(*own_order);
  layout.in_order = options.in_order;
  name_vertices(layout, options.source_ids, crew);
  layout.seconds = watch_seconds.seconds();
  return layout;
}

}  // namespace Atoll
