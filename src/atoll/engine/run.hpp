// SPDX-License-Identifier: Apache-2.0
// A run: init, then supersteps until nothing is active, the program is done, or the round limit is reached. It is given
// one exchange, or several of which steering takes one for each superstep.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "atoll/engine/carrier_of.hpp"
#include "atoll/engine/statistics.hpp"
#include "atoll/engine/steering.hpp"

namespace Atoll {

struct RunOptions {
  Steering steering;
  std::uint64_t rounds_max = ~std::uint64_t{0};
};

// The course of a run, the same for every program and exchange.
class Course {
 public:
  // Throws Error(usage) if the layout lacks a direction that the steering may choose, or what the program reads.
  Course(const ProgramTraits& program, const Layout& layout, const RunOptions& options, Crew& crew, const Watch& watch);

  // Runs once. With several carriers, the adviser of the steering knows them by their order.
  void run(Vertices& vertices, std::span<Carrier* const> carriers);

  const RunStatistics& statistics() const { return statistics_; }
  const Crew& crew() const { return crew_; }

 private:
  bool in_one_space() const { return layout_.arrangement == Arrangement::shared; }
  bool scanned_once() const;
  void check(std::span<Carrier* const> carriers) const;
  void prepare(Member& me);
  void begin();
  void conclude();
  void next_superstep();
  Dealing dealing(bool consumes) const;
  void gather();
  void record();
  std::shared_ptr<const AccessCounts> accesses(int part) const;
  double waiting(int part, double seconds, const PartSeconds& busy) const;
  void summarise();

  const ProgramTraits program_;
  const Layout& layout_;
  const RunOptions options_;
  Crew& crew_;
  const Watch& watch_;
  Decks decks_;
  Dealer dealer_;
  std::vector<Member*> members_;
  std::vector<int> served_;  // [teams]: how many parts
  Vertices* vertices_ = nullptr;
  std::span<Carrier* const> carriers_;
  bool shares_sources_ = false;  // a carrier does
  // What the leader decides between supersteps, and everybody reads during one.
  std::uint64_t round_ = 0;
  Choice choice_;
  bool stop_ = false;
  Dealing dealing_ = Dealing::by_piece;
  Frontier before_;
  Frontier now_;
  std::vector<Frontier> active_in_parts_;  // now_, except where every vertex is active
  std::uint64_t scanned_ = layout_.arcs;   // by the superstep before; at first, by any
  std::uint64_t pushed_ = 0;               // arcs, by all pushes so far
  Frontier unexplored_{layout_.vertices, layout_.arcs};
  Stopwatch clock_;
  std::vector<double> computation_ = std::vector<double>(static_cast<std::size_t>(layout_.parts()));  // processor time
  RunStatistics statistics_;
};

// The state and the steps of a program on a layout, and their course.
template <Program P>
class Run {
 public:
  // The layout must have the directions that the steering may choose, the weights and the ids the program asks for.
  Run(const P& program, const Layout& layout, const RunOptions& options, Crew& crew, const Watch& watch);

  template <class... X>
  void operator()(X&... exchanges) {
    static_assert(sizeof...(X) == 1 || (!SharesSources<X> && ...), "one exchange shares sources, or none");
    auto carriers = std::make_tuple(std::make_unique<CarrierOf<P, X&>>(vertices_, exchanges)...);
    std::apply([this](auto&... carrier) { this->through({carrier.get()...}); }, carriers);
  }
  void through(std::initializer_list<Carrier*> carriers) { through(std::span(carriers.begin(), carriers.size())); }
  void through(std::span<Carrier* const> carriers);

  State<P>& state() { return state_; }
  VerticesOf<P>& vertices() { return vertices_; }
  const Crew& crew() const { return course_.crew(); }
  const RunStatistics& statistics() const { return course_.statistics(); }
  const typename Traits<P>::Round& last_round() const { return vertices_.round(); }

 private:
  State<P> state_;
  VerticesOf<P> vertices_;
  Course course_;
};

template <Program P>
Run<P>::Run(const P& program, const Layout& layout, const RunOptions& options, Crew& crew, const Watch& watch)
    : state_(program, layout), vertices_(state_), course_(vertices_.traits, layout, options, crew, watch) {}

template <Program P>
void Run<P>::through(std::span<Carrier* const> carriers) {
  for (const Carrier* carrier : carriers) state_.ghost_sums |= carrier->traits.ghost_sums;
  course_.run(vertices_, carriers);
}

}  // namespace Atoll
