// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/path.hpp"

#include <charconv>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace Atoll {
namespace {

FileIdentity number_of(const struct stat& there) {
  return {.device = there.st_dev, .number = there.st_ino, .name = {}};
}

// A terminal or a pipe is told by its descriptor: standard output and standard error may well be one.
FileIdentity identity_of(int descriptor) {
  struct stat there{};
  if (fstat(descriptor, &there) == 0 && S_ISREG(there.st_mode)) return number_of(there);
  return {.device = 0, .number = static_cast<std::uint64_t>(descriptor), .name = "descriptor"};
}

}  // namespace

std::optional<int> descriptor_of(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* const end = path.data() + path.size();
    const auto [behind, problem] = std::from_chars(path.data() + folder.size(), end, number);
    if (problem == std::errc{} && behind == end) return number;
  }
  return std::nullopt;
}

bool is_standard_input(std::string_view path) {
  return path == "-" || path == "/dev/stdin" || descriptor_of(path) == STDIN_FILENO;
}

std::string followed(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int links_max = 40;  // as many as Linux follows
  fs::path target = path;
  std::error_code problem;
  for (int links = 0; links < links_max && fs::is_symlink(target, problem); ++links) {
    target = target.parent_path() / fs::read_symlink(target, problem);
    if (problem) return path;
  }
  return target;
}

std::string folder_of(const std::string& path) {
  const std::size_t name = path.rfind('/');
  return name == std::string::npos ? "." : path.substr(0, name + 1);
}

std::optional<FileIdentity> identity_of(const std::string& path, FileAccess access) {
  if (access == FileAccess::read && is_standard_input(path)) return identity_of(STDIN_FILENO);
  if (const auto descriptor = descriptor_of(path)) return identity_of(*descriptor);
  struct stat there{};
  if (stat(path.c_str(), &there) == 0) return S_ISCHR(there.st_mode) ? std::nullopt : std::optional(number_of(there));
  const std::string target = followed(path);
  if (stat(folder_of(target).c_str(), &there) != 0) return std::nullopt;
  FileIdentity made = number_of(there);
  made.name = target.substr(target.rfind('/') + 1);  // npos + 1 is 0
  return made;
}

}  // namespace Atoll
