// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/generate/plan.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "atoll/base/memory.hpp"
#include "atoll/graph/scatter.hpp"

namespace Atoll::generate {
namespace {

constexpr std::uint64_t most_vertices = std::uint64_t{1} << 40;
constexpr double most_edges = 0x1p56;

void require(bool holds, const char* what, const char* fix) {
  if (!holds) throw Error(ErrorKind::usage, what, {}, fix);
}

void require_share(double share, const char* what) {
  require(share >= 0 && share <= 1, what, "give a number from 0 to 1");
}

void require_vertices(std::uint64_t vertices) {
  require(vertices >= 1 && vertices <= most_vertices, "the number of vertices is out of range", "give 1 to 2^40");
}

std::uint64_t vertices_of_scale(int scale) {
  require(scale >= 1 && scale <= 40, "the scale is out of range", "give 1 to 40: a graph has 2^scale vertices");
  return std::uint64_t{1} << scale;
}

double edges_of_degree(double degree, std::uint64_t vertices) {
  require(degree >= 0 && degree <= 0x1p20, "the degree is out of range", "give 0 to 2^20 edges per vertex");
  return std::round(degree * static_cast<double>(vertices));
}

double pairs(std::uint64_t vertices, bool directed) {
  const auto n = static_cast<double>(vertices);
  return n * (n - 1) / (directed ? 1 : 2);
}

struct Planner {
  const Options& options;

  Plan operator()(const Kronecker& k) const {
    const std::uint64_t vertices = vertices_of_scale(k.scale);
    for (const double share : {k.a, k.b, k.c}) require_share(share, "a Kronecker quadrant has no valid probability");
    require(k.a + k.b + k.c <= 1 + 1e-9, "the Kronecker probabilities a + b + c exceed 1", "lower one of them");
    return {.vertices = vertices, .edges = edges_of_degree(k.degree, vertices)};
  }
  Plan operator()(const Uniform& u) const {
    const std::uint64_t vertices = vertices_of_scale(u.scale);
    return {.vertices = vertices, .edges = edges_of_degree(u.degree, vertices)};
  }
  Plan operator()(const ErdosRenyi& e) const {
    require_vertices(e.vertices);
    require_share(e.probability, "the probability of an edge is out of range");
    return {.vertices = e.vertices, .edges = e.probability * pairs(e.vertices, options.directed), .simple = true};
  }
  Plan operator()(const Grid& g) const {
    require(g.rows >= 1 && g.columns >= 1 && g.rows <= most_vertices / g.columns,
            "the grid's rows or columns are out of range", "give at least 1 of each and at most 2^40 vertices");
    require_share(g.holes, "the share of holes is out of range");
    const auto rows = static_cast<double>(g.rows), columns = static_cast<double>(g.columns);
    const double streets = (rows * (columns - 1) + columns * (rows - 1)) * (1 - g.holes) * (1 - g.holes);
    return {.vertices = g.rows * g.columns, .edges = options.directed ? 2 * streets : streets, .simple = true};
  }
  Plan operator()(const Path& p) const { return line(p.vertices); }
  Plan operator()(const Star& s) const { return line(s.vertices); }
  Plan operator()(const Complete& c) const {
    require_vertices(c.vertices);
    return {.vertices = c.vertices, .edges = pairs(c.vertices, options.directed), .simple = true};
  }

  static Plan line(std::uint64_t vertices) {
    require_vertices(vertices);
    return {.vertices = vertices, .edges = static_cast<double>(vertices - 1), .simple = true};
  }
};

}  // namespace

Plan plan(const Shape& shape, const Options& options) {
  Plan plan = std::visit(Planner{options}, shape);
  require(plan.edges <= most_edges, "the graph has too many edges", "ask for at most 2^56");
  const bool narrow = plan.vertices <= std::numeric_limits<std::uint32_t>::max();
  require(narrow || options.width != IdWidth::narrow, "the vertices do not fit 32-bit ids", "ask for 64-bit ids");
  plan.wide = !narrow || options.width == IdWidth::wide;
  return plan;
}

std::uint64_t estimated_bytes(const Shape& shape, const Options& options) {
  const Plan p = plan(shape, options);
  const double id = p.wide ? 8 : 4;
  const double weight = options.weights == DrawnWeights::none ? 0 : 4;
  const std::size_t aside = p.wide ? bytes_aside<std::uint64_t>(p.vertices) : bytes_aside<std::uint32_t>(p.vertices);
  const double list = p.edges * (2 * id + weight);  // which is released before there are offsets
  const double offsets = 8 * static_cast<double>(p.vertices + 1);
  const double placed = p.edges * (options.directed ? 1 : 2) * (id + weight + static_cast<double>(aside));
  return static_cast<std::uint64_t>(placed + std::max(list, offsets));
}

void check_memory(const Shape& shape, const Options& options, const Machine& machine) {
  const std::uint64_t needed = estimated_bytes(shape, options);
  const std::uint64_t limit = memory::limit_bytes();
  std::uint64_t most = limit;
  if (most == 0 && machine.is_here) {
    for (const Domain& domain : machine.domains) most += domain.memory_bytes;
  }
  if (most == 0 || memory::current_bytes() + needed <= most) return;
  throw Error(ErrorKind::resource,
              fmt::format("out of memory: drawing this graph takes about {}, {} {}", bytes_text(needed),
                          limit == 0 ? "this machine has" : "there are", bytes_text(most)),
              {},
              (limit == 0 ? "" : memory::way_to_bytes(memory::current_bytes() + needed) + ", or ") +
                  "ask for fewer vertices or edges");
}

}  // namespace Atoll::generate
