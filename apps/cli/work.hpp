// SPDX-License-Identifier: Apache-2.0
// From a graph to reports: load, lay out, perform, report. One run or many go the same way; a graph is loaded once and a
// layout serves all runs that need no more of it.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "atoll/base/timer.hpp"

#include "cli/explain.hpp"
#include "cli/report.hpp"
#include "cli/run_options.hpp"

namespace Atoll::cli {

// A run as the loaded graph understands it.
struct Question {
  const RunOptions& options;
  Parameters parameters;
  std::optional<std::uint64_t> target;
  std::vector<std::string> notes;  // of more than this run alone
  std::string place;               // among several: "1 of 2: "
};

// What a run has to say.
struct Told {
  std::string table;
  Json json;           // without the graph; null unless wanted
  std::string breach;  // why the answer is wrong; empty: it is not known to be
};

Needs both(Needs needs, const Needs& others);  // the union
Wanted wanted_by(const RunOptions& run, const SetupOptions& setup);

// Each throws what the work throws.
class Work {
 public:
  // Loads the graph, with what all runs want together.
  Work(const SetupOptions& setup, const Wanted& wanted, const Watch& watch);

  const Input& input() const { return input_; }
  const Shape& shape() const { return shape_; }
  Json stamp() const;  // what made it, the machine and the graph: the head of what is told as JSON
  // Whether the model chooses the layout of runs with these needs.
  bool is_layout_free(const Needs& needs) const {
    return Atoll::is_layout_free(needs, setup_.partition_choice(), session_.crew);
  }
  // What it forecast for the layout there is; none if that was not its choice.
  const std::optional<LayoutForecast>& layout_forecast() const { return layout_forecast_; }
  // Whose rates the cost model takes, in words.
  const std::string& rates_of() const { return rates_of_; }

  // Before the first layout, for it reads the graph.
  Question ask(const RunOptions& run);

  enum class Graphs { last, beside };  // of what the graph becomes; of a copy beside it, for it will be asked for again
  // Lays out another graph of the same kind, for the sake of its code. A layout is timed once, and a small graph's takes
  // ten times as long where no processor has run that code before; the trials that it goes with are a median.
  // Where the memory limit leaves no room for it, it is left out.
  void rehearse_layout(const Needs& needs);
  // Takes the place of the layout before.
  void lay_out(const Needs& needs, Graphs graphs);
  Needs needs_of(const RunOptions& run) const;

  // What all runs over this layout share: to load the graph and to lay it out.
  double shared_seconds() const { return input_.seconds + layout_->partition.seconds + layout_->seconds; }

  // Runs, and writes what is asked for. In all it took what `clock` says, and `seconds_before` it began.
  Told answer(const Question& question, const Stopwatch& clock, double seconds_before = 0);
  void forget_preparation(const Algorithm& algorithm) { prepared_.erase(&algorithm); }

 private:
  void learn_rates();
  void forget_unsuited(const Question& question);
  Outcome perform(const Question& question);
  TrialChoice trials(const RunOptions& run);
  Json layout_json();
  Json parameters_json(const Question& question, const std::string& exchange) const;
  Freedom freedom() const;
  std::string how_text(const Question& question, const std::string& exchange) const;

  const SetupOptions& setup_;
  Session session_;
  Input input_;
  Shape shape_;
  std::shared_ptr<const Probe> probe_;  // null: the machine of the thesis stands in
  std::string rates_of_ = "four sockets of an Intel Xeon E7-4870 v2 (Aasawat 2018, Table 2.1)";
  bool asked_for_rates_ = false;
  std::optional<LayoutForecast> layout_forecast_;
  std::optional<std::string> negative_;  // an arc that some algorithms refuse
  std::unique_ptr<const Layout> layout_;
  Json layout_told_;
  std::map<const Algorithm*, std::shared_ptr<Preparation>> prepared_;  // of this layout, for the last run
};

}  // namespace Atoll::cli
