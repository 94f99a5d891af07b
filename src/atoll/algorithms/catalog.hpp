// SPDX-License-Identifier: Apache-2.0
// The catalog: all that the C++ API, the command line, Python, tests and reports know of an algorithm. Adding one is
// two files and a line in catalog.cpp. Answers are in the user's vertices; `check` is a certificate of the answer.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "atoll/algorithms/certify.hpp"
#include "atoll/base/error.hpp"
#include "atoll/engine/statistics.hpp"
#include "atoll/engine/steering.hpp"
#include "atoll/exchange/kind.hpp"
#include "atoll/model/adviser.hpp"
#include "atoll/model/layout_choice.hpp"
#include "atoll/model/probe.hpp"

namespace Atoll {

// A column of an answer, one entry per vertex. Vertices are named by label where shown; `missing` marks entries shown
// empty: all bits set in an unsigned integer or id, infinity in a float; a signed integer is always there.
struct Column {
  std::string name;
  std::variant<IdArray, Array<std::uint32_t>, Array<std::uint64_t>, Array<std::int32_t>, Array<float>, Array<double>>
      values;
};

// Something about the whole answer: "reached", "depth", "residual", "converged".
struct Fact {
  std::string name;
  std::variant<std::uint64_t, std::int64_t, double, bool> value;
};

struct Answer {
  std::vector<Column> columns;
  std::vector<Fact> facts;
  RunStatistics statistics;
  double aggregation_seconds = 0;  // from parts to the user's order
  double check_value = 0;          // what a certificate measures (the residual of PageRank)
  std::vector<std::string> notes;  // what a user should know of this answer, a line each

  // Each throws Error(usage) that names what there is.
  const Column& column(std::string_view name) const;
  template <class Values>
  const Values& as(std::string_view name) const;  // the values of a column: IdArray or Array<...>
  template <class Value>
  Value fact(std::string_view name) const;  // std::uint64_t, std::int64_t, double or bool
};

// Value of a parameter: a vertex or count, a real, one of some words, or a list of vertices.
using ParameterValue = std::variant<std::uint64_t, double, std::string, std::vector<std::uint64_t>>;

// What a number may be: [least, below).
struct Range {
  double least = 0;
  double below = std::numeric_limits<double>::infinity();
};

struct Parameter {
  std::string name;
  std::string help;
  ParameterValue fallback;
  bool is_vertex = false;               // or a list of them: numbers inside, labels outside
  std::vector<std::string> words = {};  // the choices, if the value is a word
  Range range = {};                     // if it is a number, and no vertex
  std::string instead_of = {};          // a parameter that is left at its fallback where this one is not
  std::string for_columns = {};         // the word that who wants columns means, where the fallback has none
};

// Values for the parameters of an algorithm, at their fallbacks until set.
class Parameters {
 public:
  Parameters() = default;
  explicit Parameters(std::vector<Parameter> known);

  // Throws Error(usage) where there is no such parameter, or the value is of another type or not one of its words.
  void set(const std::string& name, ParameterValue value);
  std::uint64_t count(const std::string& name) const;  // each: ATOLL_CHECKs that there is one of this type
  double real(const std::string& name) const;
  const std::string& word(const std::string& name) const;
  const std::vector<std::uint64_t>& vertices(const std::string& name) const;

  // What can be judged without a graph: throws Error(usage) for a number that is out of its range, and for two
  // parameters of which one stands instead of the other. Where vertices lead is not looked at.
  void check() const;

 private:
  bool changed(const std::string& name) const;  // from the fallback

  std::vector<Parameter> known_;
  std::map<std::string, ParameterValue> values_;
};

enum class DirectionChoice : std::uint8_t { automatic, push, pull };

// What an algorithm prepared, and for whom.
struct Preparation {
  Preparation(const Layout* made_of, Crew* served) : layout(made_of), crew(served) {}
  virtual ~Preparation() = default;
  // Whether it is what a run with these parameters profits from; if not, the run does without.
  virtual bool suits(const Parameters&) const { return true; }
  const Layout* layout;
  Crew* crew;
};
// Throws Error(usage): it was made of another layout, for another crew, or by another algorithm.
[[noreturn]] void refuse_preparation();

// How to run, as the user says it.
struct RunChoice {
  std::optional<ExchangeKind> exchange = {};  // none: the cheapest by the model; in one address space 0-Box
  DirectionChoice direction = DirectionChoice::automatic;
  std::optional<double> alpha = {};  // of the rule for directions; none: that of Steering
  std::optional<double> beta = {};
  std::shared_ptr<const Probe> probe = {};         // of the machine, for the model; none: the machine of the thesis
  std::function<void(const Model&)> explain = {};  // hears the model of every program, and has it forecast
  bool plain = false;                              // the vertex program, also where a specialised kernel ships
  bool counted = false;                            // the vertex program, and its accesses to memory are counted
  std::shared_ptr<Preparation> prepared = {};      // what Algorithm::prepare made of the layout, for many runs

  bool is_tuned() const { return alpha || beta; }
};

// What `Made` prepared for the run, of this layout for this crew; null: nothing. Throws Error(usage) if it was another.
template <class Made>
Made* prepared_for(const RunChoice& choice, const Layout& layout, const Crew& crew) {
  if (choice.prepared == nullptr) return nullptr;
  auto* const made = dynamic_cast<Made*>(choice.prepared.get());
  if (made == nullptr || made->layout != &layout || made->crew != &crew) refuse_preparation();
  return made;
}

// What an algorithm asks of its layout.
struct Needs {
  bool push = true;
  bool pull = false;
  bool weights = false;
  bool source_ids = false;
  bool pull_if_there = false;  // a pull of a directed graph that has its arcs turned round already
  bool both_ways = false;      // a directed graph is symmetrised first
  bool shared = false;         // one address space (Arrangement::shared): no vertex program, so only 0-Box can carry it
  bool joined = false;         // no program will run part by part: parts of one domain may be laid out as one
  // That will run, for the choice of a layout; none: one of 8 bytes a vertex.
  std::vector<PlannedProgram> programs = {};
};

// What `prepare` makes for a kernel: nothing, or it is yet to be made, or it is there.
enum class Aids : std::uint8_t { none, to_be_made, made };

struct Algorithm {
  std::string name;
  std::vector<std::string> aliases = {};  // what it is called elsewhere
  std::vector<std::string> done_by = {};  // names of ways to do it, here or elsewhere, and of its like
  std::string summary;
  std::string example;  // a command line
  std::vector<Parameter> parameters;
  std::vector<std::string> columns;
  // Which of them the answer to a question has. Null: all.
  std::vector<std::string> (*columns_of)(const Parameters& parameters) = nullptr;
  // What needs weights of at least 0, in words: "shortest paths". Empty: any weights will do.
  std::string nonnegative = {};
  Needs (*needs)(DirectionChoice direction);
  // What is enough for its kernel, if vertices are in the user's order: see needs_of. Null: it has none beside a program.
  Needs (*kernel_needs)() = nullptr;
  // Give the crew the same watch: loops of Crew::for_chunks poll the crew's.
  // Throws Error(usage) as Parameters::check, Error(input) if the graph is not one for this algorithm.
  Answer (*run)(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                const Watch& watch);
  // What many runs over a layout with such parameters profit from, no piece of an answer. Null: nothing.
  // The layout and the crew must outlive it, where they are.
  std::shared_ptr<Preparation> (*prepare)(const Layout& layout, const Parameters& parameters, Crew& crew) = nullptr;
  certify::Verdict (*check)(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew);
  // Bytes of a run beyond the layout, at most: of its program, from counts alone; see estimated_bytes.
  std::uint64_t (*estimate)(std::uint64_t vertices, std::uint64_t ghosts, bool wide);
  // And of its kernel, with what makes that faster. None: the program runs on such a layout. Null: as estimated above.
  std::optional<std::uint64_t> (*kernel_estimate)(const Layout& layout, const Parameters& parameters, Aids aids,
                                                  Crew& crew) = nullptr;
};

std::span<const Algorithm> catalog();
const Algorithm& algorithm(const std::string& name);  // Or an alias. Throws Error(usage) listing the names.

// The parameters of an algorithm, at their fallbacks.
Parameters defaults(const Algorithm& algorithm);

// From a graph to the layout an algorithm needs: symmetrise if asked to, partition, lay out. A pull of a directed graph
// takes the arcs turned round that the graph has, or turns them; rows in an order of their own stay in it if `prepared`,
// and go back to the user's if not. The graph's arcs are consumed, also by an error: a second call on the same graph is
// an Error(usage), so lay out once for the needs of all that is to be run. Its labels and counts stay.
// Throws Error(usage | input | resource | cancelled).
struct PartitionChoice {
  std::string strategy = {};  // as partition::named; empty: random, but contiguous where parts are joined
  int parts = 0;              // 0: one per domain with cores
  std::uint64_t seed = 1;
  Placement placement = Placement::partitioned;
  // 0-Box and bins get one address space, in which every part names every vertex directly, and boxes get ghosts. None: the
  // layout that is predicted to be the cheaper one for the programs that will run.
  std::optional<ExchangeKind> exchange = {};
  std::shared_ptr<const Probe> probe = {};  // of the machine, for the model; none: the machine of the thesis
  std::function<void(const LayoutForecast&)> explain = {};  // hears what was predicted, if a layout is chosen so
  // One part: the vertices in an order that kernels profit from, hubs first, where degrees are uneven.
  bool prepared = false;
  // The graph keeps its arcs, beside the layout's, for another layout; not where it must be symmetrised or ordered.
  bool keep_graph = false;
};
Layout prepare(Graph& graph, const Needs& needs, const PartitionChoice& choice, Crew& crew, const Watch& watch);

// Whether the model chooses the layout of programs that will run with these needs: there are several parts, and nobody
// asked for an exchange.
bool is_layout_free(const Needs& needs, const PartitionChoice& choice, const Crew& crew);

// What a run will ask of its layout: the algorithm's needs, or those of its kernel where that will run and they are less.
// Kernels run on one part, and on parts that can be joined: they share a domain, and nobody asked for an exchange.
Needs needs_of(const Algorithm& algorithm, const RunChoice& run, const PartitionChoice& choice, const Graph& graph,
               const Crew& crew);

// Bytes of a run beyond the layout, at most: of the kernel, where that will carry it, or of the program and, where it
// pushes by bins, of these. `prepares`: what many runs profit from is made before, unless the choice has it.
std::uint64_t estimated_bytes(const Algorithm& algorithm, const Layout& layout, const Parameters& parameters,
                              const RunChoice& choice, bool prepares, Crew& crew);

namespace catalog_detail {
[[noreturn]] void refuse(std::string_view what, std::string_view name);
}

template <class Values>
const Values& Answer::as(std::string_view name) const {
  const Values* values = std::get_if<Values>(&column(name).values);
  if (values == nullptr) catalog_detail::refuse("the values of the column are of another type", name);
  return *values;
}

template <class Value>
Value Answer::fact(std::string_view name) const {
  for (const Fact& fact : facts) {
    if (fact.name != name) continue;
    if (const Value* value = std::get_if<Value>(&fact.value)) return *value;
    catalog_detail::refuse("the fact is of another type", name);
  }
  catalog_detail::refuse("the answer has no such fact", name);
}

}  // namespace Atoll
