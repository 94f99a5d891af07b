// SPDX-License-Identifier: Apache-2.0
// The catalog: all that the C++ API, the command line, Python, tests and reports know of an algorithm. Adding one is
// two files and a line in catalog.cpp. Answers are in the user's vertices; `check` is a certificate of the answer.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/execute.hpp"

namespace Atoll {

// A column of an answer, one entry per vertex. Vertices are named by label where shown; `missing` marks entries shown
// empty: all bits set in an integer or id, infinity in a float.
struct Column {
  std::string name;
  std::variant<IdArray, Array<std::uint32_t>, Array<std::uint64_t>, Array<float>, Array<double>> values;
};

// A number about the whole answer: "reached", "depth", "residual".
struct Fact {
  std::string name;
  std::variant<std::uint64_t, double> value;
};

struct Answer {
  std::vector<Column> columns;
  std::vector<Fact> facts;
  RunStatistics statistics;
  double aggregation_seconds = 0;  // from parts to the user's order
  double check_value = 0;          // what a certificate measures (the residual of PageRank)

  const Column& column(std::string_view name) const;
};

// Value of a parameter: a vertex or count, a real, or one of some words.
using ParameterValue = std::variant<std::uint64_t, double, std::string>;

struct Parameter {
  std::string name;
  std::string help;
  ParameterValue fallback;
  bool is_vertex = false;               // a number inside, a label outside
  std::vector<std::string> words = {};  // the choices, if the value is a word
};

class Parameters {
 public:
  void set(const std::string& name, ParameterValue value) { values_[name] = std::move(value); }
  std::uint64_t count(const std::string& name) const;  // each: ATOLL_CHECKs that it was set, with this type
  double real(const std::string& name) const;
  const std::string& word(const std::string& name) const;

 private:
  std::map<std::string, ParameterValue> values_;
};

enum class DirectionChoice : std::uint8_t { automatic, push, pull };

// How to run, as the user says it.
struct RunChoice {
  ExchangeKind exchange = ExchangeKind::two_box;
  DirectionChoice direction = DirectionChoice::automatic;
  double alpha = 15;
  double beta = 18;
};

// What an algorithm asks of its layout.
struct Needs {
  bool push = true;
  bool pull = false;
  bool weights = false;
  bool source_ids = false;
  bool both_ways = false;  // a directed graph is symmetrised first
};

struct Algorithm {
  std::string name;
  std::string summary;
  std::string example;  // a command line
  std::vector<Parameter> parameters;
  std::vector<std::string> columns;
  Needs (*needs)(DirectionChoice direction);
  // Throws Error(input) if the graph is not one for this algorithm (negative weights).
  Answer (*run)(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                const Watch& watch);
  certify::Verdict (*check)(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew);
  // Bytes of a run beyond the layout: an upper bound from counts alone.
  std::uint64_t (*estimate)(std::uint64_t vertices, std::uint64_t ghosts, bool wide);
};

std::span<const Algorithm> catalog();
const Algorithm& algorithm(const std::string& name);  // Throws Error(usage) listing the names.

// The parameters of an algorithm, at their fallbacks.
Parameters defaults(const Algorithm& algorithm);

// From a graph to the layout an algorithm needs: symmetrise if asked to, partition, lay out. The graph's arcs are
// consumed; its labels and counts stay. Throws Error(usage | input | resource | cancelled).
struct PartitionChoice {
  std::string strategy = "random";  // as partition::named
  int parts = 0;                    // 0: one per domain with cores
  std::uint64_t seed = 1;
  Placement placement = Placement::partitioned;
};
Layout prepare(Graph& graph, const Needs& needs, const PartitionChoice& choice, Crew& crew, const Watch& watch);

}  // namespace Atoll
