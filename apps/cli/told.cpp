// SPDX-License-Identifier: Apache-2.0
#include "cli/told.hpp"

#include <nlohmann/json.hpp>

#include "atoll/graph/write/packed_file.hpp"

#include "report/page.hpp"
#include "report/trace.hpp"

namespace Atoll::cli {
namespace {

void write_file(const std::string& path, const std::string& text, const Watch& watch) {
  writing::PackedFile file(path, watch);
  file.put(text);
  file.commit();
}

}  // namespace

void tell(const Json& json, const SetupOptions& setup, const Watch& watch) {
  if (!setup.report.empty()) write_file(setup.report, report::page(json), watch);
  if (!setup.trace.empty()) {
    const Json trace = report::trace(json);
    write_file(setup.trace, trace.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n', watch);
  }
  if (setup.json) print(json);  // last: whoever reads it may go away
}

}  // namespace Atoll::cli
