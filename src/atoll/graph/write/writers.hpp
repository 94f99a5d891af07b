// SPDX-License-Identifier: Apache-2.0
// One function per format. Each first refuses what its format cannot say, then puts the whole graph; the caller
// commits. What a format has no place for is left out, as write.hpp says and losses.hpp tells.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "atoll/base/error.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/graph/write/packed_file.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::writing {

void write_edges(const Graph& graph, PackedFile& file, Crew& crew);  // edge_lists.cpp
void write_csv(const Graph& graph, PackedFile& file, Crew& crew);
void write_el(const Graph& graph, PackedFile& file, Crew& crew);
void write_wel(const Graph& graph, PackedFile& file, Crew& crew);
void write_mtx(const Graph& graph, PackedFile& file, Crew& crew);  // headed.cpp
void write_gr(const Graph& graph, PackedFile& file, Crew& crew);
void write_metis(const Graph& graph, PackedFile& file, Crew& crew);
void write_sg(const Graph& graph, PackedFile& file, Crew& crew);  // gapbs.cpp
void write_wsg(const Graph& graph, PackedFile& file, Crew& crew);
void write_atoll(const Graph& graph, PackedFile& file, Crew& crew);  // atoll.cpp

// visit(u, v, e) for every arc e from u to v, in the order they are stored.
template <class Visit>
void for_arcs(const Graph& graph, PackedFile& file, Visit&& visit) {
  file.expect(graph.arcs);
  std::visit(
      [&](const auto& out) {
        for (std::uint64_t u = 0; u < graph.vertices; ++u) {
          for (std::uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; ++e)
            visit(u, std::uint64_t{out.targets[e]}, e);
          file.advance(out.offsets[u + 1] - out.offsets[u]);
        }
      },
      graph.out);
}

// The weight of arc e after a separator; 1 if the graph has none.
inline void put_weight(const Graph& graph, std::uint64_t e, char separator, PackedFile& file) {
  file.put(separator);
  switch (graph.weights.type) {
    case WeightType::none: return file.put('1');
    case WeightType::integer: return file.put_integer(graph.weights.as<std::int32_t>()[e]);
    case WeightType::real: return file.put_real(graph.weights.as<float>()[e]);
  }
}

[[noreturn]] inline void refuse(const PackedFile& file, std::string what, std::string fix) {
  throw Error(ErrorKind::usage, std::move(what), file.name(), std::move(fix));
}

}  // namespace Atoll::writing
