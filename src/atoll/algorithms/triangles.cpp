// SPDX-License-Identifier: Apache-2.0
// Triangles, clustering and transitivity as in Watts and Strogatz (1998) and NetworkX.
#include "atoll/algorithms/kernels/triangles/triangles.hpp"

#include <utility>

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice) { return {.both_ways = true, .shared = true}; }

std::vector<std::string> columns_of(const Parameters& parameters) {
  if (parameters.word("answer") == "count") return {};
  return {"triangles", "clustering"};
}

// The share of the pairs of neighbours that are neighbours; 0 where there is no pair.
double clustering_of(std::uint64_t triangles, std::uint64_t degree) {
  if (degree < 2) return 0;
  return 2 * static_cast<double>(triangles) / (static_cast<double>(degree) * static_cast<double>(degree - 1));
}

struct Sums {
  double clustering = 0;
  WideSum wedges = 0;  // of a few hubs beside 2^31 vertices, more than 64 bits hold
};

void state_vertices(Answer& answer, kernels::TriangleCounts& counts, Crew& crew) {
  const std::uint64_t vertices = counts.of_vertex.size();
  Array<double> clustering(vertices);
  const auto add = [&](Sums& sum, std::uint64_t v) {
    const std::uint64_t degree = counts.degrees[v];
    clustering[v] = clustering_of(counts.of_vertex[v], degree);
    sum.clustering += clustering[v];
    sum.wedges += degree < 2 ? 0 : degree * (degree - 1) / 2;
  };
  const auto join = [](Sums& sum, const Sums& other) {
    sum.clustering += other.clustering;
    sum.wedges += other.wedges;
  };
  const auto sums = reduce<Sums>(vertices, add, join, crew);
  const auto share = [](double part, double whole) { return whole == 0 ? 0 : part / whole; };
  const auto wedges = static_cast<double>(sums.wedges);
  answer.facts.push_back({"transitivity", share(3 * static_cast<double>(counts.triangles), wedges)});
  answer.facts.push_back({"clustering_mean", share(sums.clustering, static_cast<double>(vertices))});
  answer.columns.push_back({"triangles", std::move(counts.of_vertex)});
  answer.columns.push_back({"clustering", std::move(clustering)});
}

Answer run(const Layout& layout, const Parameters& parameters, const RunChoice&, Crew& crew, const Watch& watch) {
  const Stopwatch clock;
  Answer answer;
  const bool by_vertex = parameters.word("answer") == "vertices";
  const kernels::SharedGraph graph(layout, *layout.push);
  kernels::TriangleCounts counts = kernels::count_triangles(graph, by_vertex, crew, watch);
  answer.statistics = std::move(counts.statistics);
  answer.facts = {{"triangles", counts.triangles}};
  if (by_vertex) state_vertices(answer, counts, crew);
  answer.statistics.seconds = clock.seconds();
  return answer;
}

certify::Verdict check(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew) {
  certify::TriangleClaim claim{.triangles = answer.fact<std::uint64_t>("triangles")};
  if (parameters.word("answer") == "vertices") {
    claim.of_vertex = answer.as<Array<std::uint64_t>>("triangles");
    claim.clustering = answer.as<Array<double>>("clustering");
    claim.transitivity = answer.fact<double>("transitivity");
  }
  certify::Verdict verdict = certify::triangles(layout, claim, crew);
  if (claim.clustering.empty()) return verdict;
  return and_as_told(std::move(verdict), [&] { return clustering_as_told(answer, crew); });
}

// Ranks, where rows begin, a copy of the edges, bitmaps of as many bytes.
std::uint64_t estimate(std::uint64_t vertices, std::uint64_t, bool) { return vertices * (4 + 8); }

std::optional<std::uint64_t> kernel_estimate(const Layout& layout, const Parameters& parameters, Aids, Crew& crew) {
  constexpr std::uint64_t of_edge = 4;
  const bool by_vertex = parameters.word("answer") == "vertices";
  // What is told, and how it is counted: degrees twice, triangles once and for each thread those of hubs, clustering.
  const std::uint64_t told = by_vertex ? layout.vertices * (2 * 4 + 2 * 8 + 8) : 0;
  const auto threads = static_cast<std::uint64_t>(crew.threads());
  return estimate(layout.vertices, 0, layout.wide) + told + 2 * of_edge * (layout.arcs / 2) +
         threads * kernels::triangle_bytes_of_thread(layout.vertices, layout.arcs, by_vertex);
}

}  // namespace

Algorithm entries::triangles() {
  return {
      .name = "triangles",
      .aliases = {"tc"},
      .done_by = {"clustering", "transitivity"},
      .summary = "Triangle counting: sets of three vertices that are all neighbours, directions ignored",
      .example = "atoll triangles friends.csv --answer vertices --output clustering.tsv",
      .parameters = {{.name = "answer",
                      .help = "count: of the whole graph; vertices: also of every vertex, with its local clustering",
                      .fallback = "count",
                      .words = {"count", "vertices"},
                      .for_columns = "vertices"}},
      .columns = {"triangles", "clustering"},
      .columns_of = columns_of,
      .needs = needs,
      .run = run,
      .check = check,
      .estimate = estimate,
      .kernel_estimate = kernel_estimate};
}

}  // namespace Atoll
