// SPDX-License-Identifier: Apache-2.0
// What a page is made of, in the program itself: cmake/report.cmake makes the source from apps/report/page and Vega.
#pragma once

#include <string_view>

namespace Atoll::report::assets {

extern const std::string_view page;    // HTML with @places@
extern const std::string_view style;   // CSS
extern const std::string_view script;  // the modules of Vega and ours
extern const std::string_view notice;  // licences of what is not ours

}  // namespace Atoll::report::assets
