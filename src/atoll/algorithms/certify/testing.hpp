// SPDX-License-Identifier: Apache-2.0
// For tests only: a graph laid out over three parts, answers as id arrays, and random places to break them.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/certify.hpp"
#include "atoll/base/random.hpp"
#include "atoll/graph/testing.hpp"
#include "atoll/partition/testing.hpp"

#include "tests/support/reference.hpp"
#include "tests/support/samples.hpp"

namespace Atoll::testing {

// A layout for certificates and the crew it needs: random parts, pushing or pulling.
struct LaidOut {
  explicit LaidOut(Graph&& graph, int parts = 3, bool push = true) : crew(crew_of(3)) {
    const LayoutOptions options{.push = push, .pull = !push, .weights = graph.weighted(), .release_graph = true};
    layout =
        build_layout(graph, partition::random(graph, parts, 1, crew), options, Placement::partitioned, crew, Watch());
  }

  Crew crew;
  Layout layout;
};

// The same in one address space, arcs both ways: for kernels that read the rows of all parts.
struct LaidOutShared {
  explicit LaidOutShared(Graph&& graph, int parts = 3) : crew(crew_of(3)) {
    const Needs needs{.weights = true, .both_ways = true, .shared = true};
    layout = prepare(graph, needs, {.parts = parts}, crew, Watch());
  }

  Crew crew;
  Layout layout;
};

// The samples that are worth many mutations each.
inline std::vector<Sample> some_samples() {
  std::vector<Sample> samples = small_samples();
  for (Sample& sample : random_samples(test_seed())) {
    if (sample.name.starts_with("sparse")) samples.push_back(std::move(sample));
  }
  return samples;
}

// reference::no_vertex becomes the array's none.
inline IdArray id_array(const std::vector<std::uint64_t>& ids, bool wide = false) {
  IdArray array(ids.size(), wide);
  for (std::size_t v = 0; v < ids.size(); ++v) array.set(v, ids[v]);
  return array;
}

// "" if accepted, else the reason.
inline std::string complaint(const certify::Verdict& verdict) {
  EXPECT_EQ(verdict.ok, verdict.reason.empty());
  return verdict.reason;
}

// That check(crew) polls the crew's watch in loops that one vertex begins and whose length nothing bounds: on a graph
// so small that the crew deals no chunks, nobody else does.
template <class Check>
void expect_stopped(const Check& check) {
  Watch stopped;
  stopped.cancel();
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false, .watch = &stopped});
  try {
    check(crew);
    ADD_FAILURE() << "nobody polled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
}

// Numbers for the mutations of one test.
class Dice {
 public:
  explicit Dice(std::uint64_t stream) : random_(test_seed(), stream) {}
  std::uint64_t below(std::uint64_t bound) { return random_.below(next_++, bound); }

 private:
  Random random_;
  std::uint64_t next_ = 0;
};

using Classes = std::vector<std::uint64_t>;  // the label of every vertex

// Labels are unique, so whatever is written over one is wrong; asked(labels) is the complaint about that.
template <class Asked>
void expect_no_other_label(Classes label, Dice& dice, Asked asked) {
  for (int trial = 0; trial < 10 && !label.empty(); ++trial) {
    const std::uint64_t v = dice.below(label.size());
    const std::uint64_t right = label[v];
    const std::uint64_t drawn_label = dice.below(label.size());
    for (const std::uint64_t wrong : {v, label.size(), reference::no_vertex, drawn_label, label[drawn_label]}) {
      if (wrong == right) continue;
      SCOPED_TRACE(fmt::format("vertex {} of {}, label {}", v, label.size(), wrong));
      label[v] = wrong;
      EXPECT_NE(asked(label), "");
    }
    label[v] = right;
  }
}

// Whether some arc leads from u to v.
inline bool has_arc(const Graph& graph, std::uint64_t u, std::uint64_t v) {
  return std::visit(
      [&](const auto& csr) {
        for (std::uint64_t e = csr.offsets[u]; e < csr.offsets[u + 1]; ++e) {
          if (csr.targets[e] == v) return true;
        }
        return false;
      },
      graph.out);
}

}  // namespace Atoll::testing
