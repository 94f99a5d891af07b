// SPDX-License-Identifier: Apache-2.0
// Why a run went as it did: the machine's rates, what each part has to do, and what every design would cost.
#pragma once

#include <string>
#include <vector>

#include "atoll/engine/statistics.hpp"
#include "atoll/model/adviser.hpp"

#include "cli/json.hpp"

namespace Atoll::cli {

// Where a run was free to choose.
struct Freedom {
  int parts;
  bool one_domain;       // all parts live in it
  std::string exchange;  // as asked for: "auto", or a name
};
// What was chosen how often, and why; where there was nothing to choose, what would give a choice.
std::string choice_text(const RunStatistics& statistics, const Freedom& freedom);

// The models of a run's programs, each kept once.
class Explanation {
 public:
  void hear(const Model& model);

  std::string text(const std::string& rates_of) const;  // `rates_of`: whose rates these are, in words
  Json json(const std::string& rates_of) const;

 private:
  std::vector<Model> models_;  // in the order of the programs
};

}  // namespace Atoll::cli
