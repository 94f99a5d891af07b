// SPDX-License-Identifier: Apache-2.0
// The vertex program: what is computed. One superstep is y = A^T x over the program's monoid: active vertices signal x,
// a message goes along each arc, messages combine to y, the owner applies y and says whether its value changed. A
// program knows no thread, part, box, page or rank; its hooks are const and see only their arguments.
//
//   types     Value of a vertex; Message, trivially copyable, at most 16 bytes; Combine, a monoid of Message;
//             Weight (std::int32_t or float), only if messages change with the weight of an arc
//   required  Value init(Vertex)
//             Message signal(Vertex)          a function of the id alone, non-decreasing in it: it travels as one bit.
//                                             Without `along`, a pull over sorted arcs may stop at the first active
//                                             source: its message is the least
//          or Message signal(Vertex, Value)
//   optional  bool apply(Vertex, Value&, Message)
//                                             fold y into the value; true if changed. Left out, Combine improves the
//                                             value (Message = Value, idempotent): this licenses the in-place mode
//             Message along(Message, Weight)  or along(Message): a message on its way
//             bool starts(Vertex)             active in the first superstep; left out: every vertex
//             bool wants(Value)               law: !wants(x) => apply changes nothing; once false, false for good
//             bool done(Round)                stop after this round; left out: when nothing is active
//             Tally tally(Vertex, Value before, Value after)
//                                             summed over the vertices that apply in a round, and over all after init
//             static constexpr Activity activity
//                                             left out: changed
//             static constexpr Edges edges    left out: outgoing
//   apply, signal, along and done may take a trailing `const Round<Tally>&`.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "atoll/algebra/monoid.hpp"

namespace Atoll {

struct Vertex {
  std::uint64_t id = 0;      // in the user's order, 0 .. n-1
  std::uint64_t degree = 0;  // outgoing arcs
};

enum class Activity { changed, every_vertex };  // who signals in the next superstep
enum class Edges { outgoing, both_ways };       // both_ways: arcs are walked against their direction too

struct NoTally {
  NoTally& operator+=(const NoTally&) { return *this; }
};

template <class Tally>
struct Round {
  std::uint64_t number = 0;    // 1, 2, ...; 0 after init
  std::uint64_t vertices = 0;  // of the graph
  Tally tally = {};            // of the round before (in done(): of this one)
};

namespace algebra {

template <class P>
struct TallyOf {
  using type = NoTally;
};
template <class P>
  requires requires { typename P::Tally; }
struct TallyOf<P> {
  using type = typename P::Tally;
};

struct Unweighted {};  // messages do not depend on an arc

template <class P>
struct WeightOf {
  using type = Unweighted;
};
template <class P>
  requires requires { typename P::Weight; }
struct WeightOf<P> {
  using type = typename P::Weight;
};

template <class P>
constexpr Activity activity_of() {
  if constexpr (requires { P::activity; }) {
    return P::activity;
  } else {
    return Activity::changed;
  }
}

template <class P>
constexpr Edges edges_of() {
  if constexpr (requires { P::edges; }) {
    return P::edges;
  } else {
    return Edges::outgoing;
  }
}

}  // namespace algebra

// What the engine asks about a program, decided at compile time.
template <class P>
struct Traits {
  using Value = typename P::Value;
  using Message = typename P::Message;
  using Combine = typename P::Combine;
  using Tally = typename algebra::TallyOf<P>::type;
  using Weight = typename algebra::WeightOf<P>::type;
  using Round = Atoll::Round<Tally>;

  static constexpr bool every_vertex = algebra::activity_of<P>() == Activity::every_vertex;
  static constexpr bool both_ways = algebra::edges_of<P>() == Edges::both_ways;
  static constexpr bool weighted = !std::is_same_v<Weight, algebra::Unweighted>;
  static constexpr bool has_tally = !std::is_same_v<Tally, NoTally>;
  static constexpr bool has_wants = requires(const P& p, const Value& x) { p.wants(x); };
  static constexpr bool has_starts = requires(const P& p, Vertex v) { p.starts(v); };
  static constexpr bool has_done = requires(const P& p, const Round& r) { p.done(r); };
  static constexpr bool signals_id = requires(const P& p, Vertex v) { p.signal(v); };
  static constexpr bool has_apply = requires(const P& p, Vertex v, Value& x, Message m) {
    p.apply(v, x, m);
  } || requires(const P& p, Vertex v, Value& x, Message m, const Round& r) { p.apply(v, x, m, r); };
  static constexpr bool has_along = requires(const P& p, Message m, Weight w) { p.along(m, w); } ||
                                    requires(const P& p, Message m) { p.along(m); } ||
                                    requires(const P& p, Message m, Weight w, const Round& r) { p.along(m, w, r); } ||
                                    requires(const P& p, Message m, const Round& r) { p.along(m, r); };
  static constexpr bool in_place = !has_apply;
  // A ghost that keeps the best message it has sent may drop what is not better: duplicates change nothing.
  static constexpr bool ghosts_remember = Combine::idempotent && (in_place || has_wants);

  static Message signal(const P& p, Vertex v, const Value& value, const Round& round) {
    if constexpr (signals_id) {
      return p.signal(v);
    } else if constexpr (requires { p.signal(v, value, round); }) {
      return p.signal(v, value, round);
    } else {
      return p.signal(v, value);
    }
  }

  static Message along(const P& p, Message m, [[maybe_unused]] Weight w, const Round& round) {
    if constexpr (requires { p.along(m, w, round); }) {
      return p.along(m, w, round);
    } else if constexpr (requires { p.along(m, w); }) {
      return p.along(m, w);
    } else if constexpr (requires { p.along(m, round); }) {
      return p.along(m, round);
    } else if constexpr (requires { p.along(m); }) {
      return p.along(m);
    } else {
      return m;
    }
  }

  static bool apply(const P& p, Vertex v, Value& value, Message m, const Round& round) {
    if constexpr (in_place) {
      const Value next = Combine::combine(value, m);
      return std::exchange(value, next) != next;
    } else if constexpr (requires { p.apply(v, value, m, round); }) {
      return p.apply(v, value, m, round);
    } else {
      return p.apply(v, value, m);
    }
  }
};

template <class P>
concept Program = requires(const P& p, Vertex v) {
  typename P::Value;
  typename P::Message;
  typename P::Combine;
  requires Monoid<typename P::Combine, typename P::Message>;
  requires std::is_trivially_copyable_v<typename P::Message> && sizeof(typename P::Message) <= 16;
  requires std::is_trivially_copyable_v<typename P::Value>;
  { p.init(v) } -> std::same_as<typename P::Value>;
} && (!Traits<P>::in_place || (std::same_as<typename P::Value, typename P::Message> && P::Combine::idempotent));

}  // namespace Atoll
