// SPDX-License-Identifier: Apache-2.0
// The arithmetic of shortest paths, on unsigned keys: a key orders as the length it stands for, and all bits set (for
// real lengths, infinity) is no length. Weights are finite and not negative, so their bits order as they do.
// Laws: add is monotone in both; add(d, w) >= d; add(d, w) < bound implies w < limit(bound, d); bucket is monotone.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace Atoll::kernels {

constexpr double narrowing = 256;  // of buckets that are found to be too wide

// Integer lengths. With keys of 32 bits sums are right as long as the nearer end is below `too_far`.
template <class K>
struct IntegerLengths {
  using Key = K;
  static constexpr Key none = std::numeric_limits<Key>::max();
  static constexpr Key too_far = Key{1} << (8 * sizeof(Key) - 1);

  // Buckets are as wide as that, or up to half as wide: a power of two, 1 at least.
  explicit IntegerLengths(double bucket_width)
      : shift_(bucket_width < 2 ? 0 : std::min(31, static_cast<int>(std::log2(bucket_width)))) {}

  double bucket_width() const { return static_cast<double>(Key{1} << shift_); }
  // With buckets a 256th as wide, or 1.
  IntegerLengths narrower() const { return IntegerLengths(bucket_width() / narrowing); }

  static std::uint32_t weight(std::uint32_t bits) { return bits; }
  static double number(std::uint32_t weight) { return weight; }
  static Key add(Key distance, std::uint32_t weight) { return distance + weight; }
  static std::uint32_t limit(Key bound, Key distance) {
    return bound <= distance ? 0 : static_cast<std::uint32_t>(std::min<Key>(bound - distance, ~std::uint32_t{0}));
  }
  std::uint64_t bucket(Key distance) const { return distance >> shift_; }
  // The least key of a bucket; none if it is out of reach.
  Key start(std::uint64_t bucket) const {
    return bucket >= (too_far >> shift_) ? none : static_cast<Key>(bucket << shift_);
  }

 private:
  int shift_;
};

using NarrowLengths = IntegerLengths<std::uint32_t>;
using WideLengths = IntegerLengths<std::uint64_t>;

// Real lengths, summed in 32 bits as the vertex program does; a sum beyond their range is infinite.
struct RealLengths {
  using Key = std::uint32_t;
  static constexpr Key none = 0x7f800000u;
  static constexpr Key too_far = none;

  explicit RealLengths(double bucket_width) : per_width_(1 / std::max(bucket_width, 1e-300)) {}

  double bucket_width() const { return 1 / per_width_; }
  RealLengths narrower() const { return RealLengths(bucket_width() / narrowing); }

  static std::uint32_t weight(std::uint32_t bits) { return bits & 0x7fffffffu; }  // -0 is 0
  static double number(std::uint32_t weight) { return std::bit_cast<float>(weight); }
  static Key add(Key distance, std::uint32_t weight) {
    return std::bit_cast<Key>(std::bit_cast<float>(distance) + std::bit_cast<float>(weight));
  }
  static std::uint32_t limit(Key bound, Key distance) {
    if (bound <= distance) return 0;
    return std::bit_cast<Key>(std::bit_cast<float>(bound) - std::bit_cast<float>(distance)) + 1;  // it may round down
  }
  std::uint64_t bucket(Key distance) const {
    return static_cast<std::uint64_t>(std::min(double{std::bit_cast<float>(distance)} * per_width_, 0x1p62));
  }
  // Bisects the keys, which are as ordered as the lengths.
  Key start(std::uint64_t bucket_wanted) const {
    Key low = 0;
    for (Key high = none; low < high;) {
      const Key middle = low + (high - low) / 2;
      if (bucket(middle) < bucket_wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  double per_width_;
};

}  // namespace Atoll::kernels
