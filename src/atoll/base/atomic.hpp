// SPDX-License-Identifier: Apache-2.0
// Relaxed atomics on plain memory: the threads of one team (and 0-Box across teams) fold updates into shared slots with
// them, a thread that is alone with plain stores. Order between threads comes from meet(), never from here, unless a
// function says otherwise.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>

namespace Atoll {

// Bit for bit: two messages that compare equal may still differ for a compare-and-swap (-0.0), never the other way
// round.
template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;  // NOLINT(bugprone-suspicious-memory-comparison): bits are meant
}

template <class T>
T load_relaxed(const T& slot) {
  return std::atomic_ref<T>(const_cast<T&>(slot)).load(std::memory_order_relaxed);
}

template <class T>
void store_relaxed(T& slot, T value) {
  std::atomic_ref<T>(slot).store(value, std::memory_order_relaxed);
}

// slot = min(slot, value). Returns what it held before, or `value` if that was no more.
template <class T>
T lower_shared(T& slot, T value) {
  const std::atomic_ref<T> held(slot);
  T seen = held.load(std::memory_order_relaxed);
  while (value < seen) {
    if (held.compare_exchange_weak(seen, value, std::memory_order_relaxed)) return seen;
  }
  return value;
}

// How many threads may write a slot in a phase.
enum class Writers { one, many };

// slot = combine(slot, message). Returns whether the slot changed.
template <class Combine, class T>
bool fold_shared(T& slot, T message) {
  std::atomic_ref<T> shared(slot);
  T seen = shared.load(std::memory_order_relaxed);
  for (;;) {
    const T next = Combine::combine(seen, message);
    if (same_bits(next, seen)) return false;
    if (shared.compare_exchange_weak(seen, next, std::memory_order_relaxed)) return true;
  }
}

template <class Combine, Writers writers, class T>
bool fold(T& slot, T message) {
  if constexpr (writers == Writers::many) {
    return fold_shared<Combine>(slot, message);
  } else {
    const T next = Combine::combine(slot, message);
    if (same_bits(next, slot)) return false;
    slot = next;
    return true;
  }
}

}  // namespace Atoll
