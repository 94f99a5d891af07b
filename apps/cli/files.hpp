// SPDX-License-Identifier: Apache-2.0
// The files of a command, judged before its work begins: that what it writes can be written, and is no other file that
// it reads or writes, however their paths are spelt.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace Atoll::cli {

struct InputOptions;

struct ReadFile {
  std::string what;  // "the graph"
  std::string path;
};
// The graph, the file of `--partition file:PATH`, and that of --machine, where it names one.
std::vector<ReadFile> files_read(const InputOptions& input, const std::string& machine,
                                 const std::string& partition = {});
std::vector<ReadFile> files_read(const std::string& machine);

// Whether `--partition file:PATH` can be read. Throws Error(usage).
void check_part_file(const InputOptions& input, const std::string& partition, bool knows_parts);

// `option` is who names the path. Throws Error(usage).
void check_written(const std::string& option, const std::string& path, const std::vector<ReadFile>& read);
// For a name that promises another format than what is written, "an answer is text". Throws Error(usage).
void check_suffix(const std::string& path, std::initializer_list<std::string_view> others, std::string_view what,
                  const std::string& remedy);
// Of two that are written: `who` writes to `taken`. Throws Error(usage) where that is the same as `path`. Empty: nothing.
void check_apart(const std::string& option, const std::string& path, const std::string& who, const std::string& taken);
bool is_same_output(const std::string& path, const std::string& other);
bool is_standard_output(const std::string& path);

}  // namespace Atoll::cli
