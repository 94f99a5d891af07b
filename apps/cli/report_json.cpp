// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <nlohmann/json.hpp>
#include <ranges>

#include "cli/report.hpp"

namespace Atoll::cli {
namespace {

Json facts_json(const std::vector<Fact>& facts) {
  Json json = Json::object();
  for (const Fact& fact : facts) std::visit([&](auto value) { json[fact.name] = value; }, fact.value);
  return json;
}

Json number_json(double value, bool whole) { return whole ? Json(static_cast<std::uint64_t>(value)) : Json(value); }

Json result_json(const Report& report) {
  Json json = facts_json(report.outcome.answer.facts);
  for (const Top& top : report.tops) {
    const bool counts = top.groups;
    Json& list = json[counts || top.real ? "top" : "top_" + top.column] = Json::array();
    for (std::size_t i = 0; i < top.vertices.size(); ++i) {
      list.push_back({{"label", label_json(report.labels, top.vertices[i])},
                      {counts ? "vertices" : top.column, number_json(top.values[i], !top.real)}});
    }
  }
  if (report.way) {
    json["target"] = label_json(report.labels, report.way->target);
    json["path"] = json_of(*report.way, report.labels);
  }
  return json;
}

Json trials_json(const Report& report) {
  Json list = Json::array();
  for (const Trial& trial : report.outcome.trials) {
    Json json = Json::object();
    if (trial.source) json["source"] = label_json(report.labels, *trial.source);
    json["seconds"] = rounded(trial.seconds);
    json["arcs_per_second"] = trial.arcs_per_second;
    json["result"] = facts_json(trial.facts);
    list.push_back(std::move(json));
  }
  return list;
}

Json part_json(const PartStatistics& part) {
  const auto spent = [&](double PartSeconds::* on) {
    return part.spent ? Json(rounded(*part.spent.*on)) : Json(nullptr);
  };
  Json json = {{"computation_seconds", spent(&PartSeconds::computation)},
               {"communication_seconds", spent(&PartSeconds::communication)},
               {"switching_seconds", spent(&PartSeconds::switching)},
               {"waiting_seconds", spent(&PartSeconds::waiting)},
               {"active_vertices", part.active_vertices},
               {"arcs_scanned", part.arcs_scanned},
               {"remote_updates", part.remote_updates}};
  if (part.accesses != nullptr) json["accesses"] = accesses_json(*part.accesses);
  return json;
}

std::string_view name_of(Why why) {
  switch (why) {
    case Why::kernel: return "kernel";
    case Why::asked: return "asked";
    case Why::usual: return "usual";
    case Why::only: return "only";
    case Why::cheapest: return "cheapest";
    case Why::grows: return "grows";
    case Why::grows_no_more: return "grows-no-more";
    case Why::many_arcs: return "many-arcs";
    case Why::few_arcs: return "few-arcs";
    case Why::few_to_sweep: return "few-to-sweep";
    case Why::many_vertices: return "many-vertices";
    case Why::few_vertices: return "few-vertices";
    case Why::sweeps_in_vain: return "sweeps-in-vain";
    case Why::rare_parents: return "rare-parents";
    case Why::nobody_left: return "nobody-left";
  }
  return {};
}

Json reason_json(const Reason& reason) {
  Json json = {{"direction", name_of(reason.direction.why)}, {"exchange", name_of(reason.exchange)}};
  if (const std::optional<Comparison>& compared = reason.direction.compared)
    json.update({{"frontier", compared->frontier}, {"whole", compared->whole}, {"divisor", compared->divisor}});
  return json;
}

Json predicted_json(const SuperstepStatistics& step) {
  Json list = Json::array();
  for (const Prediction& way : step.predicted)
    list.push_back(
        {{"direction", name_of(way.direction)}, {"exchange", way.exchange}, {"seconds", rounded(way.seconds)}});
  return list;
}

Json supersteps_json(const RunStatistics& statistics) {
  Json list = Json::array();
  std::uint64_t program = 0;
  for (const SuperstepStatistics& step : statistics.supersteps) {
    program += step.number == 1 ? 1 : 0;
    Json parts = Json::array();
    for (const PartStatistics& part : step.parts) parts.push_back(part_json(part));
    list.push_back({{"program", program},
                    {"number", step.number},
                    {"direction", name_of(step.direction)},
                    {"exchange", step.exchange},
                    {"reason", reason_json(step.reason)},
                    {"seconds", rounded(step.seconds)},
                    {"active_vertices", step.active_vertices},
                    {"active_arcs", step.active_arcs},
                    {"parts", std::move(parts)}});
    if (!step.predicted.empty()) list.back()["predicted"] = predicted_json(step);
  }
  return list;
}

Json seconds_json(const Report& report) {
  return {{"load", rounded(report.seconds.load)},
          {"partition", rounded(report.seconds.partition)},
          {"prepare", rounded(report.outcome.prepare_seconds)},
          {"layout", rounded(report.seconds.layout)},
          {"run", rounded(report.outcome.median_seconds())},
          {"aggregation", rounded(report.outcome.answer.aggregation_seconds)},
          {"verify", rounded(report.outcome.verify_seconds)},
          {"output", rounded(report.seconds.output)},
          {"total", rounded(report.seconds.total)}};
}

}  // namespace

Json json_of(const Report& report) {
  const Outcome& outcome = report.outcome;
  const RunStatistics& statistics = outcome.answer.statistics;
  Json json = Json::object();
  json["algorithm"] = report.algorithm.name;
  json["parameters"] = report.parameters;
  json["result"] = result_json(report);
  json["verified"] = outcome.verified ? Json(*outcome.verified) : Json(nullptr);
  if (!outcome.breach.empty()) json["breach"] = outcome.breach;
  json["seconds"] = seconds_json(report);
  json["arcs_per_second"] = outcome.mean_arcs_per_second();
  json["layout"] = report.layout;
  json["imbalance"] = statistics.imbalance;
  json["ghosts"] = statistics.ghosts;
  if (statistics.accesses) json["accesses"] = accesses_json(*statistics.accesses);
  json["trials"] = trials_json(report);
  json["peak_bytes"] = report.peak_bytes;
  json["run_peak_bytes"] = outcome.run_peak_bytes;
  json["estimated_bytes"] = report.estimated_bytes;
  json["notes"] = report.notes;
  json["arcs_scanned"] = statistics.arcs_scanned;
  json["supersteps"] = supersteps_json(statistics);
  if (statistics.left_out > 0) json["supersteps_left_out"] = statistics.left_out;
  return json;
}

}  // namespace Atoll::cli
