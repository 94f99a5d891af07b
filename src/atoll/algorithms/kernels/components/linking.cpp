// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/components/linking.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>

#include "atoll/algorithms/kernels/components/listed_slots.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/disjoint_sets.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t arcs_of_root = 4;   // that are followed, of each
constexpr std::uint64_t few_arcs_each = 4;  // that a vertex sees, in the mean: a sample could not save much
constexpr double core = 1.0 / 8;        // of the vertices in one set: the first arcs of the others mostly lead there
constexpr double few_roots = 1.0 / 16;  // of the vertices: they cost little, wherever they lead
constexpr double nearly_all = 7.0 / 8;  // of the vertices in one set: the rest can look at all of their arcs
constexpr std::uint64_t vertices_per_grain = 4096;
constexpr std::uint64_t vertices_ahead = 16;  // whose rows are fetched

// The sets of slots that are joined so far, each called by its least slot. What goes over all vertices asks as few
// questions as it can: a processor guesses the answers wrong every other time.
class Linking {
 public:
  // set [vertices]: where they are kept. least [vertices], or empty where slots are the user's vertices: of a set, by the
  // slot it is called by, its least user's vertex.
  Linking(const OnePart& graph, std::span<std::uint32_t> set, std::span<std::uint32_t> least, Crew& crew,
          const Watch& watch)
      : graph_(graph), set_(set), least_(least), sets_(set), crew_(crew), watch_(watch) {}

  // Whether vertices see so few arcs, out and in, that to look at all of them is as good.
  bool sees_few() const { return (inverse_ ? 2 : 1) * graph_.arcs <= few_arcs_each * graph_.vertices; }

  // Puts every vertex into the set of the first end in its row, if that is less; of its own chunk the set is known, so
  // that no long paths arise where neighbours are near. Nothing is contended. Nobody has told a set of users yet. Each
  // returns the arcs looked at.
  std::uint64_t adopt() {
    return sum([&](const Chunk& chunk) {
      if (!least_.empty()) std::ranges::fill(least_.subspan(chunk.begin, chunk.size()), none);
      std::uint64_t looked_at = 0;
      for (std::uint32_t v = chunk.begin; v < chunk.end; ++v) {
        if (v + vertices_ahead < chunk.end)
          __builtin_prefetch(graph_.out.ends + graph_.out.offsets[v + vertices_ahead]);
        const std::uint32_t first = least_end(v);
        set_[v] = first >= v ? v : first >= chunk.begin ? set_[first] : first;
        looked_at += first != none ? 1 : 0;
      }
      return looked_at;
    });
  }

  // Joins along every arc that was not adopted; where each lies at both of its ends, from the greater one.
  std::uint64_t join_each() {
    if (graph_.arcs == 0) return 0;
    if (graph_.directed) return join_rows();
    return sum([&](const Chunk& chunk) {
      std::uint64_t looked_at = 0;
      for (std::uint64_t begin = chunk.begin; begin < chunk.end; begin += vertices_per_batch)
        looked_at +=
            join_batch(static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(std::min<std::uint64_t>(begin + vertices_per_batch, chunk.end)));
      return looked_at;
    });
  }

  // Joins the rest. As soon as nearly all vertices are in one set, they leave their arcs to the vertices at the other end,
  // if these see them. Whoever comes into that set leaves those that it has not looked at, too: at the other end of each is
  // one of the set, or somebody whose turn to look comes.
  std::uint64_t join_rest() {
    if (graph_.vertices > vertices_per_grain) shorten();  // in its own chunk each vertex knew its set
    if (graph_.directed && !inverse_) return join_each();
    const auto set_of = [&](std::uint32_t v) { return sets_.root(v); };
    Sample sample = draw(set_of);
    std::uint64_t looked_at = 0;
    if (sample.share < nearly_all && (sample.share >= core || sample.roots < few_roots)) {
      looked_at += join_roots(arcs_of_root);
      sample = draw(set_of);
    } else if (sample.share < core && first_arcs_meet()) {
      looked_at += adopt_roots();
      sample = draw(set_of);
    }
    if (sample.share < nearly_all) {
      looked_at += join_last();
      sample = draw(set_of);
    }
    return looked_at + (sample.share > 0.5 ? join_all_but(sample.set) : join_each());
  }

  // Every vertex names the least slot of its set, and if there are users, the set hears of the least of them.
  void name() {
    if (least_.empty()) {
      each([&](std::uint32_t v) { store_relaxed(set_[v], sets_.find(v)); });
    } else {
      chunks([&](const Chunk& chunk) { name_and_tell(chunk); });
    }
  }

 private:
  static constexpr std::uint32_t vertices_per_batch = 512;
  static constexpr std::uint32_t none = ~0u;

  bool has_arcs(std::uint32_t v) const { return graph_.out.degree(v) != 0 || (inverse_ && graph_.in.degree(v) != 0); }

  // Of the arcs of a vertex; none without any.
  std::uint32_t least_end(std::uint32_t v) const {
    const auto first = [&](const Rows& rows) { return rows.degree(v) == 0 ? none : rows.ends[rows.offsets[v]]; };
    return inverse_ ? std::min(first(graph_.out), first(graph_.in)) : first(graph_.out);
  }

  // Of the arcs out, or in where there are none; of a vertex with arcs.
  std::uint32_t first_end(std::uint32_t v) const {
    const Rows& rows = graph_.out.degree(v) != 0 ? graph_.out : graph_.in;
    return rows.ends[rows.offsets[v]];
  }

  struct Pair {
    std::uint32_t v;
    std::uint32_t w;
  };

  using Chunk = SlotRange;

  // Of vertices with arcs.
  struct Sample {
    std::uint32_t set = none;  // the largest
    double share = 0;          // of it
    double roots = 0;          // the share of those that a set is called by
  };

  // Whether the first arcs of nearly all lead to one set, though few are there yet: as from customers to what most buy.
  bool first_arcs_meet() {
    return draw([&](std::uint32_t v) { return sets_.root(first_end(v)); }).share >= nearly_all;
  }

  // Of one vertex in 16, as far as there is room: more would take longer than they tell, for everybody waits.
  // set_of(v): the set that a vertex with arcs is counted in.
  template <class SetOf>
  Sample draw(const SetOf& set_of) {
    std::array<std::uint32_t, 256> drawn;
    const std::size_t draws = std::clamp<std::size_t>(graph_.vertices / 16, 64, drawn.size());
    std::size_t count = 0;
    std::size_t roots = 0;
    const Random random(1);
    for (std::size_t i = 0; i < draws; ++i) {
      const auto v = static_cast<std::uint32_t>(random.below(i, graph_.vertices));
      if (!has_arcs(v)) continue;
      roots += set_[v] == v ? 1u : 0u;
      drawn[count++] = set_of(v);
    }
    Sample sample;
    if (count == 0) return sample;
    const std::span<std::uint32_t> sets(drawn.data(), count);
    std::ranges::sort(sets);
    std::size_t most = 0;
    for (auto at = sets.begin(); at != sets.end();) {
      const auto next = std::upper_bound(at, sets.end(), *at);
      if (const auto size = static_cast<std::size_t>(next - at); size > most) {
        most = size;
        sample.set = *at;
      }
      at = next;
    }
    sample.share = static_cast<double>(most) / static_cast<double>(count);
    sample.roots = static_cast<double>(roots) / static_cast<double>(count);
    return sample;
  }

  // Neighbours in number are mostly in one set: it is told once for all of them.
  void name_and_tell(const Chunk& chunk) {
    const std::uint32_t* const users = graph_.users->narrow();
    for (std::uint32_t v = chunk.begin; v < chunk.end;) {
      const std::uint32_t set = sets_.find(v);
      std::uint32_t least = none;
      do {
        store_relaxed(set_[v], set);
        least = std::min(least, users[v]);
        ++v;
      } while (v < chunk.end && sets_.find(v) == set);
      lower_shared(least_[set], least);
    }
  }

  // Whoever is below a set's vertex goes up one step. A vertex is above its own, so in ascending order that is nearly
  // all the way.
  void shorten() {
    each([&](std::uint32_t v) { store_relaxed(set_[v], load_relaxed(set_[load_relaxed(set_[v])])); });
  }

  std::uint64_t join_all_but(std::uint32_t set) {
    return join_those(
        [&](const Chunk& chunk, std::uint32_t* list) { return lists_.others(set_.data(), set, chunk, list); },
        [&](std::uint32_t v) -> std::uint64_t {
          const std::uint64_t looked_at = join_until(set, v, graph_.out[v]);
          return looked_at + (inverse_ ? join_until(set, v, graph_.in[v]) : 0);
        });
  }

  // join_one(v) for those vertices with arcs that list(chunk, room) lists, chunk by chunk: then it is known which rows come
  // next.
  template <class List, class JoinOne>
  std::uint64_t join_those(const List& list, const JoinOne& join_one) {
    return sum([&](const Chunk& chunk) {
      std::array<std::uint32_t, vertices_per_grain + list_slack> picked;
      const std::size_t listed = list(chunk, picked.data());
      std::size_t count = 0;
      for (std::size_t i = 0; i < listed; ++i) {
        picked[count] = picked[i];
        count += has_arcs(picked[i]) ? 1u : 0u;
      }
      std::uint64_t looked_at = 0;
      for (std::size_t i = 0; i < count; ++i) {
        if (i + vertices_ahead < count)
          __builtin_prefetch(graph_.out.ends + graph_.out.offsets[picked[i + vertices_ahead]]);
        looked_at += join_one(picked[i]);
      }
      return looked_at;
    });
  }

  // Joins the sets that are left by the first arcs of the vertices they are called by.
  std::uint64_t join_roots(std::uint64_t arcs) {
    const std::uint64_t looked_at =
        join_those([&](const Chunk& chunk, std::uint32_t* list) { return lists_.roots(set_.data(), chunk, list); },
                   [&](std::uint32_t v) {
                     return join_first(v, graph_.out, arcs) + (inverse_ ? join_first(v, graph_.in, arcs) : 0);
                   });
    shorten();
    return looked_at;
  }

  // Puts every set into that of the first end of the vertex it is called by, if that one is called by a lower vertex.
  // Nothing is contended, for nobody writes but where it is told of its own.
  std::uint64_t adopt_roots() {
    const std::uint64_t looked_at =
        join_those([&](const Chunk& chunk, std::uint32_t* list) { return lists_.roots(set_.data(), chunk, list); },
                   [&](std::uint32_t v) -> std::uint64_t {
                     const std::uint32_t set = sets_.find(first_end(v));
                     if (set < v) store_relaxed(set_[v], set);
                     return 1;
                   });
    shorten();
    return looked_at;
  }

  // Joins every vertex with the end that is the farthest from the one that was adopted. The ends are picked first, chunk by
  // chunk: then it is known whose sets come next.
  std::uint64_t join_last() {
    const std::uint64_t looked_at = sum([&](const Chunk& chunk) {
      std::array<Pair, vertices_per_grain> picked;
      std::size_t count = 0;
      for (std::uint32_t v = chunk.begin; v < chunk.end; ++v) {
        const Rows& rows = inverse_ && graph_.in.degree(v) != 0 ? graph_.in : graph_.out;
        if (v + vertices_ahead < chunk.end) __builtin_prefetch(rows.ends + rows.offsets[v + vertices_ahead + 1] - 1);
        const std::uint64_t end = std::max<std::uint64_t>(rows.offsets[v + 1], 1);
        picked[count] = {v, rows.ends[end - 1]};
        count += rows.degree(v) != 0 ? 1u : 0u;
      }
      for (std::size_t i = 0; i < count; ++i) {
        if (i + vertices_ahead < count) __builtin_prefetch(&set_[picked[i + vertices_ahead].w]);
        const auto [v, last] = picked[i];
        if (load_relaxed(set_[v]) != load_relaxed(set_[last])) sets_.join(v, last);
      }
      return count;
    });
    shorten();
    return looked_at;
  }

  std::uint64_t join_rows() {
    return sum([&](const Chunk& chunk) {
      std::uint64_t looked_at = 0;
      for (std::uint32_t v = chunk.begin; v < chunk.end; ++v) looked_at += join(v, graph_.out[v]);
      return looked_at;
    });
  }

  std::uint64_t join_first(std::uint32_t v, const Rows& rows, std::uint64_t arcs) {
    return join(v, rows[v].first(std::min(arcs, rows.degree(v))));
  }

  std::uint64_t join(std::uint32_t v, std::span<const std::uint32_t> row) {
    std::uint32_t mine = sets_.root(v);
    for (const std::uint32_t w : row) {
      if (load_relaxed(set_[w]) == mine) continue;
      sets_.join(mine, w);
      mine = sets_.root(mine);
    }
    return row.size();
  }

  // Until v is in the set that `most` is in.
  std::uint64_t join_until(std::uint32_t most, std::uint32_t v, std::span<const std::uint32_t> row) {
    std::uint32_t mine = sets_.root(v);
    std::uint64_t looked_at = 0;
    for (; looked_at < row.size() && mine != sets_.root(most); ++looked_at) {
      const std::uint32_t w = row[looked_at];
      if (load_relaxed(set_[w]) == mine) continue;
      sets_.join(mine, w);
      mine = sets_.root(mine);
    }
    return looked_at;
  }

  // The arcs are picked first, then followed. Most rows are short where this matters.
  std::uint64_t join_batch(std::uint32_t begin, std::uint32_t end) {
    constexpr std::size_t short_row = 4;
    std::array<Pair, vertices_per_batch*(short_row - 1)> picked;
    std::size_t count = 0;
    std::uint64_t looked_at = 0;
    for (std::uint32_t v = begin; v < end; ++v) {
      const std::uint64_t first = graph_.out.offsets[v];
      const std::uint64_t degree = graph_.out.degree(v);
      for (std::size_t i = 1; i < short_row; ++i) {
        const std::uint32_t w = graph_.out.ends[std::min(first + i, graph_.arcs - 1)];
        picked[count] = {v, w};
        count += i < degree && w < v ? 1u : 0u;
      }
      if (degree > short_row) looked_at += join_lower_of(v, graph_.out[v].subspan(short_row));
    }
    for (const auto& [v, w] : std::span(picked).first(count)) sets_.join(v, w);
    return looked_at + count;
  }

  std::uint64_t join_lower_of(std::uint32_t v, std::span<const std::uint32_t> row) {
    return join(v, row.first(static_cast<std::size_t>(std::ranges::lower_bound(row, v) - row.begin())));
  }

  template <class F>
  void chunks(F&& work) {
    crew_.for_chunks(graph_.vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      work(Chunk{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    });
  }

  template <class F>
  void each(F&& visit) {
    chunks([&](const Chunk& chunk) {
      for (std::uint32_t v = chunk.begin; v < chunk.end; ++v) visit(v);
    });
  }

  // Adds up work(chunk) over all chunks of vertices.
  template <class F>
  std::uint64_t sum(F&& work) {
    std::atomic<std::uint64_t> total{0};
    chunks([&](const Chunk& chunk) {
      watch_.poll();
      total.fetch_add(work(chunk), std::memory_order_relaxed);
    });
    return total;
  }

  const OnePart& graph_;
  const SlotLists& lists_ = slot_lists();
  std::span<std::uint32_t> set_;
  std::span<std::uint32_t> least_;
  DisjointSets<std::uint32_t> sets_;
  Crew& crew_;
  const Watch& watch_;
  const bool inverse_ = graph_.directed && graph_.in.offsets != nullptr;  // arcs in are other ones, and there
};

}  // namespace

RunStatistics link(const OnePart& graph, std::uint32_t* component, Crew& crew, const Watch& watch) {
  Steps steps(watch, 2);
  Array<std::uint32_t> by_slot(graph.user_order ? 0 : graph.vertices, Contents::whatever);
  Array<std::uint32_t> least(by_slot.size(), Contents::whatever);
  const std::span<std::uint32_t> set{graph.user_order ? component : by_slot.data(), graph.vertices};
  Linking linking(graph, set, least, crew, watch);
  steps.add({.vertices = graph.vertices, .scanned = linking.adopt()});
  const std::uint64_t rest = linking.sees_few() ? linking.join_each() : linking.join_rest();
  linking.name();
  if (!graph.user_order) {  // a set is called by the least of its users
    const std::uint32_t* const slots = graph.slots->narrow();
    crew.for_chunks(graph.vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t user = begin; user < end; ++user) component[user] = least[set[slots[user]]];
    });
  }
  steps.add({.vertices = graph.vertices, .scanned = rest});
  return steps.take();
}

}  // namespace Atoll::kernels
