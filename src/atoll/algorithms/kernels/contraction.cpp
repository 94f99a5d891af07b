// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/contraction.hpp"

#include <algorithm>
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

// The graph between two rounds: rows of those that are left, with one arc to each neighbour, the lightest. Where a row
// lies depends on the threads, what is in it does not.
class Contraction::Shrinking {
 public:
  Shrinking(const OnePart& graph, Contraction& made, Crew& crew)
      : made_(made),
        crew_(crew),
        vertices_(graph.vertices),
        left_(words_for(vertices_)),
        chosen_(vertices_),
        now_(graph),
        next_(graph) {
    made_.place_ = Array<std::uint32_t>(vertices_, Contents::whatever);
    each_word([&](std::uint64_t word) { left_[word] = low_bits(vertices_ - word * bits_per_word); });
    make_rows([&](std::uint32_t v) { return static_cast<std::uint32_t>(graph.out.degree(v)); },
              [&](std::uint32_t v, const auto& emit) {
                for (std::uint64_t e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e)
                  emit(graph.out.ends[e], graph.out.weights == nullptr ? 1 : graph.out.weights[e]);
              });
  }

  // Until few can be taken.
  void go() {
    std::uint64_t left = vertices_;
    for (choose(); chosen_.marks() * worth > left; choose()) {
      left -= chosen_.marks();
      take_chosen();
      make_rows([&](std::uint32_t v) { return bound_when_joined(v); },
                [&](std::uint32_t v, const auto& emit) { join(v, emit); });
    }
    make_core();
  }

 private:
  struct Arc {
    std::uint32_t end;
    std::uint32_t weight;
    auto operator<=>(const Arc&) const = default;
  };
  struct Graph {
    explicit Graph(const OnePart& graph)
        : begin(graph.vertices, Contents::whatever),
          size(graph.vertices, Contents::whatever),
          arcs(graph.arcs, Contents::whatever) {}
    std::span<const Arc> operator[](std::uint32_t v) const { return {arcs.data() + begin[v], size[v]}; }
    Array<std::uint32_t> begin;
    Array<std::uint32_t> size;
    Array<Arc> arcs;  // ascending in each row
  };

  template <class Visit>
  void each_word(const Visit& visit) {
    crew_.for_chunks(left_.size(), words_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t word = begin; word < end; ++word) visit(word);
    });
  }

  bool is_left(std::uint32_t v) const { return test_bit(left_.data(), v); }

  // First those of few neighbours, which leave no more arcs behind; among equals, by lot.
  bool is_before(std::uint32_t u, std::uint32_t v) const {
    if (now_.size[u] != now_.size[v]) return now_.size[u] < now_.size[v];
    const std::uint64_t lot_u = lots_.bits(u), lot_v = lots_.bits(v);
    return lot_u != lot_v ? lot_u < lot_v : u < v;
  }

  bool is_chosen(std::uint32_t v) const {
    if (now_.size[v] == 0 || now_.size[v] > ends_max) return false;
    std::uint64_t weight = 0;
    for (const Arc& arc : now_[v]) {
      if (now_.size[arc.end] <= ends_max && is_before(arc.end, v)) return false;
      weight += arc.weight;
    }
    return weight <= weight_max;
  }

  void choose() {
    lots_ = Random(1, made_.rounds_.size());
    chosen_.clear(crew_);
    each_word([&](std::uint64_t word) {
      for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t v) {
        if (is_chosen(static_cast<std::uint32_t>(v))) chosen_.mark(v);
      });
    });
    chosen_.count(crew_);
  }

  void take_chosen() {
    const std::uint32_t first = made_.first_.back();
    Array<Taken> taken(chosen_.marks(), Contents::whatever);
    chosen_.for_each(crew_, [&](std::uint64_t bit, std::uint64_t rank) {
      const auto v = static_cast<std::uint32_t>(bit);
      const std::span<const Arc> row = now_[v];
      taken[rank].vertex = v;
      for (std::uint32_t i = 0; i < ends_max; ++i) {
        const Arc& arc = row[i < row.size() ? i : 0];
        taken[rank].ends[i] = arc.end;
        taken[rank].weights[i] = arc.weight;
      }
      made_.place_[v] = first + static_cast<std::uint32_t>(rank);
      std::atomic_ref(left_[v / bits_per_word])
          .fetch_and(~(std::uint64_t{1} << (v % bits_per_word)), std::memory_order_relaxed);
    });
    made_.first_.push_back(first + static_cast<std::uint32_t>(taken.size()));
    made_.rounds_.push_back(std::move(taken));
  }

  // The arcs of v, those to a vertex that was taken going on to its other neighbours.
  template <class Emit>
  void join(std::uint32_t v, const Emit& emit) const {
    for (const Arc& arc : now_[v]) {
      if (is_left(arc.end)) {
        emit(arc.end, arc.weight);
        continue;
      }
      for (const Arc& next : now_[arc.end]) emit(next.end, arc.weight + next.weight);
    }
  }
  std::uint32_t bound_when_joined(std::uint32_t v) const {
    std::uint32_t bound = 0;
    for (const Arc& arc : now_[v]) bound += is_left(arc.end) ? 1 : now_.size[arc.end] - 1;
    return bound;
  }

  // The row of v becomes what emitted(v, emit) emits: loops and at most bound(v) arcs, of which the lightest to each end
  // stays. All bounds together are at most the arcs there are: who is taken leaves as many behind as it had, or less.
  template <class Bound, class Emitted>
  void make_rows(const Bound& bound, const Emitted& emitted) {
    std::atomic<std::uint32_t> used{0};
    const auto for_left = [&](std::uint64_t begin, std::uint64_t end, const auto& visit) {
      for (std::uint64_t word = begin; word < end; ++word)
        for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t v) { visit(static_cast<std::uint32_t>(v)); });
    };
    crew_.for_chunks(left_.size(), words_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      std::uint32_t size = 0;
      for_left(begin, end, [&](std::uint32_t v) { next_.begin[v] = std::exchange(size, size + bound(v)); });
      const std::uint32_t at = used.fetch_add(size, std::memory_order_relaxed);
      for_left(begin, end, [&](std::uint32_t v) {
        next_.begin[v] += at;
        make_row(v, emitted);
      });
    });
    std::swap(now_, next_);
  }

  template <class Emitted>
  void make_row(std::uint32_t v, const Emitted& emitted) {
    Arc* const first = next_.arcs.data() + next_.begin[v];
    Arc* last = first;
    emitted(v, [&](std::uint32_t end, std::uint32_t weight) {
      if (end != v) *last++ = {end, weight};
    });
    if (!std::is_sorted(first, last)) std::sort(first, last);
    last = std::unique(first, last, [](const Arc& a, const Arc& b) { return a.end == b.end; });
    next_.size[v] = static_cast<std::uint32_t>(last - first);
  }

  void make_core() {
    const std::uint32_t taken = made_.first_.back();
    RankedBits left(vertices_);
    each_word([&](std::uint64_t word) {
      for_set_bits(left_[word], word * bits_per_word, [&](std::uint64_t v) { left.mark(v); });
    });
    left.count(crew_);
    made_.vertex_of_ = Array<std::uint32_t>(left.marks());
    made_.offsets_ = Array<std::uint64_t>(left.marks() + 1);
    left.for_each(crew_, [&](std::uint64_t v, std::uint64_t slot) {
      made_.place_[v] = taken + static_cast<std::uint32_t>(slot);
      made_.vertex_of_[slot] = static_cast<std::uint32_t>(v);
      made_.offsets_[slot] = now_.size[v];
    });
    const std::uint64_t arcs = prefix_sum(made_.offsets_, crew_);
    made_.ends_ = Array<std::uint32_t>(arcs);
    made_.weights_ = Array<std::uint32_t>(arcs);
    left.for_each(crew_, [&](std::uint64_t v, std::uint64_t slot) {
      std::uint64_t e = made_.offsets_[slot];
      for (const Arc& arc : now_[static_cast<std::uint32_t>(v)]) {
        made_.ends_[e] = made_.place_[arc.end] - taken;
        made_.weights_[e++] = arc.weight;
      }
    });
    made_.chunks_ = std::make_unique<const Chunks>(made_.offsets_, arcs + left.marks());
  }

  Contraction& made_;
  Crew& crew_;
  const std::uint32_t vertices_;
  Array<std::uint64_t> left_;  // bitmap
  RankedBits chosen_;
  Random lots_{1};
  Graph now_;
  Graph next_;
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

std::uint64_t Contraction::bytes_to_make(const OnePart& graph) {
  const std::uint64_t rows = 2 * (8 * std::uint64_t{graph.vertices} + 8 * graph.arcs);  // of two rounds
  return rows + (sizeof(Taken) + 4) * std::uint64_t{graph.vertices};
}

Contraction::Contraction(const OnePart& graph, Crew& crew) { Shrinking(graph, *this, crew).go(); }

OnePart Contraction::core() const {
  const Rows rows{offsets_.data(), ends_.data(), weights_.data()};
  return {.vertices = static_cast<std::uint32_t>(vertex_of_.size()),
          .arcs = ends_.size(),
          .out = rows,
          .in = rows,
          .chunks = chunks_.get(),
          .directed = false};
}

auto Contraction::taken(std::uint32_t number) const -> const Taken& {
  const auto round = static_cast<std::size_t>(std::ranges::upper_bound(first_, number) - first_.begin()) - 1;
  return rounds_[round][number - first_[round]];
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
    const Taken& record = taken(place);
    for (std::uint32_t i = 0; i < ends_max; ++i) {
      const std::uint64_t way = distance + record.weights[i];
      const auto [held, fresh] = nearest.try_emplace(place_[record.ends[i]], way);
      held->second = std::min(held->second, way);
    }
  }
  return start;
}

template <class Key>
void Contraction::spread(const Array<Key>& of_core, const Start& start, Array<std::uint64_t>& distance, Crew& crew,
                         const Watch& watch) const {
  const auto share = [](const Worker& me, std::uint64_t count, int more) {
    return count * static_cast<std::uint64_t>(me.index + more) / static_cast<std::uint64_t>(me.threads);
  };
  crew.run([&](Worker& me) {
    for (std::uint64_t slot = share(me, vertex_of_.size(), 0); slot < share(me, vertex_of_.size(), 1); ++slot)
      distance[vertex_of_[slot]] = of_core[slot] == static_cast<Key>(unreached) ? unreached : of_core[slot];
    for (std::size_t round = rounds_.size(); round-- > 0;) {
      me.meet();
      watch.poll();
      const std::uint64_t size = rounds_[round].size();
      fill(round, share(me, size, 0), share(me, size, 1), start, distance);
    }
  });
}

template void Contraction::spread(const Array<std::uint32_t>&, const Start&, Array<std::uint64_t>&, Crew&,
                                  const Watch&) const;
template void Contraction::spread(const Array<std::uint64_t>&, const Start&, Array<std::uint64_t>&, Crew&,
                                  const Watch&) const;

// Some of a round; those between the source and the core are nearer by what the start knows.
void Contraction::fill(std::size_t round, std::uint64_t begin, std::uint64_t end, const Start& start,
                       Array<std::uint64_t>& distance) const {
  const Array<Taken>& taken = rounds_[round];
  const auto fill_all = [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i) distance[taken[i].vertex] = nearest(taken[i], distance);
  };
  const std::uint64_t first = first_[round];
  auto known = std::ranges::lower_bound(start.taken, first + begin, {}, &Offer::place);
  for (; known != start.taken.end() && known->place < first + end; ++known) {
    const std::uint64_t at = known->place - first;
    fill_all(begin, at + 1);
    std::uint64_t& held = distance[taken[at].vertex];
    held = std::min(held, known->distance);
    begin = at + 1;
  }
  fill_all(begin, end);
}

std::uint64_t Contraction::nearest(const Taken& taken, const Array<std::uint64_t>& distance) {
  std::uint64_t least = unreached;
  for (std::uint32_t i = 0; i < ends_max; ++i) {
    const std::uint64_t near = distance[taken.ends[i]];
    least = std::min(least, near == unreached ? unreached : near + taken.weights[i]);
  }
  return least;
}

}  // namespace Atoll::kernels
