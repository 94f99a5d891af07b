// SPDX-License-Identifier: Apache-2.0
// A run: init, then supersteps until nothing is active, the program is done, or the round limit is reached. It is given
// one exchange, or several of which steering takes one for each superstep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/engine/steering.hpp"
#include "atoll/engine/superstep.hpp"

namespace Atoll {

struct RunOptions {
  Steering steering;
  std::uint64_t rounds_max = ~std::uint64_t{0};
};

template <Program P>
class Run {
  using T = Traits<P>;

 public:
  // The layout must have the directions that the steering may choose, the weights and the ids the program asks for.
  Run(const P& program, const Layout& layout, const RunOptions& options, Crew& crew, const Watch& watch)
      : layout_(layout),
        options_(options),
        crew_(crew),
        watch_(watch),
        state_(program, layout),
        superstep_(state_, control_),
        decks_(layout.parts(), blocks_max(layout)),
        dealer_(decks_.size()),
        members_(static_cast<std::size_t>(crew.threads())) {
    static_assert(!(T::in_place && T::every_vertex), "a program in place speaks when it changes");
    static_assert(!(T::in_place && T::has_tally), "what changes in place is not tallied");
    check_directions(layout, options.steering.rule);
    check_weights(layout);
    check_edges(layout);
  }

  // With several exchanges, the adviser of the steering knows them by their order.
  template <class... X>
  void operator()(X&... exchanges) {
    static_assert(sizeof...(X) == 1 || (!SharesSources<X> && ...), "one exchange shares sources, or none");
    ATOLL_CHECK(sizeof...(X) == 1 || options_.steering.advise != nullptr);
    ATOLL_CHECK(options_.steering.rule == SteeringRule::pull || (X::fits(layout_, Direction::push) && ...));
    ATOLL_CHECK(options_.steering.rule == SteeringRule::push || (X::fits(layout_, Direction::pull) && ...));
    ATOLL_CHECK(members_.front() == nullptr);  // a Run runs once
    Stopwatch whole;
    names_ = {X::name...};
    state_.ghost_sums = (X::ghost_sums || ...);
    if (in_one_space()) state_.allocate_shared();
    if constexpr ((SharesSources<X> || ...)) (exchanges.allocate_sources(), ...);
    crew_.run([&](Worker& worker) {
      Member me(worker, dealer_, decks_, watch_, layout_.parts());
      members_[static_cast<std::size_t>(worker.index)] = &me;
      prepare(me, exchanges...);
      while (!control_.stop) {
        with_chosen([&](auto& exchange) { superstep_.run(me, exchange); }, exchanges...);
        superstep_.advance(me);
        me.meet();
        if (me.leads()) conclude(exchanges...);
        me.meet();
      }
    });
    statistics_.seconds = whole.seconds();
    summarise();
  }

  State<P>& state() { return state_; }
  const RunStatistics& statistics() const { return statistics_; }
  const typename T::Round& last_round() const { return control_.round; }

 private:
  static std::size_t blocks_max(const Layout& layout) {
    std::size_t most = 1;
    for (const auto* view : {&layout.push, &layout.pull}) {
      if (!*view) continue;
      for (const PartView& part : (*view)->parts) most = std::max(most, part.blocks.size());
    }
    return most;
  }

  static void check_directions(const Layout& layout, SteeringRule rule) {
    const bool lacks_push = rule != SteeringRule::pull && !layout.push;
    const bool lacks_pull = rule != SteeringRule::push && !layout.pull;
    if (lacks_push || lacks_pull) {
      throw Error(ErrorKind::usage,
                  lacks_push ? "the layout has no arcs to push along" : "the layout has no arcs to pull", {},
                  "lay out for the direction that the run is to take");
    }
  }

  // Weights are read as the program's type.
  static void check_weights(const Layout& layout) {
    if constexpr (T::weighted) {
      constexpr bool reals = std::is_floating_point_v<typename T::Weight>;
      constexpr auto expected = reals ? WeightType::real : WeightType::integer;
      if (layout.arcs == 0 || layout.weight_type == expected) return;
      const char* const has = layout.weight_type == WeightType::none   ? "the layout has no weights"
                              : layout.weight_type == WeightType::real ? "the layout has real weights"
                                                                       : "the layout has integer weights";
      throw Error(ErrorKind::usage,
                  std::string(has) + ", and the program reads " + (reals ? "real" : "integer") + " ones");
    }
  }

  static void check_edges(const Layout& layout) {
    if (T::both_ways && layout.directed) {
      throw Error(ErrorKind::usage, "the program walks arcs both ways, but the layout is directed", {},
                  "symmetrise the graph first");
    }
  }

  bool in_one_space() const { return layout_.arrangement == Arrangement::shared; }

  // f(the exchange that carries this superstep): the one question per superstep that picks a type.
  template <class F, class... X>
  void with_chosen(F&& f, X&... exchanges) {
    std::size_t i = 0;
    ((i++ == control_.exchange ? f(exchanges) : void()), ...);
  }

  template <class... X>
  void prepare(Member& me, X&... exchanges) {
    if (me.leads_team()) {
      for (int part = me.first_part(); part < me.last_part(); ++part) {
        if (!in_one_space()) state_.allocate(part, (SharesSources<X> || ...));
        (allocate_boxes(exchanges, part), ...);
        state_.add_to_chart(part);
      }
    }
    me.meet();
    superstep_.init(me);
    me.meet();
    superstep_.advance(me);
    me.meet();
    if (me.leads()) begin(exchanges...);
    me.meet();
  }

  template <class X>
  static void allocate_boxes(X& exchange, int part) {
    if constexpr (AllocatesBoxes<X>) exchange.allocate(part);
  }

  // By the leader, while the others wait.
  template <class... X>
  void begin(X&... exchanges) {
    control_.round = {.number = 0, .vertices = layout_.vertices, .tally = superstep_.tally(false)};
    gather();
    control_.stop = layout_.vertices == 0 || (!T::every_vertex && now_.vertices == 0) || options_.rounds_max == 0;
    next_superstep(exchanges...);
  }

  template <class... X>
  void conclude(X&... exchanges) {
    control_.round.tally = superstep_.tally(control_.direction == Direction::pull);
    record();
    gather();
    bool done = false;
    if constexpr (T::has_done) done = state_.program.done(control_.round);
    if constexpr (!T::every_vertex) done = done || now_.vertices == 0;
    control_.stop = done || control_.round.number >= options_.rounds_max;
    watch_.report({"supersteps", control_.round.number, 0});
    watch_.poll();
    if (!control_.stop) next_superstep(exchanges...);
  }

  template <class... X>
  void next_superstep(X&... exchanges) {
    choice_ = choose(options_.steering, {control_.direction, before_, now_, layout_.vertices, unexplored_.arcs,
                                         unexplored_.vertices, active_in_parts_});
    control_.direction = choice_.direction;
    control_.exchange = choice_.exchange;
    ++control_.round.number;
    state_.wake_now = T::in_place && control_.direction == Direction::push && scanned_once();
    const auto begin_superstep = []<class One>(One& exchange) {
      if constexpr (BeginsSupersteps<One>) exchange.begin_superstep();
    };
    with_chosen(begin_superstep, exchanges...);
    clock_.lap();
  }

  // A push may consume the frontier while it scans if it reads it once: own sources, and all their arcs in one block.
  bool scanned_once() const {
    const PartView& any = layout_.push->parts[0];
    return any.sources.only_own() && any.blocks.size() == 1;
  }

  // Sums up what the members counted, and clears their counts.
  void gather() {
    before_ = now_;
    now_ = {};
    active_in_parts_.assign(static_cast<std::size_t>(layout_.parts()), {});
    for (Member* member : members_) {
      for (int part = 0; part < layout_.parts(); ++part) {
        PartWork& work = member->work(part);
        Frontier& active = active_in_parts_[static_cast<std::size_t>(part)];
        active.vertices += work.active;
        active.arcs += work.active_arcs;
        now_.vertices += work.active;
        now_.arcs += work.active_arcs;
        work = {};
      }
    }
    if constexpr (T::every_vertex) now_ = {layout_.vertices, layout_.arcs};
    unexplored_.arcs -= std::min(unexplored_.arcs, now_.arcs);
    unexplored_.vertices -= std::min(unexplored_.vertices, now_.vertices);
  }

  void record() {
    const double seconds = clock_.seconds();
    SuperstepStatistics step;
    step.number = control_.round.number;
    step.direction = control_.direction;
    step.exchange = names_[control_.exchange];
    step.seconds = seconds;
    for (const Forecast& way : choice_.forecasts)
      step.predicted.push_back({way.direction, std::string(names_[way.exchange]), way.seconds});
    step.active_vertices = now_.vertices;
    step.active_arcs = now_.arcs;
    step.parts.resize(static_cast<std::size_t>(layout_.parts()));
    for (int part = 0; part < layout_.parts(); ++part) {
      PartStatistics& sum = step.parts[static_cast<std::size_t>(part)];
      for (Member* member : members_) {
        const PartWork& work = member->work(part);
        sum.computation_seconds += work.cpu_seconds[static_cast<std::size_t>(Effort::computation)];
        sum.communication_seconds += work.cpu_seconds[static_cast<std::size_t>(Effort::communication)];
        sum.switching_seconds += work.cpu_seconds[static_cast<std::size_t>(Effort::switching)];
        sum.arcs_scanned += work.arcs_scanned;
        sum.remote_updates += work.remote_updates;
      }
      sum.waiting_seconds = waiting(part, seconds, sum);
      if constexpr (is_counted<P>) sum.accesses = accesses(part);
    }
    statistics_.supersteps.push_back(std::move(step));
  }

  std::shared_ptr<const AccessCounts> accesses(int part) const {
    auto sum = std::make_shared<AccessCounts>();
    for (Member* member : members_) {
      const PartWork& work = member->work(part);
      if (work.accesses != nullptr) *sum += *work.accesses;
    }
    return sum;
  }

  // A team shares its wall time among the parts it serves; what its threads did not compute of it, they waited.
  double waiting(int part, double seconds, const PartStatistics& busy) const {
    const int team = crew_.team_of_part(part, layout_.parts());
    int served = 0;
    for (int p = 0; p < layout_.parts(); ++p) served += crew_.team_of_part(p, layout_.parts()) == team ? 1 : 0;
    const double share = seconds * crew_.team_size(team) / served;
    return std::max(0.0, share - busy.computation_seconds - busy.communication_seconds - busy.switching_seconds);
  }

  void summarise() {
    std::vector<double> computation(static_cast<std::size_t>(layout_.parts()), 0);
    for (const SuperstepStatistics& step : statistics_.supersteps) {
      for (std::size_t p = 0; p < step.parts.size(); ++p) {
        computation[p] += step.parts[p].computation_seconds;
        statistics_.arcs_scanned += step.parts[p].arcs_scanned;
        statistics_.remote_updates += step.parts[p].remote_updates;
      }
    }
    double sum = 0;
    for (const double seconds : computation) sum += seconds;
    if (sum > 0) statistics_.imbalance = *std::ranges::max_element(computation) * layout_.parts() / sum;
    for (const PartView& part : layout_.any_view().parts)
      statistics_.ghosts.push_back(in_one_space() ? 0 : part.sources.ghosts() + part.targets.ghosts());
  }

  const Layout& layout_;
  const RunOptions options_;
  Crew& crew_;
  const Watch& watch_;
  Control<P> control_;
  State<P> state_;
  Superstep<P> superstep_;
  Decks decks_;
  Dealer dealer_;
  std::vector<Member*> members_;
  std::vector<std::string_view> names_;  // of the exchanges
  Choice choice_;                        // for the superstep that is under way
  Frontier before_;
  Frontier now_;
  std::vector<Frontier> active_in_parts_;  // now_, but where every vertex is active
  Frontier unexplored_{layout_.vertices, layout_.arcs};
  Stopwatch clock_;
  RunStatistics statistics_;
};

}  // namespace Atoll
