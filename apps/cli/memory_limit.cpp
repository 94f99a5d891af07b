// SPDX-License-Identifier: Apache-2.0
#include "cli/memory_limit.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace Atoll::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// The number behind `key` in a file of "key number" lines; without a key the first word of the file.
std::optional<std::uint64_t> number_in(const fs::path& path, const std::string& key = {}) {
  std::ifstream file(path);
  std::string word;
  std::uint64_t value = 0;
  while (!key.empty() && file >> word && word != key) {
  }
  if (file >> value) return value;
  return std::nullopt;
}

// What one cgroup still has: version 2, or version 1 by its older names.
std::uint64_t left_in(const fs::path& group) {
  std::error_code ignored;
  const bool second = fs::exists(group / "memory.max", ignored);
  const auto most = number_in(group / (second ? "memory.max" : "memory.limit_in_bytes"));
  const auto used = number_in(group / (second ? "memory.current" : "memory.usage_in_bytes"));
  if (!most || !used) return unlimited;
  const std::uint64_t cache =
      number_in(group / "memory.stat", second ? "inactive_file" : "total_inactive_file").value_or(0);
  const std::uint64_t taken = *used - std::min(*used, cache);
  return *most - std::min(*most, taken);
}

// The least that is left on the way from our cgroup up to the root of the hierarchy at `mount`.
std::uint64_t left_below(const fs::path& mount, const fs::path& group) {
  std::uint64_t least = left_in(mount);
  fs::path here = mount;
  for (const fs::path& step : group.relative_path()) {
    here /= step;
    least = std::min(least, left_in(here));
  }
  return least;
}

}  // namespace

std::uint64_t available_memory() {
  std::error_code ignored;
  std::uint64_t least = unlimited;
  if (const auto kibibytes = number_in("/proc/meminfo", "MemAvailable:")) least = *kibibytes << 10;
  std::ifstream groups("/proc/self/cgroup");  // lines of "id:controllers:path"
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool ours = controllers.empty() || controllers.find("memory") != controllers.npos;
    const fs::path mount = controllers.empty() ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    if (ours && fs::is_directory(mount, ignored)) least = std::min(least, left_below(mount, line.substr(second + 1)));
  }
  // 0 says that nobody knows: a full cgroup has nothing left, and is no machine without a limit.
  return least == unlimited ? 0 : std::max<std::uint64_t>(least, 1);
}

}  // namespace Atoll::cli
