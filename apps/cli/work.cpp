// SPDX-License-Identifier: Apache-2.0
#include "cli/work.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "atoll/base/error.hpp"
#include "atoll/base/memory.hpp"
#include "atoll/graph/build.hpp"
#include "atoll/graph/class_names.hpp"
#include "atoll/graph/transform/transform.hpp"

#include "cli/answer_file.hpp"
#include "cli/complaint.hpp"
#include "cli/own_code.hpp"
#include "cli/text.hpp"
#include "cli/top.hpp"
#include "cli/way.hpp"

namespace Atoll::cli {
namespace {

// The exchange that ran, where it was left open; of several, all, as in "zero-box/two-box".
std::string exchange_of(const SetupOptions& setup, const Answer& answer) {
  std::vector<std::string> names;
  for (const SuperstepStatistics& step : answer.statistics.supersteps) {
    if (std::ranges::find(names, step.exchange) == names.end()) names.push_back(step.exchange);
  }
  return names.empty() ? setup.exchange : fmt::format("{}", fmt::join(names, "/"));
}

std::vector<std::string> notes(const Input& input, const Answer& answer, const Question& question,
                               const Session& session) {
  std::vector<std::string> all = input.notes;
  all.insert(all.end(), question.notes.begin(), question.notes.end());
  const int threads = session.crew.threads();
  const int processors = session.machine.processors();
  if (session.machine.is_here && threads > processors)
    all.push_back(fmt::format("{} threads share {}, and wait for each other", threads,
                              counted(static_cast<std::uint64_t>(processors), "processor")));
  all.insert(all.end(), answer.notes.begin(), answer.notes.end());
  if (question.options.count) all.emplace_back("accesses to memory were counted, which takes most of the time");
  if (const std::optional<std::string> warning = placement_warning()) all.push_back(*warning);
  return all;
}

// An estimate is an upper bound and at most this many times what a run takes.
constexpr std::uint64_t estimate_slack = 2;

// What the peak of the memory is expected to become. Throws Error(resource) if the run cannot fit.
std::uint64_t expected_peak(const Question& question, const Layout& layout, const RunChoice& choice, bool prepares,
                            const std::string& name, Crew& crew) {
  const Algorithm& algorithm = *question.options.algorithm;
  memory::release_spares();  // of an earlier run
  const std::uint64_t needed = estimated_bytes(algorithm, layout, question.parameters, choice, prepares, crew);
  const std::uint64_t limit = memory::limit_bytes();
  const std::uint64_t left = limit - std::min(limit, memory::current_bytes());
  if (limit != 0 && needed / estimate_slack > left) {
    throw Error(ErrorKind::resource,
                fmt::format("not enough memory: {} needs about {} beside the graph, {} of {} are left", algorithm.name,
                            bytes_text(needed), bytes_text(left), bytes_text(limit)),
                name, memory::way_to_bytes(memory::current_bytes() + needed) + ", or use a smaller graph");
  }
  return std::max(memory::peak_bytes(), memory::current_bytes() + needed);
}

void name_groups(Answer& answer, const Labels& labels, Crew& crew) {
  for (Column& column : answer.columns) {
    if (tells_groups(column)) name_by_label(labels, std::get<IdArray>(column.values), crew);
  }
}

// An algorithm that refuses a graph knows neither its name nor its labels.
[[noreturn]] void name_graph(const Error& error, const Input& input) {
  if (error.kind() != ErrorKind::input || !error.where().empty()) throw;
  throw Error(ErrorKind::input, in_labels(error.what(), input.graph.labels, input.graph.vertices), input.name);
}

// One part needs no part file, but one that was named must be one.
void check_one_part_file(const SetupOptions& setup, const Graph& graph, Crew& crew) {
  if (setup.parts != 1 || !setup.partition.starts_with("file:")) return;
  partition::named(setup.partition, graph, 1, setup.input.drawn_from(), crew);
}

// The order of a prepared file serves one part. Throws Error(usage) where that is not the default here.
Wanted in_order(Wanted wanted, const SetupOptions& setup, const Machine& machine) {
  const int domains = machine.domains_with_cores();
  if (setup.prepare && !setup.parts && domains > 1)
    refuse_prepare(fmt::format("and here is one for each of {} memory domains", domains), "add --parts 1");
  wanted.in_order = setup.prepare;
  return wanted;
}

IdArray copy(const IdArray& ids, bool wide, Crew& crew) {
  IdArray result(ids.size(), wide);
  crew.for_chunks(ids.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) result.set(i, ids[i]);
  });
  return result;
}

// In the order of the rows, if they have one.
Graph both_ways_beside(const Graph& graph, const Needs& needs, Session& session) {
  Graph both = transform::both_ways(graph, needs.weights && graph.weighted(), session.crew, session.watch);
  if (!graph.order) return both;
  both.order = {.strategy = graph.order->strategy,
                .first = graph.order->first,
                .user_of = copy(graph.order->user_of, graph.wide(), session.crew)};
  return both;
}

// One arc, or edge, in a graph that is stored as `graph` is.
template <class Id>
Graph one_arc_like(const Graph& graph, Session& session) {
  EdgeList<Id> list{.vertices = 2, .source = Array<Id>(1), .target = Array<Id>(1), .weights = {}};
  list.target[0] = 1;
  if (graph.weighted()) list.weights = {graph.weights.type, Array<std::uint32_t>(1)};
  Graph small = build_graph(std::move(list), {.directed = graph.directed}, session.crew, session.watch);
  if (graph.in) small.in = transform::inverse_of(small, !graph.in->weights.empty(), session.crew, session.watch);
  return small;
}

}  // namespace

Needs both(Needs needs, const Needs& others) {
  needs.push |= others.push;
  needs.pull |= others.pull;
  needs.weights |= others.weights;
  needs.source_ids |= others.source_ids;
  needs.pull_if_there |= others.pull_if_there;
  needs.both_ways |= others.both_ways;
  needs.shared |= others.shared;
  needs.joined &= others.joined;
  for (const PlannedProgram& program : others.programs) {
    if (std::ranges::find(needs.programs, program) == needs.programs.end()) needs.programs.push_back(program);
  }
  return needs;
}

Wanted wanted_by(const RunOptions& run, const SetupOptions& setup) {
  const Needs needs = run.algorithm->needs(run.direction_choice(setup));
  return {.use = Use::run, .weights = needs.weights, .inverse = needs.pull || needs.both_ways};
}

Work::Work(const SetupOptions& setup, const Wanted& wanted, const Watch& watch)
    : setup_(setup),
      session_(setup.machine, watch),
      input_(load(setup.input, in_order(wanted, setup, session_.machine), session_)),
      shape_(input_.graph, session_.crew),
      negative_(wanted.weights ? negative_arc(input_.graph, session_.crew) : std::nullopt) {
  check_one_part_file(setup, input_.graph, session_.crew);
  forget_code();
}

// A kept probe that cannot be read is no reason not to run.
void Work::learn_rates() {
  if (std::exchange(asked_for_rates_, true)) return;
  try {
    std::optional<MachineFile> known =
        setup_.measured != nullptr ? *setup_.measured : known_probe(session_.named, session_.watch);
    if (!known) {
      rates_of_ +=
          session_.machine.is_here
              ? "; `atoll machine --probe` measures this machine's"
              : fmt::format("; {} has no rates of its own, --machine FILE gives those of a probe kept in a file",
                            shown(setup_.machine.machine));
      return;
    }
    rates_of_ = "a probe of " + known->machine.name + (known->date.empty() ? "" : ", " + known->date);
    probe_ = std::make_shared<const Probe>(std::move(*known->probe));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    input_.notes.push_back(std::string("not the machine's own rates: ") + error.what());
  }
}

Question Work::ask(const RunOptions& run) {
  const std::string& weighed = run.algorithm->nonnegative;
  if (negative_ && !weighed.empty())
    throw Error(ErrorKind::input, *negative_, input_.name, weighed + " need weights of at least 0");
  Question question{.options = run,
                    .parameters = run.parameters(input_.graph, setup_.input.drawn_from(), session_.crew),
                    .target = {},
                    .notes = {},
                    .place = {}};
  if (!run.target.empty()) question.target = vertex_of(input_.graph, "--target", run.target, session_.crew);
  return question;
}

Needs Work::needs_of(const RunOptions& run) const {
  return Atoll::needs_of(*run.algorithm, run.run_choice(setup_), setup_.partition_choice(), input_.graph,
                         session_.crew);
}

void Work::rehearse_layout(const Needs& needs) {
  if (input_.graph.order) return;
  try {
    Graph small = input_.graph.wide() ? one_arc_like<std::uint64_t>(input_.graph, session_)
                                      : one_arc_like<std::uint32_t>(input_.graph, session_);
    prepare(small, needs, {.parts = 1}, session_.crew, session_.watch);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::resource) throw;  // without room for it, it is left out
  }
  memory::release_spares();
}

void Work::lay_out(const Needs& needs, Graphs graphs) {
  prepared_.clear();
  layout_.reset();
  std::optional<Graph> both;
  PartitionChoice choice = setup_.partition_choice();
  if (graphs == Graphs::beside) {
    const bool turned = needs.both_ways && input_.graph.directed;
    if (turned) both = both_ways_beside(input_.graph, needs, session_);
    choice.keep_graph = !turned;
  }
  layout_forecast_.reset();
  if (is_layout_free(needs)) {
    learn_rates();
    choice.probe = probe_;
    choice.explain = [&](const LayoutForecast& forecast) { layout_forecast_ = forecast; };
  }
  layout_ = std::make_unique<const Layout>(
      prepare(both ? *both : input_.graph, needs, choice, session_.crew, session_.watch));
  layout_told_ = setup_.wants_json() ? layout_json() : Json();
}

Json Work::stamp() const {
  Json json = cli::stamp(session_.machine);
  json["machine"]["topology"] = topology_json(session_.machine);
  json["graph"] = graph_json(input_, shape_);
  return json;
}

// What counts arcs passes over all of them, so it is told to who wants to see it.
Json Work::layout_json() {
  const Crew& crew = session_.crew;
  Json json = {{"bytes", layout_->bytes}, {"teams", Json::array()}, {"parts", Json::array()}};
  for (int team = 0; team < crew.teams(); ++team)
    json["teams"].push_back({{"domain", crew.domain_of_team(team)}, {"threads", crew.team_size(team)}});
  const Partition& partition = layout_->partition;
  for (int part = 0; part < partition.parts(); ++part) {
    json["parts"].push_back({{"team", crew.team_of_part(part, partition.parts())},
                             {"domain", crew.home_of_part(part, partition.parts())},
                             {"vertices", partition.size(part)}});
  }
  if (setup_.report.empty()) return json;
  const Quality found = quality(*layout_, session_.crew);
  for (std::size_t part = 0; part < found.arcs.size(); ++part) {
    json["parts"][part].update(
        {{"arcs", found.arcs[part]},
         {"remote_arcs", found.remote_arcs[part]},
         {"ghosts", std::accumulate(found.ghosts[part].begin(), found.ghosts[part].end(), std::uint64_t{0})}});
  }
  return json;
}

TrialChoice Work::trials(const RunOptions& run) {
  TrialChoice choice{.sources = {}, .repetitions = run.trials, .verify = run.verify};
  if (run.sources != 0) choice.sources = draw_sources(*layout_, run.sources, setup_.input.drawn_from());
  return choice;
}

Outcome Work::perform(const Question& question) {
  const Algorithm& algorithm = *question.options.algorithm;
  const TrialChoice choice = trials(question.options);
  RunChoice run = question.options.run_choice(setup_);
  if (run.explain) learn_rates();
  run.probe = probe_;
  const Stopwatch clock;
  double prepare_seconds = 0;
  try {
    if (setup_.prepare && algorithm.prepare != nullptr) {
      std::shared_ptr<Preparation>& prepared = prepared_[&algorithm];
      if (prepared == nullptr) {
        prepared = algorithm.prepare(*layout_, question.parameters, session_.crew);
        prepare_seconds = clock.seconds();
      }
      run.prepared = prepared;
    }
    Outcome outcome =
        cli::perform(algorithm, question.parameters, *layout_, run, choice, session_.crew, session_.watch);
    outcome.prepare_seconds = prepare_seconds;
    if (outcome.verified.value_or(true)) name_groups(outcome.answer, input_.graph.labels, session_.crew);
    outcome.breach = in_labels(outcome.breach, input_.graph.labels, input_.graph.vertices);
    return outcome;
  } catch (const Error& error) {
    name_graph(error, input_);
  }
}

// What was prepared for a run with other parameters makes room.
void Work::forget_unsuited(const Question& question) {
  const auto found = prepared_.find(question.options.algorithm);
  if (found == prepared_.end() || found->second == nullptr || found->second->suits(question.parameters)) return;
  prepared_.erase(found);
}

Told Work::answer(const Question& question, const Stopwatch& clock, double seconds_before) {
  const RunOptions& options = question.options;
  const Graph& graph = input_.graph;
  forget_unsuited(question);
  RunChoice run = options.run_choice(setup_);
  if (const auto made = prepared_.find(options.algorithm); made != prepared_.end()) run.prepared = made->second;
  const std::uint64_t estimated_peak =
      expected_peak(question, *layout_, run, setup_.prepare, input_.name, session_.crew);
  const Outcome outcome = perform(question);
  Seconds seconds{.load = input_.seconds, .partition = layout_->partition.seconds, .layout = layout_->seconds};
  const Stopwatch output;
  const bool good = outcome.verified.value_or(true);
  if (good && !options.output.empty()) write_answer(outcome.answer, graph, options.output, session_.watch);
  seconds.output = options.output.empty() ? 0 : output.seconds();
  seconds.total = seconds_before + clock.seconds();
  const std::string exchange = exchange_of(setup_, outcome.answer);
  const Json shown = parameters_json(question, exchange);
  const Report report{.algorithm = *options.algorithm,
                      .input = input_,
                      .shape = shape_,
                      .labels = graph.labels,
                      .tops = tops_of(outcome.answer, options.top_count(), shape_.directed, session_.crew),
                      .way = question.target ? std::optional(way_to(outcome.answer, *question.target)) : std::nullopt,
                      .parameters = shown,
                      .layout = layout_told_,
                      .place = question.place,
                      .how = how_text(question, exchange),
                      .outcome = outcome,
                      .seconds = seconds,
                      .peak_bytes = memory::peak_bytes(),
                      .estimated_bytes = estimated_peak,
                      .notes = notes(input_, outcome.answer, question, session_)};
  const RunStatistics& statistics = outcome.answer.statistics;
  const std::string steps = options.stats ? '\n' + superstep_table(statistics) : "";
  const std::string accesses = options.count ? '\n' + access_table(statistics) : "";
  const std::string choice = options.explain ? '\n' + choice_text(statistics, freedom()) : "";
  return {.table = setup_.json ? "" : table_of(report) + choice + steps + accesses,
          .json = setup_.wants_json() ? json_of(report) : Json{},
          .breach = good ? "" : outcome.breach};
}

Freedom Work::freedom() const {
  return {.parts = layout_->parts(), .exchange = setup_.exchange, .layouts = layout_forecast_};
}

// The parameters as the user gave them, for the report.
Json Work::parameters_json(const Question& question, const std::string& exchange) const {
  const RunOptions& options = question.options;
  Json json = Json::object();
  for (const Parameter& parameter : options.algorithm->parameters) {
    if (std::holds_alternative<std::vector<std::uint64_t>>(parameter.fallback)) {
      json[parameter.name] = Json::array();
      for (const std::uint64_t v : question.parameters.vertices(parameter.name))
        json[parameter.name].push_back(label_json(input_.graph.labels, v));
    } else if (parameter.is_vertex) {
      if (options.sources == 0)
        json[parameter.name] = label_json(input_.graph.labels, question.parameters.count(parameter.name));
    } else if (std::holds_alternative<std::uint64_t>(parameter.fallback)) {
      json[parameter.name] = question.parameters.count(parameter.name);
    } else if (std::holds_alternative<double>(parameter.fallback)) {
      json[parameter.name] = question.parameters.real(parameter.name);
    } else {
      json[parameter.name] = question.parameters.word(parameter.name);
    }
  }
  json["parts"] = layout_->partition.parts();
  json["threads"] = session_.crew.threads();
  json["partition"] = layout_->partition.strategy;
  json["exchange"] = exchange;
  json["direction"] = options.direction;
  if (options.alpha) json["alpha"] = *options.alpha;
  if (options.beta) json["beta"] = *options.beta;
  json["placement"] = setup_.placement;
  json["seed"] = setup_.input.drawn_from();
  json["width"] = layout_->wide ? 64 : 32;
  return json;
}

std::string Work::how_text(const Question& question, const std::string& exchange) const {
  std::string text;
  const Parameter* const start = vertex_parameter(*question.options.algorithm);
  if (start != nullptr && question.options.sources == 0) {
    const std::string label = shown(input_.graph.labels.of(question.parameters.count(start->name)));
    const char* const fallback = input_.graph.arcs == 0 ? " (the first; none has arcs)" : " (the first that has arcs)";
    text = fmt::format("{} {}{}, ", start->name, label, question.options.given(start->name) ? "" : fallback);
  }
  for (const auto& [name, value] : question.options.chosen()) text += fmt::format("{} {}, ", name, shown(value));
  return text + fmt::format("{} on {}, {}, {}, {}",
                            counted(static_cast<std::uint64_t>(layout_->partition.parts()), "part"),
                            counted(static_cast<std::uint64_t>(session_.crew.threads()), "thread"),
                            layout_->partition.strategy, exchange, question.options.direction);
}

}  // namespace Atoll::cli
