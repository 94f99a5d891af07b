// SPDX-License-Identifier: Apache-2.0
// A partition that another program made: one part number per line and vertex, as METIS, KaHIP and Scotch's gpart write
// it. Invariant: of several bad lines the first one is reported, whichever thread meets it.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <string_view>

#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/numbers.hpp"
#include "atoll/graph/read/text_source.hpp"
#include "atoll/partition/assemble.hpp"

namespace Atoll::partition {
namespace {

constexpr std::size_t window_bytes = std::size_t{1} << 26;

struct Trouble {
  std::uint64_t line = 0;
  std::string what;
  std::string fix;
};

class FirstTrouble {
 public:
  void note(Trouble trouble) {
    const std::lock_guard lock(mutex_);
    if (!first_ || trouble.line < first_->line) first_ = std::move(trouble);
  }
  const std::optional<Trouble>& get() const { return first_; }

 private:
  std::mutex mutex_;
  std::optional<Trouble> first_;
};

// The beginning of the line at p, fit for a message.
std::string quoted(const char* p) {
  constexpr std::size_t longest = 40;
  std::string word;
  for (; *p != '\n' && *p != '\r' && word.size() < longest; ++p) word += *p >= ' ' && *p <= '~' ? *p : '?';
  return "'" + word + "'";
}

// What is wrong with the line at p, which is not the owner of `vertex`.
Trouble explain(const char* p, std::uint64_t vertex, std::uint64_t vertices, int parts) {
  Trouble trouble{.line = vertex + 1, .what = {}, .fix = {}};
  std::uint64_t part = 0;
  const char* const end = reading::read_id(reading::skip_blanks(p), part);
  if (vertex >= vertices) {
    trouble.what = fmt::format("more lines than the graph has vertices, {}", vertices);
    trouble.fix = "use the partition of this very graph";
  } else if (end != nullptr && *reading::skip_blanks(end) == '\n') {
    trouble.what = fmt::format("part {} is not in 0 .. {}", part, parts - 1);
    trouble.fix = "ask for as many parts as the file has";
  } else {
    trouble.what = fmt::format("{} is not a part number", quoted(p));
    trouble.fix = "give one number per line, from 0, and nothing else";
  }
  return trouble;
}

// The owners of `vertex` and those after it out of whole lines; only blank lines may follow the last vertex.
void parse(std::string_view lines, std::uint64_t vertex, int parts, Array<Owner>& owners, FirstTrouble& trouble) {
  const char* const end = lines.data() + lines.size();
  for (const char* p = lines.data(); p != end; ++p, ++vertex) {
    const char* const begin = p;
    std::uint64_t part = 0;
    p = reading::skip_blanks(p);
    if (vertex < owners.size()) {
      p = reading::read_id(p, part);
      if (p != nullptr) p = reading::skip_blanks(p);
    }
    if (p == nullptr || *p != '\n' || part >= static_cast<std::uint64_t>(parts)) {
      return trouble.note(explain(begin, vertex, owners.size(), parts));
    }
    if (vertex < owners.size()) owners[vertex] = static_cast<Owner>(part);
  }
}

// Returns how many lines the window has.
std::uint64_t parse_window(std::string_view window, std::uint64_t vertex, int parts, Array<Owner>& owners,
                           FirstTrouble& trouble, Crew& crew) {
  const std::vector<reading::LineBlock> blocks = reading::cut_into_blocks(window, vertex, crew);
  crew.for_chunks(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t b = begin; b < end; ++b) parse(blocks[b].text, blocks[b].first_line, parts, owners, trouble);
  });
  return blocks.back().first_line + blocks.back().lines - vertex;
}

Array<Owner> read_owners(std::uint64_t vertices, int parts, const std::string& path, Crew& crew) {
  Array<Owner> owners(vertices);
  std::error_code not_there;
  if (std::filesystem::file_size(path, not_there) == 0) {
    if (vertices == 0) return owners;
    throw Error(ErrorKind::input, "is empty", path, "give a line with its part for each vertex");
  }
  reading::TextSource text(path, window_bytes, crew.watch());
  FirstTrouble trouble;
  std::uint64_t vertex = 0;
  for (std::string_view window = text.window(); !window.empty(); window = text.window()) {
    const std::uint64_t lines = parse_window(window, vertex, parts, owners, trouble, crew);
    if (trouble.get()) text.fail(trouble.get()->line, trouble.get()->what, trouble.get()->fix);
    vertex += lines;
    text.take(window.size(), lines);
  }
  if (vertex < vertices) {
    text.fail(std::max<std::uint64_t>(vertex, 1), fmt::format("ends here, but the graph has {} vertices", vertices),
              "use the partition of this very graph");
  }
  return owners;
}

}  // namespace

Partition from_file(const Graph& graph, int parts, const std::string& path, Crew& crew) {
  check_parts(parts);
  const Stopwatch watch;
  const Array<Owner> owners = read_owners(graph.vertices, parts, path, crew);
  Partition result =
      deal(IdArray::counting(0, graph.vertices), parts, graph.wide(), [&](std::uint64_t v) { return owners[v]; }, crew);
  result.strategy = "file:" + path;
  result.seconds = watch.seconds();
  return result;
}

}  // namespace Atoll::partition
