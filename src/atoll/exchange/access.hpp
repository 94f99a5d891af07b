// SPDX-License-Identifier: Apache-2.0
// Accesses to memory as the thesis tells them apart (Tables 2.1 and 3.1): where, which way, and in what order. Exchanges
// are counted in these words, machines are measured in them, and the cost model multiplies the two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace Atoll {

enum class Place : std::uint8_t { local, remote };  // in the memory of the part that accesses, or in another's
enum class Operation : std::uint8_t { read, write };
enum class Order : std::uint8_t { sequential, random };

struct Access {
  Place place = Place::local;
  Operation operation = Operation::read;
  Order order = Order::sequential;
  friend constexpr bool operator==(Access, Access) = default;
};

inline constexpr std::array<Access, 8> all_accesses = {{
    {Place::local, Operation::read, Order::sequential},
    {Place::local, Operation::read, Order::random},
    {Place::local, Operation::write, Order::sequential},
    {Place::local, Operation::write, Order::random},
    {Place::remote, Operation::read, Order::sequential},
    {Place::remote, Operation::read, Order::random},
    {Place::remote, Operation::write, Order::sequential},
    {Place::remote, Operation::write, Order::random},
}};

// A value for each kind of access.
template <class Value>
struct PerAccess {
  std::array<Value, all_accesses.size()> values = {};

  constexpr Value& operator[](Access access) { return values[index(access)]; }
  constexpr const Value& operator[](Access access) const { return values[index(access)]; }
  friend constexpr bool operator==(const PerAccess&, const PerAccess&) = default;

 private:
  static constexpr std::size_t index(Access access) {
    return static_cast<std::size_t>(access.place) * 4 + static_cast<std::size_t>(access.operation) * 2 +
           static_cast<std::size_t>(access.order);
  }
};

}  // namespace Atoll
