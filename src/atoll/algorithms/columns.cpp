// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/columns.hpp"

#include <fmt/format.h>

namespace Atoll {

std::uint64_t checked_source(const Layout& layout, const Parameters& parameters) {
  const std::uint64_t source = parameters.count("source");
  if (source < layout.vertices) return source;
  throw Error(ErrorKind::input,
              fmt::format("the source, vertex {}, is not in the graph of {} vertices", source, layout.vertices), {},
              "choose a vertex of the graph");
}

}  // namespace Atoll
