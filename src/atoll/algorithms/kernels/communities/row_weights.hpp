// SPDX-License-Identifier: Apache-2.0
// The weights along a row of arcs as numbers of one type, chosen once: no weight is 1.
#pragma once

#include <bit>
#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"

namespace Atoll::kernels {

struct NoWeight {};

// W: NoWeight, std::int32_t or float, as the layout says.
template <class W>
class RowWeights {
 public:
  RowWeights(const SharedGraph& graph, std::uint32_t v) : bits_(graph.weights(v)) {}
  double operator[](std::size_t e) const { return static_cast<double>(std::bit_cast<W>(bits_[e])); }

 private:
  ArcWeights bits_;
};

template <>
class RowWeights<NoWeight> {
 public:
  RowWeights(const SharedGraph&, std::uint32_t) {}
  std::uint32_t operator[](std::size_t) const { return 1; }
};

// use(W{}) for the weights of a graph.
template <class Use>
auto with_weights(const SharedGraph& graph, const Use& use) {
  if (!graph.weighted()) return use(NoWeight{});
  return graph.layout().weight_type == WeightType::real ? use(float{}) : use(std::int32_t{});
}

}  // namespace Atoll::kernels
