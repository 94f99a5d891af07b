// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/relaxed_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t pieces_max = 256;  // the larger they are, the fewer vertices wait
constexpr std::uint64_t vertices_per_poll = 4096;

bool is_step(std::int64_t distance) {
  using Limits = std::numeric_limits<std::int16_t>;
  return distance != 0 && distance >= Limits::min() && distance <= Limits::max();
}

}  // namespace

RelaxedOrder::RelaxedOrder(const OnePart& graph, Crew& crew, std::uint64_t piece_size_min)
    : vertices_(graph.vertices),
      piece_size_(std::max(piece_size_min, (graph.vertices + pieces_max - 1) / pieces_max)),
      pieces_((graph.vertices + piece_size_ - 1) / piece_size_),
      turn_(graph.vertices),
      steps_(ends_max * std::uint64_t{graph.vertices}, Contents::whatever),
      counts_(graph.vertices, Contents::whatever) {
  find_turns(graph, crew);
  list_waiting(crew);
  crew.for_chunks(pieces(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t piece = begin; piece < end; ++piece) write_steps(graph, piece, crew);
  });
  turn_ = {};
}

// The first turn that no neighbour in an earlier piece has, in the order of the vertices.
void RelaxedOrder::find_turns(const OnePart& graph, Crew& crew) {
  crew.for_chunks(pieces(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t piece = begin; piece < end; ++piece) {
      for (std::uint32_t v = first(piece); v < last(piece); ++v) {
        if (v % vertices_per_poll == 0) crew.poll();
        if (graph.in.degree(v) > 0 && graph.in[v].front() < first(piece)) pieces_[piece].bordering.push_back(v);
      }
    }
  });
  for (std::uint64_t piece = 0; piece < pieces(); ++piece) {
    const Blocks<std::uint32_t>& bordering = pieces_[piece].bordering;
    for (std::size_t i = 0; i < bordering.size(); ++i) {
      if (i % vertices_per_poll == 0) crew.poll();
      std::uint32_t taken = 0;
      for (const std::uint32_t u : graph.in[bordering[i]]) {
        if (u >= first(piece)) break;
        taken |= 1u << turn_[u];
      }
      const std::uint32_t turn = std::min(static_cast<std::uint32_t>(std::countr_one(taken)), turns_max - 1);
      turn_[bordering[i]] = static_cast<std::uint8_t>(turn);
      turns_ = std::max(turns_, turn + 1);
    }
  }
}

void RelaxedOrder::list_waiting(const Crew& crew) {
  waiting_first_.assign(turns_ * pieces() + 1, 0);
  const auto for_each = [&](auto&& visit) {
    for (std::uint64_t piece = 0; piece < pieces(); ++piece) {
      const Blocks<std::uint32_t>& bordering = pieces_[piece].bordering;
      for (std::size_t i = 0; i < bordering.size(); ++i) {
        if (i % vertices_per_poll == 0) crew.poll();
        const std::uint32_t turn = turn_[bordering[i]];
        if (turn > 0) visit(turn * pieces() + piece, bordering[i]);
      }
    }
  };
  for_each([&](std::uint64_t list, std::uint32_t) { ++waiting_first_[list + 1]; });
  for (std::size_t list = 1; list < waiting_first_.size(); ++list) waiting_first_[list] += waiting_first_[list - 1];
  waiting_ = Array<std::uint32_t>(waiting_first_.back());
  std::vector<std::uint64_t> next = waiting_first_;
  for_each([&](std::uint64_t list, std::uint32_t v) { waiting_[next[list]++] = v; });
  for (Piece& piece : pieces_) piece.bordering = {};
}

void RelaxedOrder::write_steps(const OnePart& graph, std::uint64_t piece, const Crew& crew) {
  for (std::uint32_t v = first(piece); v < last(piece); ++v) {
    if (v % vertices_per_poll == 0) crew.poll();
    const std::span<const std::uint32_t> row = graph.in[v];
    std::array<std::int16_t, ends_max> steps{};
    bool are_steps = !row.empty() && row.size() <= ends_max;
    std::uint32_t before = 0;
    std::size_t latest = ends_max - 1;
    for (std::size_t i = 0; i < row.size() && are_steps; ++i) {
      const std::int64_t distance = std::int64_t{row[i]} - v;
      are_steps = is_step(distance);
      steps[i] = static_cast<std::int16_t>(distance);
      if (!is_before(row[i], v)) continue;
      ++before;
      if (row[i] < v) latest = i;  // of the same turn the nearest, since rows ascend
    }
    std::swap(steps[latest], steps[ends_max - 1]);
    std::ranges::copy(steps, &steps_[ends_max * v]);
    counts_[v] = static_cast<std::uint8_t>(are_steps ? row.size() | before << 4 : 0);
    const bool waits = turn_[v] > 0 || row.empty();
    if (waits || !are_steps) pieces_[piece].apart.push_back({v, waits});
  }
}

}  // namespace Atoll::kernels
