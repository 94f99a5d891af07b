// SPDX-License-Identifier: Apache-2.0
// An owning array in counted pages: zero-filled unless said otherwise, of trivial elements, moved and never copied by
// accident. It is a contiguous range, so it converts to a std::span. Nothing touches its memory at construction, so the
// first thread that writes a page decides its home; pages of Contents::whatever keep the one they had.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "atoll/base/memory.hpp"

namespace Atoll {

template <class T>
  requires std::is_trivially_copyable_v<T>
class Array {
 public:
  Array() = default;
  // Throws Error(resource).
  explicit Array(std::size_t size, Contents contents = Contents::zero)
      : pages_(bytes_of(size, sizeof(T)), contents), size_(size) {}
  Array(Array&& other) noexcept : pages_(std::move(other.pages_)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    pages_ = std::move(other.pages_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t bytes() const { return pages_.bytes(); }

  T* data() { return reinterpret_cast<T*>(pages_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(pages_.data()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

  void forgo_huge_pages() { pages_.forgo_huge_pages(); }  // see Pages

  // Keeps the first `size` elements; the pages behind them go back to the system.
  void shrink(std::size_t size) {
    size_ = size;
    pages_.shrink(size * sizeof(T));
  }

  // Makes room for `size` elements elsewhere: the first `used` are kept, the others hold whatever. Throws Error(resource).
  void grow(std::size_t size, std::size_t used) {
    Array larger(size, Contents::whatever);
    std::copy_n(begin(), used, larger.begin());
    *this = std::move(larger);
  }

  // Nobody will ask for elements [begin, end) any more. Several threads may drop different ones.
  void drop(std::size_t begin, std::size_t end) { pages_.drop(begin * sizeof(T), end * sizeof(T)); }

 private:
  Pages pages_;
  std::size_t size_ = 0;
};

}  // namespace Atoll
