// SPDX-License-Identifier: Apache-2.0
// A list of one thread that grows by blocks of counted memory and keeps them when it is cleared.
#pragma once

#include <cstddef>
#include <vector>

#include "atoll/base/array.hpp"

namespace Atoll::kernels {

template <class T>
class Blocks {
 public:
  void push_back(const T& element) {
    if (size_ == blocks_.size() * per_block) blocks_.emplace_back(per_block);
    blocks_[size_ / per_block][size_ % per_block] = element;
    ++size_;
  }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t i) const { return blocks_[i / per_block][i % per_block]; }

 private:
  static constexpr std::size_t per_block = 4096;
  std::vector<Array<T>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace Atoll::kernels
