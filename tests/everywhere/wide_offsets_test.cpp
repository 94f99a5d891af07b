// SPDX-License-Identifier: Apache-2.0
// Arcs beyond the first 2^32 of a part: a small layout is moved up, so that its offsets begin above 2^32 and its arcs
// lie far inside a sparse mapped file of which only a few pages exist. Programs must not notice.
#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "atoll/algorithms/certify.hpp"

#include "tests/everywhere/programs.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

constexpr std::uint64_t lift = (std::uint64_t{1} << 32) + 12345;   // arcs before the first real one
constexpr std::uint64_t room = lift + (std::uint64_t{1} << 20);    // arcs a mapping can name
constexpr std::uint64_t real_bytes_max = std::uint64_t{64} << 20;  // of all files together

// A file in memory, as long as `room` arcs, with holes wherever nobody wrote.
class SparseArcs {
 public:
  SparseArcs() : file_(memfd_create("arcs", MFD_CLOEXEC)) {
    if (file_ < 0 || ftruncate(file_, static_cast<off_t>(bytes)) != 0) return;
    void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
    if (address != MAP_FAILED) arcs_ = static_cast<std::byte*>(address);
  }
  ~SparseArcs() {
    if (arcs_ != nullptr) munmap(arcs_, bytes);
    if (file_ >= 0) close(file_);
  }
  SparseArcs(const SparseArcs&) = delete;
  SparseArcs& operator=(const SparseArcs&) = delete;

  bool mapped() const { return arcs_ != nullptr; }
  std::uint64_t real_bytes() const {
    struct stat status = {};
    return fstat(file_, &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * 512 : bytes;
  }
  // Copies what arcs have so many bytes of each to its place above the hole; the span covers the hole too.
  std::span<const std::byte> lifted(std::span<const std::byte> arcs, std::size_t bytes_each) {
    if (arcs.empty()) return {};
    std::ranges::copy(arcs, arcs_ + lift * bytes_each);
    return {arcs_, lift * bytes_each + arcs.size()};
  }

 private:
  static constexpr std::size_t bytes = room * sizeof(std::uint32_t);
  int file_ = -1;
  std::byte* arcs_ = nullptr;
};

struct HighGround {
  std::vector<std::unique_ptr<SparseArcs>> files;
  std::vector<Array<std::uint64_t>> offsets;
  std::shared_ptr<const void> below;  // what the view looked at before

  std::uint64_t real_bytes() const {
    std::uint64_t sum = 0;
    for (const auto& file : files) sum += file->real_bytes();
    return sum;
  }
};

// Moves the arcs of a view up. Null where the system does not map so much.
std::shared_ptr<HighGround> lift_view(View& view) {
  auto high = std::make_shared<HighGround>();
  high->below = view.storage;
  for (PartView& part : view.parts) {
    for (int file = 0; file < 2; ++file) {
      high->files.push_back(std::make_unique<SparseArcs>());
      if (!high->files.back()->mapped()) return nullptr;
    }
    SparseArcs& ends = *high->files[high->files.size() - 2];
    const auto lifted_ends = ends.lifted(std::as_bytes(part.ends), sizeof(std::uint32_t));
    part.ends = {reinterpret_cast<const std::uint32_t*>(lifted_ends.data()),
                 lifted_ends.size() / sizeof(std::uint32_t)};
    if (!part.weights.empty()) {
      const ArcWeights& low = part.weights;
      part.weights = {high->files.back()->lifted(low.bytes(), low.bytes_each()), lift + low.size(), low.bytes_each()};
    }
    for (Block& block : part.blocks) {
      Array<std::uint64_t> offsets(block.offsets.size());
      for (std::uint64_t row = 0; row < offsets.size(); ++row) offsets[row] = block.offsets[row] + lift;
      block.offsets = high->offsets.emplace_back(std::move(offsets));
    }
  }
  view.storage = high;
  return high;
}

class WideOffsets : public ::testing::TestWithParam<Way> {
 protected:
  // A place whose arcs were moved up in both directions; the sources' degrees come from those offsets too.
  std::unique_ptr<Place> lifted_place(const Cell& cell, const PlaceNeeds& needs) {
    auto place = place_of(cell, needs);
    for (std::optional<View>* view : {&place->layout.push, &place->layout.pull}) {
      if (!*view) continue;
      high_.push_back(lift_view(**view));
      if (high_.back() == nullptr) return nullptr;
    }
    if (cell.arrangement() == Arrangement::ghosted && place->layout.push) {
      for (std::size_t p = 0; p < place->layout.out_offsets.size(); ++p) {
        place->layout.out_offsets[p] = place->layout.push->parts[p].blocks[0].offsets;
      }
    }
    return place;
  }

  Cell cell(Weighing weighing, SteeringRule rule) const {
    const auto samples = random_samples(test_seed());
    const auto skewed = std::ranges::find_if(samples, [](const Sample& s) { return s.name.starts_with("skewed"); });
    return {.sample = std::make_shared<Sample>(*skewed),
            .weighing = weighing,
            .partitioner = "random",
            .way = GetParam(),
            .steering = rule,
            .parts = 2,
            .threads = 2,
            .seed = test_seed()};
  }

  void TearDown() override {
    std::uint64_t real_bytes = 0;
    for (const auto& high : high_) real_bytes += high == nullptr ? 0 : high->real_bytes();
    EXPECT_LT(real_bytes, real_bytes_max);
  }

 private:
  std::vector<std::shared_ptr<HighGround>> high_;
};

#define SKIP_UNLESS_MAPPED(place) \
  if (place == nullptr) GTEST_SKIP() << "SKIPPED: the system does not map " << (room >> 28) << " GiB of a sparse file"

TEST_P(WideOffsets, bfs_in_both_directions) {
  for (const SteeringRule rule : {SteeringRule::push, SteeringRule::pull, SteeringRule::by_vertices}) {
    const Cell where = cell(Weighing::none, rule);
    SCOPED_TRACE(where.name());
    const auto place = lifted_place(where, {.source_ids = true});
    SKIP_UNLESS_MAPPED(place);
    const std::uint64_t source = sources_of(place->graph, where.seed).front();
    const auto values = values_everywhere(NarrowBfs{source}, where, *place);
    const auto levels = reference::bfs_levels(place->graph, source);
    for (std::uint64_t v = 0; v < levels.size(); ++v) ASSERT_EQ(values[v].level, levels[v]) << "vertex " << v;
  }
}

TEST_P(WideOffsets, weights_are_those_of_their_arcs) {
  for (const SteeringRule rule : {SteeringRule::push, SteeringRule::pull}) {
    const Cell where = cell(Weighing::integers, rule);
    SCOPED_TRACE(where.name());
    const auto place = lifted_place(where, {.weights = true});
    SKIP_UNLESS_MAPPED(place);
    const std::uint64_t source = sources_of(place->graph, where.seed).front();
    const auto distances = values_everywhere(IntegerPaths{source}, where, *place);
    EXPECT_EQ(distances, reference::integer_paths(place->graph, source).distance);
  }
}

TEST_P(WideOffsets, degrees_are_differences) {
  const Cell where = cell(Weighing::none, SteeringRule::push);
  const auto place = lifted_place(where, {});
  SKIP_UNLESS_MAPPED(place);
  constexpr int rounds = 5;
  const auto expected = reference::pagerank(place->graph, {.iterations_max = rounds}).rank;
  const auto ranks =
      values_everywhere(PageRank{.vertices = static_cast<double>(place->graph.vertices)}, where, *place, rounds);
  for (std::uint64_t v = 0; v < expected.size(); ++v) ASSERT_NEAR(ranks[v], expected[v], 1e-12) << "vertex " << v;
  const certify::PageRankRule rule;
  const auto settled = reference::pagerank(place->graph, {.tolerance = 1e-13}).rank;
  EXPECT_LT(certify::pagerank_residual(place->layout, settled, rule, *place->crew), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Layouts, WideOffsets, ::testing::Values(Way::two_box, Way::replicated_one_box),
                         [](const auto& way) { return way.param == Way::two_box ? "ghosted" : "replicated"; });

}  // namespace
}  // namespace Atoll::testing
