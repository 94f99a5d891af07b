// SPDX-License-Identifier: Apache-2.0
// Why a run went as it did: the machine's rates, what each part has to do, and what every design would cost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atoll/engine/statistics.hpp"
#include "atoll/model/adviser.hpp"
#include "atoll/model/layout_choice.hpp"

#include "cli/json.hpp"

namespace Atoll::cli {

// Where a run was free to choose.
struct Freedom {
  int parts;
  std::string exchange;                   // as asked for: "auto", or a name
  std::optional<LayoutForecast> layouts;  // where the layout was the model's choice
};
// What was chosen how often, and why; where there was nothing to choose, what would give a choice.
std::string choice_text(const RunStatistics& statistics, const Freedom& freedom);

// The models of a run's programs, each kept once.
class Explanation {
 public:
  void hear(const Model& model);

  // `rates_of`: whose rates these are, in words; `layouts`: what the layout was chosen by, if it was.
  std::string text(const std::string& rates_of, const std::optional<LayoutForecast>& layouts) const;
  Json json(const std::string& rates_of, const std::optional<LayoutForecast>& layouts) const;

 private:
  std::vector<Model> models_;  // in the order of the programs
};

}  // namespace Atoll::cli
