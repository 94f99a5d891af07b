// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/superstep.hpp"

#include <span>
#include <vector>

namespace Atoll {
namespace {

using ScanRows = FunctionRef<void(int part, const Block& block, RowRange rows)>;

void publish(Member& me, Carrier& carrier) {
  for (int step = 0; step < carrier.traits.publish_steps; ++step) {
    me.phase(Effort::communication, [&](int part) { carrier.publish(me, part, step); });
    if (!carrier.traits.piecewise) me.meet();
  }
}

// My share of a block; returns how many chunks that was.
std::uint64_t scan_block(Member& me, int part, const PartView& mine, std::size_t b, ScanRows scan_rows) {
  const Block& block = mine.blocks[b];
  const std::span<const std::uint32_t> bounds = block.chunks->bounds();
  std::uint64_t chunks = 0;
  me.share(me.decks.block(part, b), bounds.size() - 1, [&](std::uint64_t first, std::uint64_t last) {
    scan_rows(part, block, RowRange{bounds[first], bounds[last]});
    chunks += last - first;
  });
  return chunks;
}

void scan_pieces(Member& me, Carrier& carrier, const View& view, ScanRows scan_rows) {
  std::vector<std::pair<int, std::size_t>> waiting;
  for (int part = me.first_part(); part < me.last_part(); ++part) {
    for (std::size_t b = 0; b < view.parts[static_cast<std::size_t>(part)].blocks.size(); ++b)
      waiting.emplace_back(part, b);
  }
  me.begin_phase();
  while (!waiting.empty()) {
    const std::size_t before = waiting.size();
    std::erase_if(waiting, [&](const auto& at) {
      const auto [part, b] = at;
      if (!carrier.ready(part, b)) return false;
      const std::uint64_t chunks = scan_block(me, part, view.parts[static_cast<std::size_t>(part)], b, scan_rows);
      for (std::uint64_t i = 0; i < chunks; ++i) carrier.chunk_done(me, part, b);
      me.lap(Effort::computation, part);
      return true;
    });
    if (waiting.size() != before) continue;
    me.poll();
    carrier.progress(me);
    me.lap(Effort::communication, me.first_part());
  }
}

// Every chunk of every block of my team's parts, in the order in which blocks become ready.
void scan(Member& me, Carrier& carrier, const View& view, ScanRows scan_rows) {
  if (carrier.traits.piecewise) return scan_pieces(me, carrier, view, scan_rows);
  me.phase(Effort::computation, [&](int part) {
    const PartView& mine = view.parts[static_cast<std::size_t>(part)];
    for (std::size_t b = 0; b < mine.blocks.size(); ++b) scan_block(me, part, mine, b, scan_rows);
  });
}

void push(Member& me, const View& view, Vertices& vertices, Carrier& carrier) {
  const bool own_sources = view.parts[0].sources.only_own();
  if (!own_sources) vertices.signal(me);
  if (!own_sources || carrier.traits.piecewise) publish(me, carrier);
  const bool alone = carrier.traits.others_write ? me.alone() : me.alone_in_team();
  const Writers writers = alone ? Writers::one : Writers::many;
  scan(me, carrier, view,
       [&](int part, const Block& block, RowRange rows) { carrier.push(me, part, block, rows, writers); });
  me.meet();
  for (int step = 0; step < carrier.traits.deliver_steps; ++step) {
    me.phase(Effort::communication, [&](int part) { carrier.deliver(me, part, step); });
    me.meet();
  }
  vertices.apply(me, carrier.traits.ghost_sums);
  me.meet();
}

void pull(Member& me, const View& view, Vertices& vertices, Carrier& carrier) {
  vertices.signal(me);
  publish(me, carrier);
  scan(me, carrier, view, [&](int part, const Block& block, RowRange rows) { carrier.pull(me, part, block, rows); });
  me.meet();
}

}  // namespace

void run_superstep(Member& me, Direction direction, const Layout& layout, Vertices& vertices, Carrier& carrier) {
  if (direction == Direction::push) {
    push(me, *layout.push, vertices, carrier);
  } else {
    pull(me, *layout.pull, vertices, carrier);
  }
}

}  // namespace Atoll
