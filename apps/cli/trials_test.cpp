// SPDX-License-Identifier: Apache-2.0
#include "cli/trials.hpp"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/topology/machine.hpp"

namespace Atoll::cli {
namespace {

// What the next runs answer, and the answers that were certified. One that is 13 is wrong.
std::vector<std::uint32_t> to_say;
std::vector<std::uint32_t> certified;
std::size_t runs = 0;
double seconds_each = 0;

Answer say(const Layout&, const Parameters&, const RunChoice&, Crew&, const Watch&) {
  Array<std::uint32_t> values(3);
  values[1] = to_say[runs++ % to_say.size()];
  Answer answer;
  answer.statistics.seconds = seconds_each;
  answer.columns.push_back({"value", std::move(values)});
  return answer;
}

certify::Verdict certify_said(const Layout&, const Parameters&, Answer& answer, Crew&) {
  const std::uint32_t value = answer.as<Array<std::uint32_t>>("value")[1];
  certified.push_back(value);
  answer.check_value = value;
  return {value != 13, "unlucky"};
}

Outcome performed(const std::vector<std::uint32_t>& answers, const TrialChoice& choice, double seconds = 1) {
  seconds_each = seconds;
  to_say = answers;
  certified.clear();
  runs = 0;
  Algorithm algorithm;
  algorithm.parameters = {{.name = "source", .help = "", .fallback = std::uint64_t{0}, .is_vertex = true}};
  algorithm.run = say;
  algorithm.check = certify_said;
  Crew crew(synthetic_machine("1"), {.threads = 1, .pin = false});
  return perform(algorithm, Parameters(algorithm.parameters), Layout(), {}, choice, crew, Watch());
}

using Values = std::vector<std::uint32_t>;

TEST(Trials, ProveAnAnswerOnceAndThenByBeingTheSame) {
  const Outcome outcome = performed({5, 5, 7, 7, 5}, {.sources = {}, .repetitions = 5, .verify = true});
  EXPECT_EQ(certified, (Values{5, 7, 5}));
  EXPECT_TRUE(outcome.verified.value());
  EXPECT_EQ(outcome.trials.size(), 5u);
}

// A certificate empties the caches.
TEST(Trials, FollowAnotherRunOfTheQuestionWhereTheyAreBrief) {
  constexpr double brief = 0.001;
  EXPECT_EQ(performed({5}, {.sources = {}, .repetitions = 3, .verify = true}, brief).trials.size(), 3u);
  EXPECT_EQ(certified, (Values{5}));
  EXPECT_EQ(runs, 4u);
  performed({5}, {.sources = {}, .repetitions = 3, .verify = true});
  EXPECT_EQ(runs, 3u);
  performed({5}, {.sources = {}, .repetitions = 3, .verify = false}, brief);
  EXPECT_EQ(runs, 3u);
  performed({5}, {.sources = {0, 1, 2}, .repetitions = 1, .verify = true}, brief);
  EXPECT_EQ(runs, 3u);
}

TEST(Trials, KeepWhatTheCertificateMeasured) {
  EXPECT_EQ(performed({5, 5}, {.sources = {}, .repetitions = 2, .verify = true}).answer.check_value, 5);
}

TEST(Trials, StopAtAWrongAnswerEachTime) {
  const Outcome outcome = performed({5, 13, 5}, {.sources = {}, .repetitions = 3, .verify = true});
  EXPECT_FALSE(outcome.verified.value());
  EXPECT_EQ(outcome.breach, "unlucky");
  EXPECT_EQ(outcome.trials.size(), 2u);
}

TEST(Trials, OfOtherSourcesAreOtherQuestions) {
  EXPECT_TRUE(performed({5}, {.sources = {0, 1, 2}, .repetitions = 1, .verify = true}).verified.value());
  EXPECT_EQ(certified, (Values{5, 5, 5}));
}

TEST(Trials, AreNotVerifiedUnasked) {
  EXPECT_EQ(performed({13}, {.sources = {}, .repetitions = 2, .verify = false}).verified, std::nullopt);
  EXPECT_EQ(certified, Values{});
}

}  // namespace
}  // namespace Atoll::cli
