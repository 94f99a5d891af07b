// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/report.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

constexpr std::string_view efforts[] = {"computation", "communication", "switching"};
constexpr std::string_view subjects[] = {"state", "copies", "signals", "frontier", "pieces", "graph"};
static_assert(std::size(efforts) == effort_count && std::size(subjects) == subject_count);

// "local read random", with what shall be between the words.
std::string name_of(Access access, char between) {
  std::string name = access.place == Place::local ? "local" : "remote";
  name += between;
  name += access.operation == Operation::read ? "read" : "write";
  name += between;
  return name + (access.order == Order::sequential ? "sequential" : "random");
}

const AccessCount& count_of(const AccessCounts& accesses, std::size_t effort, std::size_t subject, Access access) {
  return accesses.of(static_cast<Effort>(effort), static_cast<Subject>(subject))[access];
}

}  // namespace

Json accesses_json(const AccessCounts& accesses) {
  Json json = Json::object();
  for (std::size_t effort = 0; effort < effort_count; ++effort) {
    Json& of_effort = json[std::string(efforts[effort])] = Json::object();
    for (std::size_t subject = 0; subject < subject_count; ++subject) {
      Json& of_subject = of_effort[std::string(subjects[subject])] = Json::object();
      for (const Access access : all_accesses) {
        const AccessCount& found = count_of(accesses, effort, subject, access);
        if (found.count != 0) of_subject[name_of(access, '_')] = {{"count", found.count}, {"bytes", found.bytes}};
      }
    }
  }
  return json;
}

std::string access_table(const RunStatistics& statistics) {
  Table table({"accesses to memory", "computation", "bytes", "communication", "bytes", "switching", "bytes"});
  const AccessCounts accesses = statistics.accesses.value_or(AccessCounts{});
  for (std::size_t subject = 0; subject < subject_count; ++subject) {
    for (const Access access : all_accesses) {
      std::vector<std::string> row = {std::string(subjects[subject]) + ", " + name_of(access, ' ')};
      bool occurred = false;
      for (std::size_t effort = 0; effort < effort_count; ++effort) {
        const AccessCount& found = count_of(accesses, effort, subject, access);
        row.push_back(grouped(found.count));
        row.push_back(grouped(found.bytes));
        occurred = occurred || found.count != 0;
      }
      if (occurred) table.add(std::move(row));
    }
  }
  return table.text();
}

}  // namespace Atoll::cli
