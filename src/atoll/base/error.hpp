// SPDX-License-Identifier: Apache-2.0
// An error a user can act on: what is wrong, where, and how to fix it. Thrown on the control plane only,
// never inside a loop over arcs; our own bugs go through ATOLL_CHECK instead.
#pragma once

#include <stdexcept>
#include <string>

namespace Atoll {

enum class ErrorKind {
  input,      // the data is wrong: a file, a graph, a vertex that is not in it
  usage,      // the question is wrong: an option, an argument
  resource,   // the machine gave up: memory, disk, a forbidden call
  cancelled,  // the caller asked to stop
};

class Error : public std::runtime_error {
 public:
  // `where` is a place ("roads.txt:17") and `fix` an advice ("use --ids string"); both may be empty.
  // what() is one line: "where: what; fix".
  Error(ErrorKind kind, std::string what, std::string where = {}, std::string fix = {});

  ErrorKind kind() const { return kind_; }
  const std::string& where() const { return where_; }
  const std::string& fix() const { return fix_; }

 private:
  ErrorKind kind_;
  std::string where_;
  std::string fix_;
};

// What the system says of an errno.
std::string reason(int code);

}  // namespace Atoll
