// SPDX-License-Identifier: Apache-2.0
// An exchange of a program as a run calls it.
#pragma once

#include <utility>

#include "atoll/engine/vertices_of.hpp"

namespace Atoll {

template <Program P, class X>
class CarrierOf final : public Carrier {
 public:
  // `exchange` as a reference or as a value.
  CarrierOf(VerticesOf<P>& vertices, X exchange)
      : Carrier({.name = Kept::name,
                 .publish_steps = Kept::publish_steps,
                 .deliver_steps = Kept::deliver_steps,
                 .ghost_sums = Kept::ghost_sums,
                 .others_write = Kept::others_write,
                 .piecewise = Piecewise<Kept>,
                 .shares_sources = SharesSources<Kept>}),
        vertices_(vertices),
        exchange_(std::forward<X>(exchange)) {
    static_assert(Exchange<Kept, P>);
  }

  bool fits(const Layout& layout, Direction direction) const override { return Kept::fits(layout, direction); }
  void allocate_sources() override {
    if constexpr (SharesSources<Kept>) exchange_.allocate_sources();
  }
  void allocate([[maybe_unused]] int part) override {
    if constexpr (AllocatesBoxes<Kept>) exchange_.allocate(part);
  }
  void begin_superstep() override {
    if constexpr (BeginsSupersteps<Kept>) exchange_.begin_superstep();
  }
  void publish(Member& me, int part, int step) override { exchange_.publish(me, part, step); }
  void deliver(Member& me, int part, int step) override { exchange_.deliver(me, part, step); }
  bool ready([[maybe_unused]] int part, [[maybe_unused]] std::size_t block) override {
    if constexpr (Piecewise<Kept>) return exchange_.ready(part, block);
    return true;
  }
  void chunk_done([[maybe_unused]] Member& me, [[maybe_unused]] int part, [[maybe_unused]] std::size_t block) override {
    if constexpr (Piecewise<Kept>) exchange_.chunk_done(me, part, block);
  }
  void progress([[maybe_unused]] Member& me) override {
    if constexpr (Piecewise<Kept>) exchange_.progress(me);
  }

  void push(Member& me, int part, const Block& block, RowRange rows, Writers writers) override {
    by_writers<P>(writers == Writers::one, [&]<Writers known> { push_by<known>(me, part, block, rows); });
  }
  void pull(Member& me, int part, const Block& block, RowRange rows) override {
    vertices_.pull(me, part, block, rows, exchange_.sources(me, part));
  }

 private:
  using Kept = std::remove_reference_t<X>;

  template <Writers writers>
  void push_by(Member& me, int part, const Block& block, RowRange rows) {
    if (vertices_.pushes_own()) {
      vertices_.push_own(me, part, block, rows, exchange_.template port<writers>(me, part));
    } else {
      vertices_.push_heard(me, part, block, rows, exchange_.sources(me, part),
                           exchange_.template port<writers>(me, part));
    }
  }

  VerticesOf<P>& vertices_;
  X exchange_;
};

}  // namespace Atoll
