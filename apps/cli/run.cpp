// SPDX-License-Identifier: Apache-2.0
// `atoll run GRAPH -- bfs ... -- pagerank ...`: one graph, loaded once, and many runs over it. A layout serves all runs
// that need no more of the graph; where some take a directed graph as it is and others both ways, or some may choose boxes
// and others have none, there are several, one after the other. Where the model chooses a layout, it does so for all
// programs that share it. A run that fails is named at once, and the others go on.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "atoll/base/memory.hpp"

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/told.hpp"
#include "cli/work.hpp"

namespace Atoll::cli {
namespace {

struct ManyOptions {
  SetupOptions setup;
  std::shared_ptr<const Runs> runs;

  void declare(CLI::App& command) {
    setup.input.declare(command);
    const std::string behind = "-- ALGORITHM [OPTIONS] [-- ALGORITHM [OPTIONS] ...]";
    set_usage(command, {"GRAPH " + behind, "-g SCALE " + behind, "-u SCALE " + behind});
    setup.declare_layout(command, true);
    setup.declare_told(command);
    setup.machine.declare(command);
  }
  void check() const;
  void check_output(std::size_t i) const;  // against those of the runs before
  std::string name(std::size_t i) const { return fmt::format("run {} ({})", i + 1, (*runs)[i]->algorithm->name); }
};

void ManyOptions::check() const {
  if (runs->empty()) {
    throw Error(ErrorKind::usage, "there is nothing to run", "atoll run",
                "name algorithms after the graph, each behind --, as in atoll run GRAPH -- bfs -- pagerank");
  }
  setup.check();
  for (std::size_t i = 0; i < runs->size(); ++i) {
    try {
      (*runs)[i]->check(setup);
    } catch (const Error& error) {
      throw Error(error.kind(), error.what(), name(i));
    }
    check_output(i);
  }
}

void ManyOptions::check_output(std::size_t i) const {
  for (std::size_t j = 0; j < i; ++j) check_apart(name(i), (*runs)[i]->output, name(j), (*runs)[j]->output);
}

// Runs that share a layout.
struct LayoutGroup {
  Needs needs;
  std::vector<std::size_t> runs;
};

// Those both ways first, for the last layout takes the graph's own arcs; and joined parts last, which reorder them.
// `failed(i)`: that need none.
template <class Failed>
std::vector<LayoutGroup> groups_of(const Runs& runs, const Work& work, const Failed& failed) {
  const bool directed = work.shape().directed;
  constexpr std::size_t kinds = 3;
  std::vector<LayoutGroup> groups(2 * kinds);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (failed(i)) continue;
    const Needs needs = work.needs_of(*runs[i]);
    const std::size_t as_it_is = directed && needs.both_ways ? 0 : kinds;
    const std::size_t kind = needs.joined ? 2 : needs.shared && work.is_layout_free({}) ? 0 : 1;
    LayoutGroup& group = groups[as_it_is + kind];
    group.needs = group.runs.empty() ? needs : both(group.needs, needs);
    group.runs.push_back(i);
  }
  std::erase_if(groups, [](const LayoutGroup& group) { return group.runs.empty(); });
  return groups;
}

// Why there is more than one layout. `free`: the model chooses that of vertex programs; otherwise no run is laid out
// apart because it needs one address space.
std::string note_of(const std::vector<LayoutGroup>& groups, bool directed, bool free) {
  const auto differ = [&](bool Needs::* need) {
    return std::ranges::any_of(groups,
                               [&](const LayoutGroup& group) { return group.needs.*need != groups[0].needs.*need; });
  };
  std::vector<std::string_view> reasons;
  if (directed && differ(&Needs::both_ways)) reasons.emplace_back("both ways for some runs, as it is for others");
  if (differ(&Needs::joined)) {
    reasons.emplace_back("its parts joined for kernels, apart for vertex programs");
  } else if (free && differ(&Needs::shared)) {
    reasons.emplace_back("in one address space for some runs, as is predicted to be cheaper for others");
  }
  return fmt::format("laid out {}: {}", groups.size() == 2 ? "twice" : fmt::format("{} times", groups.size()),
                     fmt::join(reasons, "; "));
}

class Series {
 public:
  Series(const ManyOptions& options, Work& work)
      : options_(options), work_(work), questions_(options.runs->size()), ends_(options.runs->size()) {}

  void perform() {
    for (std::size_t i = 0; i < ends_.size(); ++i) attempt({i}, [&] { ask(i); });
    const std::vector<LayoutGroup> groups =
        groups_of(*options_.runs, work_, [&](std::size_t i) { return ends_[i].done; });
    if (groups.size() > 1) note(note_of(groups, work_.shape().directed, work_.is_layout_free({})));
    for (const LayoutGroup& group : groups)
      perform(group, &group == &groups.back() ? Work::Graphs::last : Work::Graphs::beside);
    tell();
  }

  int code() const { return std::ranges::max(ends_, {}, &End::code).code; }  // the worst
  Json json() const;

 private:
  struct End {
    bool done = false;
    int code = 0;
    Told told = {};
    std::string error = {};
  };

  // An error is that of these runs; only a request to stop is one of all.
  template <class Step>
  void attempt(const std::vector<std::size_t>& runs, const Step& step) {
    try {
      step();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::cancelled) throw;
      for (const std::size_t i : runs) {
        ends_[i] = {.done = true, .code = exit_code(error), .error = error.what()};
        complain(options_.name(i) + ": " + error.what());
      }
    }
  }

  void ask(std::size_t i) {
    Question& question = questions_[i].emplace(work_.ask(*(*options_.runs)[i]));
    if (ends_.size() > 1) question.place = fmt::format("{} of {}: ", i + 1, ends_.size());
  }

  // With the first run that is there to tell it; it is one of all.
  void note(std::string text) {
    const auto first = std::ranges::find_if(ends_, [](const End& end) { return !end.done; });
    questions_[static_cast<std::size_t>(first - ends_.begin())]->notes.push_back(std::move(text));
  }

  void perform(const LayoutGroup& group, Work::Graphs graphs) {
    attempt(group.runs, [&] { work_.lay_out(group.needs, graphs); });
    for (auto run = group.runs.begin(); run != group.runs.end(); ++run) {
      const Algorithm& algorithm = *(*options_.runs)[*run]->algorithm;
      if (!ends_[*run].done) attempt({*run}, [&] { answer(*run); });
      const auto is_same = [&](std::size_t later) { return (*options_.runs)[later]->algorithm == &algorithm; };
      if (std::none_of(run + 1, group.runs.end(), is_same)) work_.forget_preparation(algorithm);
      tell();
    }
  }

  void answer(std::size_t i) {
    const Stopwatch clock;
    Told told = work_.answer(*questions_[i], clock, work_.shared_seconds());
    const int code = told.breach.empty() ? 0 : exit_failed;
    ends_[i] = {.done = true, .code = code, .told = std::move(told)};
  }

  // In the order given, so as soon as the runs before are done.
  void tell() {
    const bool out_is_taken =
        options_.setup.told_on_standard_output() ||
        std::ranges::any_of(*options_.runs, [](const auto& run) { return is_standard_output(run->output); });
    for (; told_ < ends_.size() && ends_[told_].done; ++told_) {
      const End& end = ends_[told_];
      if (!end.told.table.empty()) {
        print((printed_ ? "\n" : "") + end.told.table, out_is_taken ? "/dev/stderr" : "-");
        printed_ = true;
      }
      if (!end.told.breach.empty()) complain(options_.name(told_) + ": the answer is wrong: " + end.told.breach);
    }
  }

  const ManyOptions& options_;
  Work& work_;
  std::vector<std::optional<Question>> questions_;
  std::vector<End> ends_;
  std::size_t told_ = 0;
  bool printed_ = false;
};

Json Series::json() const {
  Json all = Json::array();
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const End& end = ends_[i];
    all.push_back(end.error.empty() ? end.told.json
                                    : Json{{"algorithm", (*options_.runs)[i]->algorithm->name}, {"error", end.error}});
  }
  return all;
}

int run_many(const ManyOptions& options, const Watch& watch) {
  const Stopwatch clock;
  options.check();
  Wanted wanted;
  for (const auto& run : *options.runs) {
    const Wanted more = wanted_by(*run, options.setup);
    wanted.weights |= more.weights;
    wanted.inverse |= more.inverse;
  }
  Work work(options.setup, wanted, watch);
  Series series(options, work);
  series.perform();
  if (options.setup.wants_json()) {
    Json json = work.stamp();
    json["seconds"] = {{"load", rounded(work.input().seconds)}, {"total", rounded(clock.seconds())}};
    json["peak_bytes"] = memory::peak_bytes();
    json["runs"] = series.json();
    tell(json, options.setup, watch);
  }
  return series.code();
}

}  // namespace

void add_run(CLI::App& app, Action& chosen, std::shared_ptr<const Runs> runs) {
  CLI::App& command =
      add_command(app, {.group = "Algorithms",
                        .name = "run",
                        .summary = "Several algorithms over one graph, loaded and laid out once",
                        .example = "atoll run roads.gr -- bfs --source 1 -- pagerank --output ranks.tsv"});
  auto options = std::make_shared<ManyOptions>();
  options->runs = std::move(runs);
  const std::string example = command.get_footer();
  command.footer(
      "Behind each -- stands a run, with the options of the command of its name but for those about the graph: "
      "`atoll run -- bfs --help` lists them.\n\n" +
      example);
  bind(command, chosen, std::move(options), run_many);
}

}  // namespace Atoll::cli
