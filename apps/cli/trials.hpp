// SPDX-License-Identifier: Apache-2.0
// An algorithm run several times over one layout: the same question again, or one source after the other. Each answer
// is verified if asked to, by the certificate of its algorithm or as the very one that was; the last one is kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll::cli {

struct Trial {
  std::optional<std::uint64_t> source;  // if it was drawn
  double seconds = 0;
  double arcs_per_second = 0;  // of the arcs that left active vertices
  std::vector<Fact> facts;
};

struct Outcome {
  Answer answer;  // of the last trial
  std::vector<Trial> trials;
  std::optional<bool> verified;      // empty: not asked for
  std::string breach;                // why not
  double prepare_seconds = 0;        // for this and later runs, by who prepared
  double verify_seconds = 0;         // of all trials
  std::uint64_t run_peak_bytes = 0;  // the most while one ran, layout included, certificates not

  double median_seconds() const;
  double mean_arcs_per_second() const;  // harmonic, as Graph500 asks
};

struct TrialChoice {
  std::vector<std::uint64_t> sources;  // one trial each; empty: `repetitions` of the same
  std::uint64_t repetitions = 1;
  bool verify = false;
};

// The parameter that is a vertex, if the algorithm has one.
const Parameter* vertex_parameter(const Algorithm& algorithm);

// Stops at the first answer that is not verified. Throws what the algorithm throws.
Outcome perform(const Algorithm& algorithm, Parameters parameters, const Layout& layout, const RunChoice& run,
                const TrialChoice& choice, Crew& crew, const Watch& watch);

// `count` vertices with outgoing arcs, different ones while there are enough. Throws Error(input) without any arc.
std::vector<std::uint64_t> draw_sources(const Layout& layout, std::uint64_t count, std::uint64_t seed);

}  // namespace Atoll::cli
