// SPDX-License-Identifier: Apache-2.0
// The laws of monoids and of programs, tried on drawn samples. They license any exchange, any grouping and any
// schedule, so whoever writes a program tries them first. A check answers with the first law that a sample breaks, or
// with nothing; what no sample breaks is not proved. Samples must be possible ones: messages that a run could send,
// values that it could reach.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "atoll/algebra/program.hpp"
#include "atoll/base/atomic.hpp"

namespace Atoll::laws {

using Broken = std::optional<std::string>;  // "combine is not commutative (sample 17)"

// Samples of a program, each a function of its number; the same number gives the same sample.
template <Program P>
struct Samples {
  std::function<Vertex(std::uint64_t)> vertex;
  std::function<typename P::Value(std::uint64_t)> value;
  std::function<typename P::Message(std::uint64_t)> message;
  std::function<typename Traits<P>::Weight(std::uint64_t)> weight = [](std::uint64_t) {
    return typename Traits<P>::Weight{};
  };
  std::uint64_t count = 2000;
};

namespace detail {

inline Broken broken(std::string_view law, std::uint64_t sample) { return fmt::format("{} (sample {})", law, sample); }

template <class M>
bool same(const M& a, const M& b) {
  if constexpr (std::equality_comparable<M>) {
    return a == b;
  } else {
    return same_bits(a, b);
  }
}

// Equal, or as near as three roundings leave a floating sum of these three.
template <class C, class M>
bool same_grouping(const M& left, const M& right, [[maybe_unused]] const std::array<M, 3>& terms) {
  if constexpr (std::floating_point<M> && !C::idempotent) {
    const M size = std::abs(terms[0]) + std::abs(terms[1]) + std::abs(terms[2]);
    return std::abs(left - right) <= 3 * std::numeric_limits<M>::epsilon() * size;
  } else {
    return same(left, right);
  }
}

// The bits of a value, its padding too: whether they were written to at all.
template <class Value>
struct Snapshot {
  explicit Snapshot(const Value& value) { std::memcpy(bytes.data(), &value, sizeof(Value)); }
  bool still(const Value& value) const { return std::memcmp(bytes.data(), &value, sizeof(Value)) == 0; }
  std::array<std::byte, sizeof(Value)> bytes;
};

}  // namespace detail

// draw(i): message number i. Draw the extremes too, or saturation is not tried.
template <class M, Monoid<M> C, class Draw>
Broken monoid(Draw draw, std::uint64_t count) {
  using detail::broken;
  using detail::same;
  for (std::uint64_t i = 0; i < count; ++i) {
    const M a = draw(3 * i);
    const M b = draw(3 * i + 1);
    const M c = draw(3 * i + 2);
    const M left = C::combine(C::combine(a, b), c);
    const M right = C::combine(a, C::combine(b, c));
    if (!detail::same_grouping<C>(left, right, std::array<M, 3>{a, b, c}))
      return broken("combine is not associative", i);
    if (!same(C::combine(a, b), C::combine(b, a))) return broken("combine is not commutative", i);
    if (!same(C::combine(a, C::identity()), a) || !same(C::combine(C::identity(), a), a)) {
      return broken("the identity is not neutral", i);
    }
    if (C::saturated(a) && !same_bits(C::combine(a, b), a)) return broken("a saturated message changes", i);
    if (C::idempotent && !same_bits(C::combine(a, a), a)) return broken("combine is not idempotent", i);
  }
  return std::nullopt;
}

// The laws of one program, each on its own.
template <Program P>
class Check {
  using T = Traits<P>;
  using Value = typename T::Value;
  using Message = typename T::Message;
  using Combine = typename T::Combine;

 public:
  Check(const P& program, const Samples<P>& samples) : program_(program), samples_(samples) {}

  // A slot of a message is combined by compare-and-swap, in at most 16 bytes.
  static_assert(sizeof(Message) <= 16 && std::atomic_ref<Message>::required_alignment <= alignof(Message));
  static_assert(!(T::in_place && T::every_vertex), "a program in place speaks when it changes");

  Broken combine() const { return monoid<Message, Combine>(samples_.message, samples_.count); }

  // What is not wanted changes nothing, now and later: it may be dropped on its way.
  Broken wants() const {
    if constexpr (T::has_wants) {
      return each([this](std::uint64_t i) -> Broken {
        Value x = samples_.value(i);
        bool wanted = program_.wants(x);
        for (std::uint64_t m = 0; m < 4; ++m) {
          const detail::Snapshot before(x);
          const bool changed = apply(i, x, samples_.message(4 * i + m));
          if (!wanted && (changed || !before.still(x)))
            return detail::broken("a vertex takes what it does not want", i);
          if (!wanted && program_.wants(x)) return detail::broken("a vertex wants again", i);
          wanted = program_.wants(x);
        }
        return std::nullopt;
      });
    }
    return std::nullopt;
  }

  // A signal that is a function of the id does not decrease with it, nor does what an arc makes of it.
  Broken ids() const {
    if constexpr (T::signals_id) {
      return each([this](std::uint64_t i) -> Broken {
        const Vertex u = samples_.vertex(2 * i);
        const Vertex v = samples_.vertex(2 * i + 1);
        const Message a = program_.signal(u.id < v.id ? u : v);
        const Message b = program_.signal(u.id < v.id ? v : u);
        if (b < a) return detail::broken("a signal decreases with the id", i);
        const bool kept = !(along(b, 2 * i) < along(a, 2 * i + 1));
        if (!kept) return detail::broken("an arc turns the order of the ids", i);
        return std::nullopt;
      });
    }
    return std::nullopt;
  }

  // In place: apply is improve, and arcs keep the order of what they carry, so that every schedule ends at the same
  // values.
  Broken in_place() const {
    if constexpr (T::in_place) {
      return each([this](std::uint64_t i) -> Broken {
        const Value x = samples_.value(2 * i);
        const Value y = samples_.value(2 * i + 1);
        Value improved = x;
        const bool changed = apply(i, improved, y);
        const Value best = Combine::combine(x, y);
        if (!detail::same(improved, best)) return detail::broken("apply is not improve", i);
        if (changed == detail::same(best, x)) return detail::broken("apply says the wrong thing about a change", i);
        if (!detail::same(Combine::combine(carried(x, i), carried(y, i)), carried(best, i))) {
          return detail::broken("an arc does not keep the order of messages", i);
        }
        return std::nullopt;
      });
    }
    return std::nullopt;
  }

  // What arrives as the identity is no message.
  Broken silence() const {
    if constexpr (!T::every_vertex) {
      return each([this](std::uint64_t i) -> Broken {
        const Message m = carried(samples_.value(2 * i), i);
        if (!same_bits(m, Combine::identity())) return std::nullopt;
        Value x = samples_.value(2 * i + 1);
        const detail::Snapshot before(x);
        if (apply(i, x, m) || !before.still(x)) return detail::broken("the identity changes a vertex", i);
        return std::nullopt;
      });
    }
    return std::nullopt;
  }

  // A ghost that remembers the best it sent drops what is not better: it would change nothing.
  Broken ghosts() const {
    if constexpr (T::ghosts_remember) {
      return each([this](std::uint64_t i) -> Broken {
        const Message first = samples_.message(2 * i);
        const Message second = samples_.message(2 * i + 1);
        const Message best = Combine::combine(first, second);
        Value x = samples_.value(i);
        apply(i, x, best);
        const detail::Snapshot after(x);
        if (apply(i, x, first) || apply(i, x, second) || !after.still(x)) {
          return detail::broken("a message changes what a better one left", i);
        }
        return std::nullopt;
      });
    }
    return std::nullopt;
  }

 private:
  template <class Law>
  Broken each(Law law) const {
    for (std::uint64_t i = 0; i < samples_.count; ++i) {
      if (Broken found = law(i)) return found;
    }
    return std::nullopt;
  }

  typename T::Round round(std::uint64_t i) const { return {.number = 1 + i % 3, .vertices = samples_.count}; }
  bool apply(std::uint64_t i, Value& x, Message m) const {
    return T::apply(program_, samples_.vertex(i), x, m, round(i));
  }
  Message along(Message m, std::uint64_t i) const { return T::along(program_, m, samples_.weight(i), round(i)); }
  Message carried(const Value& x, std::uint64_t i) const {
    return along(T::signal(program_, samples_.vertex(i), x, round(i)), i);
  }

  const P& program_;
  const Samples<P>& samples_;
};

// All of them.
template <Program P>
Broken program(const P& program, const Samples<P>& samples) {
  const Check<P> check(program, samples);
  for (const auto law : {&Check<P>::combine, &Check<P>::wants, &Check<P>::ids, &Check<P>::in_place, &Check<P>::silence,
                         &Check<P>::ghosts}) {
    if (Broken found = (check.*law)()) return found;
  }
  return std::nullopt;
}

}  // namespace Atoll::laws
