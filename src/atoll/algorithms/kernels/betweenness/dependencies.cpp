// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/betweenness/dependencies.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "atoll/algorithms/kernels/reaches_many.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"

namespace Atoll::kernels {
namespace {

std::size_t alone_at_once(std::size_t roots, int threads) {
  return std::min({roots, chains_max, static_cast<std::size_t>(threads)});
}

// What is made for all vertices does not pay where roots see a few of them.
bool roots_reach_many(const SharedGraph& out, std::span<const std::uint32_t> roots) {
  return some_reach_many(out, out.vertices(), out.slots(), roots.size(), [&](std::uint64_t i) { return roots[i]; });
}

}  // namespace

Dependencies::Dependencies(const Layout& layout, Crew& crew)
    : crew_(crew), out_(layout, *layout.push), in_(layout, *layout.pull), searches_(searches_of_rows()) {}

Dependencies::AnySearches Dependencies::searches_of_rows() const {
  return with_rows(out_, in_, [&]<class ArcRows>(const ArcRows& out, const ArcRows& in) {
    return AnySearches(Searches<ArcRows>{out, in, {in_, out, in, leaves_, crew_}, nullptr});
  });
}

void Dependencies::prepare(std::size_t roots) {
  ATOLL_CHECK(!looked_for_leaves_);
  const Watch& watch = crew_.watch();
  if (Leaves::pay(out_, in_)) leaves_ = Leaves(out_, in_, crew_, watch);
  looked_for_leaves_ = true;
  prepared_for_ = roots;
  std::visit(
      [&](auto& searches) {
        if (!go_jointly(roots)) return searches.alone.make_pages(roots);
        searches.joint = joint_of(searches, watch);
        searches.joint->make_pages();
      },
      searches_);
}

bool Dependencies::is_prepared_for(std::size_t roots) const {
  if (go_jointly(roots)) return go_jointly(prepared_for_);
  return std::min(roots, chains_max) <= std::min(prepared_for_, chains_max);
}

RunStatistics Dependencies::operator()(std::span<const std::uint32_t> roots, std::span<double> scores,
                                       const Watch& watch) {
  const bool jointly = !roots.empty() && go_jointly(roots.size());
  Steps steps(watch, jointly ? roots.size() : 1);
  if (!looked_for_leaves_) look_for_leaves(roots, watch);
  const bool countable = std::visit(
      [&](auto& searches) {
        const std::size_t done = jointly ? add_jointly(searches, roots, scores, watch, steps) : 0;
        return done == roots.size() || searches.alone(roots.subspan(done), scores, watch, steps, done == 0);
      },
      searches_);
  if (!countable) {
    throw Error(
        ErrorKind::input,
        "of vertices as far from one, some have so many more shortest paths than others that no floating number "
        "has the range",
        {}, "take a smaller graph");
  }
  return steps.take();
}

bool Dependencies::has_room() const {
  return std::visit([](const auto& searches) { return searches.alone.has_room(); }, searches_);
}

std::optional<Array<double>> Dependencies::take_room() {
  return std::visit([](auto& searches) { return searches.alone.take_room(); }, searches_);
}

void Dependencies::look_for_leaves(std::span<const std::uint32_t> roots, const Watch& watch) {
  if (roots_reach_many(out_, roots) && Leaves::pay(out_, in_)) leaves_ = Leaves(out_, in_, crew_, watch);
  looked_for_leaves_ = true;
}

// A root takes all threads together about twice the work, and meetings: with more than half of the threads idle that is
// faster, if each has work enough, and a processor.
bool Dependencies::go_jointly(std::size_t roots) const {
  constexpr std::uint64_t arcs_per_thread = 1u << 13;
  const auto threads = static_cast<std::uint64_t>(crew_.threads());
  return 2 * alone_at_once(roots, crew_.threads()) < threads && out_.arcs() >= arcs_per_thread * threads &&
         crew_.threads() <= crew_.machine().processors();
}

// The one there was, or a new one; whoever takes it puts it back, unless roots went alone after all.
template <class ArcRows>
std::unique_ptr<JointSearch<ArcRows>> Dependencies::joint_of(Searches<ArcRows>& searches, const Watch& watch) const {
  if (searches.joint != nullptr) return std::move(searches.joint);
  return std::make_unique<JointSearch<ArcRows>>(in_, searches.out, searches.in, leaves_, crew_, watch);
}

// One after the other, each by all threads. Returns how many are done: all, unless there are more paths from the next
// one than a double can count, or its levels are many and small.
template <class ArcRows>
std::size_t Dependencies::add_jointly(Searches<ArcRows>& searches, std::span<const std::uint32_t> roots,
                                      std::span<double> scores, const Watch& watch, Steps& steps) const {
  auto search = joint_of(searches, watch);
  std::size_t done = 0;
  for (; done < roots.size(); ++done) {
    const std::optional<Step> step = (*search)(roots[done], scores, watch);
    if (!step) break;
    steps.add(*step);
  }
  if (done == roots.size()) searches.joint = std::move(search);
  return done;
}

std::uint64_t dependencies_bytes(std::uint64_t vertices) {
  return Leaves::bytes(vertices) + single_root_bytes(vertices, 0) + rooms_max(chains_max + 1, 1) * room_bytes(vertices);
}

std::uint64_t further_dependencies_bytes(const Layout& layout, std::uint64_t roots, const Crew& crew) {
  const std::uint64_t vertices = layout.vertices;
  const std::uint64_t searches = std::max<std::uint64_t>(1, alone_at_once(roots, crew.threads()));
  const std::uint64_t of_one = rooms_max(chains_max + 1, 1), rooms = std::max(of_one, rooms_max(roots, searches));
  const std::uint64_t noted = single_root_bytes(0, layout.arcs) - single_root_bytes(0, 0);
  return searches * (noted + wide_counts_bytes(vertices)) + (searches - 1) * single_root_bytes(vertices, 0) +
         (rooms - of_one) * room_bytes(vertices);
}

}  // namespace Atoll::kernels
