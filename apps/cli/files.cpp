// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include "atoll/base/error.hpp"
#include "atoll/base/output_file.hpp"
#include "atoll/base/path.hpp"
#include "atoll/graph/read/format.hpp"

#include "cli/input.hpp"

namespace Atoll::cli {

std::vector<ReadFile> files_read(const std::string& machine) {
  std::error_code problem;
  if (!std::filesystem::exists(machine, problem)) return {};  // detect, or a shape
  return {{"the machine file", machine}};
}

std::vector<ReadFile> files_read(const InputOptions& input, const std::string& machine, const std::string& partition) {
  constexpr std::string_view by_file = "file:";
  std::vector<ReadFile> files = files_read(machine);
  if (!input.path.empty()) files.push_back({"the graph", input.path});
  if (partition.starts_with(by_file)) files.push_back({"the part file", partition.substr(by_file.size())});
  return files;
}

void check_part_file(const InputOptions& input, const std::string& partition, bool knows_parts) {
  constexpr std::string_view by_file = "file:";
  const bool is_file = partition.starts_with(by_file);
  if (is_file && is_standard_input(partition.substr(by_file.size())) && is_standard_input(input.path)) {
    throw Error(ErrorKind::usage, "standard input is the graph already", "--partition " + partition,
                "name a file for one of them");
  }
  if (is_file && !knows_parts) {
    throw Error(ErrorKind::usage, "the number of parts is not known", "--partition " + partition,
                "give it with --parts N");
  }
}

void check_written(const std::string& option, const std::string& path, const std::vector<ReadFile>& read) {
  OutputFile::check(path);
  const auto written = identity_of(path, FileAccess::write);
  if (!written) return;
  const std::string where = option + ' ' + path;
  for (const ReadFile& file : read) {
    if (identity_of(file.path, FileAccess::read) != written) continue;
    throw Error(ErrorKind::usage, "this is " + file.what + " that is read", where, "name another file");
  }
  if (!is_standard_output(path) && identity_of("-", FileAccess::write) == written) {
    throw Error(ErrorKind::usage, "the report on standard output goes there too", where, "name another file");
  }
}

void check_suffix(const std::string& path, std::initializer_list<std::string_view> others, std::string_view what,
                  const std::string& remedy) {
  const std::string suffix = reading::suffix_of(path);
  if (std::ranges::find(others, suffix) == others.end()) return;
  throw Error(ErrorKind::usage, fmt::format("{}, and no .{}", what, suffix), path, remedy);
}

void check_apart(const std::string& option, const std::string& path, const std::string& who, const std::string& taken) {
  if (path.empty() || taken.empty() || !is_same_output(path, taken)) return;
  throw Error(ErrorKind::usage, who + " writes to " + taken + " already", option, "name another file");
}

bool is_same_output(const std::string& path, const std::string& other) {
  const auto file = identity_of(path, FileAccess::write);
  return file && file == identity_of(other, FileAccess::write);
}

bool is_standard_output(const std::string& path) { return descriptor_of(path) == STDOUT_FILENO; }

}  // namespace Atoll::cli
