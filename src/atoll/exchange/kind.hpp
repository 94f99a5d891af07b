// SPDX-License-Identifier: Apache-2.0
// What users and steering choose from: a direction, and one of the exchanges.
#pragma once

#include <cstdint>
#include <string_view>

namespace Atoll {

enum class Direction : std::uint8_t { push, pull };
constexpr std::string_view name_of(Direction direction) { return direction == Direction::push ? "push" : "pull"; }

enum class ExchangeKind : std::uint8_t { zero_box, one_box, two_box, binned };

// Whether it works in one address space, where a slot is the same for every part; others have ghosts.
constexpr bool shares_slots(ExchangeKind kind) {
  return kind == ExchangeKind::zero_box || kind == ExchangeKind::binned;
}

struct NamedExchange {
  std::string_view name;
  ExchangeKind kind;
};
inline constexpr NamedExchange named_exchanges[] = {
    {"zero-box", ExchangeKind::zero_box},
    {"one-box", ExchangeKind::one_box},
    {"two-box", ExchangeKind::two_box},
    {"binned", ExchangeKind::binned},
};

}  // namespace Atoll
