// SPDX-License-Identifier: Apache-2.0
// The line that tells how far the work is: on stderr, only where that is a terminal, at most ten times a second but
// for another phase, and gone before anything else is printed.
#pragma once

#include <string>

#include "atoll/base/watch.hpp"

namespace Atoll::cli {

class ProgressLine {
 public:
  void operator()(const Progress& progress);

  // Wipes the line, if there is one. From any thread.
  static void erase();

 private:
  double next_seconds_ = 0;
  std::string phase_;
};

}  // namespace Atoll::cli
