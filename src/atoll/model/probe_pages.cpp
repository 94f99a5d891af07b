// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/probe_pages.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>

#include "atoll/base/error.hpp"
#include "atoll/topology/place_in.hpp"

namespace Atoll::probing {
namespace {

constexpr std::size_t touch_bytes = std::size_t{2} << 20;  // between two polls

void touch(Crew& crew, int team, Array<std::uint64_t>& words, const Watch& watch) {
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(words));
  const std::size_t pieces = (bytes.size() + touch_bytes - 1) / touch_bytes;
  crew.run([&](const Worker& me) {
    if (me.team != team) return;
    const auto size = static_cast<std::size_t>(me.team_size);
    for (auto piece = static_cast<std::size_t>(me.rank_in_team); piece < pieces; piece += size) {
      watch.poll();
      const std::size_t begin = piece * touch_bytes;
      std::memset(bytes.data() + begin, 1, std::min(touch_bytes, bytes.size() - begin));
    }
  });
}

Array<std::uint64_t> array_of(const std::vector<std::uint64_t>& sizes) {
  for (std::size_t i = sizes.size() - 1; i > 0; --i) {
    try {
      return Array<std::uint64_t>(sizes[i] / sizeof(std::uint64_t));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::resource) throw;
    }
  }
  return Array<std::uint64_t>(sizes.front() / sizeof(std::uint64_t));
}

// The range of a line "7f00-7fff rw-p ..." of /proc/self/smaps holds the address.
bool holds(const std::string& line, std::uintptr_t address) {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  const char* const last = line.c_str() + line.size();
  const auto first = std::from_chars(line.c_str(), last, begin, 16);
  if (first.ec != std::errc{} || first.ptr == last || *first.ptr != '-') return false;
  const auto second = std::from_chars(first.ptr + 1, last, end, 16);
  return second.ec == std::errc{} && begin <= address && address < end;
}

}  // namespace

Placed place_array(Crew& crew, const MemoryPlan& memory, PageSize pages, const Watch& watch) {
  Placed placed{.words = array_of(memory.sizes)};
  Array<std::uint64_t>& words = placed.words;
  if (pages == PageSize::small) madvise(words.data(), words.bytes(), MADV_NOHUGEPAGE);
  placed.bound = place_in(crew.machine(), memory.domain, words.data(), words.bytes());
  touch(crew, memory.teams.front(), words, watch);
  return placed;
}

std::optional<std::uint64_t> huge_bytes_at(const void* address) {
  constexpr std::string_view field = "AnonHugePages:";
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    if (here && line.starts_with(field)) return std::stoull(line.substr(field.size())) << 10;  // "  123 kB"
    here = here || holds(line, reinterpret_cast<std::uintptr_t>(address));
  }
  return std::nullopt;
}

}  // namespace Atoll::probing
