// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace Atoll::reference {
namespace {

struct Arc {
  std::uint64_t target = 0;
  std::int32_t integer = 1;  // its weight, if integers or none
  float real = 1;            // its weight as a float
};

std::vector<std::vector<Arc>> rows_of(const Graph& graph) {
  std::vector<std::vector<Arc>> rows(graph.vertices);
  std::visit(
      [&](const auto& csr) {
        for (std::uint64_t v = 0; v < graph.vertices; ++v) {
          for (std::uint64_t e = csr.offsets[v]; e < csr.offsets[v + 1]; ++e) {
            Arc arc{.target = csr.targets[e]};
            if (graph.weights.type == WeightType::integer) arc.integer = graph.weights.as<std::int32_t>()[e];
            const bool real = graph.weights.type == WeightType::real;
            arc.real = real ? graph.weights.as<float>()[e] : static_cast<float>(arc.integer);
            rows[v].push_back(arc);
          }
        }
      },
      graph.out);
  return rows;
}

}  // namespace

std::vector<std::uint32_t> bfs_levels(const Graph& graph, std::uint64_t source) {
  const auto rows = rows_of(graph);
  std::vector<std::uint32_t> level(graph.vertices, no_level);
  std::queue<std::uint64_t> queue({source});
  level[source] = 0;
  for (; !queue.empty(); queue.pop()) {
    const std::uint64_t u = queue.front();
    for (const Arc& arc : rows[u]) {
      if (level[arc.target] != no_level) continue;
      level[arc.target] = level[u] + 1;
      queue.push(arc.target);
    }
  }
  return level;
}

std::vector<std::uint64_t> bfs_parents(const Graph& graph, std::uint64_t source) {
  const auto rows = rows_of(graph);
  const std::vector<std::uint32_t> level = bfs_levels(graph, source);
  std::vector<std::uint64_t> parent(graph.vertices, no_vertex);
  parent[source] = source;
  for (std::uint64_t u = graph.vertices; u-- > 0;) {
    if (level[u] == no_level) continue;
    for (const Arc& arc : rows[u]) {
      if (level[arc.target] == level[u] + 1) parent[arc.target] = u;
    }
  }
  return parent;
}

Paths<std::uint64_t> integer_paths(const Graph& graph, std::uint64_t source) {
  const auto rows = rows_of(graph);
  Paths<std::uint64_t> paths{std::vector(graph.vertices, no_distance), std::vector(graph.vertices, no_vertex)};
  using Entry = std::pair<std::uint64_t, std::uint64_t>;  // distance, vertex
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  paths.distance[source] = 0;
  paths.parent[source] = source;
  queue.emplace(0, source);
  while (!queue.empty()) {
    const auto [distance, u] = queue.top();
    queue.pop();
    if (distance != paths.distance[u]) continue;
    for (const Arc& arc : rows[u]) {
      const std::uint64_t sum = distance + static_cast<std::uint64_t>(arc.integer);
      if (sum >= paths.distance[arc.target]) continue;
      paths.distance[arc.target] = sum;
      paths.parent[arc.target] = u;
      queue.emplace(sum, arc.target);
    }
  }
  return paths;
}

Paths<float> float_paths(const Graph& graph, std::uint64_t source) {
  const auto rows = rows_of(graph);
  Paths<float> paths{std::vector(graph.vertices, std::numeric_limits<float>::infinity()),
                     std::vector(graph.vertices, no_vertex)};
  std::deque<std::uint64_t> queue = {source};
  std::vector<bool> queued(graph.vertices, false);
  paths.distance[source] = 0;
  paths.parent[source] = source;
  while (!queue.empty()) {
    const std::uint64_t u = queue.front();
    queue.pop_front();
    queued[u] = false;
    for (const Arc& arc : rows[u]) {
      const float sum = paths.distance[u] + arc.real;
      if (sum >= paths.distance[arc.target]) continue;
      paths.distance[arc.target] = sum;
      paths.parent[arc.target] = u;
      if (!queued[arc.target]) queue.push_back(arc.target);
      queued[arc.target] = true;
    }
  }
  return paths;
}

std::vector<std::uint64_t> components(const Graph& graph) {
  std::vector<std::uint64_t> up(graph.vertices);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) up[v] = v;
  const auto root = [&](std::uint64_t v) {
    while (up[v] != v) v = up[v] = up[up[v]];
    return v;
  };
  const auto rows = rows_of(graph);
  for (std::uint64_t u = 0; u < graph.vertices; ++u) {
    for (const Arc& arc : rows[u]) {
      const auto [low, high] = std::minmax({root(u), root(arc.target)});
      up[high] = low;
    }
  }
  for (std::uint64_t v = 0; v < graph.vertices; ++v) up[v] = root(v);
  return up;
}

std::vector<std::uint64_t> strong_components(const Graph& graph) {
  const auto rows = rows_of(graph);
  std::vector<std::vector<std::uint64_t>> back(graph.vertices);
  for (std::uint64_t u = 0; u < graph.vertices; ++u) {
    for (const Arc& arc : rows[u]) back[arc.target].push_back(u);
  }
  std::vector<std::uint64_t> left;  // vertices as a depth-first search leaves them
  std::vector<bool> seen(graph.vertices, false);
  std::vector<std::pair<std::uint64_t, std::size_t>> path;
  for (std::uint64_t source = 0; source < graph.vertices; ++source) {
    if (seen[source]) continue;
    seen[source] = true;
    path.emplace_back(source, 0);
    while (!path.empty()) {
      auto& [u, next] = path.back();
      if (next == rows[u].size()) {
        left.push_back(u);
        path.pop_back();
      } else if (const std::uint64_t v = rows[u][next++].target; !seen[v]) {
        seen[v] = true;
        path.emplace_back(v, 0);
      }
    }
  }
  std::vector<std::uint64_t> component(graph.vertices, no_vertex);
  for (std::size_t i = left.size(); i-- > 0;) {
    if (component[left[i]] != no_vertex) continue;
    std::vector<std::uint64_t> members = {left[i]};
    component[left[i]] = left[i];
    for (std::size_t m = 0; m < members.size(); ++m) {
      for (const std::uint64_t u : back[members[m]]) {
        if (component[u] != no_vertex) continue;
        component[u] = left[i];
        members.push_back(u);
      }
    }
    const std::uint64_t least = *std::ranges::min_element(members);
    for (const std::uint64_t member : members) component[member] = least;
  }
  return component;
}

Forest spanning_forest(const Graph& graph) {
  const auto rows = rows_of(graph);
  const bool real = graph.weights.type == WeightType::real;
  using Edge = std::tuple<double, std::uint64_t, std::uint64_t>;
  std::vector<Edge> edges;
  for (std::uint64_t u = 0; u < graph.vertices; ++u) {
    for (const Arc& arc : rows[u]) {
      const double weight = real ? double{arc.real} : double{static_cast<double>(arc.integer)};
      edges.emplace_back(weight, std::min(u, arc.target), std::max(u, arc.target));
    }
  }
  std::ranges::sort(edges);
  std::vector<std::uint64_t> up(graph.vertices);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) up[v] = v;
  const auto root = [&](std::uint64_t v) {
    while (up[v] != v) v = up[v] = up[up[v]];
    return v;
  };
  std::vector<std::vector<std::pair<std::uint64_t, double>>> tree(graph.vertices);
  for (const auto& [weight, u, v] : edges) {
    if (root(u) == root(v)) continue;
    up[root(u)] = root(v);
    tree[u].emplace_back(v, weight);
    tree[v].emplace_back(u, weight);
  }
  Forest forest{std::vector(graph.vertices, no_vertex), std::vector(graph.vertices, 0.0)};
  for (std::uint64_t least = 0; least < graph.vertices; ++least) {
    if (forest.parent[least] != no_vertex) continue;
    forest.parent[least] = least;
    std::vector<std::uint64_t> members = {least};
    for (std::size_t m = 0; m < members.size(); ++m) {
      for (const auto& [v, weight] : tree[members[m]]) {
        if (forest.parent[v] != no_vertex) continue;
        forest.parent[v] = members[m];
        forest.weight[v] = weight;
        members.push_back(v);
      }
    }
  }
  return forest;
}

PageRank pagerank(const Graph& graph, const PageRankOptions& options) {
  const auto rows = rows_of(graph);
  const auto n = static_cast<double>(graph.vertices);
  std::vector<double> jump(graph.vertices, options.personal.empty() ? 1 / n : 0.0);
  for (const std::uint64_t v : options.personal) jump[v] = 1 / static_cast<double>(options.personal.size());
  PageRank answer{.rank = std::vector<double>(graph.vertices, 1 / n)};
  while (answer.iterations < options.iterations_max) {
    std::vector<double> next(graph.vertices, 0.0);
    double dangling = 0;
    for (std::uint64_t u = 0; u < graph.vertices; ++u) {
      if (rows[u].empty()) dangling += answer.rank[u];
      for (const Arc& arc : rows[u]) next[arc.target] += answer.rank[u] / static_cast<double>(rows[u].size());
    }
    answer.change = 0;
    for (std::uint64_t v = 0; v < graph.vertices; ++v) {
      const double lost = options.spread_dangling ? dangling : 0;
      next[v] = (1 - options.damping) * jump[v] + options.damping * (next[v] + lost * jump[v]);
      answer.change += std::abs(next[v] - answer.rank[v]);
    }
    answer.rank = std::move(next);
    ++answer.iterations;
    if (options.tolerance > 0 && answer.change <= options.tolerance) break;
  }
  return answer;
}

std::vector<double> dependencies(const Graph& graph, const std::vector<std::uint64_t>& roots) {
  std::vector<std::set<std::uint64_t>> rows(graph.vertices);
  for (std::uint64_t u = 0; const auto& row : rows_of(graph)) {
    for (const Arc& arc : row) rows[u].insert(arc.target);
    ++u;
  }
  std::vector<double> total(graph.vertices, 0.0);
  for (const std::uint64_t root : roots) {
    const std::vector<std::uint32_t> level = bfs_levels(graph, root);
    std::multimap<std::uint32_t, std::uint64_t> by_level;
    for (std::uint64_t v = 0; v < graph.vertices; ++v) {
      if (level[v] != no_level) by_level.emplace(level[v], v);
    }
    std::vector<double> paths(graph.vertices, 0.0);
    std::vector<double> inside(graph.vertices, 0.0);
    paths[root] = 1;
    for (const auto& [at, u] : by_level) {
      for (const std::uint64_t w : rows[u]) paths[w] += level[w] == at + 1 ? paths[u] : 0;
    }
    for (auto entry = by_level.rbegin(); entry != by_level.rend(); ++entry) {
      const auto [at, u] = *entry;
      for (const std::uint64_t w : rows[u]) inside[u] += level[w] == at + 1 ? paths[u] / paths[w] * (1 + inside[w]) : 0;
      total[u] += u == root ? 0 : inside[u];
    }
  }
  return total;
}

Degrees degrees(const Graph& graph) {
  Degrees degrees{std::vector<std::uint64_t>(graph.vertices), std::vector<std::uint64_t>(graph.vertices)};
  const auto rows = rows_of(graph);
  for (std::uint64_t u = 0; u < graph.vertices; ++u) {
    degrees.out[u] = rows[u].size();
    for (const Arc& arc : rows[u]) ++degrees.in[arc.target];
  }
  return degrees;
}

namespace {

// Every arc as an edge of both its ends; a self-loop once.
std::vector<std::vector<Arc>> edges_of(const Graph& graph) {
  const auto rows = rows_of(graph);
  auto edges = rows;
  for (std::uint64_t u = 0; graph.directed && u < graph.vertices; ++u) {
    for (const Arc& arc : rows[u]) {
      if (arc.target != u) edges[arc.target].push_back({u, arc.integer, arc.real});
    }
  }
  return edges;
}

double weight_of(const Graph& graph, const Arc& arc) {
  return graph.weights.type == WeightType::real ? static_cast<double>(arc.real) : static_cast<double>(arc.integer);
}

std::vector<std::set<std::uint64_t>> neighbours_of(const Graph& graph) {
  const auto edges = edges_of(graph);
  std::vector<std::set<std::uint64_t>> neighbours(graph.vertices);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    for (const Arc& arc : edges[v]) {
      if (arc.target != v) neighbours[v].insert(arc.target);
    }
  }
  return neighbours;
}

}  // namespace

std::vector<std::uint32_t> core_numbers(const Graph& graph) {
  auto neighbours = neighbours_of(graph);
  std::vector<std::uint32_t> core(graph.vertices);
  std::set<std::pair<std::size_t, std::uint64_t>> left;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) left.emplace(neighbours[v].size(), v);
  for (std::size_t level = 0; !left.empty();) {
    const auto [degree, v] = *left.begin();
    left.erase(left.begin());
    level = std::max(level, degree);
    core[v] = static_cast<std::uint32_t>(level);
    for (const std::uint64_t w : neighbours[v]) {
      left.erase({neighbours[w].size(), w});
      neighbours[w].erase(v);
      left.emplace(neighbours[w].size(), w);
    }
  }
  return core;
}

bool is_greedy_colouring(const Graph& graph, const std::vector<std::uint32_t>& colour) {
  const auto neighbours = neighbours_of(graph);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    std::set<std::uint32_t> lower;
    for (const std::uint64_t w : neighbours[v]) {
      if (colour[w] == colour[v]) return false;
      if (colour[w] < colour[v]) lower.insert(colour[w]);
    }
    if (lower.size() != colour[v]) return false;
  }
  return true;
}

std::vector<std::uint64_t> dissenters(const Graph& graph, const std::vector<std::uint64_t>& community) {
  const auto edges = edges_of(graph);
  std::vector<std::uint64_t> found;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    std::map<std::uint64_t, double> votes;
    for (const Arc& arc : edges[v]) {
      if (arc.target != v) votes[community[arc.target]] += weight_of(graph, arc);
    }
    double best = 0;
    for (const auto& [label, weight] : votes) best = std::max(best, weight);
    if (votes[community[v]] < best * (1 - 1e-12)) found.push_back(v);
  }
  return found;
}

double modularity(const Graph& graph, const std::vector<std::uint64_t>& community) {
  const auto edges = edges_of(graph);
  std::map<std::uint64_t, double> strength;
  double inside = 0;
  double all = 0;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    for (const Arc& arc : edges[v]) {
      const double weight = weight_of(graph, arc) * (arc.target == v ? 2 : 1);
      all += weight;
      strength[community[v]] += weight;
      if (community[arc.target] == community[v]) inside += weight;
    }
  }
  if (all == 0) return 0;
  double sum = inside / all;
  for (const auto& [label, weight] : strength) sum -= (weight / all) * (weight / all);
  return sum;
}

Triangles triangles(const Graph& graph) {
  const auto rows = rows_of(graph);
  std::vector<std::set<std::uint64_t>> beside(graph.vertices);
  for (std::uint64_t u = 0; u < graph.vertices; ++u) {
    for (const Arc& arc : rows[u]) {
      if (arc.target != u) beside[u].insert(arc.target), beside[arc.target].insert(u);
    }
  }
  Triangles answer{0, std::vector<std::uint64_t>(graph.vertices), std::vector<double>(graph.vertices)};
  for (std::uint64_t u = 0; u < graph.vertices; ++u) {
    for (auto v = beside[u].upper_bound(u); v != beside[u].end(); ++v) {
      for (auto w = std::next(v); w != beside[u].end(); ++w) {
        if (!beside[*v].contains(*w)) continue;
        ++answer.count;
        ++answer.of_vertex[u], ++answer.of_vertex[*v], ++answer.of_vertex[*w];
      }
    }
  }
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    const auto degree = static_cast<double>(beside[v].size());
    if (degree > 1) answer.clustering[v] = 2 * static_cast<double>(answer.of_vertex[v]) / (degree * (degree - 1));
  }
  return answer;
}

}  // namespace Atoll::reference
