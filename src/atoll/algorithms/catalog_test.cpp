// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/catalog.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace Atoll {
namespace {

std::string refusal(const char* name, const std::vector<std::pair<std::string, ParameterValue>>& values) {
  Parameters parameters = defaults(algorithm(name));
  for (const auto& [parameter, value] : values) parameters.set(parameter, value);
  try {
    parameters.check();
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
}

TEST(Parameters, are_in_their_ranges) {
  EXPECT_EQ(refusal("pagerank", {{"damping", 0.0}, {"iterations", std::uint64_t{1}}, {"tolerance", 0.0}}), "");
  EXPECT_EQ(
      refusal("pagerank", {{"damping", 1.0}}),
      "--damping: 1 will not do (probability to follow an arc); give a number from 0 to below 1, as in --damping 0.85");
  EXPECT_EQ(refusal("pagerank", {{"iterations", std::uint64_t{0}}}),
            "--iterations: 0 will not do (stop after this many rounds); give a whole number from 1 on, as in "
            "--iterations 100");
  for (const double bad : {-0.5, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(refusal("pagerank", {{"tolerance", bad}}), "") << bad;
}

TEST(Parameters, stand_instead_of_each_other) {
  const ParameterValue roots = std::vector<std::uint64_t>{3};
  EXPECT_EQ(refusal("betweenness", {{"roots", roots}}), "");
  EXPECT_EQ(refusal("betweenness", {{"samples", std::uint64_t{3}}}), "");
  EXPECT_EQ(refusal("betweenness", {{"roots", roots}, {"samples", std::uint64_t{3}}}),
            "--roots and --samples: the one stands instead of the other; leave one of them out");
}

TEST(Catalog, declares_what_there_is) {
  for (const Algorithm& entry : catalog()) {
    SCOPED_TRACE(entry.name);
    EXPECT_EQ(refusal(entry.name.c_str(), {}), "");
    for (const Parameter& parameter : entry.parameters) {
      const auto is_called = [&](const Parameter& other) { return other.name == parameter.instead_of; };
      EXPECT_TRUE(parameter.instead_of.empty() || std::ranges::any_of(entry.parameters, is_called));
      if (parameter.for_columns.empty()) continue;
      Parameters chosen = defaults(entry);
      EXPECT_TRUE(entry.columns_of(chosen).empty());
      chosen.set(parameter.name, parameter.for_columns);
      EXPECT_FALSE(entry.columns_of(chosen).empty());
    }
    if (entry.columns_of == nullptr) continue;
    for (const std::string& column : entry.columns_of(defaults(entry)))
      EXPECT_NE(std::ranges::find(entry.columns, column), entry.columns.end());
  }
}

}  // namespace
}  // namespace Atoll
