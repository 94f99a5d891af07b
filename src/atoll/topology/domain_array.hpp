// SPDX-License-Identifier: Apache-2.0
// One segment of memory per part, each bound to the domain of its part and asked for in huge pages. The segments of a
// part are zero, or of Contents::whatever, until its own team writes them. Where binding is forbidden the first touch decides, as said once by
// placement_warning(). Baselines for measurements: interleaved pages, or oblivious ones (the system's default policy).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

enum class Placement { partitioned, interleave, oblivious };

// Segments that lie end to end in one array, perhaps with gaps: segment p is [first[p], first[p] + size[p]), ascending.
struct Stretches {
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> size;

  std::uint64_t total() const { return first.empty() ? 0 : first.back() + size.back(); }
  // The same in bitmaps: in 64-bit words, and in pieces of so many bits, if every segment begins at one.
  Stretches words() const;
  Stretches pieces() const;
};

// Where the parts live: what a domain_array needs to know. A value, cheap to copy; the crew must outlive it.
struct Homes {
  Crew* crew = nullptr;
  int parts = 1;
  Placement placement = Placement::partitioned;

  // Whatever page there is, is at home.
  bool are_one() const { return crew != nullptr && crew->machine().domains.size() == 1; }
};

// Binds [data, data + bytes) to the home of `part` (or interleaves, or leaves it), before it is touched.
// Returns false where the system forbids it; then placement_warning() says so.
bool place(const Homes& homes, int part, void* data, std::size_t bytes);

// One line, once per process: why memory could not be bound ("mbind: Operation not permitted ..."). Empty: all is well.
std::optional<std::string> placement_warning();

// The os index of the NUMA node that holds the page of each address (move_pages); -1: not touched yet or unknown.
std::vector<int> node_of_pages(std::span<const void* const> addresses);

// The part's team writes the first zero into every page, so that its home is right where binding is forbidden. To be
// called by the thread that runs the crew, before anything else touches the memory.
void touch_first(const Homes& homes, int part, void* data, std::size_t bytes);

template <class T>
class DomainArray {
 public:
  DomainArray() = default;
  explicit DomainArray(const Homes& homes) : homes_(homes), segments_(static_cast<std::size_t>(homes.parts)) {}

  // The segment of `part` becomes `size` elements at home: zeroed, or whatever they are if its team writes them first.
  // Several threads may allocate different parts at once.
  void allocate(int part, std::size_t size, Contents contents = Contents::zero) {
    Array<T> segment(size, homes_.are_one() ? contents : Contents::zero);
    if (size != 0) place(homes_, part, segment.data(), segment.bytes());
    segments_[static_cast<std::size_t>(part)] = std::move(segment);
  }

  // As allocate(), by the thread that runs the crew: the part's team touches the segment first.
  void allocate_and_touch(int part, std::size_t size) {
    allocate(part, size);
    touch_first(homes_, part, segment(part).data(), size * sizeof(T));
  }

  // All segments in one array, as in allocate(); a page that two of them share lives with the later one. By one thread.
  void allocate_contiguous(const Stretches& stretches, Contents contents = Contents::zero) {
    whole_ = Array<T>(stretches.total(), homes_.are_one() ? contents : Contents::zero);
    stretches_ = stretches;
    for (int part = 0; part < parts(); ++part) {
      const std::span<T> mine = (*this)[part];
      if (!mine.empty()) place(homes_, part, mine.data(), mine.size_bytes());
    }
  }

  int parts() const { return static_cast<int>(segments_.size()); }
  std::span<T> operator[](int part) {
    const std::span<const T> mine = std::as_const(*this)[part];
    return {const_cast<T*>(mine.data()), mine.size()};
  }
  std::span<const T> operator[](int part) const {
    const auto p = static_cast<std::size_t>(part);
    if (stretches_.first.empty()) return segments_[p];
    return std::span<const T>(whole_).subspan(stretches_.first[p], stretches_.size[p]);
  }
  Array<T>& segment(int part) { return segments_[static_cast<std::size_t>(part)]; }

 private:
  Homes homes_;
  std::vector<Array<T>> segments_;
  Array<T> whole_;  // instead of segments, where they are contiguous
  Stretches stretches_;
};

}  // namespace Atoll
