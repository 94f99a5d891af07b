// SPDX-License-Identifier: Apache-2.0
// The table of formats: a new one is a function in writers.hpp and a line here.
#include "atoll/graph/write/write.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/write/writers.hpp"

namespace Atoll {
namespace {

using writing::PackedFile;

struct Format {
  std::string_view name;
  std::array<std::string_view, 4> suffixes;
  void (*write)(const Graph&, PackedFile&);
};

constexpr Format formats[] = {
    {"edges", {".edges", ".txt", ".tsv", ".snap"}, writing::write_edges},
    {"csv", {".csv"}, writing::write_csv},
    {"mtx", {".mtx"}, writing::write_mtx},
    {"gr", {".gr"}, writing::write_gr},
    {"metis", {".graph", ".metis"}, writing::write_metis},
    {"el", {".el"}, writing::write_el},
    {"wel", {".wel"}, writing::write_wel},
    {"sg", {".sg"}, writing::write_sg},
    {"wsg", {".wsg"}, writing::write_wsg},
    {"atoll", {".atoll"}, writing::write_atoll},
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

// `path` without .gz.
const Format& format_of(const std::string& path, std::string_view unpacked) {
  for (const Format& format : formats) {
    const auto fits = [&](std::string_view suffix) { return !suffix.empty() && unpacked.ends_with(suffix); };
    if (std::ranges::any_of(format.suffixes, fits)) return format;
  }
  throw Error(ErrorKind::usage, "its name does not tell the format to write", path, "name one of " + all_names());
}

}  // namespace

void write_graph(const Graph& graph, const std::string& path, const std::string& format, const Watch& watch) {
  std::string_view unpacked = path;
  const bool packed = unpacked.ends_with(".gz");
  if (packed) unpacked.remove_suffix(3);
  const Format& chosen = format.empty() ? format_of(path, unpacked) : format_named(format);
  watch.poll();
  PackedFile file(path, packed ? writing::Packing::gzip : writing::Packing::none, watch);
  chosen.write(graph, file);
  file.commit();
}

}  // namespace Atoll
