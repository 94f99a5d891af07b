// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/id_array.hpp"

namespace Atoll {

IdArray IdArray::counting(std::uint64_t base, std::uint64_t size) {
  IdArray ids;
  ids.base_ = base;
  ids.size_ = size;
  return ids;
}

IdArray::IdArray(std::uint64_t size, bool wide, Contents contents) : size_(size) {
  if (wide) {
    wide_ = Array<std::uint64_t>(size, contents);
    wide_data_ = wide_.data();
  } else {
    narrow_ = Array<std::uint32_t>(size, contents);
    narrow_data_ = narrow_.data();
  }
}

void invert(const IdArray& order, IdArray& inverse, Crew& crew) {
  crew.for_chunks(order.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) inverse.set(order[i], i);
  });
}

}  // namespace Atoll
