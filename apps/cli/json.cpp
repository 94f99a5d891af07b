// SPDX-License-Identifier: Apache-2.0
#include "cli/json.hpp"

#include <cmath>
#include <ctime>
#include <fmt/chrono.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "atoll/topology/machine.hpp"

#include "cli/session.hpp"

namespace Atoll::cli {
namespace {

struct Command {
  std::vector<std::string> words;
  std::string date;
};

Command& command() {
  static Command given;
  return given;
}

std::vector<int> processors_of(const Domain& domain) {
  std::vector<int> all;
  for (const Core& core : domain.cores) all.insert(all.end(), core.processors.begin(), core.processors.end());
  return all;
}

}  // namespace

void remember_command(int argc, char** argv) {
  command().words.assign(argv, argv + argc);
  if (argc > 0) command().words[0] = "atoll";
  command().date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

const std::string& command_date() { return command().date; }

Json stamp() { return {{"atoll", ATOLL_VERSION}, {"command", command().words}, {"date", command().date}}; }

Json stamp(const Machine& machine) {
  Json json = stamp();
  json["machine"] = {
      {"name", machine.name}, {"processors", machine.processors()}, {"domains", machine.domains_with_cores()}};
  return json;
}

Json topology_json(const Machine& machine) {
  Json json = {{"here", machine.is_here}, {"domains", Json::array()}, {"caches", Json::array()}};
  for (const Domain& domain : machine.domains) {
    json["domains"].push_back({{"node", domain.os_index},
                               {"memory_bytes", domain.memory_bytes},
                               {"cores", domain.cores.size()},
                               {"processors", processors_of(domain)}});
  }
  for (const Cache& cache : machine.caches)
    json["caches"].push_back({{"level", cache.level}, {"bytes", cache.bytes}, {"sharers", cache.sharers}});
  json["distances"] = machine.distances;
  return json;
}

double rounded(double seconds) { return std::round(seconds * 1e9) / 1e9; }

void print(const Json& json, const std::string& path) {
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n', path);
}

}  // namespace Atoll::cli
