// SPDX-License-Identifier: Apache-2.0
#include "cli/probe_json.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/json_field.hpp"

namespace Atoll::cli {
namespace {

constexpr std::array<Word<Place>, 2> places{{{"local", Place::local}, {"remote", Place::remote}}};
constexpr std::array<Word<PageSize>, 2> page_sizes{{{"small", PageSize::small}, {"huge", PageSize::huge}}};
constexpr std::array<Word<Operation>, 2> operations{{{"read", Operation::read}, {"write", Operation::write}}};
constexpr std::array<Word<Order>, 2> orders{{{"sequential", Order::sequential}, {"random", Order::random}}};
constexpr std::array<Word<ScanShape>, Atoll::scan_shapes> scan_shapes{
    {{"read", ScanShape::read},
     {"choose", ScanShape::choose},
     {"change", ScanShape::change},
     {"change_chosen", ScanShape::change_chosen},
     {"change_own", ScanShape::change_own},
     {"change_chosen_own", ScanShape::change_chosen_own}}};
constexpr std::array<Word<AtomicOperation>, 2> atomic_operations{
    {{"add", AtomicOperation::add}, {"compare_and_swap", AtomicOperation::compare_and_swap}}};
constexpr std::array<Word<Line>, 2> lines{{{"shared", Line::shared}, {"own", Line::own}}};

template <class Value, std::size_t count>
std::string_view name_of(const std::array<Word<Value>, count>& words, Value value) {
  for (const auto& [name, named] : words) {
    if (named == value) return name;
  }
  return {};
}

template <class Value, std::size_t count>
Value word_in(const JsonField& field, const std::array<Word<Value>, count>& words) {
  return field.word(std::span<const Word<Value>>(words));
}

// Four digits count.
double short_number(double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
  return unit >= 1 ? std::round(value / unit) * unit : std::round(value / unit) / std::round(1 / unit);
}

Json json_of(const Spread& spread) {
  Json json = {{"median", short_number(spread.median)}};
  if (spread.repeats > 0) {
    json["least"] = short_number(spread.least);
    json["most"] = short_number(spread.most);
    json["repeats"] = spread.repeats;
  }
  return json;
}

Spread spread_of(const JsonField& field) {
  Spread spread{.median = field["median"].above_zero()};
  spread.least = spread.most = spread.median;
  const auto repeats = field.find("repeats");
  if (!repeats) return spread;
  spread.repeats = repeats->small(1, 1'000'000);
  spread.least = field["least"].above_zero();
  spread.most = field["most"].above_zero();
  if (spread.least > spread.median || spread.median > spread.most) field.refuse("must ascend from least to most");
  return spread;
}

Json json_of(const Route& route) {
  Json json = {{"place", name_of(places, route.place)}};
  if (route.cpu != Route::any) json["cpu"] = route.cpu;
  if (route.memory != Route::any) json["memory"] = route.memory;
  if (route.threads != 0) json["threads"] = route.threads;
  if (route.pages != PageSize::unknown) json["pages"] = name_of(page_sizes, route.pages);
  json["array_bytes"] = route.array_bytes;
  return json;
}

Route route_of(const JsonField& field, const Machine& machine) {
  const int last = static_cast<int>(machine.domains.size()) - 1;
  Route route{.place = word_in(field["place"], places)};
  if (const auto cpu = field.find("cpu")) route.cpu = cpu->small(0, last);
  if (const auto memory = field.find("memory")) route.memory = memory->small(0, last);
  if (const auto threads = field.find("threads")) route.threads = threads->small(1, 4096);
  if (const auto pages = field.find("pages")) route.pages = word_in(*pages, page_sizes);
  route.array_bytes = field["array_bytes"].whole(1, std::numeric_limits<std::uint64_t>::max());
  return route;
}

template <class Figure, class Add>
Json list_of(const std::vector<Figure>& figures, const Add& add) {
  Json list = Json::array();
  for (const Figure& figure : figures) add(list.emplace_back(Json::object()), figure);
  return list;
}

template <class Figure, class Read>
void read_list(const JsonField& probe, const char* name, std::vector<Figure>& figures, const Read& read) {
  const auto list = probe.find(name);
  if (!list) return;
  for (const JsonField& field : list->elements()) figures.push_back(read(field));
}

// What makes it usable: without local bandwidths no rates can be had.
void check(const JsonField& field, const Probe& probe) {
  try {
    rates_of(probe);
  } catch (const Error&) {
    field["bandwidth"].refuse("must have local reads and writes, sequential and random");
  }
}

}  // namespace

Json json_of(const Probe& probe) {
  Json json = Json::object();
  if (probe.seconds) json["seconds"] = short_number(*probe.seconds);
  if (probe.threads_bound) json["threads_bound"] = *probe.threads_bound;
  if (probe.memory_bound) json["memory_bound"] = *probe.memory_bound;
  if (probe.huge_share) json["huge_share"] = *probe.huge_share;
  json["random_bytes"] = probe.random_bytes;
  json["left_out"] = probe.left_out;
  json["bandwidth"] = list_of(probe.bandwidth, [](Json& to, const ProbedBandwidth& figure) {
    to = json_of(figure.route);
    to["operation"] = name_of(operations, figure.operation);
    to["order"] = name_of(orders, figure.order);
    to["bytes_per_second"] = json_of(figure.bytes_per_second);
  });
  json["latency"] = list_of(probe.latency, [](Json& to, const ProbedLatency& figure) {
    to = json_of(figure.route);
    to["seconds"] = json_of(figure.seconds);
  });
  json["in_flight"] = list_of(probe.in_flight, [](Json& to, const ProbedInFlight& figure) {
    to = json_of(figure.route);
    to["in_flight"] = figure.in_flight;
    to["reads_per_second"] = json_of(figure.reads_per_second);
  });
  json["scans"] = list_of(probe.scans, [](Json& to, const ProbedScan& figure) {
    to = json_of(figure.route);
    to["shape"] = name_of(scan_shapes, figure.shape);
    to["list_bytes"] = figure.list_bytes;
    to["words_per_second"] = json_of(figure.words_per_second);
  });
  json["atomics"] = list_of(probe.atomics, [](Json& to, const ProbedAtomics& figure) {
    to = {{"operation", name_of(atomic_operations, figure.operation)},
          {"line", name_of(lines, figure.line)},
          {"threads", figure.threads},
          {"per_second", json_of(figure.per_second)}};
  });
  if (probe.barrier)
    json["barrier"] = {{"threads", probe.barrier->threads}, {"seconds", json_of(probe.barrier->seconds)}};
  return json;
}

Probe probe_of(const JsonField& field, const Machine& machine) {
  Probe probe;
  if (const auto seconds = field.find("seconds")) probe.seconds = seconds->above_zero();
  if (const auto bound = field.find("threads_bound")) probe.threads_bound = bound->truth();
  if (const auto bound = field.find("memory_bound")) probe.memory_bound = bound->truth();
  if (const auto share = field.find("huge_share")) probe.huge_share = share->share();
  if (const auto bytes = field.find("random_bytes"))
    probe.random_bytes = static_cast<std::uint32_t>(bytes->whole(1, 4096));
  read_list(field, "left_out", probe.left_out, [](const JsonField& note) { return note.text(); });
  read_list(field, "bandwidth", probe.bandwidth, [&](const JsonField& figure) {
    return ProbedBandwidth{.route = route_of(figure, machine),
                           .operation = word_in(figure["operation"], operations),
                           .order = word_in(figure["order"], orders),
                           .bytes_per_second = spread_of(figure["bytes_per_second"])};
  });
  read_list(field, "latency", probe.latency, [&](const JsonField& figure) {
    return ProbedLatency{.route = route_of(figure, machine), .seconds = spread_of(figure["seconds"])};
  });
  read_list(field, "in_flight", probe.in_flight, [&](const JsonField& figure) {
    return ProbedInFlight{.route = route_of(figure, machine),
                          .in_flight = figure["in_flight"].small(1, 4096),
                          .reads_per_second = spread_of(figure["reads_per_second"])};
  });
  read_list(field, "scans", probe.scans, [&](const JsonField& figure) {
    return ProbedScan{.route = route_of(figure, machine),
                      .shape = word_in(figure["shape"], scan_shapes),
                      .list_bytes = figure["list_bytes"].whole(1, std::numeric_limits<std::uint64_t>::max()),
                      .words_per_second = spread_of(figure["words_per_second"])};
  });
  read_list(field, "atomics", probe.atomics, [&](const JsonField& figure) {
    return ProbedAtomics{.operation = word_in(figure["operation"], atomic_operations),
                         .line = word_in(figure["line"], lines),
                         .threads = figure["threads"].small(1, 4096),
                         .per_second = spread_of(figure["per_second"])};
  });
  if (const auto barrier = field.find("barrier"))
    probe.barrier = {.threads = (*barrier)["threads"].small(1, 4096), .seconds = spread_of((*barrier)["seconds"])};
  check(field, probe);
  return probe;
}

}  // namespace Atoll::cli
