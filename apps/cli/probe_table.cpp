// SPDX-License-Identifier: Apache-2.0
#include "cli/probe_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "atoll/base/memory.hpp"
#include "atoll/model/cost.hpp"

#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

constexpr DerivedRatios thesis_printed{.read_slower = 0.26,
                                       .write_slower = 0.40,
                                       .sequential_gain_read = 9,
                                       .sequential_gain_write = 6,
                                       .latency_more = 0.49};

struct Kind {
  Operation operation;
  Order order;
  std::string_view name;
};
constexpr std::array kinds{Kind{Operation::read, Order::sequential, "sequential read"},
                           Kind{Operation::read, Order::random, "random read"},
                           Kind{Operation::write, Order::sequential, "sequential write"},
                           Kind{Operation::write, Order::random, "random write"}};

// Several figures as one: the mean of the medians, and from the least of all to the most.
class Joined {
 public:
  void add(const Spread& spread) {
    sum_ += spread.median;
    least_ = count_ == 0 ? spread.least : std::min(least_, spread.least);
    most_ = std::max(most_, spread.most);
    known_ = known_ && spread.repeats > 0;
    ++count_;
  }
  std::string with_spread(double unit) const {
    if (count_ == 0 || !known_) return mean(unit);
    return fmt::format("{} ({}-{})", mean(unit), three_digits(least_ / unit), three_digits(most_ / unit));
  }
  // In a table of many figures: behind the mean, how far the farthest is from it.
  std::string with_share(double unit) const {
    if (count_ == 0 || !known_) return mean(unit);
    const double middle = sum_ / count_;
    const double farthest = std::max(middle - least_, most_ - middle);
    return fmt::format("{} +-{:.0f}%", mean(unit), 100 * farthest / middle);
  }
  std::string mean(double unit) const { return count_ == 0 ? "-" : three_digits(sum_ / count_ / unit); }

 private:
  double sum_ = 0;
  double least_ = 0;
  double most_ = 0;
  int count_ = 0;
  bool known_ = true;
};

struct ScanKind {
  ScanShape shape;
  std::string_view name;
};
constexpr std::array scan_kinds{ScanKind{ScanShape::read, "read"},
                                ScanKind{ScanShape::choose, "ask"},
                                ScanKind{ScanShape::change, "change"},
                                ScanKind{ScanShape::change_chosen, "change some"},
                                ScanKind{ScanShape::change_own, "change own"},
                                ScanKind{ScanShape::change_chosen_own, "change some own"}};

constexpr double giga = 1e9;
constexpr double mega = 1e6;
constexpr double nano = 1e-9;

enum class Team : std::uint8_t { one, all };  // a thread alone, or all of its domain

// Which figures a column of a table shows.
struct Column {
  Place place;
  Team team;
  PageSize pages;
};

class Tables {
 public:
  Tables(const Probe& probe, const Machine& machine) : probe_(probe), machine_(machine) {
    for (const ProbedBandwidth& figure : probe.bandwidth) {
      const Route& route = figure.route;
      sizes_.insert(route.array_bytes);
      best_pages_ = std::max(best_pages_, route.pages);
      remote_ = remote_ || route.place == Place::remote;
      threads_ = std::max(threads_, route.threads);
    }
  }

  std::string text() const {
    std::string text = head() + '\n' + at_largest() + '\n' + ratios();
    for (const PageSize pages : {PageSize::huge, PageSize::small, PageSize::unknown}) {
      for (const Place place : places()) text += has_pages(pages) ? by_size(pages, place) : "";
    }
    std::set<std::uint64_t> lists;
    for (const ProbedScan& figure : probe_.scans) lists.insert(figure.list_bytes);
    for (const std::uint64_t list_bytes : lists) {
      for (const Place place : places()) text += scans(place, list_bytes);
    }
    if (machine_.domains.size() > 1) text += pairs();
    if (!probe_.in_flight.empty()) text += '\n' + in_flight();
    if (!probe_.atomics.empty()) text += '\n' + atomics();
    return text;
  }

 private:
  bool has_pages(PageSize pages) const {
    return std::ranges::any_of(probe_.bandwidth, [&](const auto& figure) { return figure.route.pages == pages; });
  }
  std::uint64_t largest() const { return *sizes_.rbegin(); }
  bool fits(const Route& route, Column column) const {
    return route.place == column.place && route.pages == column.pages &&
           (column.team == Team::one ? route.threads == 1 : route.threads != 1 || threads_ == 1);
  }
  Joined bandwidth(Column column, const Kind& kind, std::uint64_t array_bytes) const {
    Joined joined;
    for (const ProbedBandwidth& figure : probe_.bandwidth) {
      const bool wanted = figure.operation == kind.operation && figure.order == kind.order &&
                          figure.route.array_bytes == array_bytes && fits(figure.route, column);
      if (wanted) joined.add(figure.bytes_per_second);
    }
    return joined;
  }
  Joined latency(Place place, PageSize pages, std::uint64_t array_bytes) const {
    Joined joined;
    for (const ProbedLatency& figure : probe_.latency) {
      const Route& route = figure.route;
      if (route.place == place && route.pages == pages && route.array_bytes == array_bytes) joined.add(figure.seconds);
    }
    return joined;
  }
  std::vector<Place> places() const {
    return remote_ ? std::vector{Place::local, Place::remote} : std::vector{Place::local};
  }
  static std::string name_of(Place place) { return place == Place::local ? "local" : "remote"; }
  static std::string name_of(PageSize pages) {
    return pages == PageSize::huge ? ", huge pages" : pages == PageSize::small ? ", without huge pages" : "";
  }
  std::string node(int domain) const {
    return std::to_string(machine_.domains[static_cast<std::size_t>(domain)].os_index);
  }

  std::string head() const;
  std::string at_largest() const;
  std::string ratios() const;
  std::string by_size(PageSize pages, Place place) const;
  std::string scans(Place place, std::uint64_t list_bytes) const;
  std::string pairs() const;
  std::string in_flight() const;
  std::string atomics() const;
  std::string matrix(std::string_view title, const std::function<std::string(int, int)>& cell) const;

  const Probe& probe_;
  const Machine& machine_;
  std::set<std::uint64_t> sizes_;
  PageSize best_pages_ = PageSize::unknown;
  bool remote_ = false;
  int threads_ = 0;
};

// Empty where the machine was left alone. Then next to no figure has a repetition that is twice another: of dozens of
// idle probes at most one in fifty had, of those beside a build every ninth or more.
std::string note_of_unrest(const std::vector<ProbedBandwidth>& figures) {
  const auto is_torn = [](const ProbedBandwidth& figure) {
    const Spread& spread = figure.bytes_per_second;
    return spread.repeats > 0 && spread.most > 2 * spread.least;
  };
  const auto torn = static_cast<std::size_t>(std::ranges::count_if(figures, is_torn));
  if (20 * torn <= figures.size()) return {};
  return fmt::format(
      "in {} of {} figures of bandwidth the most is over twice the least: something else worked here, so "
      "probe again when it is quiet",
      torn, figures.size());
}

std::string Tables::head() const {
  Sheet sheet;
  if (probe_.seconds) sheet.add("probed", "in " + seconds_text(*probe_.seconds));
  if (probe_.barrier) {
    sheet.add("barrier", fmt::format("{} for {}", seconds_text(probe_.barrier->seconds.median),
                                     counted(static_cast<std::uint64_t>(probe_.barrier->threads), "thread")));
  }
  if (probe_.huge_share)
    sheet.add("huge pages", fmt::format("{:.0f} % of what asked for them", *probe_.huge_share * 100));
  if (probe_.threads_bound == false) sheet.add("note", "threads were not bound to their domain");
  if (probe_.memory_bound == false) sheet.add("note", "arrays were not bound to their domain");
  for (const std::string& note : probe_.left_out) sheet.add("note", note);
  if (const std::string note = note_of_unrest(probe_.bandwidth); !note.empty()) sheet.add("note", note);
  return sheet.text();
}

// The thesis's Table 2.1.
std::string Tables::at_largest() const {
  std::vector<Column> columns;
  std::vector<std::string> heads{bytes_text(largest()) + name_of(best_pages_)};
  for (const Place place : places()) {
    for (const Team team : {Team::one, Team::all}) {
      if (team == Team::one && threads_ < 2) continue;
      columns.push_back({place, team, best_pages_});
      const std::string who = threads_ == 0                        ? ""
                              : team == Team::one || threads_ == 1 ? ", 1 thread"
                                                                   : fmt::format(", {} threads", threads_);
      heads.push_back(name_of(place) + who);
    }
  }
  heads.insert(heads.end(), {"thesis local", "thesis remote"});
  Table table(heads);
  const Rates thesis = thesis_rates();
  for (const Kind& kind : kinds) {
    std::vector<std::string> row{fmt::format("{}, GB/s", kind.name)};
    for (const Column& column : columns) row.push_back(bandwidth(column, kind, largest()).with_spread(giga));
    for (const Place place : {Place::local, Place::remote})
      row.push_back(three_digits(
          thesis.bytes_per_second[{place, kind.operation, kind.order}].at(static_cast<double>(largest())) / giga));
    table.add(std::move(row));
  }
  std::vector<std::string> row{"latency, ns"};
  for (const Column& column : columns) {
    const bool shown = column.team == Team::one || threads_ < 2;
    row.push_back(shown ? latency(column.place, best_pages_, largest()).with_spread(nano) : "");
  }
  for (const double seconds : thesis.latency_seconds) row.push_back(three_digits(seconds / nano));
  table.add(std::move(row));
  return table.text();
}

std::string Tables::ratios() const {
  const Rates rates = rates_of(probe_);
  if (rates.remote_is_local) return "There is no other domain, so nothing remote was measured and no ratio follows.\n";
  const DerivedRatios here = derived_ratios(rates);
  const DerivedRatios thesis = derived_ratios(thesis_rates());
  Table table({"ratios", "here", "thesis, from its table", "as it prints them"});
  const auto percent = [](double share) { return fmt::format("{:.0f} %", share * 100); };
  const auto times = [](double factor) { return fmt::format("{:.1f}x", factor); };
  const auto add = [&](const char* what, const auto& text, double DerivedRatios::* ratio) {
    table.add({what, text(here.*ratio), text(thesis.*ratio), text(thesis_printed.*ratio)});
  };
  add("remote reads are slower by up to", percent, &DerivedRatios::read_slower);
  add("remote writes are slower by up to", percent, &DerivedRatios::write_slower);
  add("remote sequential over local random reads", times, &DerivedRatios::sequential_gain_read);
  add("remote sequential over local random writes", times, &DerivedRatios::sequential_gain_write);
  add("remote latency is more by", percent, &DerivedRatios::latency_more);
  return table.text();
}

// The thesis's Figure 2.3.
std::string Tables::by_size(PageSize pages, Place place) const {
  std::vector<std::string> heads{"GB/s, " + name_of(place) + name_of(pages)};
  for (const Kind& kind : kinds) heads.emplace_back(kind.name);
  heads.emplace_back("latency, ns");
  Table table(heads);
  for (const std::uint64_t array_bytes : sizes_) {
    std::vector<std::string> row{bytes_text(array_bytes)};
    for (const Kind& kind : kinds)
      row.push_back(bandwidth({place, Team::all, pages}, kind, array_bytes).with_share(giga));
    row.push_back(latency(place, pages, array_bytes).with_share(nano));
    table.add(std::move(row));
  }
  return '\n' + table.text();
}

// Of words that a list names, by all threads.
std::string Tables::scans(Place place, std::uint64_t list_bytes) const {
  std::vector<std::string> heads{
      fmt::format("M words/s, {}, named by {}{}", name_of(place), bytes_text(list_bytes), name_of(best_pages_))};
  for (const ScanKind& shape : scan_kinds) heads.push_back(fmt::format("scan, {}", shape.name));
  Table table(heads);
  for (const std::uint64_t array_bytes : sizes_) {
    std::vector<std::string> row{bytes_text(array_bytes)};
    for (const ScanKind& shape : scan_kinds) {
      Joined joined;
      for (const ProbedScan& figure : probe_.scans) {
        const Route& route = figure.route;
        const bool wanted = figure.shape == shape.shape && figure.list_bytes == list_bytes && route.place == place &&
                            route.pages == best_pages_ && route.array_bytes == array_bytes;
        if (wanted) joined.add(figure.words_per_second);
      }
      row.push_back(joined.with_share(mega));
    }
    table.add(std::move(row));
  }
  return '\n' + table.text();
}

// Rows are the domains with cores, columns those whose memory was accessed.
std::string Tables::matrix(std::string_view title, const std::function<std::string(int, int)>& cell) const {
  std::set<int> cpus;
  std::set<int> memories;
  for (const ProbedBandwidth& figure : probe_.bandwidth) {
    if (figure.route.cpu == Route::any || figure.route.memory == Route::any) continue;
    cpus.insert(figure.route.cpu);
    memories.insert(figure.route.memory);
  }
  if (cpus.empty()) return "";
  std::vector<std::string> heads{std::string(title)};
  for (const int memory : memories) heads.push_back("to " + node(memory));
  Table table(heads);
  for (const int cpu : cpus) {
    std::vector<std::string> row{"from " + node(cpu)};
    for (const int memory : memories) row.push_back(cell(cpu, memory));
    table.add(std::move(row));
  }
  return '\n' + table.text();
}

std::string Tables::pairs() const {
  const auto is = [&](const Route& route, int cpu, int memory) {
    return route.cpu == cpu && route.memory == memory && route.pages == best_pages_ && route.array_bytes == largest();
  };
  const auto nanoseconds = [&](int cpu, int memory) {
    Joined joined;
    for (const ProbedLatency& figure : probe_.latency) {
      if (is(figure.route, cpu, memory)) joined.add(figure.seconds);
    }
    return joined.with_share(nano);
  };
  const auto reads = [&](int cpu, int memory) {
    Joined joined;
    for (const ProbedBandwidth& figure : probe_.bandwidth) {
      const bool wanted = figure.operation == Operation::read && figure.order == Order::sequential &&
                          (figure.route.threads != 1 || threads_ == 1);
      if (wanted && is(figure.route, cpu, memory)) joined.add(figure.bytes_per_second);
    }
    return joined.with_share(giga);
  };
  return matrix("latency, ns", nanoseconds) + matrix("sequential read, GB/s", reads);
}

std::string Tables::in_flight() const {
  std::vector<std::pair<Place, PageSize>> columns;
  std::vector<std::string> heads{"M random reads/s, in flight"};
  for (const PageSize pages : {PageSize::huge, PageSize::small, PageSize::unknown}) {
    if (!has_pages(pages)) continue;
    for (const Place place : places()) {
      columns.emplace_back(place, pages);
      heads.push_back(name_of(place) + name_of(pages));
    }
  }
  std::set<int> counts;
  for (const ProbedInFlight& figure : probe_.in_flight) counts.insert(figure.in_flight);
  Table table(heads);
  for (const int count : counts) {
    std::vector<std::string> row{std::to_string(count)};
    for (const auto& [place, pages] : columns) {
      Joined joined;
      for (const ProbedInFlight& figure : probe_.in_flight) {
        const bool wanted = figure.in_flight == count && figure.route.place == place && figure.route.pages == pages;
        if (wanted) joined.add(figure.reads_per_second);
      }
      row.push_back(joined.with_share(mega));
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string Tables::atomics() const {
  Table table({"M atomics/s, threads", "add, one line", "add, own lines", "swap, one line", "swap, own lines"});
  std::set<int> counts;
  for (const ProbedAtomics& figure : probe_.atomics) counts.insert(figure.threads);
  for (const int count : counts) {
    std::vector<std::string> row{std::to_string(count)};
    for (const AtomicOperation operation : {AtomicOperation::add, AtomicOperation::compare_and_swap}) {
      for (const Line line : {Line::shared, Line::own}) {
        Joined joined;
        for (const ProbedAtomics& figure : probe_.atomics) {
          const bool wanted = figure.operation == operation && figure.line == line && figure.threads == count;
          if (wanted) joined.add(figure.per_second);
        }
        row.push_back(joined.with_spread(mega));
      }
    }
    table.add(std::move(row));
  }
  return table.text();
}

}  // namespace

std::string table_of(const Probe& probe, const Machine& machine) { return Tables(probe, machine).text(); }

}  // namespace Atoll::cli
