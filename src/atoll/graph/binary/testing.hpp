// SPDX-License-Identifier: Apache-2.0
// For tests only: an .atoll file in a folder that goes away, written and read by two threads.
#pragma once

#include <string>

#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/read/testing.hpp"
#include "atoll/graph/write/write.hpp"

namespace Atoll::testing {

class AtollFileTest : public FolderTest {
 protected:
  std::string written(const Graph& graph) {
    write_graph(graph, path_, "atoll", crew_, watch_);
    return content(name_);
  }
  Graph read(const std::string& bytes, const ReadOptions& options = {}) {
    return read_atoll(file(name_, bytes), options, crew_, watch_);
  }

  const std::string name_ = "graph.atoll";
  const std::string path_ = path(name_);
  Crew crew_{synthetic_machine("1"), {.threads = 2, .pin = false}};
  Watch watch_;
};

}  // namespace Atoll::testing
