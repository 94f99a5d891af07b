// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "atoll/graph/transform/rows_of.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::transform {
namespace {

Labels pick_words(const Labels& labels, const IdArray& old_of_new, Crew& crew) {
  const Array<std::uint64_t>& old_starts = labels.starts();
  Array<std::uint64_t> starts(old_of_new.size() + 1);
  crew.for_chunks(old_of_new.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) starts[v] = old_starts[old_of_new[v] + 1] - old_starts[old_of_new[v]];
  });
  Array<char> text(prefix_sum(starts, crew));
  crew.for_chunks(old_of_new.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      std::copy_n(labels.text().data() + old_starts[old_of_new[v]], starts[v + 1] - starts[v], text.data() + starts[v]);
    }
  });
  return Labels::strings(std::move(text), std::move(starts));
}

}  // namespace

Labels pick_labels(const Labels& labels, const IdArray& old_of_new, Crew& crew) {
  if (labels.are_strings()) return pick_words(labels, old_of_new, crew);
  Array<std::uint64_t> ids(old_of_new.size());
  crew.for_chunks(ids.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      ids[v] = labels.ids().empty() ? old_of_new[v] + labels.first() : labels.ids()[old_of_new[v]];
    }
  });
  return Labels::integers(std::move(ids));
}

}  // namespace Atoll::transform
