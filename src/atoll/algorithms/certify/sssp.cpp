// SPDX-License-Identifier: Apache-2.0
// Why the rules suffice: weights are not negative and addition, rounded or not, is monotone, so without a tense arc no
// distance exceeds the length of a path, summed from the source; tight arcs in a tree make each one such a length. That
// the parents are a tree does not follow from tight arcs: zero weights, and weights that a float absorbs, can be tight
// all round a cycle.
#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <type_traits>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/certify/tree.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::certify {
namespace {

// Integers in 64 bits; unreached is all bits, and a sum that would pass it stays there.
std::uint64_t add(std::uint64_t distance, std::int32_t weight) {
  const auto w = static_cast<std::uint64_t>(weight);
  return distance > std::numeric_limits<std::uint64_t>::max() - w ? std::numeric_limits<std::uint64_t>::max()
                                                                  : distance + w;
}

template <class Weight>
float add(float distance, Weight weight) {
  return distance + static_cast<float>(weight);
}

// Not a number is neither.
bool not_negative(std::int32_t weight) { return weight >= 0; }
bool not_negative(float x) { return x >= 0; }

template <class Distance>
constexpr Distance unreached() {
  if constexpr (std::is_same_v<Distance, float>) return std::numeric_limits<float>::infinity();
  return std::numeric_limits<Distance>::max();
}

template <class Distance, class Weight>
struct Paths {
  std::uint64_t source;
  std::span<const Distance> distance;
  const IdArray* parent;

  bool reached(std::uint64_t v) const { return distance[v] != unreached<Distance>(); }
  bool may_lead(std::uint64_t u, std::uint64_t v) const {
    return parent != nullptr ? (*parent)[v] == u : distance[u] < distance[v] || u == source;
  }
  std::string text(std::uint64_t v) const {
    return reached(v) ? fmt::format("distance {}", distance[v]) : "no distance";
  }

  std::string vertex_complaint(std::uint64_t v) const {
    if (v == source && distance[v] != Distance{0}) return "is the source, but has " + text(v);
    if (parent == nullptr) return {};
    const bool has_parent = (*parent)[v] != parent->none();
    if (has_parent != reached(v)) return text(v) + (has_parent ? ", but a parent" : ", but no parent");
    return {};
  }

  std::string arc_complaint(std::uint64_t u, std::uint64_t v, Weight weight) const {
    const std::string arc = fmt::format("the arc from {} of weight {}", u, weight);
    if (!not_negative(weight)) return arc + " is negative or not a number";
    return fmt::format("{}, but {} starts at {}", text(v), arc, text(u));
  }
};

// Marks what arcs within one distance lead to from a marked vertex. Returns whether there was one.
template <class Distance, class Weight>
bool spread(const Layout& layout, const Paths<Distance, Weight>& answer, Array<std::uint64_t>& tight, Crew& crew) {
  std::atomic<bool> grew{false};
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t bits) {
    const auto marked = [&](std::uint64_t x) { return test_bit_shared(tight.data(), x); };
    if (answer.distance[u] != answer.distance[v] || marked(v) || !marked(u)) return;
    if (add(answer.distance[u], std::bit_cast<Weight>(bits)) != answer.distance[v]) return;
    mark_bit_shared(tight.data(), v);
    grew.store(true, std::memory_order_relaxed);
  });
  return grew;
}

template <class Distance, class Weight>
Verdict check(const Layout& layout, const Paths<Distance, Weight>& answer, Crew& crew) {
  Verdict verdict = every_vertex(layout.vertices, crew, [&](std::uint64_t v) { return answer.vertex_complaint(v); });
  if (verdict.ok && answer.parent != nullptr) verdict = tree(*answer.parent, layout.vertices, answer.source, crew);
  if (!verdict.ok) return verdict;
  Array<std::uint64_t> tight(words_for(layout.vertices));  // a tight arc from its parent, or a nearer one, was seen
  const auto holds = [&](std::uint64_t u, std::uint64_t v, std::uint32_t bits) {
    const Weight weight = std::bit_cast<Weight>(bits);
    if (!not_negative(weight)) return false;
    if (!answer.reached(u)) return true;
    const Distance sum = add(answer.distance[u], weight);
    if (sum == answer.distance[v] && answer.may_lead(u, v)) mark_bit_shared(tight.data(), v);
    return answer.distance[v] <= sum;
  };
  const auto complaint = [&](std::uint64_t u, std::uint64_t v, std::uint32_t bits) {
    return answer.arc_complaint(u, v, std::bit_cast<Weight>(bits));
  };
  verdict = every_arc(layout, crew, holds, complaint);
  if (!verdict.ok) return verdict;
  const auto without = [&](std::uint64_t v) -> std::string {
    if (!answer.reached(v) || v == answer.source || test_bit(tight.data(), v)) return {};
    if (answer.parent == nullptr) return fmt::format("{}, but no way from the source gives it", answer.text(v));
    return fmt::format("{}, but no arc from its parent {} gives it", answer.text(v), (*answer.parent)[v]);
  };
  do {
    verdict = every_vertex(layout.vertices, crew, without);
  } while (!verdict.ok && answer.parent == nullptr && spread(layout, answer, tight, crew));
  return verdict;
}

template <class Distance>
Verdict check(const Layout& layout, std::uint64_t source, std::span<const Distance> distance, const IdArray* parent,
              Crew& crew) {
  if (distance.size() != layout.vertices) {
    return {false, fmt::format("{} distances for {} vertices", distance.size(), layout.vertices)};
  }
  if (layout.weight_type != WeightType::real) {  // none: each weight is the integer 1
    return check(layout, Paths<Distance, std::int32_t>{source, distance, parent}, crew);
  }
  if constexpr (std::is_same_v<Distance, float>) {
    return check(layout, Paths<float, float>{source, distance, parent}, crew);
  } else {
    return {false, "integer distances over real weights"};
  }
}

}  // namespace

Verdict sssp(const Layout& layout, std::uint64_t source, Distances distance, const IdArray* parent, Crew& crew) {
  if (source >= layout.vertices) return {false, fmt::format("source {} is no vertex", source)};
  if (parent != nullptr && parent->size() != layout.vertices) {
    return {false, fmt::format("{} parents for {} vertices", parent->size(), layout.vertices)};
  }
  return std::visit([&](auto distances) { return check(layout, source, distances, parent, crew); }, distance);
}

}  // namespace Atoll::certify
