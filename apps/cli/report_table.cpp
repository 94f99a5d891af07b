// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "atoll/base/memory.hpp"

#include "cli/report.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

std::string fact_text(const Fact& fact) {
  if (const auto* count = std::get_if<std::uint64_t>(&fact.value)) return grouped(*count);
  if (const auto* sum = std::get_if<std::int64_t>(&fact.value)) {
    const auto bits = static_cast<std::uint64_t>(*sum);
    return *sum < 0 ? "-" + grouped(0 - bits) : grouped(bits);
  }
  if (const auto* answer = std::get_if<bool>(&fact.value)) return *answer ? "yes" : "no";
  return fmt::format("{:.6g}", std::get<double>(fact.value));
}

std::string spaced(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string run_seconds(const Outcome& outcome) {
  std::string median = seconds_text(outcome.median_seconds());
  if (outcome.trials.size() == 1) return median;
  const auto [least, most] = std::ranges::minmax(outcome.trials, {}, &Trial::seconds);
  return fmt::format("{} (median of {}: {} to {})", median, outcome.trials.size(), seconds_text(least.seconds),
                     seconds_text(most.seconds));
}

std::string other_seconds(const Report& report) {
  const Seconds& seconds = report.seconds;
  std::string text = fmt::format("load {}, partition {}, layout {}", seconds_text(seconds.load),
                                 seconds_text(seconds.partition), seconds_text(seconds.layout));
  if (report.outcome.prepare_seconds > 0) text += ", prepare " + seconds_text(report.outcome.prepare_seconds);
  if (report.outcome.verified) text += ", verify " + seconds_text(report.outcome.verify_seconds);
  if (seconds.output > 0) text += ", output " + seconds_text(seconds.output);
  return text + ", in all " + seconds_text(seconds.total);
}

void add_facts(const Report& report, Sheet& sheet) {
  for (const Fact& fact : report.outcome.answer.facts) sheet.add(spaced(fact.name), fact_text(fact));
  for (const Top& top : report.tops) {
    for (std::size_t i = 0; i < top.vertices.size(); ++i) {
      const std::string label = shown(report.labels.of(top.vertices[i]));
      const std::string value =
          top.real ? fmt::format("{:.6g}", top.values[i]) : grouped(static_cast<std::uint64_t>(top.values[i]));
      sheet.add(i == 0 ? "top " + top.column : "",
                top.groups ? fmt::format("{:<12} {}, in the {} of vertex {}", value,
                                         value == "1" ? "vertex" : "vertices", top.column, label)
                           : fmt::format("{:<12} vertex {}", value, label));
    }
  }
  if (report.way) sheet.add("path", text_of(*report.way, report.labels));
}

// One for all times of a table.
struct Unit {
  const char* name;
  double per_second;
  int decimals;

  std::string of(double seconds) const { return fmt::format("{:.{}f}", seconds * per_second, decimals); }
};

Unit unit_of(const RunStatistics& statistics) {
  constexpr double long_seconds = 0.01;
  const bool is_long =
      std::ranges::any_of(statistics.supersteps, [](const auto& step) { return step.seconds >= long_seconds; });
  return is_long ? Unit{"ms", 1e3, 2} : Unit{"us", 1e6, 1};
}

// Of the way that was taken, and of the others that cost something else: without arcs abroad all exchanges are one.
void add_predictions(const SuperstepStatistics& step, const Unit& unit, std::vector<std::string>& row) {
  std::string taken;
  std::string others;
  std::vector<std::pair<Direction, double>> told;
  for (const Prediction& way : step.predicted) {
    if (way.direction != step.direction || way.exchange != step.exchange) continue;
    taken = unit.of(way.seconds);
    told.emplace_back(way.direction, way.seconds);
  }
  for (const Prediction& way : step.predicted) {
    const std::pair price(way.direction, way.seconds);
    if (std::ranges::find(told, price) != told.end()) continue;
    told.push_back(price);
    const std::string text = unit.of(way.seconds);
    const char* const turned = way.direction == step.direction    ? ""
                               : way.direction == Direction::push ? "push "
                                                                  : "pull ";
    others += fmt::format("{}{}{} {}", others.empty() ? "" : ", ", turned, way.exchange, text);
  }
  row.insert(row.end(), {taken, others});
}

// The sum over the parts and the largest of one, of everything that they spent time on; a kernel does not tell.
void add_spent(const SuperstepStatistics& step, const Unit& unit, std::vector<std::string>& row) {
  constexpr std::array efforts_and_waiting = {&PartSeconds::computation, &PartSeconds::communication,
                                              &PartSeconds::switching, &PartSeconds::waiting};
  const bool told = std::ranges::all_of(step.parts, [](const auto& part) { return part.spent.has_value(); });
  if (!told) row.insert(row.end(), 2 * efforts_and_waiting.size(), "-");
  if (!told) return;
  for (const auto effort : efforts_and_waiting) {
    double sum = 0;
    double most = 0;
    for (const PartStatistics& part : step.parts) {
      sum += *part.spent.*effort;
      most = std::max(most, *part.spent.*effort);
    }
    row.insert(row.end(), {unit.of(sum), unit.of(most)});
  }
}

}  // namespace

std::string table_of(const Report& report) {
  Sheet sheet;
  const Outcome& outcome = report.outcome;
  const RunStatistics& statistics = outcome.answer.statistics;
  sheet.add("graph", fmt::format("{}: {}", shown(report.input.name), report.shape.text()));
  sheet.add("run", fmt::format("{}{}, {}", report.place, report.algorithm.name, report.how));
  if (outcome.trials.back().source) {
    const std::string last = shown(report.labels.of(*outcome.trials.back().source));
    sheet.add("sources", fmt::format("{}; the answer below is of the last, {}", outcome.trials.size(), last));
  }
  add_facts(report, sheet);
  sheet.add("supersteps", grouped(statistics.count()));
  sheet.add("time", run_seconds(outcome));
  sheet.add("", other_seconds(report));
  sheet.add("arcs", rate_text(outcome.mean_arcs_per_second()));
  sheet.add("imbalance", fmt::format("{:.2f}", statistics.imbalance));
  sheet.add("peak memory", bytes_text(report.peak_bytes));
  if (outcome.verified) sheet.add("verified", *outcome.verified ? "yes" : "NO: " + outcome.breach);
  for (const std::string& note : report.notes) sheet.add("note", note);
  return sheet.text();
}

std::string superstep_table(const RunStatistics& statistics) {
  const Unit unit = unit_of(statistics);
  std::vector<std::string> head{"step",    "direction", "exchange",    "active", "max",    "arcs", "remote", unit.name,
                                "compute", "max",       "communicate", "max",    "switch", "max",  "wait",   "max"};
  const bool predicted = std::ranges::any_of(statistics.supersteps, [](const auto& s) { return !s.predicted.empty(); });
  if (predicted) head.insert(head.end(), {"predicted", "otherwise"});
  Table table(std::move(head));
  for (const SuperstepStatistics& step : statistics.supersteps) {
    PartStatistics sum;
    std::uint64_t most_active = 0;
    for (const PartStatistics& part : step.parts) {
      sum.arcs_scanned += part.arcs_scanned;
      sum.remote_updates += part.remote_updates;
      most_active = std::max(most_active, part.active_vertices);
    }
    if (step.number == 1 && &step != &statistics.supersteps.front()) table.add({});
    std::vector<std::string> row{std::to_string(step.number),
                                 std::string(name_of(step.direction)),
                                 step.exchange,
                                 grouped(step.active_vertices),
                                 grouped(most_active),
                                 grouped(sum.arcs_scanned),
                                 grouped(sum.remote_updates),
                                 unit.of(step.seconds)};
    add_spent(step, unit, row);
    if (predicted) add_predictions(step, unit, row);
    table.add(std::move(row));
  }
  return table.text() + (statistics.left_out > 0 ? fmt::format("and {} more\n", grouped(statistics.left_out)) : "");
}

}  // namespace Atoll::cli
