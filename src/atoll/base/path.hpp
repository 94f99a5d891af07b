// SPDX-License-Identifier: Apache-2.0
// What a path leads to: an open descriptor, the end of its symbolic links, or one and the same file as another path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace Atoll {

// The descriptor that a path names, where it names one: "-" and /dev/stdout are 1, /dev/fd/5 is 5.
std::optional<int> descriptor_of(std::string_view path);

// Whether it is standard input where it is read.
bool is_standard_input(std::string_view path);

// Where symbolic links lead, so that they survive and their target is replaced, or made if it is not there yet.
std::string followed(const std::string& path);

// The folder of a file, "." where the path names none.
std::string folder_of(const std::string& path);

// A file, however it is spelt: two paths lead to one file where these are equal.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;  // of the file, of the folder that it would be made in, or of a descriptor
  std::string name;          // of what has no number of its own
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

// "-" is standard input where it is read. None: a device, which keeps nothing, or a folder that is not there.
enum class FileAccess : std::uint8_t { read, write };
std::optional<FileIdentity> identity_of(const std::string& path, FileAccess access);

}  // namespace Atoll
