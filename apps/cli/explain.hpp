// SPDX-License-Identifier: Apache-2.0
// Why a run went as it did: the machine's rates, what each part has to do, and what every design would cost.
#pragma once

#include <string>
#include <vector>

#include "atoll/model/adviser.hpp"

#include "cli/json.hpp"

namespace Atoll::cli {

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
