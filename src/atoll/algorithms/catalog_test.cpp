// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/catalog.hpp"

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
  EXPECT_EQ(refusal("pagerank", {{"damping", 1.0}}),
            "--damping: 1 will not do (probability to follow an arc); give a number from 0 to below 1");
  EXPECT_EQ(refusal("pagerank", {{"iterations", std::uint64_t{0}}}),
            "--iterations: 0 will not do (stop after this many rounds); give a whole number from 1 on");
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

}  // namespace
}  // namespace Atoll
