// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/read.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <ranges>
#include <string>

#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"
#include "atoll/graph/read/adjacency_matrix.hpp"
#include "atoll/graph/read/edge_list.hpp"
#include "atoll/graph/read/foreign.hpp"
#include "atoll/graph/read/format.hpp"
#include "atoll/graph/read/job.hpp"
#include "atoll/graph/read/text_source.hpp"

namespace Atoll {
namespace {

using reading::Format;

// Many blocks of text for every thread: their edges fill huge pages.
std::size_t window_bytes(const Crew& crew) {
  const auto threads = static_cast<std::size_t>(crew.threads());
  return std::clamp(threads << 24, std::size_t{4} << 20, std::size_t{256} << 20);
}

const Format& format_named(const std::string& name) {
  const auto found = std::ranges::find(reading::formats(), name, &Format::name);
  if (found != reading::formats().end()) return *found;
  std::string known;
  for (const Format& format : reading::formats()) known += (known.empty() ? "" : ", ") + std::string(format.name);
  throw Error(ErrorKind::usage, fmt::format("no format '{}'", name), {}, "name one of " + known);
}

// Null: none fits.
const Format* format_that_fits(const reading::Glance& glance) {
  const auto found =
      std::ranges::find_if(reading::formats(), [&](const Format& format) { return format.fits(glance); });
  return found == reading::formats().end() ? nullptr : &*found;
}

[[noreturn]] void refuse_unknown(const reading::Glance& glance, const reading::TextSource& source) {
  if (glance.text.starts_with("\xff\xfe") || glance.text.starts_with("\xfe\xff"))
    throw Error(ErrorKind::input, "is text in UTF-16", source.name(), "write it as UTF-8 (iconv -f UTF-16 -t UTF-8)");
  constexpr std::size_t of_tar = 257;  // where its archives have their mark
  if (glance.text.size() > of_tar && glance.text.substr(of_tar).starts_with("ustar"))
    throw Error(ErrorKind::input, "is a tar archive", source.name(), "unpack it (tar -xf), and name the file in it");
  const std::string path = lower(source.path());
  const bool is_called_packed = path.ends_with(".gz") || path.ends_with(".xz") || path.ends_with(".zst");
  if (is_called_packed && source.packing().empty())
    throw Error(ErrorKind::input, "is called packed, but is neither an archive nor text", source.name(),
                "fetch or pack the file again");
  throw Error(ErrorKind::input, "is neither text nor a binary format that is known here", source.name(),
              "convert it to an edge list, or name its format");
}

// Without this the whole text would be a line, whose carriage returns are blanks.
void refuse_old_lines(const reading::Glance& glance, const reading::TextSource& source) {
  const std::size_t end = glance.line.find('\r');
  if (!glance.is_text || end == glance.line.npos || glance.line.find_first_not_of("\r\n", end) == glance.line.npos)
    return;
  throw Error(ErrorKind::input, "has lines that end in a carriage return alone, as on old Macs", source.name(),
              "write them anew: tr '\\r' '\\n'");
}

const Format& format_of(reading::TextSource& source) {
  const reading::Glance glance = reading::Glance::at(source);
  refuse_old_lines(glance, source);
  reading::refuse_foreign(glance, source.path());
  if (const Format* const found = format_that_fits(glance)) {
    if (found->has_names && !glance.text.starts_with(reading::edge_list_banner))
      reading::refuse_adjacency_matrix(glance, source.name(), found->name);
    return *found;
  }
  refuse_unknown(glance, source);
}

// Refuses to read as one format what says by its first bytes, whatever its name, that it is another one.
void check_asked(const Format& asked, reading::TextSource& source) {
  reading::Glance glance = reading::Glance::at(source);
  glance.suffix.clear();
  glance.may_guess = false;
  const Format* const found = format_that_fits(glance);
  if (found == nullptr || found == &asked || found->has_names) return;  // which any text could be
  throw Error(ErrorKind::usage, fmt::format("begins as {}, but --format says {}", found->name, asked.name),
              source.name(), "leave --format out");
}

void check_ids(const Format& format, const ReadOptions& options, const std::string& name) {
  if (format.has_names || options.ids != IdKind::string) return;
  throw Error(ErrorKind::usage, fmt::format("{} numbers its vertices, so --ids string means nothing", format.name),
              name, "leave it out");
}

}  // namespace

Graph read_graph(const std::string& path, const ReadOptions& options, Crew& crew, const Watch& watch) {
  const Format* const asked = options.format.empty() ? nullptr : &format_named(options.format);
  if (asked != nullptr) check_ids(*asked, options, reading::input_name(path));
  Origin origin;
  const auto from = [&](const Format& format, Graph graph) {
    origin.format = format.name;
    std::ranges::move(graph.origin.notes, std::back_inserter(origin.notes));
    origin.order = std::move(graph.origin.order);
    origin.inverse = graph.origin.inverse;
    graph.origin = std::move(origin);
    return graph;
  };
  if (asked != nullptr && asked->read_binary != nullptr)
    return from(*asked, asked->read_binary(path, options, crew, watch));
  reading::TextSource source(path, window_bytes(crew), watch);
  if (source.window().empty()) {
    throw Error(ErrorKind::input, "is empty", source.name(), "name a file with a graph in it");
  }
  if (asked != nullptr) check_asked(*asked, source);
  const Format& format = asked != nullptr ? *asked : format_of(source);
  check_ids(format, options, source.name());
  origin.packing = source.packing();
  if (format.read != nullptr) return from(format, format.read(source, {options, crew, watch, origin.notes}));
  const bool can_be_read_again = source.mapped() || (path != "-" && source.file_bytes() != 0);
  if (!can_be_read_again) {
    throw Error(ErrorKind::input, fmt::format("a binary graph ({}) on a pipe", format.name), source.name(),
                fmt::format("name its format: --format {}", format.name));
  }
  return from(format, format.read_binary(path, options, crew, watch));
}

}  // namespace Atoll
