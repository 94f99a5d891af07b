// SPDX-License-Identifier: Apache-2.0
// How messages combine. Laws (tested on random values, see laws.hpp): combine is associative and commutative with
// identity; saturated(a) means combine(a, b) == a for every b; idempotent means combine(a, a) == a.
// The laws license any exchange, any grouping and any schedule.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace Atoll {

template <class C, class M>
concept Monoid = requires(M a, M b) {
  { C::identity() } -> std::same_as<M>;
  { C::combine(a, b) } -> std::same_as<M>;
  { C::saturated(a) } -> std::same_as<bool>;
  { C::idempotent } -> std::convertible_to<bool>;
};

namespace algebra {
template <class T>
constexpr T greatest() {
  if constexpr (std::numeric_limits<T>::has_infinity) {
    return std::numeric_limits<T>::infinity();
  } else {
    return std::numeric_limits<T>::max();
  }
}

template <class T>
constexpr T least() {
  if constexpr (std::numeric_limits<T>::has_infinity) {
    return -std::numeric_limits<T>::infinity();
  } else {
    return std::numeric_limits<T>::lowest();
  }
}
}  // namespace algebra

// Associative only to rounding for floating point.
template <class T>
struct Sum {
  static constexpr bool idempotent = false;
  static constexpr T identity() { return T{0}; }
  static constexpr T combine(T a, T b) { return a + b; }
  static constexpr bool saturated(T) { return false; }
};

template <class T>
struct Min {
  static constexpr bool idempotent = true;
  static constexpr T identity() { return algebra::greatest<T>(); }
  static constexpr T combine(T a, T b) { return b < a ? b : a; }
  static constexpr bool saturated(T a) { return a == algebra::least<T>(); }
};

template <class T>
struct Max {
  static constexpr bool idempotent = true;
  static constexpr T identity() { return algebra::least<T>(); }
  static constexpr T combine(T a, T b) { return a < b ? b : a; }
  static constexpr bool saturated(T a) { return a == algebra::greatest<T>(); }
};

// Bitwise; saturated when every bit is set.
template <std::unsigned_integral T>
struct Or {
  static constexpr bool idempotent = true;
  static constexpr T identity() { return T{0}; }
  static constexpr T combine(T a, T b) { return static_cast<T>(a | b); }
  static constexpr bool saturated(T a) { return static_cast<T>(~a) == T{0}; }
};

}  // namespace Atoll
