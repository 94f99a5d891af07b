// SPDX-License-Identifier: Apache-2.0
// Every monoid and every program keeps its laws on drawn values; and what breaks a law is caught at it.
#include "atoll/algebra/laws.hpp"

#include <gtest/gtest.h>
#include <string>

#include "atoll/algorithms/bfs.hpp"
#include "atoll/algorithms/components.hpp"
#include "atoll/algorithms/degree.hpp"
#include "atoll/algorithms/pagerank.hpp"
#include "atoll/algorithms/sssp.hpp"
#include "atoll/base/random.hpp"

#include "tests/support/samples.hpp"

namespace Atoll::testing {
namespace {

constexpr std::uint64_t draws = 5000;

std::string seed_name() { return "ATOLL_SEED=" + std::to_string(test_seed()); }

// Numbers of all sizes: few small ones, so that they meet each other, and the extremes.
template <class T>
T number(const Random& random, std::uint64_t i) {
  switch (random.below(3 * i, 8)) {
    case 0: return algebra::greatest<T>();
    case 1: return algebra::least<T>();
    case 2: return T{0};
    case 3:
    case 4: return static_cast<T>(random.below(3 * i + 1, 5));
    default: break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(
        std::ldexp(random.unit(3 * i + 1) - 0.5, static_cast<int>(random.below(3 * i + 2, 120)) - 60));
  } else {
    return static_cast<T>(random.bits(3 * i + 1) >> random.below(3 * i + 2, 64));
  }
}

template <class M, class C>
laws::Broken monoid_laws() {
  const Random random(test_seed(), 40);
  return laws::monoid<M, C>([&](std::uint64_t i) { return number<M>(random, i); }, draws);
}

template <class T>
class OfNumbers : public ::testing::Test {};
using Numbers = ::testing::Types<std::uint8_t, std::int32_t, std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(OfNumbers, Numbers);

TYPED_TEST(OfNumbers, least_and_greatest_are_monoids) {
  using M = TypeParam;
  EXPECT_EQ((monoid_laws<M, Min<M>>()), std::nullopt) << seed_name();
  EXPECT_EQ((monoid_laws<M, Max<M>>()), std::nullopt) << seed_name();
}

TEST(Laws, sums_are_monoids) {
  EXPECT_EQ((monoid_laws<std::uint32_t, Sum<std::uint32_t>>()), std::nullopt) << seed_name();
  EXPECT_EQ((monoid_laws<std::uint64_t, Sum<std::uint64_t>>()), std::nullopt) << seed_name();
  const Random random(test_seed(), 41);
  const auto finite = [&](std::uint64_t i) { return random.unit(2 * i) * std::exp2(random.below(2 * i + 1, 40)); };
  EXPECT_EQ((laws::monoid<double, Sum<double>>(finite, draws)), std::nullopt) << seed_name();
  const auto narrow = [&](std::uint64_t i) { return static_cast<float>(finite(i)); };
  EXPECT_EQ((laws::monoid<float, Sum<float>>(narrow, draws)), std::nullopt) << seed_name();
}

TEST(Laws, unions_of_bits_are_monoids) {
  EXPECT_EQ((monoid_laws<std::uint8_t, Or<std::uint8_t>>()), std::nullopt) << seed_name();
  EXPECT_EQ((monoid_laws<std::uint64_t, Or<std::uint64_t>>()), std::nullopt) << seed_name();
}

// Vertices, weights and small ids of one stream; a program adds its values and messages.
template <Program P>
laws::Samples<P> samples_of(const Random& random) {
  laws::Samples<P> samples;
  samples.vertex = [random](std::uint64_t i) {
    return Vertex{.id = random.below(i, 1000), .degree = random.below(~i, 20)};
  };
  if constexpr (Traits<P>::weighted) {
    if constexpr (!std::is_same_v<typename Traits<P>::Weight, algebra::Unweighted>) {
      samples.weight = [random](std::uint64_t i) {
        return static_cast<typename Traits<P>::Weight>(random.below(i, 4) == 0 ? 0 : random.below(i + 1, 1u << 20));
      };
    }
  }
  return samples;
}

template <class Id, class Visit>
void expect_bfs_laws() {
  const Random random(test_seed(), 42);
  using P = Bfs<Id, Visit>;
  auto samples = samples_of<P>(random);
  samples.value = [random](std::uint64_t i) {
    Visit value;
    if (random.below(i, 2) == 0) value.visit(static_cast<Id>(random.below(i + 1, 1000)), 1 + random.below(i + 2, 3));
    return value;
  };
  samples.message = [random](std::uint64_t i) { return static_cast<Id>(random.below(i, 1000)); };
  EXPECT_EQ(laws::program(P{.source = 5}, samples), std::nullopt) << seed_name();
}

TEST(Laws, bfs_keeps_them) {
  expect_bfs_laws<std::uint32_t, Parent<std::uint32_t>>();
  expect_bfs_laws<std::uint32_t, ParentAndLevel<std::uint32_t>>();
  expect_bfs_laws<std::uint32_t, Level>();
  expect_bfs_laws<std::uint64_t, Parent<std::uint64_t>>();
  expect_bfs_laws<std::uint64_t, ParentAndLevel<std::uint64_t>>();
  expect_bfs_laws<std::uint64_t, Level>();
}

// A program in place: values are messages.
template <Program P, class Draw>
void expect_laws_in_place(const P& program, const Random& random, Draw draw) {
  auto samples = samples_of<P>(random);
  samples.value = draw;
  samples.message = draw;
  EXPECT_EQ(laws::program(program, samples), std::nullopt) << seed_name();
}

TEST(Laws, components_keep_them) {
  const Random random(test_seed(), 43);
  expect_laws_in_place(Components<std::uint32_t>{}, random,
                       [random](std::uint64_t i) { return number<std::uint32_t>(random, i); });
  expect_laws_in_place(Components<std::uint64_t>{}, random,
                       [random](std::uint64_t i) { return number<std::uint64_t>(random, i); });
}

TEST(Laws, shortest_paths_keep_them) {
  const Random random(test_seed(), 44);
  // Distances far enough from the largest that no arc overflows: an unreached vertex never speaks.
  const auto whole = [random](std::uint64_t i) { return random.bits(2 * i) >> (8 + random.below(2 * i + 1, 50)); };
  const auto real = [whole](std::uint64_t i) { return std::sqrt(static_cast<float>(whole(i))); };
  expect_laws_in_place(Sssp<std::uint64_t, std::int32_t>{5}, random, whole);
  expect_laws_in_place(Sssp<std::uint64_t, algebra::Unweighted>{5}, random, whole);
  // Also those of 32 bits, up to the last: what is farther is lost.
  const auto narrow = [whole](std::uint64_t i) { return static_cast<std::uint32_t>(whole(i)); };
  expect_laws_in_place(Sssp<std::uint32_t, std::int32_t>{5}, random, narrow);
  expect_laws_in_place(Sssp<std::uint32_t, algebra::Unweighted>{5}, random, narrow);
  expect_laws_in_place(Sssp<float, float>{5}, random, real);
}

template <class Distance, class W, class Id>
void expect_tree_laws() {
  using P = ShortestPathTree<Distance, W, Id>;
  const Random random(test_seed(), 45);
  auto samples = samples_of<P>(random);
  const auto id = [random](std::uint64_t i) { return static_cast<Id>(random.below(i, 1000)); };
  // Final distances: no offer is less than what its vertex has.
  samples.value = [random, id](std::uint64_t i) {
    return typename P::Offer{100, random.below(~i, 2) == 0 ? P::none : id(i)};
  };
  samples.message = [random, id](std::uint64_t i) {
    if (random.below(~i, 8) == 0) return P::Best::identity();
    return typename P::Offer{static_cast<typename P::Held>(100 + random.below(2 * i, 3)), id(2 * i + 1)};
  };
  EXPECT_EQ(laws::program(P{.distances = nullptr, .source = 5, .reached = 1000}, samples), std::nullopt) << seed_name();
}

TEST(Laws, the_tree_of_shortest_paths_keeps_them) {
  expect_tree_laws<std::uint32_t, std::int32_t, std::uint32_t>();
  expect_tree_laws<std::uint64_t, std::int32_t, std::uint64_t>();
  expect_tree_laws<std::uint64_t, algebra::Unweighted, std::uint64_t>();
  expect_tree_laws<float, float, std::uint32_t>();
  expect_tree_laws<float, float, std::uint64_t>();
}

TEST(Laws, pagerank_keeps_them) {
  const Random random(test_seed(), 46);
  auto samples = samples_of<PageRank>(random);
  samples.value = samples.message = [random](std::uint64_t i) { return random.unit(i); };
  EXPECT_EQ(laws::program(PageRank{.vertices = 1000}, samples), std::nullopt) << seed_name();
}

TEST(Laws, degrees_keep_them) {
  const Random random(test_seed(), 47);
  auto samples = samples_of<Degree>(random);
  samples.value = [random](std::uint64_t i) { return Degree::Value{random.bits(i), random.bits(i + 1)}; };
  samples.message = [random](std::uint64_t i) { return random.bits(i); };
  EXPECT_EQ(laws::program(Degree{}, samples), std::nullopt) << seed_name();
}

// From here on: what breaks one law, and is caught at that one.

template <class M, class C>
void expect_caught(const char* law) {
  const auto broken = monoid_laws<M, C>();
  ASSERT_TRUE(broken) << law << ", " << seed_name();
  EXPECT_TRUE(broken->starts_with(law)) << *broken;
}

struct Mean : Sum<std::uint32_t> {
  static std::uint32_t combine(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>((std::uint64_t{a} + b) / 2);
  }
};
struct First : Sum<std::uint32_t> {
  static std::uint32_t combine(std::uint32_t a, std::uint32_t) { return a; }
};
struct FromOne : Sum<std::uint32_t> {
  static std::uint32_t identity() { return 1; }
};
struct EarlySaturated : Min<std::uint32_t> {
  static bool saturated(std::uint32_t a) { return a <= 3; }
};
struct Forgetful : Sum<std::uint32_t> {
  static constexpr bool idempotent = true;
};

TEST(Laws, a_broken_monoid_is_caught) {
  expect_caught<std::uint32_t, Mean>("combine is not associative");
  expect_caught<std::uint32_t, First>("combine is not commutative");
  expect_caught<std::uint32_t, FromOne>("the identity is not neutral");
  expect_caught<std::uint32_t, EarlySaturated>("a saturated message changes");
  expect_caught<std::uint32_t, Forgetful>("combine is not idempotent");
}

struct Visits {
  using Value = std::uint32_t;  // 0: not yet
  using Message = std::uint32_t;
  using Combine = Min<std::uint32_t>;
  Value init(Vertex) const { return 0; }
  bool wants(const Value& x) const { return x == 0; }
  Message signal(Vertex v) const { return static_cast<Message>(1 + v.id); }
  bool apply(Vertex, Value& x, Message m) const {
    if (x != 0) return false;
    x = m;
    return true;
  }
};
struct Overwrites : Visits {
  bool apply(Vertex, Value& x, Message m) const { return std::exchange(x, m) != m; }
};
struct CountsDown : Visits {
  Message signal(Vertex v) const { return static_cast<Message>(1000 - v.id); }
};
struct Weighs : Visits {
  using Weight = std::int32_t;
  Message along(Message m, Weight w) const { return m + static_cast<Message>(w); }
};
struct TakesSilence : Visits {
  Message signal(Vertex v) const { return v.id < 500 ? static_cast<Message>(1 + v.id) : Combine::identity(); }
};
// Wants everything, takes every second message: a better one may be in between.
struct Picky : Visits {
  bool wants(const Value&) const { return true; }
  bool apply(Vertex, Value& x, Message m) const {
    if (m % 2 == 0) return false;
    return std::exchange(x, m) != m;
  }
};
struct Mirrors {
  using Value = std::uint32_t;
  using Message = std::uint32_t;
  using Combine = Min<std::uint32_t>;
  Value init(Vertex) const { return 0; }
  Message signal(Vertex, Value x) const { return 1000 - x; }
};

template <Program P>
void expect_program_caught(const char* law) {
  const Random random(test_seed(), 48);
  auto samples = samples_of<P>(random);
  samples.value = [random](std::uint64_t i) {
    return static_cast<std::uint32_t>(random.below(2 * i, 2) * random.below(2 * i + 1, 1000));
  };
  samples.message = [random](std::uint64_t i) { return static_cast<std::uint32_t>(1 + random.below(i, 1000)); };
  const auto broken = laws::program(P{}, samples);
  ASSERT_TRUE(broken) << law << ", " << seed_name();
  EXPECT_TRUE(broken->starts_with(law)) << *broken;
}

TEST(Laws, a_broken_program_is_caught) {
  expect_program_caught<Overwrites>("a vertex takes what it does not want");
  expect_program_caught<CountsDown>("a signal decreases with the id");
  expect_program_caught<Weighs>("an arc turns the order of the ids");
  expect_program_caught<TakesSilence>("the identity changes a vertex");
  expect_program_caught<Picky>("a message changes what a better one left");
  expect_program_caught<Mirrors>("an arc does not keep the order of messages");
}

}  // namespace
}  // namespace Atoll::testing
