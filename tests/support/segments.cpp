// SPDX-License-Identifier: Apache-2.0
#include "tests/support/segments.hpp"

namespace Atoll::testing {
namespace {

class Collector {
 public:
  template <class T>
  void add(const char* name, int owner, std::span<const T> elements) {
    if (!elements.empty()) segments_.push_back({name, owner, std::as_bytes(elements)});
  }
  void add(const char* name, int owner, const IdArray& ids) {
    // An IdArray shows its memory only to those who may write it; here it is only looked up.
    const std::byte* data = const_cast<IdArray&>(ids).data();
    if (data != nullptr) segments_.push_back({name, owner, {data, ids.bytes()}});
  }
  void add(int part, const PartView& view) {
    for (const Block& block : view.blocks) add("offsets", part, block.offsets.bytes());
    add("ends", part, view.ends);
    add("weights", part, view.weights.bytes());
    add("source ghosts", part, view.sources.locals);
    add("target ghosts", part, view.targets.locals);
    for (const Mirror& mirror : view.source_mirrors) add("source mirrors", part, mirror.locals);
    for (const Mirror& mirror : view.target_mirrors) add("target mirrors", part, mirror.locals);
  }
  std::vector<Segment> all() { return std::move(segments_); }

 private:
  std::vector<Segment> segments_;
};

}  // namespace

std::vector<Segment> segments_of(const Layout& layout) {
  Collector collector;
  for (int part = 0; part < layout.parts(); ++part) {
    const auto p = static_cast<std::size_t>(part);
    for (const std::optional<View>* view : {&layout.push, &layout.pull}) {
      if (*view) collector.add(part, (*view)->parts[p]);
    }
    if (p < layout.ids.size())
      collector.add("ids", layout.parts() == std::ssize(layout.ids) ? part : Segment::nobody, layout.ids[p]);
    collector.add("out-offsets", part, layout.out_offsets[p].bytes());
  }
  collector.add("partition", Segment::nobody, layout.partition.internal_of);
  collector.add("partition", Segment::nobody, layout.partition.user_of);
  return collector.all();
}

}  // namespace Atoll::testing
