// SPDX-License-Identifier: Apache-2.0
// The table of formats: a new one is a function in writers.hpp and a line here.
#include "atoll/graph/write/write.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/write/losses.hpp"
#include "atoll/graph/write/writers.hpp"

namespace Atoll {
namespace {

using writing::PackedFile;

using writing::Keeps;
using writing::Lonely;
using writing::Naming;

struct Format {
  std::string_view name;
  std::array<std::string_view, 4> suffixes;
  void (*write)(const Graph&, PackedFile&, Crew&);
  Keeps keeps;
  bool is_text = true;
};

constexpr Format formats[] = {
    {"edges",
     {".txt", ".tsv", ".edges", ".snap"},
     writing::write_edges,
     {.lonely = Lonely::counted, .undirected = false}},
    {"csv", {".csv"}, writing::write_csv, {.lonely = Lonely::lost, .undirected = false}},
    {"mtx", {".mtx"}, writing::write_mtx, {.naming = Naming::from_one}},
    {"gr", {".gr"}, writing::write_gr, {.naming = Naming::from_one, .undirected = false}},
    {"metis", {".graph", ".metis"}, writing::write_metis, {.naming = Naming::from_one}},
    {"el",
     {".el"},
     writing::write_el,
     {.naming = Naming::from_zero, .lonely = Lonely::inner, .weights = false, .undirected = false}},
    {"wel", {".wel"}, writing::write_wel, {.naming = Naming::from_zero, .lonely = Lonely::inner, .undirected = false}},
    {"sg", {".sg"}, writing::write_sg, {.naming = Naming::from_zero, .weights = false}, false},
    {"wsg", {".wsg"}, writing::write_wsg, {.naming = Naming::from_zero}, false},
    {"atoll", {".atoll"}, writing::write_atoll, {.order = true}, false},
};

std::string all_names() {
  std::string names;
  for (const Format& format : formats) names += fmt::format("{}{}", names.empty() ? "" : ", ", format.name);
  return names;
}

const Format& format_named(std::string_view name) {
  const auto found = std::ranges::find(formats, name, &Format::name);
  if (found != std::end(formats)) return *found;
  throw Error(ErrorKind::usage, fmt::format("there is no format \"{}\"", name), {}, "choose one of " + all_names());
}

// What a name says, without the suffix of its packing; null: nothing.
const Format* format_of(std::string_view unpacked) {
  const auto fits = [&](std::string_view suffix) { return !suffix.empty() && unpacked.ends_with(suffix); };
  const auto found =
      std::ranges::find_if(formats, [&](const Format& format) { return std::ranges::any_of(format.suffixes, fits); });
  return found == std::end(formats) ? nullptr : found;
}

const Format& choose(const std::string& path, const std::string& name, std::string_view option) {
  writing::packing_of(path);
  const std::string_view unpacked = writing::without_packing(path);
  const Format* const said = format_of(unpacked);
  if (name.empty() && said != nullptr) return *said;
  if (name.empty()) {
    throw Error(ErrorKind::usage, "its name does not tell the format to write", path,
                fmt::format("let it end in one of {}, or name one of these with {}", all_names(), option));
  }
  const Format& asked = format_named(name);
  const bool any_text = asked.is_text && (unpacked.ends_with(".txt") || unpacked.ends_with(".tsv"));
  if (said == nullptr || said == &asked || any_text) return asked;
  throw Error(ErrorKind::usage, fmt::format("its name says {}, but {} is asked for", said->name, asked.name), path,
              fmt::format("end the name in {}, or leave the format to it", asked.suffixes[0]));
}

}  // namespace

std::string check_output(const std::string& path, const std::string& format, std::string_view option) {
  return std::string(choose(path, format, option).name);
}

std::vector<std::string> write_graph(const Graph& graph, const std::string& path, const std::string& format, Crew& crew,
                                     const Watch& watch) {
  const Format& chosen = choose(path, format, format_option);
  watch.poll();
  writing::refuse_losses(graph, chosen.keeps, chosen.name, path);
  PackedFile file(path, watch);
  chosen.write(graph, file, crew);
  std::vector<std::string> losses = writing::losses(graph, chosen.keeps, chosen.name);  // may fail: before it is there
  file.commit();
  return losses;
}

}  // namespace Atoll
