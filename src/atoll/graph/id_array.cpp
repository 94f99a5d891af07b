// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/id_array.hpp"

#include <utility>

namespace Atoll {

IdArray IdArray::counting(std::uint64_t base, std::uint64_t size) {
  IdArray ids;
  ids.base_ = base;
  ids.size_ = size;
  return ids;
}

IdArray::IdArray(Array<std::uint32_t> ids) : size_(ids.size()), narrow_(std::move(ids)), narrow_data_(narrow_.data()) {}

IdArray::IdArray(Array<std::uint64_t> ids) : size_(ids.size()), wide_(std::move(ids)), wide_data_(wide_.data()) {}

IdArray::IdArray(std::uint64_t size, bool wide, Contents contents)
    : IdArray(wide ? IdArray(Array<std::uint64_t>(size, contents)) : IdArray(Array<std::uint32_t>(size, contents))) {}

void invert(const IdArray& order, IdArray& inverse, Crew& crew) {
  crew.for_chunks(order.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) inverse.set(order[i], i);
  });
}

}  // namespace Atoll
