// SPDX-License-Identifier: Apache-2.0
// Packing on the way to a file: gz, xz or zst, by the suffix of its name. Invariant: a name that says "packed" never gets
// plain text; a suffix we cannot pack is refused.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "atoll/base/output_file.hpp"

namespace Atoll::writing {

enum class Packing : std::uint8_t { none, gz, xz, zst };

// By the suffix, in upper or lower case. Throws Error(usage) for .bz2 and others that are not written here.
Packing packing_of(std::string_view path);

// `path` without the suffix of its packing.
std::string_view without_packing(std::string_view path);

// Takes text, at most 4 GiB at once; with `last` the archive ends.
using Pack = std::function<void(std::string_view text, bool last, OutputFile& file)>;
Pack packer(Packing packing);  // Throws Error(resource)

}  // namespace Atoll::writing
