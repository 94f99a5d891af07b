// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/layout.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/build.hpp"
#include "atoll/partition/ghosts.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t rows_per_grain = 1024;
constexpr std::uint64_t chunk_weight_min = 8192;  // arcs and rows in one piece of shared work, at least
constexpr std::uint64_t chunks_per_part = 512;    // at most, about

struct Storage {
  explicit Storage(const Homes& homes) : offsets(homes), ends(homes), weights(homes), locals(homes), mirrored(homes) {}
  DomainArray<std::uint64_t> offsets;
  DomainArray<std::uint32_t> ends;
  DomainArray<std::uint32_t> weights;
  DomainArray<std::uint32_t> locals;    // of my listed slices
  DomainArray<std::uint32_t> mirrored;  // of the slices that others list of me
};

// Which arcs go into one block: rows owned by row_owner, ends owned by end_owner (-1: by anybody).
struct BlockSpec {
  int row_owner = 0;
  int end_owner = -1;
  int sources = Block::own_slice;
  int targets = Block::own_slice;
  std::uint32_t row_first = 0;
};

// Arcs as the blocks are cut from them: by source (the graph itself) or by target (its transpose).
template <class Id>
struct Rows {
  std::span<const std::uint64_t> offsets;
  std::span<const Id> ends;
  std::span<const std::uint32_t> weights;  // bits; empty: none
};

// Rows are cut at words of 64 so that a worker owns the frontier words of its chunk.
std::vector<std::uint32_t> chunk_bounds(std::span<const std::uint64_t> offsets, std::uint64_t part_weight) {
  const std::uint64_t limit = std::max(chunk_weight_min, part_weight / chunks_per_part);
  const auto rows = static_cast<std::uint32_t>(offsets.size() - 1);
  std::vector<std::uint32_t> bounds = {0};
  std::uint64_t begin_weight = 0;
  for (std::uint32_t row = 0; row < rows; row += std::min(bits_per_word, rows - row)) {
    const std::uint64_t weight = offsets[row] - offsets[0] + row;
    if (weight - begin_weight >= limit) {
      bounds.push_back(row);
      begin_weight = weight;
    }
  }
  if (rows != 0) bounds.push_back(rows);
  return bounds;
}

void check_size(std::uint64_t slots) {
  if (slots > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::usage, "a part would have to name more than 2^32 vertices", {}, "use more parts (--parts)");
  }
}

Space own_space(std::uint64_t own) {
  check_size(word_aligned(own));
  Space space;
  space.own = static_cast<std::uint32_t>(own);
  space.size = word_aligned(space.own);
  return space;
}

// All vertices of the given owners (ascending), mine among them or not.
Space whole_space(const Partition& partition, int part, const std::vector<int>& owners) {
  Space space;
  space.whole = true;
  std::uint64_t next = 0;
  for (const int owner : owners) {
    check_size(next + partition.size(owner) + bits_per_word);
    const auto count = static_cast<std::uint32_t>(partition.size(owner));
    const auto first = static_cast<std::uint32_t>(next);
    if (owner == part) {
      space.own_first = first;
      space.own = count;
    } else {
      space.slices.push_back({owner, first, count});
    }
    next += word_aligned(count);
  }
  space.size = static_cast<std::uint32_t>(next);
  space.index_slices();
  return space;
}

// Index of the owner's slice, own_slice if it is me.
int slice_index(const Space& space, int part, int owner) {
  if (owner == part) return Block::own_slice;
  const auto at = std::ranges::find(space.slices, owner, &Slice::owner);
  ATOLL_CHECK(at != space.slices.end());
  return static_cast<int>(at - space.slices.begin());
}

std::uint32_t slice_first(const Space& space, int slice) {
  return slice == Block::own_slice ? space.own_first : space.slices[static_cast<std::size_t>(slice)].first;
}

template <class Id>
class LayoutBuilder {
 public:
  LayoutBuilder(Graph& graph, const LayoutOptions& options, Layout& layout, Crew& crew, const Watch& watch)
      : graph_(graph), options_(options), layout_(layout), partition_(layout.partition), crew_(crew), watch_(watch) {}

  void build() {
    if (taken_over()) return;
    const bool symmetric = !graph_.directed;
    keep_out_offsets();
    const bool one_view = symmetric && options_.arrangement == Arrangement::ghosted;
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
  Rows<Id> rows_by_source() const {
    const auto& csr = std::get<Csr<Id>>(graph_.out);
    return {csr.offsets, csr.targets,
            options_.weights ? std::span<const std::uint32_t>(graph_.weights.bits) : std::span<const std::uint32_t>{}};
  }

  void build_pull(bool symmetric) {
    if (symmetric) {
      layout_.pull = build_view(Grouping::by_target, rows_by_source());
      return;
    }
    const auto& csr = std::get<Csr<Id>>(graph_.out);
    Weights none;
    Weights turned;
    const Csr<Id> in = transpose<Id>(graph_.vertices, csr, options_.weights ? graph_.weights : none, turned, crew_);
    release();
    layout_.pull = build_view(Grouping::by_target, Rows<Id>{in.offsets, in.targets, turned.bits});
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
                         layout_.homes.placement == Placement::partitioned &&
                         options_.arrangement == Arrangement::ghosted &&
                         (!graph_.directed || (options_.push && !options_.pull));
      if (!plain) return false;
      auto storage = std::make_shared<Storage>(layout_.homes);
      auto& csr = std::get<Csr<Id>>(graph_.out);
      storage->offsets.segment(0) = std::move(csr.offsets);
      storage->ends.segment(0) = std::move(csr.targets);
      if (options_.weights) storage->weights.segment(0) = std::move(graph_.weights.bits);
      View view;
      view.parts.resize(1);
      PartView& mine = view.parts[0];
      mine.sources = mine.targets = own_space(graph_.vertices);
      Block block;
      block.rows = mine.sources.own;
      block.offsets = std::as_const(*storage).offsets[0];
      block.chunks = chunk_bounds(block.offsets, graph_.arcs + graph_.vertices);
      mine.blocks.push_back(std::move(block));
      mine.ends = std::as_const(*storage).ends[0];
      mine.weights = std::as_const(*storage).weights[0];
      layout_.out_offsets = {mine.blocks[0].offsets};
      layout_.bytes += mine.blocks[0].offsets.size_bytes() + mine.ends.size_bytes() + mine.weights.size_bytes();
      view.storage = std::move(storage);
      if (options_.pull) layout_.pull = turned_round(view);
      if (options_.push) layout_.push = std::move(view);
      release();
      return true;
    }
  }

  // The same arcs of an undirected graph, scanned from their other end.
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
    auto degrees = std::make_shared<DomainArray<std::uint64_t>>(layout_.homes);
    const auto& offsets = std::get<Csr<Id>>(graph_.out).offsets;
    layout_.out_offsets.resize(static_cast<std::size_t>(layout_.parts()));
    if (options_.arrangement == Arrangement::ghosted && (options_.push || !graph_.directed)) return;
    for (int part = 0; part < layout_.parts(); ++part) {
      const std::uint64_t own = partition_.size(part);
      degrees->allocate_and_touch(part, own + 1);
      const std::span<std::uint64_t> mine = (*degrees)[part];
      crew_.for_chunks(own, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t v = begin; v < end; ++v) {
          const std::uint64_t id = user_of(part, v);
          mine[v] = offsets[id + 1] - offsets[id];
        }
      });
      mine[own] = 0;
      exclusive_prefix_sum(mine, 0, crew_);
      layout_.out_offsets[static_cast<std::size_t>(part)] = mine;
      layout_.bytes += mine.size_bytes();
    }
    layout_.degree_storage = std::move(degrees);
  }

  std::uint64_t user_of(int owner, std::uint64_t local) const {
    return partition_.user_of[partition_.first[static_cast<std::size_t>(owner)] + local];
  }

  View build_view(Grouping grouping, const Rows<Id>& rows) {
    View view;
    view.grouping = grouping;
    view.parts.resize(static_cast<std::size_t>(layout_.parts()));
    auto storage = std::make_shared<Storage>(layout_.homes);
    for (int part = 0; part < layout_.parts(); ++part) {
      watch_.poll();
      watch_.report({"laying out", static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(layout_.parts())});
      PartView& mine = view.parts[static_cast<std::size_t>(part)];
      switch (options_.arrangement) {
        case Arrangement::ghosted: ghosted(part, grouping, rows, *storage, mine); break;
        case Arrangement::replicated: replicated(part, grouping, rows, *storage, mine); break;
        case Arrangement::tiled: tiled(part, rows, *storage, mine); break;
      }
    }
    mirror(view, *storage);
    view.storage = std::move(storage);
    return view;
  }

  void ghosted(int part, Grouping grouping, const Rows<Id>& rows, Storage& storage, PartView& mine) {
    const std::uint64_t first = partition_.first[static_cast<std::size_t>(part)];
    const std::uint64_t own = partition_.size(part);
    GhostMarks marks(partition_.vertices());
    crew_.for_chunks(own, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) {
        const std::uint64_t id = user_of(part, v);
        for (std::uint64_t e = rows.offsets[id]; e < rows.offsets[id + 1]; ++e) {
          const std::uint64_t internal = partition_.internal_of[rows.ends[e]];
          if (internal - first >= own) marks.mark(internal);
        }
      }
    });
    marks.rank();
    Space space = own_space(own);
    const GhostSlots slots(marks, partition_, part, space, storage.locals, crew_);
    const auto slot_of = [&](std::uint64_t internal) {
      return internal - first < own ? static_cast<std::uint32_t>(internal - first) : slots.of(internal);
    };
    fill(part, {{.row_owner = part}}, rows, slot_of, storage, mine);
    if (grouping == Grouping::by_source) {
      layout_.out_offsets[static_cast<std::size_t>(part)] = mine.blocks[0].offsets;
      mine.sources = own_space(own);
      mine.targets = std::move(space);
    } else {
      mine.targets = own_space(own);
      mine.sources = std::move(space);
    }
  }

  void replicated(int part, Grouping grouping, const Rows<Id>& rows, Storage& storage, PartView& mine) {
    std::vector<int> everyone(static_cast<std::size_t>(layout_.parts()));
    for (int p = 0; p < layout_.parts(); ++p) everyone[static_cast<std::size_t>(p)] = p;
    mine.sources = whole_space(partition_, part, everyone);
    mine.targets = own_space(partition_.size(part));
    if (grouping == Grouping::by_target) {
      const auto slot_of = [&](std::uint64_t internal) { return whole_slot(mine.sources, part, internal); };
      fill(part, {{.row_owner = part}}, rows, slot_of, storage, mine);
      return;
    }
    std::vector<BlockSpec> specs;
    for (const int owner : everyone) {
      const int slice = slice_index(mine.sources, part, owner);
      specs.push_back(
          {.row_owner = owner, .end_owner = part, .sources = slice, .row_first = slice_first(mine.sources, slice)});
    }
    const std::uint64_t first = partition_.first[static_cast<std::size_t>(part)];
    fill(
        part, specs, rows, [&](std::uint64_t internal) { return static_cast<std::uint32_t>(internal - first); },
        storage, mine);
  }

  // Parts are processes x threads; processes form a grid of rows x columns, as square as it gets. The tile (targets of
  // part i, sources of part j) lies in i's grid row and j's grid column, with thread i % threads: every part holds its
  // own diagonal tile and is the only one to write its rows' partial sums (Graphite, section 4, thread-based 2D
  // tiling).
  void tiled(int part, const Rows<Id>& rows, Storage& storage, PartView& mine) {
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
    mine.sources = whole_space(partition_, part, sources);
    mine.targets = whole_space(partition_, part, targets);
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
    fill(
        part, specs, rows, [&](std::uint64_t internal) { return whole_slot(mine.targets, part, internal); }, storage,
        mine);
  }

  std::uint32_t whole_slot(const Space& space, int part, std::uint64_t internal) const {
    const int owner = partition_.owner(internal);
    const std::uint64_t local = internal - partition_.first[static_cast<std::size_t>(owner)];
    return slice_first(space, slice_index(space, part, owner)) + static_cast<std::uint32_t>(local);
  }

  // Counts, then fills the blocks of one part.
  template <class SlotOf>
  void fill(int part, const std::vector<BlockSpec>& specs, const Rows<Id>& rows, SlotOf slot_of, Storage& storage,
            PartView& mine) {
    std::uint64_t entries = 0;
    for (const BlockSpec& spec : specs) entries += partition_.size(spec.row_owner) + 1;
    storage.offsets.allocate_and_touch(part, entries);
    const std::span<std::uint64_t> all_offsets = storage.offsets[part];
    std::uint64_t arcs = 0;
    std::uint64_t at = 0;
    for (const BlockSpec& spec : specs) {
      const std::uint64_t count = partition_.size(spec.row_owner);
      const std::span<std::uint64_t> offsets = all_offsets.subspan(at, count + 1);
      count_rows(spec, rows, offsets);
      arcs = exclusive_prefix_sum(offsets.first(count), arcs, crew_);
      offsets[count] = arcs;
      Block block;
      block.sources = spec.sources;
      block.targets = spec.targets;
      block.row_first = spec.row_first;
      block.rows = static_cast<std::uint32_t>(count);
      block.offsets = offsets;
      mine.blocks.push_back(std::move(block));
      at += count + 1;
    }
    storage.ends.allocate_and_touch(part, arcs);
    if (!rows.weights.empty()) storage.weights.allocate_and_touch(part, arcs);
    for (std::size_t b = 0; b < specs.size(); ++b) {
      fill_rows(specs[b], rows, slot_of, mine.blocks[b].offsets, storage.ends[part], storage.weights[part]);
      mine.blocks[b].chunks = chunk_bounds(mine.blocks[b].offsets, arcs + entries);
    }
    mine.ends = storage.ends[part];
    mine.weights = storage.weights[part];
    layout_.bytes += all_offsets.size_bytes() + mine.ends.size_bytes() + mine.weights.size_bytes();
  }

  bool in_block(const BlockSpec& spec, std::uint64_t internal) const {
    if (spec.end_owner < 0) return true;
    const auto p = static_cast<std::size_t>(spec.end_owner);
    return internal >= partition_.first[p] && internal < partition_.first[p + 1];
  }

  void count_rows(const BlockSpec& spec, const Rows<Id>& rows, std::span<std::uint64_t> offsets) {
    crew_.for_chunks(offsets.size() - 1, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t v = begin; v < end; ++v) {
        const std::uint64_t id = user_of(spec.row_owner, v);
        if (spec.end_owner < 0) {
          offsets[v] = rows.offsets[id + 1] - rows.offsets[id];
          continue;
        }
        std::uint64_t count = 0;
        for (std::uint64_t e = rows.offsets[id]; e < rows.offsets[id + 1]; ++e) {
          if (in_block(spec, partition_.internal_of[rows.ends[e]])) ++count;
        }
        offsets[v] = count;
      }
    });
  }

  template <class SlotOf>
  void fill_rows(const BlockSpec& spec, const Rows<Id>& rows, SlotOf slot_of, std::span<const std::uint64_t> offsets,
                 std::span<std::uint32_t> ends, std::span<std::uint32_t> weights) {
    crew_.for_chunks(offsets.size() - 1, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t v = begin; v < end; ++v) {
        const std::uint64_t id = user_of(spec.row_owner, v);
        std::uint64_t at = offsets[v];
        for (std::uint64_t e = rows.offsets[id]; e < rows.offsets[id + 1]; ++e) {
          const std::uint64_t internal = partition_.internal_of[rows.ends[e]];
          if (!in_block(spec, internal)) continue;
          ends[at] = slot_of(internal);
          if (!rows.weights.empty()) weights[at] = rows.weights[e];
          ++at;
        }
      }
    });
  }

  // Tells every owner of the boxes that others keep of it, with its own copy of the lists.
  void mirror(View& view, Storage& storage) {
    for (int owner = 0; owner < layout_.parts(); ++owner) {
      PartView& mine = view.parts[static_cast<std::size_t>(owner)];
      mine.source_mirrors = mirrors_of(view, owner, &PartView::sources);
      mine.target_mirrors = mirrors_of(view, owner, &PartView::targets);
      // At most one of the two spaces is listed: an arrangement has ghosts on one side only.
      ATOLL_CHECK(mine.source_mirrors.empty() || mine.target_mirrors.empty() || mine.sources.whole);
      copy_locals(view, owner, mine.source_mirrors, &PartView::sources, storage);
      copy_locals(view, owner, mine.target_mirrors, &PartView::targets, storage);
    }
  }

  std::vector<Mirror> mirrors_of(const View& view, int owner, Space PartView::* space) const {
    std::vector<Mirror> mirrors;
    std::uint32_t next = 0;
    for (int reader = 0; reader < layout_.parts(); ++reader) {
      for (const Slice& slice : (view.parts[static_cast<std::size_t>(reader)].*space).slices) {
        if (slice.owner != owner) continue;
        mirrors.push_back({.reader = reader, .slice = slice, .box_first = next});
        next += word_aligned(slice.count);
      }
    }
    return mirrors;
  }

  void copy_locals(const View& view, int owner, std::vector<Mirror>& mirrors, Space PartView::* space,
                   Storage& storage) {
    if (mirrors.empty()) return;
    if ((view.parts[static_cast<std::size_t>(mirrors[0].reader)].*space).whole) return;
    const Mirror& last = mirrors.back();
    storage.mirrored.allocate_and_touch(owner, last.box_first + last.slice.count);
    const std::span<std::uint32_t> copy = storage.mirrored[owner];
    for (Mirror& mirror : mirrors) {
      const Space& theirs = view.parts[static_cast<std::size_t>(mirror.reader)].*space;
      const auto listed = theirs.locals.subspan(mirror.slice.first - theirs.locals_first, mirror.slice.count);
      const auto mine = copy.subspan(mirror.box_first, mirror.slice.count);
      std::ranges::copy(listed, mine.begin());
      mirror.locals = mine;
    }
    layout_.bytes += 2 * copy.size_bytes();
  }

  Graph& graph_;
  const LayoutOptions& options_;
  Layout& layout_;
  const Partition& partition_;
  Crew& crew_;
  const Watch& watch_;
};

// ids[slot] = the user's id, for every slot that an arc may name.
void name_slots(const Layout& layout, int part, const Space& space, IdArray& ids, Crew& crew) {
  const auto name = [&](std::uint32_t first, std::uint32_t count) {
    crew.for_chunks(count, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::uint32_t slot = first + static_cast<std::uint32_t>(i);
        ids.set(slot, layout.user_id(part, space, slot));
      }
    });
  };
  name(space.own_first, space.own);
  for (const Slice& slice : space.slices) name(slice.first, slice.count);
}

// The user's ids: of the own vertices, or of every source slot.
void name_vertices(Layout& layout, bool source_slots, Crew& crew) {
  const View& view = layout.pull ? *layout.pull : *layout.push;
  const Partition& partition = layout.partition;
  for (int part = 0; part < layout.parts(); ++part) {
    const Space& sources = view.parts[static_cast<std::size_t>(part)].sources;
    const bool own_only = !source_slots || sources.only_own();
    const std::uint64_t first = partition.first[static_cast<std::size_t>(part)];
    layout.own_id_first.push_back(own_only ? 0 : sources.own_first);
    if (own_only && partition.user_of.is_counting()) {
      layout.ids.push_back(IdArray::counting(first, partition.size(part)));
      continue;
    }
    IdArray ids(own_only ? partition.size(part) : sources.size, layout.wide);
    place(layout.homes, part, ids.data(), ids.bytes());
    if (own_only) {
      crew.for_chunks(ids.size(), rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t v = begin; v < end; ++v) ids.set(v, partition.user_of[first + v]);
      });
    } else {
      name_slots(layout, part, sources, ids, crew);
    }
    layout.bytes += ids.bytes();
    layout.ids.push_back(std::move(ids));
  }
}

}  // namespace

std::uint64_t Layout::user_id(int part, const Space& space, std::uint32_t slot) const {
  if (space.owns(slot))
    return partition.user_of[partition.first[static_cast<std::size_t>(part)] + (slot - space.own_first)];
  const Slice& slice = space.slice_of(slot);
  return partition.user_of[partition.first[static_cast<std::size_t>(slice.owner)] + space.local_of(slice, slot)];
}

IdArray Layout::user_ids(int part, const Space& space, Crew& crew) const {
  const bool counts = space.only_own() && space.own_first == 0 && partition.user_of.is_counting();
  if (counts) return IdArray::counting(partition.first[static_cast<std::size_t>(part)], space.size);
  IdArray named(space.size, wide);
  name_slots(*this, part, space, named, crew);
  return named;
}

Layout build_layout(Graph& graph, Partition partition, const LayoutOptions& options, Placement placement, Crew& crew,
                    const Watch& watch) {
  ATOLL_CHECK(partition.vertices() == graph.vertices);
  ATOLL_CHECK(options.push || options.pull);
  ATOLL_CHECK(options.arrangement != Arrangement::tiled || (options.push && !options.pull));
  ATOLL_CHECK(options.arrangement != Arrangement::tiled || partition.parts() % options.processes == 0);
  Stopwatch watch_seconds;
  Layout layout;
  layout.partition = std::move(partition);
  layout.homes = {&crew, layout.partition.parts(), placement};
  layout.arrangement = options.arrangement;
  layout.vertices = graph.vertices;
  layout.arcs = graph.arcs;
  layout.directed = graph.directed;
  layout.wide = graph.wide();
  layout.weight_type = options.weights ? graph.weights.type : WeightType::none;

  if (layout.wide) {
    LayoutBuilder<std::uint64_t>(graph, options, layout, crew, watch).build();
  } else {
    LayoutBuilder<std::uint32_t>(graph, options, layout, crew, watch).build();
  }
  name_vertices(layout, options.source_ids, crew);
  layout.seconds = watch_seconds.seconds();
  return layout;
}

}  // namespace Atoll
