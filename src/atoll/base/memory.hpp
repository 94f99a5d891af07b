// SPDX-License-Identifier: Apache-2.0
// The memory ledger and its pages. Everything of the size of vertices or arcs is mapped here, so that the peak is
// known, a limit gives a clear error instead of an OOM kill, and the home of each page can be chosen
// (topology/domain_array).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace Atoll {

namespace memory {
std::uint64_t current_bytes();
std::uint64_t peak_bytes();
enum class LimitOf : std::uint8_t { user, system };  // what was asked for, or what there is: that cannot be raised
void set_limit_bytes(std::uint64_t bytes, LimitOf whose = LimitOf::user);  // 0: none (the default)
std::uint64_t limit_bytes();
// What to do where the limit should be so many at least: "raise the limit (--memory-limit) to 1.51 GiB", or to free memory.
std::string way_to_bytes(std::uint64_t bytes);
void release_spares();  // pages that wait for their next use (Contents::whatever) go back to the system
inline constexpr std::uint64_t spare_bytes_max = std::uint64_t{256} << 20;  // more do not wait

// The peak of a stretch of work: peak_bytes() counts from here while this lives, and from the beginning again after it.
// Stretches nest.
class PeakFromHere {
 public:
  PeakFromHere();
  ~PeakFromHere();
  PeakFromHere(const PeakFromHere&) = delete;
  PeakFromHere& operator=(const PeakFromHere&) = delete;

 private:
  std::uint64_t before_;
};
}  // namespace memory

std::size_t bytes_of(std::size_t elements, std::size_t each);  // throws Error(resource) beyond 64 bits
std::string bytes_text(std::uint64_t bytes);                   // as people read it: "512 bytes", "1.50 GiB"

// `whatever`: of earlier such pages that are free again, where there are any. For what is written as a whole, and lives
// shortly: a page that the system has to clear first costs more than writing it.
enum class Contents : std::uint8_t { zero, whatever };

// An anonymous mapping; counted while it lives. Huge pages are asked for from 2 MiB up.
// Throws Error(resource) when the limit or the machine says no.
class Pages {
 public:
  Pages() = default;
  explicit Pages(std::size_t bytes, Contents contents = Contents::zero);
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        contents_(other.contents_) {}
  Pages& operator=(Pages&& other) noexcept;
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages();

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  // None of its pages shall be huge: each comes when it is written. To be called before the first one is.
  void forgo_huge_pages();

  // Gives the tail beyond `bytes` back to the system.
  void shrink(std::size_t bytes);

  // Nobody will ask for bytes [begin, end) any more: the system may have the pages that lie inside. They stay counted.
  void drop(std::size_t begin, std::size_t end);

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;  // as mapped: a multiple of the page size
  Contents contents_ = Contents::zero;
};

}  // namespace Atoll
