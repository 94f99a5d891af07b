// SPDX-License-Identifier: Apache-2.0
// What every reader is given beside its file.
#pragma once

#include <string>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/graph/read/read.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::reading {

struct Job {
  const ReadOptions& options;
  Crew& crew;
  const Watch& watch;
  std::vector<std::string>& notes;  // of Origin
};

}  // namespace Atoll::reading
