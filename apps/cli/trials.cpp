// SPDX-License-Identifier: Apache-2.0
#include "cli/trials.hpp"

#include <algorithm>
#include <set>

#include "atoll/algorithms/fingerprint.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/memory.hpp"
#include "atoll/base/random.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/binding.hpp"

namespace Atoll::cli {
namespace {

bool has_arcs(const Layout& layout, std::uint64_t vertex) {
  const auto [part, local] = layout.place_of(vertex);
  const RowOffsets& offsets = layout.out_offsets[static_cast<std::size_t>(part)];
  return offsets[local + 1] != offsets[local];
}

constexpr double brief_seconds = 0.02;  // a trial that is no longer depends on what the one before left in the caches

// Proves answers by the certificate of their algorithm. Where the same question is asked again, an answer that is the
// proved one bit for bit needs no other proof: certificates empty the caches and let threads sleep, which the next trial
// would pay for.
class Proof {
 public:
  Proof(const Algorithm& algorithm, const Layout& layout, bool one_question, Crew& crew)
      : algorithm_(algorithm), layout_(layout), one_question_(one_question), crew_(crew) {}

  certify::Verdict judge(const Parameters& parameters, Answer& answer) {
    if (!one_question_) return algorithm_.check(layout_, parameters, answer, crew_);
    const Fingerprint mark = fingerprint(answer, crew_);
    if (mark == proved_) {
      answer.check_value = check_value_;
      caches_left_ = true;
      return {};
    }
    caches_left_ = false;
    certify::Verdict verdict = algorithm_.check(layout_, parameters, answer, crew_);
    if (verdict.ok) {
      proved_ = mark;
      check_value_ = answer.check_value;
    }
    return verdict;
  }

  // Whether the next trial of the same question finds the caches as the one before left them.
  bool caches_left() const { return caches_left_; }

 private:
  const Algorithm& algorithm_;
  const Layout& layout_;
  const bool one_question_;
  Crew& crew_;
  std::optional<Fingerprint> proved_;
  double check_value_ = 0;  // of the proved answer
  bool caches_left_ = true;
};

}  // namespace

double Outcome::median_seconds() const {
  std::vector<double> seconds;
  for (const Trial& trial : trials) seconds.push_back(trial.seconds);
  std::ranges::sort(seconds);
  const std::size_t middle = seconds.size() / 2;
  return seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
}

double Outcome::mean_arcs_per_second() const {
  double inverse = 0;
  for (const Trial& trial : trials) inverse += 1 / trial.arcs_per_second;
  return static_cast<double>(trials.size()) / inverse;
}

const Parameter* vertex_parameter(const Algorithm& algorithm) {
  const auto found = std::ranges::find_if(algorithm.parameters, [](const Parameter& parameter) {
    return parameter.is_vertex && std::holds_alternative<std::uint64_t>(parameter.fallback);
  });
  return found == algorithm.parameters.end() ? nullptr : &*found;
}

Outcome perform(const Algorithm& algorithm, Parameters parameters, const Layout& layout, const RunChoice& run,
                const TrialChoice& choice, Crew& crew, const Watch& watch) {
  Outcome outcome;
  const binding::BoundThread seat(crew.seat_of_caller());  // once, and not for each run
  Proof proof(algorithm, layout, choice.sources.empty() && choice.repetitions > 1, crew);
  const std::uint64_t count = choice.sources.empty() ? choice.repetitions : choice.sources.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    Trial trial;
    if (!choice.sources.empty()) {
      trial.source = choice.sources[i];
      parameters.set(vertex_parameter(algorithm)->name, choice.sources[i]);
    }
    outcome.answer = {};
    // Asked once more, outside every clock, so that a brief trial follows another one as if no certificate came between.
    if (!proof.caches_left() && outcome.trials.back().seconds <= brief_seconds)
      algorithm.run(layout, parameters, run, crew, watch);
    {
      const memory::PeakFromHere peak;
      outcome.answer = algorithm.run(layout, parameters, run, crew, watch);
      outcome.run_peak_bytes = std::max(outcome.run_peak_bytes, memory::peak_bytes());
    }
    trial.seconds = outcome.answer.statistics.seconds;
    trial.arcs_per_second =
        trial.seconds > 0 ? static_cast<double>(outcome.answer.statistics.arcs_traversed) / trial.seconds : 0;
    trial.facts = outcome.answer.facts;
    outcome.trials.push_back(std::move(trial));
    if (!choice.verify) continue;
    watch.report({"verifying", i, count});
    const Stopwatch clock;
    const certify::Verdict verdict = proof.judge(parameters, outcome.answer);
    outcome.verify_seconds += clock.seconds();
    outcome.verified = verdict.ok;
    outcome.breach = verdict.reason;
    if (!verdict.ok) break;
    watch.poll();
  }
  return outcome;
}

std::vector<std::uint64_t> draw_sources(const Layout& layout, std::uint64_t count, std::uint64_t seed) {
  if (layout.arcs == 0)
    throw Error(ErrorKind::input, "the graph has no arcs to start from", "--sources", "name a --source");
  constexpr int attempts_max = 4096;
  ATOLL_CHECK(layout.vertices > 0);
  const Random random(seed);
  std::uint64_t drawn = 0;
  std::vector<std::uint64_t> sources;
  std::set<std::uint64_t> taken;
  const auto is_new = [&](std::uint64_t vertex) { return has_arcs(layout, vertex) && !taken.contains(vertex); };
  while (sources.size() < count) {
    std::uint64_t vertex = random.below(drawn++, layout.vertices);
    for (int i = 0; i < attempts_max && !is_new(vertex); ++i) vertex = random.below(drawn++, layout.vertices);
    // Those are rare here: the next one, or none is left.
    for (std::uint64_t i = 0; i < layout.vertices && !is_new(vertex); ++i) vertex = (vertex + 1) % layout.vertices;
    if (!is_new(vertex)) break;
    taken.insert(vertex);
    sources.push_back(vertex);
  }
  for (std::size_t i = 0; sources.size() < count; ++i) sources.push_back(sources[i]);  // they come again
  return sources;
}

}  // namespace Atoll::cli
