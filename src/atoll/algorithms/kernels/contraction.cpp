// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/contraction.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <span>
#include <utility>

#include "atoll/base/random.hpp"
#include "atoll/topology/prefix_sum.hpp"
#include "atoll/topology/ranked_bits.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t words_per_grain = 64;
constexpr std::uint64_t arcs_per_vertex_max = 4;       // of what is contracted
constexpr std::uint64_t arcs_max = ~std::uint32_t{0};  // so that a place among them has 32 bits
constexpr std::uint64_t worth = 64;                    // a round takes at least one in so many of those left

}  // namespace

// The graph between two rounds: rows of those that are left, with one arc to each neighbour, the lightest. A round writes
// them anew, block by block in the memory that they had: what goes on from those that were taken is in their records.
class Contraction::Shrinking {
 public:
  Shrinking(const OnePart& graph, Contraction& made, Crew& crew)
      : made_(made),
        crew_(crew),
        vertices_(graph.vertices),
        left_(words_for(vertices_)),
        chosen_{RankedBits(vertices_), RankedBits(vertices_), RankedBits(vertices_)},
        rows_((vertices_ + rows_per_block - 1) / rows_per_block),
        begin_(vertices_ + rows_.size()),
        scratch_(static_cast<std::size_t>(crew.threads())) {
    made_.place_ = Array<std::uint32_t>(vertices_, Contents::whatever);
    each_word([&](std::uint64_t word) { left_[word] = low_bits(vertices_ - word * bits_per_word); });
    make_rows([&](std::uint32_t v) { return graph.out.degree(v); },
              [&](std::uint32_t v, const auto& emit) {
                for (std::uint64_t e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e)
                  emit(graph.out.ends[e], graph.out.weights == nullptr ? 1 : graph.out.weights[e]);
              });
  }

  // Until few can be taken.
  void go() {
    std::uint64_t left = vertices_;
    for (std::uint64_t taken; (taken = choose()) * worth > left;) {
      left -= taken;
      for (std::uint32_t ends = 1; ends <= ends_max; ++ends) take_chosen(ends);
      make_rows([&](std::uint32_t v) { return bound_when_joined(v); },
                [&](std::uint32_t v, const auto& emit) { join(v, emit); });
    }
    scratch_.clear();
    make_core();
  }

 private:
  static constexpr std::uint32_t rows_per_block = 1u << 12;

  struct Arc {
    std::uint32_t end;
    std::uint32_t weight;
    auto operator<=>(const Arc&) const = default;
  };

  // Where the row of a vertex begins in its block, and the next one behind it.
  const std::uint32_t* begin_of(std::uint32_t v) const { return &begin_[v + v / rows_per_block]; }
  std::uint32_t size_of(std::uint32_t v) const { return begin_of(v)[1] - begin_of(v)[0]; }
  std::span<const Arc> row(std::uint32_t v) const {
    return {rows_[v / rows_per_block].data() + *begin_of(v), size_of(v)};  // ascending
  }

  template <class Visit>
  void each_word(const Visit& visit) {
    crew_.for_chunks(left_.size(), words_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t word = begin; word < end; ++word) visit(word);
    });
  }
  template <class Visit>
  void each_left(const Visit& visit) {
    each_word([&](std::uint64_t word) {
      for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t v) { visit(static_cast<std::uint32_t>(v)); });
    });
  }

  bool is_left(std::uint32_t v) const { return test_bit(left_.data(), v); }

  // First those of few neighbours, which leave no more arcs behind; among equals, by lot.
  bool is_before(std::uint32_t u, std::uint32_t v) const {
    const std::uint32_t size_u = size_of(u), size_v = size_of(v);
    if (size_u != size_v) return size_u < size_v;
    const std::uint64_t lot_u = lots_.bits(u), lot_v = lots_.bits(v);
    return lot_u != lot_v ? lot_u < lot_v : u < v;
  }

  bool is_chosen(std::uint32_t v) const {
    if (size_of(v) == 0 || size_of(v) > ends_max) return false;
    std::uint64_t weight = 0;
    for (const Arc& arc : row(v)) {
      if (size_of(arc.end) <= ends_max && is_before(arc.end, v)) return false;
      weight += arc.weight;
    }
    return weight <= weight_max;
  }

  // Returns how many.
  std::uint64_t choose() {
    lots_ = Random(1, made_.groups_.size() / ends_max);
    for (RankedBits& chosen : chosen_) chosen.clear(crew_);
    each_left([&](std::uint32_t v) {
      if (is_chosen(v)) chosen_[size_of(v) - 1].mark(v);
    });
    std::uint64_t count = 0;
    for (RankedBits& chosen : chosen_) {
      chosen.count(crew_);
      count += chosen.marks();
    }
    return count;
  }

  // Those that were chosen and have so many ends.
  void take_chosen(std::uint32_t ends) {
    const RankedBits& chosen = chosen_[ends - 1];
    const std::uint32_t first = made_.first_.back();
    Group group(ends, chosen.marks());
    chosen.for_each(crew_, [&](std::uint64_t bit, std::uint64_t rank) {
      const auto v = static_cast<std::uint32_t>(bit);
      std::uint32_t* const record = group.words.data() + rank * Taken::words(ends);
      const std::span<const Arc> arcs = row(v);
      record[0] = v;
      for (std::uint32_t i = 0; i < ends; ++i) {
        record[1 + i] = arcs[i].end;
        record[1 + ends + i] = arcs[i].weight;
      }
      made_.place_[v] = first + static_cast<std::uint32_t>(rank);
      std::atomic_ref(left_[v / bits_per_word])
          .fetch_and(~(std::uint64_t{1} << (v % bits_per_word)), std::memory_order_relaxed);
    });
    made_.first_.push_back(first + static_cast<std::uint32_t>(chosen.marks()));
    made_.groups_.push_back(std::move(group));
  }

  // The arcs of v, those to a vertex that was taken going on to its other neighbours.
  template <class Emit>
  void join(std::uint32_t v, const Emit& emit) const {
    for (const Arc& arc : row(v)) {
      if (is_left(arc.end)) {
        emit(arc.end, arc.weight);
        continue;
      }
      const Taken taken = made_.taken(made_.place_[arc.end]);
      for (std::uint32_t i = 0; i < taken.ends; ++i) emit(taken.end(i), arc.weight + taken.weight(i));
    }
  }
  std::uint64_t bound_when_joined(std::uint32_t v) const {
    std::uint64_t bound = 0;
    for (const Arc& arc : row(v)) bound += is_left(arc.end) ? 1 : made_.taken(made_.place_[arc.end]).ends - 1;
    return bound;
  }

  // The row of v becomes what emitted(v, emit) emits: loops and at most bound(v) arcs, of which the lightest to each end
  // stays. Who is not left has none.
  template <class Bound, class Emitted>
  void make_rows(const Bound& bound, const Emitted& emitted) {
    std::atomic<std::uint32_t> next{0};
    crew_.run([&](Worker& me) {
      Array<Arc>& made = scratch_[static_cast<std::size_t>(me.index)];
      for (std::uint32_t block; (block = next.fetch_add(1, std::memory_order_relaxed)) < rows_.size();) {
        crew_.poll();
        make_block(block, made, bound, emitted);
      }
    });
  }

  template <class Bound, class Emitted>
  void make_block(std::uint32_t block, Array<Arc>& made, const Bound& bound, const Emitted& emitted) {
    const std::uint32_t first = block * rows_per_block;
    const std::uint32_t last = std::min(vertices_, first + rows_per_block);
    std::uint64_t room = 0;
    for (std::uint32_t v = first; v < last; ++v) room += is_left(v) ? bound(v) : 0;
    if (made.size() < room) made = Array<Arc>(room, Contents::whatever);
    std::uint32_t* const begin = &begin_[first + block];
    std::uint32_t size = 0;
    for (std::uint32_t v = first; v < last; ++v) {
      const std::uint32_t at = size;
      if (is_left(v)) size += make_row(v, made.data() + at, emitted);
      begin[v - first] = at;  // the row that it had was read
    }
    begin[last - first] = size;
    Array<Arc>& rows = rows_[block];
    if (rows.size() < size) rows = Array<Arc>(size);
    std::copy_n(made.begin(), size, rows.begin());
    rows.shrink(size);
  }

  // Returns its size.
  template <class Emitted>
  std::uint32_t make_row(std::uint32_t v, Arc* first, const Emitted& emitted) {
    Arc* last = first;
    emitted(v, [&](std::uint32_t end, std::uint32_t weight) {
      if (end != v) *last++ = {end, weight};
    });
    if (!std::is_sorted(first, last)) std::sort(first, last);
    last = std::unique(first, last, [](const Arc& a, const Arc& b) { return a.end == b.end; });
    return static_cast<std::uint32_t>(last - first);
  }

  // The rows of a block are freed as soon as they are there.
  void make_core() {
    const std::uint32_t taken = made_.first_.back();
    RankedBits left(vertices_);
    each_left([&](std::uint32_t v) { left.mark(v); });
    left.count(crew_);
    made_.vertex_of_ = Array<std::uint32_t>(left.marks());
    made_.offsets_ = Array<std::uint64_t>(left.marks() + 1);
    left.for_each(crew_, [&](std::uint64_t v, std::uint64_t slot) {
      made_.place_[v] = taken + static_cast<std::uint32_t>(slot);
      made_.vertex_of_[slot] = static_cast<std::uint32_t>(v);
      made_.offsets_[slot] = size_of(static_cast<std::uint32_t>(v));
    });
    const std::uint64_t arcs = prefix_sum(made_.offsets_, crew_);
    made_.ends_ = Array<std::uint32_t>(arcs);
    made_.weights_ = Array<std::uint32_t>(arcs);
    crew_.for_chunks(rows_.size(), 1, [&](std::uint64_t block, std::uint64_t) {
      const std::uint64_t first = left.below(block * rows_per_block);
      const std::uint64_t last = left.below(std::min<std::uint64_t>(vertices_, (block + 1) * rows_per_block));
      std::uint64_t e = made_.offsets_[first];
      for (const Arc& arc : std::span(rows_[block].data(), made_.offsets_[last] - e)) {
        made_.ends_[e] = made_.place_[arc.end] - taken;
        made_.weights_[e++] = arc.weight;
      }
      rows_[block] = {};
    });
    made_.chunks_ = std::make_unique<const Chunks>(made_.offsets_, arcs + left.marks());
  }

  Contraction& made_;
  Crew& crew_;
  const std::uint32_t vertices_;
  Array<std::uint64_t> left_;                // bitmap
  std::array<RankedBits, ends_max> chosen_;  // by the number of their ends
  Random lots_{1};
  std::vector<Array<Arc>> rows_;     // [block]
  Array<std::uint32_t> begin_;       // [vertices + blocks]
  std::vector<Array<Arc>> scratch_;  // [thread]: the rows of a block, with all that was emitted
};

bool Contraction::suits(const OnePart& graph, WeightType weights, Crew& crew) {
  if (graph.directed || !graph.user_order || weights == WeightType::real) return false;
  if (graph.arcs > arcs_max || graph.arcs > arcs_per_vertex_max * graph.vertices) return false;
  const auto small = reduce<std::uint64_t>(
      graph.vertices,
      [&](std::uint64_t& sum, std::uint64_t v) {
        const std::uint64_t degree = graph.out.degree(static_cast<std::uint32_t>(v));
        sum += degree > 0 && degree <= ends_max ? 1 : 0;
      },
      [](std::uint64_t& sum, std::uint64_t more) { sum += more; }, crew);
  return 2 * small > graph.vertices;
}

std::uint64_t Contraction::bytes_by_arcs(const OnePart& graph) { return 16 * graph.arcs; }

Contraction::Contraction(const OnePart& graph, Crew& crew) { Shrinking(graph, *this, crew).go(); }

OnePart Contraction::core() const {
  const Rows rows{offsets_.data(), ends_.data(), weights_.data()};
  return {.vertices = static_cast<std::uint32_t>(vertex_of_.size()),
          .arcs = offsets_[vertex_of_.size()],
          .out = rows,
          .in = rows,
          .chunks = chunks_.get(),
          .directed = false};
}

void Contraction::release_arcs() {
  ends_ = {};
  weights_ = {};
}

auto Contraction::taken(std::uint32_t number) const -> Taken {
  const auto group = static_cast<std::size_t>(std::ranges::upper_bound(first_, number) - first_.begin()) - 1;
  return groups_[group][number - first_[group]];
}

// Ends have later places than who was taken, so that all ways to a place are known when its turn comes.
auto Contraction::start(std::uint32_t source) const -> Start {
  const std::uint32_t core = first_.back();
  Start start;
  std::map<std::uint32_t, std::uint64_t> nearest{{place_[source], 0}};
  for (const auto& [place, distance] : nearest) {
    if (place >= core) {
      start.core.push_back({place - core, distance});
      continue;
    }
    start.taken.push_back({place, distance});
    const Taken record = taken(place);
    for (std::uint32_t i = 0; i < record.ends; ++i) {
      const std::uint64_t way = distance + record.weight(i);
      const auto [held, fresh] = nearest.try_emplace(place_[record.end(i)], way);
      held->second = std::min(held->second, way);
    }
  }
  return start;
}

namespace {

// All bits set, unreached, stays that.
template <class Distance>
std::uint64_t widened(Distance distance) {
  return distance == static_cast<Distance>(Contraction::unreached) ? Contraction::unreached : distance;
}

template <class Distance>
bool fits(std::uint64_t distance) {
  return distance == Contraction::unreached || distance < static_cast<Distance>(Contraction::unreached);
}

}  // namespace

template <class Key, class Distance>
bool Contraction::spread(const Array<Key>& of_core, const Start& start, Array<Distance>& distance, Crew& crew,
                         const Watch& watch) const {
  std::atomic<bool> all_fit{true};
  crew.run([&](Worker& me) {
    bool mine_fit = true;
    const auto [first, last] = me.stretch_of(vertex_of_.size());
    for (std::uint64_t slot = first; slot < last; ++slot) {
      const std::uint64_t found = widened(of_core[slot]);
      mine_fit = mine_fit && fits<Distance>(found);
      distance[vertex_of_[slot]] = static_cast<Distance>(found);
    }
    for (std::size_t group = groups_.size(); group-- > 0;) {
      if ((group + 1) % ends_max == 0) {
        me.meet();
        watch.poll();
      }
      const auto [begin, end] = me.stretch_of(groups_[group].size());
      mine_fit &= fill(group, begin, end, start, distance);
    }
    if (!mine_fit) all_fit = false;
  });
  return all_fit;
}

template bool Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint32_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint64_t>&, Crew&,
                                  const Watch&) const;
template bool Contraction::spread(const Array<std::uint64_t>&, const Start&, Array<std::uint64_t>&, Crew&,
                                  const Watch&) const;

// Some of a group; those between the source and the core are nearer by what the start knows. False: one does not fit.
template <class Distance>
bool Contraction::fill(std::size_t group, std::uint64_t begin, std::uint64_t end, const Start& start,
                       Array<Distance>& distance) const {
  const std::uint64_t first = first_[group];
  bool all_fit = true;
  auto known = std::ranges::lower_bound(start.taken, first + begin, {}, &Offer::place);
  for (; known != start.taken.end() && known->place < first + end; ++known) {
    const std::uint64_t at = known->place - first;
    all_fit &= fill_all(groups_[group], begin, at + 1, distance);
    Distance& held = distance[groups_[group][at].vertex()];
    const std::uint64_t nearest = std::min(widened(held), known->distance);
    all_fit &= fits<Distance>(nearest);
    held = static_cast<Distance>(nearest);
    begin = at + 1;
  }
  return fill_all(groups_[group], begin, end, distance) && all_fit;
}

template <class Distance>
bool Contraction::fill_all(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance) {
  static_assert(ends_max == 3);
  switch (group.ends) {
    case 1: return fill_those<1>(group, begin, end, distance);
    case 2: return fill_those<2>(group, begin, end, distance);
    default: return fill_those<3>(group, begin, end, distance);
  }
}

template <std::uint32_t ends, class Distance>
bool Contraction::fill_those(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance) {
  bool all_fit = true;
  for (std::uint64_t i = begin; i < end; ++i) {
    const Taken taken{group.words.data() + i * Taken::words(ends), ends};
    std::uint64_t least = unreached;
    for (std::uint32_t k = 0; k < ends; ++k) {
      const std::uint64_t near = widened(distance[taken.end(k)]);
      least = std::min(least, near == unreached ? unreached : near + taken.weight(k));
    }
    all_fit &= fits<Distance>(least);
    distance[taken.vertex()] = static_cast<Distance>(least);
  }
  return all_fit;
}

}  // namespace Atoll::kernels
