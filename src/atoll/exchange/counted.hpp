// SPDX-License-Identifier: Apache-2.0
// Runs that are counted. Counted<P> computes what P does; it only tells the exchange and the engine, at compile time,
// to count what they access. They do so where they access it: the order and the operation are what the code there does,
// the place is found by the address, among the segments of all parts. For any other program a counter is empty and
// leaves no instruction behind. What travels in packets is not counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "atoll/algebra/program.hpp"
#include "atoll/exchange/access_counts.hpp"
#include "atoll/partition/layout.hpp"

namespace Atoll {

template <Program P>
struct Counted : P {
  static constexpr bool counted = true;
};

template <class P>
inline constexpr bool is_counted = requires { P::counted; };

// Whose memory an address lies in.
class Chart {
 public:
  explicit Chart(int parts) : segments_(static_cast<std::size_t>(parts)) {}

  // Several threads may add to different parts at once.
  template <class Elements>
  void add(int part, const Elements& elements) {
    segments_[static_cast<std::size_t>(part)].push_back(std::as_bytes(std::span(elements)));
  }
  void add_arcs(int part, const Layout& layout);

  // An address in no segment is a bug of who accessed it, or of who allocated it.
  Place place(int part, const void* address) const;

 private:
  void add_view(int part, const PartView& view);
  bool holds(int part, const void* address) const;

  std::vector<std::vector<std::span<const std::byte>>> segments_;  // [part]
};

// Counts what one worker accesses for one part.
class Counter {
 public:
  // Makes the counts if there are none yet.
  Counter(const Chart& chart, int part, Effort effort, std::unique_ptr<AccessCounts>& counts);

  template <class T>
  void read(Subject subject, Order order, const T* at, std::uint64_t elements = 1) const {
    count(subject, Operation::read, order, at, elements, sizeof(T));
  }
  // One element of so many bytes.
  void read_bytes(Subject subject, Order order, const std::byte* at, std::size_t bytes) const {
    count(subject, Operation::read, order, at, 1, bytes);
  }
  template <class T>
  void write(Subject subject, Order order, const T* at, std::uint64_t elements = 1) const {
    count(subject, Operation::write, order, at, elements, sizeof(T));
  }
  // What was there was read, and written if that changed it.
  template <class T>
  void update(Subject subject, Order order, const T* at, bool changed) const {
    count(subject, changed ? Operation::write : Operation::read, order, at, 1, sizeof(T));
  }

 private:
  void count(Subject subject, Operation operation, Order order, const void* at, std::uint64_t elements,
             std::size_t bytes) const;

  const Chart* chart_;
  AccessCounts* counts_;
  int part_;
  Effort effort_;
};

// The same for runs that are not counted: nothing.
struct NoChart {
  explicit NoChart(int) {}
  template <class Elements>
  void add(int, const Elements&) const {}
};
struct NoCounter {
  template <class T>
  void read(Subject, Order, const T*, std::uint64_t = 1) const {}
  void read_bytes(Subject, Order, const std::byte*, std::size_t) const {}
  template <class T>
  void write(Subject, Order, const T*, std::uint64_t = 1) const {}
  template <class T>
  void update(Subject, Order, const T*, bool) const {}
};

template <Program P>
using ChartOf = std::conditional_t<is_counted<P>, Chart, NoChart>;
template <Program P>
using CounterOf = std::conditional_t<is_counted<P>, Counter, NoCounter>;

}  // namespace Atoll
