// SPDX-License-Identifier: Apache-2.0
#include "report/trace.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace Atoll::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int phases_thread = 0;
constexpr int supersteps_thread = 1;
constexpr int first_part_thread = 2;
constexpr std::array efforts = {"computation", "communication", "switching", "waiting"};

// Whole nanoseconds, so that what lies in another event does so to the last digit.
using Nanoseconds = std::int64_t;
Nanoseconds nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

// The events of one run, whose clock begins at 0.
class Process {
 public:
  Process(const Json& told, const std::string& name, int number) : told_(told), number_(number) {
    call("process_name", phases_thread, name);
    call("thread_name", phases_thread, "phases");
    call("thread_name", supersteps_thread, "supersteps");
    if (told.contains("error")) return;
    add_phases();
    add_supersteps();
  }

  std::vector<Json> take_names() { return std::move(names_); }
  std::vector<Json> take_events() { return std::move(events_); }

 private:
  void call(const char* what, int thread, const std::string& name) {
    names_.push_back({{"name", what}, {"ph", "M"}, {"pid", number_}, {"tid", thread}, {"args", {{"name", name}}}});
  }

  void add(std::string name, const char* category, int thread, Nanoseconds begin, Nanoseconds length, Json args) {
    events_.push_back({{"name", std::move(name)},
                       {"cat", category},
                       {"ph", "X"},
                       {"ts", static_cast<double>(begin) / 1e3},
                       {"dur", static_cast<double>(length) / 1e3},
                       {"pid", number_},
                       {"tid", thread},
                       {"args", std::move(args)}});
  }

  void add_phase(const std::string& name, double seconds) {
    if (seconds > 0) add(name, "phase", phases_thread, now_, nanoseconds(seconds), {{"seconds", seconds}});
    now_ += nanoseconds(seconds);
  }

  // All of them in the order in which they were; the certificates of several trials come after the last.
  void add_phases() {
    const Json& seconds = told_["seconds"];
    for (const char* phase : {"load", "partition", "layout", "prepare"}) add_phase(phase, seconds[phase].get<double>());
    for (const Json& trial : told_["trials"]) {
      run_begin_ = now_;
      add_phase("run", trial["seconds"].get<double>());
    }
    for (const char* phase : {"aggregation", "verify", "output"}) add_phase(phase, seconds[phase].get<double>());
  }

  // Of the last trial.
  void add_supersteps() {
    Nanoseconds begin = run_begin_;
    std::size_t parts = 0;
    for (const Json& step : told_["supersteps"]) {
      const Nanoseconds length = nanoseconds(step["seconds"].get<double>());
      const std::string name = fmt::format("{} {}", step["direction"].get<std::string>(), step["number"].get<int>());
      Json args = step;
      args.erase("parts");
      add(name, "superstep", supersteps_thread, begin, length, std::move(args));
      for (std::size_t p = 0; p < step["parts"].size(); ++p) add_efforts(step["parts"][p], p, begin, length);
      count_active(step["active_vertices"].get<std::uint64_t>(), begin);
      parts = std::max(parts, step["parts"].size());
      begin += length;
    }
    if (parts > 0 && !told_.contains("supersteps_left_out")) count_active(0, begin);
    for (std::size_t p = 0; p < parts; ++p) {
      call("thread_name", first_part_thread + static_cast<int>(p), fmt::format("part {}", p));
    }
  }

  void add_efforts(const Json& part, std::size_t p, Nanoseconds begin, Nanoseconds length) {
    if (part["computation_seconds"].is_null()) return;  // a kernel does not tell
    std::array<double, efforts.size()> spent{};
    double sum = 0;
    for (std::size_t i = 0; i < efforts.size(); ++i) {
      spent[i] = part[fmt::format("{}_seconds", efforts[i])].get<double>();
      sum += spent[i];
    }
    if (sum == 0) return;
    double before = 0;
    for (std::size_t i = 0; i < efforts.size(); ++i) {
      const auto at = [&](double share) { return begin + std::llround(static_cast<double>(length) * share / sum); };
      const Nanoseconds start = at(before);
      before += spent[i];
      if (spent[i] == 0) continue;
      add(efforts[i], "effort", first_part_thread + static_cast<int>(p), start, at(before) - start,
          {{"seconds", spent[i]}});
    }
  }

  void count_active(std::uint64_t vertices, Nanoseconds at) {
    events_.push_back({{"name", "active vertices"},
                       {"cat", "frontier"},
                       {"ph", "C"},
                       {"ts", static_cast<double>(at) / 1e3},
                       {"pid", number_},
                       {"tid", phases_thread},
                       {"args", {{"vertices", vertices}}}});
  }

  const Json& told_;
  int number_;
  Nanoseconds now_ = 0;
  Nanoseconds run_begin_ = 0;
  std::vector<Json> names_;
  std::vector<Json> events_;
};

}  // namespace

Json trace(const Json& told) {
  std::vector<Json> names;
  std::vector<Json> events;
  const auto take = [&](Process process) {
    std::ranges::move(process.take_names(), std::back_inserter(names));
    std::ranges::move(process.take_events(), std::back_inserter(events));
  };
  if (told.contains("runs")) {
    int number = 0;
    for (const Json& run : told["runs"]) {
      ++number;
      take(Process(run, fmt::format("run {}: {}", number, run["algorithm"].get<std::string>()), number));
    }
  } else {
    take(Process(told, told["algorithm"].get<std::string>(), 1));
  }
  std::multimap<double, Json> by_time;  // events of one time stay in their order
  for (Json& event : events) {
    const double time = event["ts"].get<double>();
    by_time.emplace(time, std::move(event));
  }
  for (auto& [time, event] : by_time) names.push_back(std::move(event));
  return {{"traceEvents", std::move(names)},
          {"displayTimeUnit", "ns"},
          {"otherData", {{"atoll", told["atoll"]}, {"command", told["command"]}, {"date", told["date"]}}}};
}

}  // namespace Atoll::report
