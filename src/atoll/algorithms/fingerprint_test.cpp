// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/fingerprint.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <set>

#include "atoll/topology/machine.hpp"

namespace Atoll {
namespace {

// Longer than the chunks that are hashed.
constexpr std::uint64_t vertices = 200'001;

Answer answer() {
  Answer made;
  IdArray parents(vertices, false);
  for (std::uint64_t v = 0; v < vertices; ++v) parents.set(v, v / 2);
  Array<double> ranks(vertices);
  made.columns.push_back({"parent", std::move(parents)});
  made.columns.push_back({"rank", std::move(ranks)});
  made.facts = {{"reached", vertices}, {"residual", 0.5}};
  return made;
}

Array<double>& ranks(Answer& answer) { return std::get<Array<double>>(answer.columns[1].values); }
IdArray& parents(Answer& answer) { return std::get<IdArray>(answer.columns[0].values); }

TEST(Fingerprint, is_the_same_for_any_number_of_threads) {
  std::set<Fingerprint> found;
  for (const int threads : {1, 2, 3}) {
    Crew crew(synthetic_machine("1x4"), {.threads = threads});
    found.insert(fingerprint(answer(), crew));
  }
  EXPECT_EQ(found.size(), 1u);
}

TEST(Fingerprint, tells_apart_what_differs_in_one_place) {
  Crew crew(synthetic_machine("1x2"), {.threads = 2});
  const std::function<void(Answer&)> changes[] = {
      [](Answer&) {},
      [](Answer& changed) { parents(changed).set(0, 1); },
      [](Answer& changed) { parents(changed).set(vertices - 1, 1); },
      [](Answer& changed) { ranks(changed)[vertices / 2] = -0.0; },
      [](Answer& changed) { std::swap(changed.columns[0], changed.columns[1]); },
      [](Answer& changed) { changed.columns.pop_back(); },
      [](Answer& changed) { changed.facts[0].value = vertices - 1; },
      [](Answer& changed) { changed.facts[0].value = static_cast<std::int64_t>(vertices); },
      [](Answer& changed) { changed.facts[1].value = 0.25; },
      [](Answer& changed) { ranks(changed).shrink(vertices - 1); },
  };
  std::set<Fingerprint> found;
  for (const auto& change : changes) {
    Answer changed = answer();
    change(changed);
    found.insert(fingerprint(changed, crew));
  }
  EXPECT_EQ(found.size(), std::size(changes));
}

}  // namespace
}  // namespace Atoll
