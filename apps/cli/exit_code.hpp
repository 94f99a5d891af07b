// SPDX-License-Identifier: Apache-2.0
// How the program ends: 0 done, and these.
#pragma once

#include "atoll/base/error.hpp"

namespace Atoll::cli {

inline constexpr int exit_failed = 1;  // or an answer is not verified
inline constexpr int exit_usage = 2;
inline constexpr int exit_input = 3;
inline constexpr int exit_stopped = 128;  // and the number of the signal, as shells have it: 130 Ctrl-C, 143 SIGTERM

inline int exit_code(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::input: return exit_input;
    case ErrorKind::usage: return exit_usage;
    case ErrorKind::resource: return exit_failed;
    case ErrorKind::cancelled: return exit_stopped;
  }
  return exit_failed;
}

}  // namespace Atoll::cli
