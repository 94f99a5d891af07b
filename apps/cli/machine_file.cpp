// SPDX-License-Identifier: Apache-2.0
#include "cli/machine_file.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "atoll/base/error.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/read/text_source.hpp"

#include "cli/json_field.hpp"
#include "cli/probe_json.hpp"

namespace Atoll::cli {
namespace {

constexpr std::string_view format_name = "atoll machine";
constexpr std::uint64_t version = 1;
constexpr std::size_t file_bytes_max = std::size_t{64} << 20;
constexpr int domains_max = 1024;
constexpr int processors_max = 4096;
constexpr auto measure_again =
    "measure this machine again with `atoll machine --probe`; a file of your own with --probe --probe-file FILE";

Json domain_json(const Domain& domain) {
  Json cores = Json::array();
  for (const Core& core : domain.cores) cores.push_back(core.processors);
  return {{"node", domain.os_index}, {"memory_bytes", domain.memory_bytes}, {"cores", cores}};
}

Json shape_json(const Machine& machine) {
  Json json = {{"name", machine.name}, {"domains", Json::array()}, {"caches", Json::array()}};
  for (const Domain& domain : machine.domains) json["domains"].push_back(domain_json(domain));
  for (const Cache& cache : machine.caches)
    json["caches"].push_back({{"level", cache.level}, {"bytes", cache.bytes}, {"sharers", cache.sharers}});
  json["distances"] = machine.distances;
  return json;
}

Domain domain_of(const JsonField& field) {
  Domain domain{.os_index = field["node"].small(0, std::numeric_limits<int>::max()),
                .memory_bytes = field["memory_bytes"].whole(0, std::numeric_limits<std::uint64_t>::max()),
                .cores = {}};
  for (const JsonField& core : field["cores"].elements()) {
    domain.cores.emplace_back();
    for (const JsonField& processor : core.elements())
      domain.cores.back().processors.push_back(processor.small(0, std::numeric_limits<int>::max()));
    if (domain.cores.back().processors.empty()) core.refuse("must have a processor");
  }
  return domain;
}

std::vector<std::vector<int>> distances_of(const JsonField& field, std::size_t domains) {
  std::vector<std::vector<int>> rows;
  for (const JsonField& row : field.elements()) {
    rows.emplace_back();
    for (const JsonField& distance : row.elements()) rows.back().push_back(distance.small(0, 1 << 20));
  }
  const bool square =
      rows.size() == domains && std::ranges::all_of(rows, [&](const auto& row) { return row.size() == domains; });
  if (!rows.empty() && !square) field.refuse("must have a row and a column for each domain");
  return rows;
}

// As Machine promises: domains with cores come first, and there is one.
Machine machine_of(const JsonField& field) {
  Machine machine;
  machine.name = field["name"].text();
  for (const JsonField& domain : field["domains"].elements()) machine.domains.push_back(domain_of(domain));
  const auto has_cores = [](const Domain& domain) { return !domain.cores.empty(); };
  const bool good = machine.domains.size() <= domains_max && std::ranges::any_of(machine.domains, has_cores) &&
                    std::ranges::is_partitioned(machine.domains, has_cores);
  if (!good)
    field["domains"].refuse("must be a list of domains, first those with cores, of which there is one at least");
  if (machine.processors() > processors_max)
    field["domains"].refuse(fmt::format("must not have more than {} processors", processors_max));
  for (const JsonField& cache : field["caches"].elements()) {
    machine.caches.push_back({.level = cache["level"].small(1, 9),
                              .bytes = cache["bytes"].whole(1, std::numeric_limits<std::uint64_t>::max()),
                              .sharers = cache["sharers"].small(1, processors_max)});
  }
  machine.distances = distances_of(field["distances"], machine.domains.size());
  return machine;
}

// All bytes of a file, unpacked. Throws Error(input).
std::string bytes_of(const std::string& path, const Watch& watch) {
  reading::MappedFile file;
  file.open(path, path);
  reading::ByteStream stream(file.descriptor(), path, watch);
  std::string text;
  constexpr std::size_t step = std::size_t{1} << 20;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + step);
    text.resize(before + stream.read(std::span(text).subspan(before)));
    if (text.size() < before + step) return text;
    if (text.size() > file_bytes_max) throw Error(ErrorKind::input, "is too large for a machine file", path);
  }
}

bool is_json(const std::string& path, const Watch& watch) {
  std::error_code unknown;
  const bool readable = std::filesystem::is_regular_file(path, unknown) && access(path.c_str(), R_OK) == 0;
  if (!readable) return false;  // recorded_machine() says what is wrong
  reading::MappedFile file;
  file.open(path, path);
  std::array<char, 256> head{};
  const std::size_t bytes = reading::ByteStream(file.descriptor(), path, watch).read(head);
  const auto first =
      std::ranges::find_if_not(head, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  return bytes > 0 && first != head.end() && *first == '{';
}

std::string cache_folder() {
  const auto folder = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value != nullptr && value[0] == '/' ? value : "");
  };
  if (const std::string cache = folder("XDG_CACHE_HOME"); !cache.empty()) return cache + "/atoll";
  const std::string home = folder("HOME");
  return home.empty() ? "" : home + "/.cache/atoll";
}

// Of what tells a machine from another: its name, and its processors by domain.
std::uint64_t key_of(const Machine& machine) {
  std::uint64_t key = machine.domains.size();
  const auto add = [&](std::uint64_t value) { key = mix64(key ^ mix64(value)); };
  for (const char c : machine.name) add(static_cast<unsigned char>(c));
  for (const Domain& domain : machine.domains) {
    add(static_cast<std::uint64_t>(domain.os_index));
    add(domain.memory_bytes == 0 ? 0 : 1);
    for (const Core& core : domain.cores) {
      add(core.processors.size());
      for (const int processor : core.processors) add(static_cast<std::uint64_t>(processor));
    }
  }
  return key;
}

// Empty: there is no folder for it. Throws Error(input) where something else than a file is there.
std::string kept_probe_path(const Machine& machine) {
  const std::string folder = cache_folder();
  if (folder.empty()) return "";
  std::string path = fmt::format("{}/machine-{:016x}.json", folder, key_of(machine));
  std::error_code none;
  if (std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
    throw Error(ErrorKind::input, "is no file, but the probe of this machine is kept there", path, "remove it");
  return path;
}

}  // namespace

Json json_of(const MachineFile& file) {
  Json json = {{"format", format_name}, {"version", version}, {"atoll", ATOLL_VERSION}};
  if (!file.date.empty()) json["date"] = file.date;
  if (!file.source.empty()) json["source"] = file.source;
  json["machine"] = shape_json(file.machine);
  if (file.probe) json["probe"] = json_of(*file.probe);
  return json;
}

MachineFile machine_file_of(const Json& json, const std::string& path) {
  const JsonField all(json, path, measure_again);
  const std::optional<JsonField> format = json.is_object() ? all.find("format") : std::nullopt;
  if (!format || format->text() != format_name) {
    throw Error(ErrorKind::input, "is JSON, but not a machine file of Atoll", path,
                "make one with `atoll machine --probe --probe-file FILE`");
  }
  if (const std::uint64_t given = all["version"].whole(1, 1'000'000); given > version) {
    throw Error(ErrorKind::input, fmt::format("is of version {}, and we read {}", given, version), path,
                "use a newer Atoll, or measure the machine again");
  }
  MachineFile file{.machine = machine_of(all["machine"]), .probe = {}, .date = {}, .source = {}};
  if (const auto date = all.find("date")) file.date = date->text();
  if (const auto source = all.find("source")) file.source = source->text();
  if (const auto probe = all.find("probe")) file.probe = probe_of(*probe, file.machine);
  return file;
}

MachineFile read_machine_file(const std::string& path, const Watch& watch) {
  const Json json = Json::parse(bytes_of(path, watch), nullptr, false);
  if (json.is_discarded()) throw Error(ErrorKind::input, "is no valid JSON", path, measure_again);
  return machine_file_of(json, path);
}

MachineFile machine_named(const std::string& description, const Watch& watch) {
  const bool shape = description.find_first_not_of("0123456789x") == std::string::npos;
  if (description == "detect" || shape || !is_json(description, watch))
    return {.machine = machine_from(description), .probe = {}, .date = {}, .source = {}};
  return read_machine_file(description, watch);
}

std::optional<MachineFile> known_probe(const MachineFile& named, const Watch& watch) {
  if (named.probe) return named;
  if (!named.machine.is_here) return std::nullopt;
  const std::string path = kept_probe_path(named.machine);
  if (path.empty() || access(path.c_str(), F_OK) != 0) return std::nullopt;
  MachineFile kept = read_machine_file(path, watch);
  if (key_of(kept.machine) != key_of(named.machine) || !kept.probe) {
    throw Error(ErrorKind::input, fmt::format("is of another machine ({})", kept.machine.name), path,
                "remove it, or measure this one with `atoll machine --probe`");
  }
  return kept;
}

std::string make_room_for_probe(const Machine& machine) {
  std::string path = kept_probe_path(machine);
  if (path.empty()) {
    throw Error(ErrorKind::usage, "there is no folder to keep it in, for HOME is not set", "--probe",
                "name a file with --probe-file");
  }
  std::error_code ignored;  // what stands in the way is told when the file is written
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  return path;
}

}  // namespace Atoll::cli
