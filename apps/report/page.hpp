// SPDX-License-Identifier: Apache-2.0
// A run as a page to look at: one HTML file that needs no network and no other file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace Atoll::report {

// `told` is what --json prints of an algorithm, or of `run`. Whatever its texts say, they are shown and not run: they are
// data until the page's script makes text nodes of them, and no other script may run there.
std::string page(const nlohmann::ordered_json& told);

}  // namespace Atoll::report
