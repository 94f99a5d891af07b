// SPDX-License-Identifier: Apache-2.0
// Vertices that wait for a visit, in any order: what is found is visited at once by the thread that found it, up to a
// number of arcs, and only the rest waits for the next round. So a path of a million vertices takes few rounds (local
// search, or vertical granularity control: Wang, Dong, Gu and Sun, SIGMOD 2023).
// Invariant: a round that leaves anybody to the next one went over as many arcs as fill a piece, or what a thread has at
// hand, so rounds <= arcs / vertices_at_hand + 1.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class Worklist {
 public:
  static constexpr std::uint64_t arcs_per_piece = std::uint64_t{1} << 14;
  static constexpr std::uint64_t vertices_at_hand = 2048;

  // At most `capacity` vertices wait at the same time.
  explicit Worklist(std::uint64_t capacity) : now_(capacity), next_(capacity) {}

  bool empty() const { return size_ == 0; }
  std::span<const std::uint32_t> waiting() const { return {now_.data(), size_}; }
  void clear() { size_ = 0; }
  // By any thread, between rounds.
  void put(std::span<const std::uint32_t> vertices) {
    std::ranges::copy(vertices, now_.data() + std::atomic_ref(size_).fetch_add(vertices.size()));
  }
  // Vertices that a thread puts one by one, many at a time.
  class Putter {
   public:
    explicit Putter(Worklist& list) : list_(list) {}
    Putter(const Putter&) = delete;
    Putter& operator=(const Putter&) = delete;
    ~Putter() { list_.put(std::span(put_).first(size_)); }

    void put(std::uint32_t v) {
      if (size_ == put_.size()) list_.put(std::span(put_).first(std::exchange(size_, 0)));
      put_[size_++] = v;
    }

   private:
    Worklist& list_;
    std::size_t size_ = 0;
    std::array<std::uint32_t, 512> put_;
  };

  // visit(v, push) for all that wait, by all threads; it returns the arcs it went over and calls push(w) for what is to
  // be visited too. Returns the arcs. Throws what visit throws, and Error(cancelled).
  template <class Visit>
  std::uint64_t round(Crew& crew, const Watch& watch, const Visit& visit) {
    std::atomic<std::uint64_t> arcs{0};
    appended_ = 0;
    const std::uint64_t grain =
        std::clamp<std::uint64_t>(size_ / (8 * static_cast<std::uint64_t>(crew.threads())), 1, 256);
    crew.for_chunks(size_, grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch.poll();
      Piece piece(*this);
      for (std::uint64_t i = begin; i < end; ++i) {
        piece.visit(now_[i], visit);
        piece.go_on(visit);
      }
      arcs.fetch_add(piece.leave(), std::memory_order_relaxed);
    });
    size_ = appended_;
    std::swap(now_, next_);
    return arcs;
  }

 private:
  // What one thread has at hand: a ring of vertices it will visit itself, and a buffer of those it leaves.
  class Piece {
   public:
    explicit Piece(Worklist& list) : list_(list) {}

    template <class Visit>
    void visit(std::uint32_t v, const Visit& visit) {
      arcs_ += visit(v, [this](std::uint32_t w) { tail_ - head_ < mine_.size() ? keep(w) : spill(w); });
    }
    template <class Visit>
    void go_on(const Visit& visit) {
      while (head_ != tail_ && arcs_ < arcs_per_piece) this->visit(mine_[head_++ % mine_.size()], visit);
    }
    std::uint64_t leave() {
      while (head_ != tail_) spill(mine_[head_++ % mine_.size()]);
      flush();
      return arcs_;
    }

   private:
    void keep(std::uint32_t v) { mine_[tail_++ % mine_.size()] = v; }
    void spill(std::uint32_t v) {
      left_[left_size_++] = v;
      if (left_size_ == left_.size()) flush();
    }
    void flush() {
      const std::uint64_t at = list_.appended_.fetch_add(left_size_, std::memory_order_relaxed);
      std::copy_n(left_.data(), left_size_, list_.next_.data() + at);
      left_size_ = 0;
    }

    Worklist& list_;
    std::uint64_t arcs_ = 0;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::size_t left_size_ = 0;
    std::array<std::uint32_t, vertices_at_hand> mine_;
    std::array<std::uint32_t, 512> left_;
  };

  Array<std::uint32_t> now_;
  Array<std::uint32_t> next_;
  std::uint64_t size_ = 0;
  alignas(64) std::atomic<std::uint64_t> appended_{0};  // in a line that has nothing else
};

}  // namespace Atoll::kernels
