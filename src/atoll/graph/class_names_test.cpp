// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/class_names.hpp"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/topology/machine.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t named_vertices = 100'000;
constexpr std::uint64_t classes = 7;  // vertex v is in class v % 7, whose least vertex is v % 7

Labels mixed() {
  Array<std::uint64_t> ids(named_vertices);
  for (std::uint64_t v = 0; v < named_vertices; ++v) ids[v] = mix64(v) >> 1;
  return Labels::integers(std::move(ids));
}

TEST(ClassNames, are_named_by_their_least_labels_for_any_number_of_threads_and_width) {
  const Labels labels = mixed();
  std::vector<std::uint64_t> least(classes, 0);
  for (std::uint64_t c = 0; c < classes; ++c) {
    least[c] = c;
    for (std::uint64_t v = c; v < named_vertices; v += classes)
      if (labels.ids()[v] < labels.ids()[least[c]]) least[c] = v;
  }
  for (const int threads : {1, 4}) {
    Crew crew(synthetic_machine("4"), {.threads = threads, .pin = false});
    for (const bool wide : {false, true}) {
      IdArray name(named_vertices, wide);
      for (std::uint64_t v = 0; v < named_vertices; ++v) name.set(v, v % classes);
      name_by_label(labels, name, crew);
      for (std::uint64_t v = 0; v < named_vertices; ++v) ASSERT_EQ(name[v], least[v % classes]) << v;
    }
  }
}

TEST(ClassNames, keep_their_names_where_labels_ascend) {
  Crew crew(synthetic_machine("1"), {.threads = 1, .pin = false});
  IdArray name(3, false);
  name.set(2, 1);
  name.set(1, 1);
  name_by_label(Labels::counting_from(5), name, crew);
  EXPECT_EQ(name[0], 0u);
  EXPECT_EQ(name[2], 1u);
}

}  // namespace
}  // namespace Atoll
