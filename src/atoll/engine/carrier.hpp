// SPDX-License-Identifier: Apache-2.0
// What a run calls while it runs: the steps of its program (Vertices), and the exchange that carries a superstep
// (Carrier). Each call is for a part, a piece of a sweep or a chunk of rows, never for an arc, so it may be indirect; the
// run and the superstep are plain code, and only what lies below these calls is compiled for every program and exchange.
#pragma once

#include <cstdint>
#include <string_view>

#include "atoll/base/atomic.hpp"
#include "atoll/exchange/kind.hpp"
#include "atoll/exchange/member.hpp"
#include "atoll/partition/layout.hpp"

namespace Atoll {

struct RowRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// What a run may know of its program.
struct ProgramTraits {
  bool every_vertex = false;
  bool in_place = false;
  bool both_ways = false;
  bool counted = false;
  WeightType weights = WeightType::none;  // that it reads
};

class Vertices {
 public:
  explicit Vertices(const ProgramTraits& program_traits) : traits(program_traits) {}
  virtual ~Vertices() = default;
  Vertices(const Vertices&) = delete;
  Vertices& operator=(const Vertices&) = delete;

  const ProgramTraits traits;

  // By one thread: all parts, in one address space; or by one of the part's team, before the first touch.
  virtual void allocate_shared() = 0;
  virtual void allocate(int part, bool heard_elsewhere) = 0;
  virtual void add_to_chart(int part) = 0;

  // By all members at once. Values, sums and the first frontier, touched first by the part's own team.
  virtual void init(Member& me) = 0;
  // x: what the active vertices say, kept where it can be heard.
  virtual void signal(Member& me) = 0;
  // Owners apply what was combined for them; boxes that were delivered are emptied for the next superstep.
  virtual void apply(Member& me, bool ghost_sums) = 0;
  // The next frontier becomes the current one and is counted. Runs after a meet; the leader reads the counts after
  // another.
  virtual void advance(Member& me) = 0;

  // By the leader, while the others wait: before the first round; before each; after each, when it tells whether the
  // program is done.
  virtual void begin() = 0;
  virtual void begin_round(std::uint64_t number, bool wake_now) = 0;
  virtual bool conclude_round(bool pulled) = 0;
};

// What the superstep knows of an exchange.
struct CarrierTraits {
  std::string_view name;
  int publish_steps = 0;
  int deliver_steps = 0;
  bool ghost_sums = false;
  bool others_write = false;
  bool piecewise = false;
  bool shares_sources = false;
};

class Carrier {
 public:
  explicit Carrier(const CarrierTraits& exchange_traits) : traits(exchange_traits) {}
  virtual ~Carrier() = default;
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;

  const CarrierTraits traits;

  // The hooks of the exchange; those it does not have do nothing.
  virtual bool fits(const Layout& layout, Direction direction) const = 0;
  virtual void allocate_sources() = 0;
  virtual void allocate(int part) = 0;
  virtual void begin_superstep() = 0;
  virtual void publish(Member& me, int part, int step) = 0;
  virtual void deliver(Member& me, int part, int step) = 0;
  virtual bool ready(int part, std::size_t block) = 0;
  virtual void chunk_done(Member& me, int part, std::size_t block) = 0;
  virtual void progress(Member& me) = 0;

  // Scans rows of a chunk of one of my team's blocks.
  virtual void push(Member& me, int part, const Block& block, RowRange rows, Writers writers) = 0;
  virtual void pull(Member& me, int part, const Block& block, RowRange rows) = 0;
};

}  // namespace Atoll
