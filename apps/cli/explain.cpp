// SPDX-License-Identifier: Apache-2.0
#include "cli/explain.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <utility>

#include "atoll/base/memory.hpp"

#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

constexpr Design with_ghosts[] = {Design::zero_box, Design::one_box, Design::two_box, Design::one_box_at_owner};
constexpr Design without_arcs_abroad[] = {Design::zero_box};
constexpr Design in_one_space[] = {Design::zero_box, Design::binned};
constexpr Direction directions[] = {Direction::push, Direction::pull};

std::string milliseconds(double seconds) { return fmt::format("{:.4g}", seconds * 1e3); }

// What the slowest team takes, and what of it is what.
struct Priced {
  Design design;
  double computation = 0;  // of all parts
  double communication = 0;
  double graph = 0;
  double sweeps = 0;  // and pieces dealt
  double seconds = 0;
};

// Without ghosts there are no boxes to price: in one address space, which may have bins, or where no arc leads abroad.
std::span<const Design> priced_designs(const Model& model, Direction direction) {
  if (model.arrangement() == Arrangement::shared) return in_one_space;
  const bool boxed = std::ranges::any_of(model.shapes(direction), [](const PartShape& p) { return p.ghosts > 0; });
  return boxed ? std::span<const Design>(with_ghosts) : without_arcs_abroad;
}

std::vector<Priced> priced(const Model& model, Direction direction) {
  const FullSuperstep full(direction, model.shapes(direction));
  const Moved& moved = direction == Direction::push ? model.program().pushed : model.program().pulled;
  std::vector<Priced> all;
  for (const Design design : priced_designs(model, direction)) {
    Priced row{.design = design, .seconds = model.seconds(design, direction, Boxes::whole, full.view())};
    for (const Load& load : model.loads(direction, full.view())) {
      const Cost cost = cost_of(design, direction, load, moved, Boxes::whole, model.program().sweeps);
      row.computation += seconds_of(cost.computation, model.rates());
      row.communication += seconds_of(cost.communication, model.rates());
      row.graph += seconds_of(cost.graph, model.rates());
      row.sweeps += seconds_of(cost.sweeps, model.rates()) + cost.deals * model.rates().deal_seconds;
    }
    all.push_back(row);
  }
  return all;
}

// How soon slots come again is known of full scans of the graph, as it was before it was laid out.
std::string slots_text(bool compared) {
  std::string text = "\nWhat is predicted for a superstep takes each slot to be as likely as another";
  if (compared) text += "; layouts are compared by how soon a sample of the arcs comes back to a slot";
  return text + ".\n";
}

// A row per size of array, a column per access; those from afar where they were measured.
std::string rates_table(const Rates& rates) {
  std::vector<Access> shown;
  std::vector<std::string> heads{"MB/s in an array of"};
  std::set<double> sizes;
  for (const Access access : all_accesses) {
    if (access.place == Place::remote && rates.remote_is_local) continue;
    shown.push_back(access);
    heads.push_back(fmt::format("{} {}, {}", access.place == Place::local ? "local" : "remote",
                                access.operation == Operation::read ? "read" : "write",
                                access.order == Order::sequential ? "in order" : "random"));
    for (const Bandwidth::Point& point : rates.bytes_per_second[access].points()) sizes.insert(point.array_bytes);
  }
  Table table(heads);
  for (const double size : sizes) {
    std::vector<std::string> row{size == 0 ? "any size" : bytes_text(static_cast<std::uint64_t>(size))};
    for (const Access access : shown)
      row.push_back(fmt::format("{:.0f}", rates.bytes_per_second[access].at(size) / 1e6));
    table.add(std::move(row));
  }
  return table.text();
}

constexpr std::pair<std::string_view, Bandwidth ScanRates::*> scan_rates[] = {
    {"read", &ScanRates::read},
    {"choose", &ScanRates::choose},
    {"change", &ScanRates::change},
    {"change_chosen", &ScanRates::change_chosen},
    {"change_own", &ScanRates::change_own},
    {"change_chosen_own", &ScanRates::change_chosen_own}};
constexpr std::pair<std::string_view, Place> scan_places[] = {{"local", Place::local}, {"remote", Place::remote}};

// Calls see(place, scan rates); those from afar where they were measured.
template <class See>
void for_scans(const Rates& rates, const See& see) {
  for (const auto& [name, place] : scan_places) {
    if (place == Place::remote && rates.remote_is_local) continue;
    for (const ScanRates& scan : rates.scans[static_cast<std::size_t>(place)]) see(name, scan);
  }
}

// The same of words that arcs name.
std::string scans_table(const Rates& rates) {
  std::string text;
  for_scans(rates, [&](std::string_view place, const ScanRates& scan) {
    Table table({fmt::format("MB/s, {}, named by {}", place, bytes_text(static_cast<std::uint64_t>(scan.list_bytes))),
                 "scan, read", "scan, ask", "scan, change", "scan, change some", "scan, change own",
                 "scan, change some own"});
    for (const Bandwidth::Point& point : scan.read.points()) {
      std::vector<std::string> row{bytes_text(static_cast<std::uint64_t>(point.array_bytes))};
      for (const auto& [name, rate] : scan_rates)
        row.push_back(fmt::format("{:.0f}", (scan.*rate).at(point.array_bytes) / 1e6));
      table.add(std::move(row));
    }
    text += '\n' + table.text();
  });
  return text;
}

Json scans_json(const Rates& rates) {
  Json list = Json::array();
  for_scans(rates, [&](std::string_view place, const ScanRates& scan) {
    for (const auto& [name, rate] : scan_rates) {
      for (const auto [array_bytes, bytes_per_second] : (scan.*rate).points()) {
        list.push_back({{"place", place},
                        {"list_bytes", scan.list_bytes},
                        {"shape", name},
                        {"array_bytes", array_bytes},
                        {"bytes_per_second", bytes_per_second}});
      }
    }
  });
  return list;
}

std::string parts_table(const std::vector<PartShape>& shapes) {
  Table table({"part", "own", "ghosts", "ghosts elsewhere", "local arcs", "remote arcs"});
  for (std::size_t p = 0; p < shapes.size(); ++p) {
    const auto text = [](double count) { return grouped(static_cast<std::uint64_t>(count)); };
    table.add({std::to_string(p), text(shapes[p].own), text(shapes[p].ghosts), text(shapes[p].mirrored),
               text(shapes[p].local_arcs), text(shapes[p].remote_arcs)});
  }
  return table.text();
}

std::string prices_table(const std::vector<Priced>& rows) {
  Table table({"design", "compute ms", "communicate ms", "graph ms", "sweep ms", "slowest team ms", "of the cheapest"});
  const double least = std::ranges::min_element(rows, {}, &Priced::seconds)->seconds;
  for (const Priced& row : rows) {
    table.add({std::string(name_of(row.design)), milliseconds(row.computation), milliseconds(row.communication),
               milliseconds(row.graph), milliseconds(row.sweeps), milliseconds(row.seconds),
               least > 0 ? fmt::format("{:.3f}x", row.seconds / least) : "-"});
  }
  return table.text();
}

Json shapes_json(const std::vector<PartShape>& shapes) {
  Json list = Json::array();
  for (const PartShape& shape : shapes) {
    list.push_back({{"own", shape.own},
                    {"ghosts", shape.ghosts},
                    {"ghosts_elsewhere", shape.mirrored},
                    {"local_arcs", shape.local_arcs},
                    {"remote_arcs", shape.remote_arcs}});
  }
  return list;
}

Json prices_json(const std::vector<Priced>& rows) {
  Json list = Json::array();
  for (const Priced& row : rows) {
    list.push_back({{"design", name_of(row.design)},
                    {"computation_seconds", row.computation},
                    {"communication_seconds", row.communication},
                    {"graph_seconds", row.graph},
                    {"sweep_seconds", row.sweeps},
                    {"seconds", row.seconds}});
  }
  return list;
}

Json rates_json(const Rates& rates) {
  Json list = Json::array();
  for (const Access access : all_accesses) {
    for (const auto [array_bytes, bytes_per_second] : rates.bytes_per_second[access].points()) {
      Json& entry = list.emplace_back(Json{{"place", access.place == Place::local ? "local" : "remote"},
                                           {"operation", access.operation == Operation::read ? "read" : "write"},
                                           {"order", access.order == Order::sequential ? "sequential" : "random"},
                                           {"bytes_per_second", bytes_per_second}});
      if (array_bytes > 0) entry["array_bytes"] = array_bytes;
    }
  }
  return list;
}

// By supersteps in which every vertex speaks.
std::string why(const LayoutForecast& layouts) {
  const std::string one_space = milliseconds(layouts.one_space_seconds());
  const std::string ghosts = milliseconds(layouts.ghosts_seconds());
  if (layouts.taken == Arrangement::ghosted)
    return fmt::format("ghosts, for {} ms are predicted with them, and {} ms in one address space", ghosts, one_space);
  if (layouts.counted)
    return fmt::format("one address space, for {} ms are predicted for it, and {} ms with ghosts", one_space, ghosts);
  return fmt::format("one address space, for {} ms are predicted for it, and {} ms with ghosts if there were none",
                     one_space, ghosts);
}

std::string_view name_of(Arrangement arrangement) {
  return arrangement == Arrangement::ghosted ? "ghosts" : "one address space";
}

std::string layouts_table(const LayoutForecast& layouts) {
  const std::string ghosts = layouts.counted ? "with ghosts ms" : "with ghosts at least ms";
  Table table({"program", "superstep", "in one address space ms", ghosts, "cheapest with ghosts"});
  for (const FullForecast& full : layouts.supersteps) {
    table.add({std::to_string(full.program + 1), std::string(name_of(full.direction)),
               milliseconds(full.one_space_seconds), milliseconds(full.ghosts_seconds),
               std::string(name_of(full.with_ghosts))});
  }
  return table.text();
}

Json layouts_json(const LayoutForecast& layouts) {
  Json supersteps = Json::array();
  for (const FullForecast& full : layouts.supersteps) {
    supersteps.push_back({{"program", full.program},
                          {"direction", name_of(full.direction)},
                          {"one_space_seconds", full.one_space_seconds},
                          {"ghosts_seconds", full.ghosts_seconds},
                          {"with_ghosts", name_of(full.with_ghosts)}});
  }
  return {{"taken", name_of(layouts.taken)},
          {"ghosts_counted", layouts.counted},
          {"one_space_seconds", layouts.one_space_seconds()},
          {"ghosts_seconds", layouts.ghosts_seconds()},
          {"seconds", layouts.seconds},
          {"every_vertex", std::move(supersteps)}};
}

}  // namespace

std::string choice_text(const RunStatistics& statistics, const Freedom& freedom) {
  std::vector<std::pair<std::string, std::uint64_t>> chosen;
  for (const SuperstepStatistics& step : statistics.supersteps) {
    const std::string way = fmt::format("{} {}", name_of(step.direction), step.exchange);
    const auto known = std::ranges::find(chosen, way, &std::pair<std::string, std::uint64_t>::first);
    known == chosen.end() ? void(chosen.emplace_back(way, 1)) : void(++known->second);
  }
  std::vector<std::string> counts;
  for (const auto& [way, steps] : chosen) counts.push_back(fmt::format("{} in {}", way, counted(steps, "superstep")));
  if (statistics.left_out > 0) counts.back() += fmt::format(", and {} more followed", grouped(statistics.left_out));
  Sheet sheet;
  sheet.add("chosen", counts.empty() ? "nothing, for there was no superstep" : listed(counts));
  if (freedom.exchange != "auto") {
    sheet.add("why", fmt::format("--exchange {} was asked for, and nothing else is predicted", freedom.exchange));
  } else if (freedom.parts == 1) {
    sheet.add("why", "one part has no other to hear from: boxes cost what zero-box does, which is taken");
    sheet.add("", "more to choose from: --parts 4");
  } else {
    const bool ghosts = !freedom.layouts || freedom.layouts->taken == Arrangement::ghosted;
    if (freedom.layouts) sheet.add("layout", why(*freedom.layouts));
    sheet.add("why", ghosts ? "in every superstep the cheapest of what is predicted for it"
                            : "in one address space there are no boxes");
  }
  return sheet.text();
}

void Explanation::hear(const Model& model) {
  const auto is_known = [&](const Model& known) { return known.program() == model.program(); };
  if (std::ranges::none_of(models_, is_known)) models_.push_back(model);
}

std::string Explanation::text(const std::string& rates_of, const std::optional<LayoutForecast>& layouts) const {
  if (models_.empty()) return {};
  std::string text = fmt::format("rates: {}\n{}", rates_of, rates_table(models_.front().rates()));
  text += scans_table(models_.front().rates());
  if (layouts)
    text += fmt::format("\nlayouts, by supersteps in which every vertex speaks, predicted (in {} ms)\n{}",
                        milliseconds(layouts->seconds), layouts_table(*layouts));
  for (std::size_t i = 0; i < models_.size(); ++i) {
    const std::string which = models_.size() == 1 ? "" : fmt::format(", program {}", i + 1);
    for (const Direction direction : directions) {
      const std::vector<PartShape>& shapes = models_[i].shapes(direction);
      if (shapes.empty()) continue;
      text += fmt::format("\nparts, as a {} sees them{}\n{}", name_of(direction), which, parts_table(shapes));
      text += fmt::format("\na {} in which every vertex speaks, predicted{}\n{}", name_of(direction), which,
                          prices_table(priced(models_[i], direction)));
    }
  }
  return text + slots_text(layouts.has_value());
}

Json Explanation::json(const std::string& rates_of, const std::optional<LayoutForecast>& layouts) const {
  Json programs = Json::array();
  for (const Model& model : models_) {
    Json program = Json::object();
    for (const Direction direction : directions) {
      const std::vector<PartShape>& shapes = model.shapes(direction);
      if (shapes.empty()) continue;
      program[std::string(name_of(direction))] = {{"parts", shapes_json(shapes)},
                                                  {"every_vertex", prices_json(priced(model, direction))}};
    }
    programs.push_back(std::move(program));
  }
  return {{"rates_of", rates_of},
          {"rates", models_.empty() ? Json::array() : rates_json(models_.front().rates())},
          {"scans", models_.empty() ? Json::array() : scans_json(models_.front().rates())},
          {"layouts", layouts ? layouts_json(*layouts) : Json()},
          {"programs", std::move(programs)}};
}

}  // namespace Atoll::cli
