// SPDX-License-Identifier: Apache-2.0
// The least that a user's program does: take the machine, draw a graph on it, and catch an error.
#include <cstdio>

#include "atoll/base/error.hpp"
#include "atoll/graph/generate/generate.hpp"
#include "atoll/topology/crew.hpp"

int main() {
  try {
    Atoll::Crew crew(Atoll::detect_machine(), {.threads = 2});
    const Atoll::Graph graph = Atoll::generate::draw(Atoll::generate::Path{.vertices = 10}, {}, crew, {});
    std::printf("atoll drew a path of %zu vertices\n", static_cast<std::size_t>(graph.vertices));
    Atoll::synthetic_machine("nonsense");
  } catch (const Atoll::Error& error) {
    return error.kind() == Atoll::ErrorKind::usage ? 0 : 1;
  }
  return 1;
}
