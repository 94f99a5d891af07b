// SPDX-License-Identifier: Apache-2.0
// An array of vertex ids: 4 or 8 bytes each, or none at all where id i is just base + i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

inline constexpr std::uint64_t vertices_per_chunk = std::uint64_t{1} << 14;

class IdArray {
 public:
  IdArray() = default;
  static IdArray counting(std::uint64_t base, std::uint64_t size);
  IdArray(std::uint64_t size, bool wide, Contents contents = Contents::zero);
  explicit IdArray(Array<std::uint32_t> ids);
  explicit IdArray(Array<std::uint64_t> ids);

  std::uint64_t size() const { return size_; }
  std::uint64_t operator[](std::uint64_t i) const {
    if (narrow_data_ != nullptr) return narrow_data_[i];
    return wide_data_ != nullptr ? wide_data_[i] : base_ + i;
  }
  void set(std::uint64_t i, std::uint64_t id) {
    if (narrow_data_ != nullptr) {
      narrow_data_[i] = static_cast<std::uint32_t>(id);
    } else {
      wide_data_[i] = id;
    }
  }
  // The value that stands for no vertex: all bits of the width set.
  std::uint64_t none() const { return narrow_data_ != nullptr ? 0xffffffffu : ~std::uint64_t{0}; }
  bool is_counting() const { return narrow_data_ == nullptr && wide_data_ == nullptr; }
  // The ids of 4 bytes; null if they are wide or count.
  std::uint32_t* narrow() { return narrow_data_; }
  const std::uint32_t* narrow() const { return narrow_data_; }
  std::byte* data() {
    return narrow_data_ != nullptr ? reinterpret_cast<std::byte*>(narrow_data_)
                                   : reinterpret_cast<std::byte*>(wide_data_);
  }
  // The ids as they lie in memory; none where they count.
  std::span<const std::byte> as_bytes() const {
    return narrow_data_ != nullptr ? std::as_bytes(std::span(narrow_data_, size_))
                                   : std::as_bytes(std::span(wide_data_, wide_data_ != nullptr ? size_ : 0));
  }
  std::size_t bytes() const { return narrow_.bytes() + wide_.bytes(); }

 private:
  std::uint64_t base_ = 0;
  std::uint64_t size_ = 0;
  Array<std::uint32_t> narrow_;
  Array<std::uint64_t> wide_;
  std::uint32_t* narrow_data_ = nullptr;
  std::uint64_t* wide_data_ = nullptr;
};

// inverse[order[i]] = i
void invert(const IdArray& order, IdArray& inverse, Crew& crew);

}  // namespace Atoll
