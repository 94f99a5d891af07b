// SPDX-License-Identifier: Apache-2.0
#include "cli/written.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "atoll/base/memory.hpp"

#include "cli/files.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {

void report_written(const Graph& graph, const std::string& path, Crew& crew,
                    const std::vector<std::pair<std::string, double>>& seconds, const std::vector<std::string>& losses,
                    bool json, const std::optional<Making>& making) {
  const Shape shape(graph, crew);
  const std::string where = is_standard_output(path) ? "/dev/stderr" : "-";
  if (json) {
    Json object = stamp(crew.machine());
    object.update({{"graph", shape.json()}, {"output", path}, {"seconds", Json::object()}});
    if (making) object[making->word] = making->json;
    for (const auto& [name, value] : seconds) object["seconds"][name] = rounded(value);
    object["peak_bytes"] = memory::peak_bytes();
    object["notes"] = losses;
    return print(object, where);
  }
  Sheet sheet;
  sheet.add("written", fmt::format("{}: {}", shown(path), shape.text()));
  if (making) sheet.add(making->word, making->text);
  std::vector<std::string> times;
  for (const auto& [name, value] : seconds) times.push_back(fmt::format("{} {}", name, seconds_text(value)));
  sheet.add("time", listed(times));
  sheet.add("peak memory", bytes_text(memory::peak_bytes()));
  print(sheet.text(), where);
  for (const std::string& loss : losses) complain(loss);
}

}  // namespace Atoll::cli
