// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/memory.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, bytes)
#define ASAN_UNPOISON_MEMORY_REGION(begin, bytes)
#endif

#include "atoll/base/charge.hpp"
#include "atoll/base/error.hpp"

namespace Atoll {
namespace {

std::atomic<std::uint64_t> current{0};
std::atomic<std::uint64_t> peak{0};
std::atomic<std::uint64_t> limit{0};
std::atomic<memory::LimitOf> limit_of{memory::LimitOf::user};

constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

void raise_peak(std::uint64_t bytes) {
  std::uint64_t seen = peak.load(std::memory_order_relaxed);
  while (seen < bytes && !peak.compare_exchange_weak(seen, bytes, std::memory_order_relaxed)) {
  }
}

void discharge(std::uint64_t bytes) { current.fetch_sub(bytes, std::memory_order_relaxed); }

// Behind what was asked for a page goes on, and spare ones are nobody's: the address sanitizer finds who goes there.
void forbid([[maybe_unused]] std::byte* begin, [[maybe_unused]] std::size_t bytes) {
  ASAN_POISON_MEMORY_REGION(begin, bytes);
}
void allow([[maybe_unused]] std::byte* begin, [[maybe_unused]] std::size_t bytes) {
  ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
}

// As people read it, in three digits; or never less than it is.
std::string told_bytes(std::uint64_t bytes, bool is_rounded_up) {
  constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < units.size(); ++unit) value /= 1024;
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;  // three digits
  const double scale = std::pow(10, decimals);
  if (is_rounded_up) value = std::ceil(value * scale) / scale;
  return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

// Free pages of Contents::whatever that wait for their next use: a few, and not much of them. They stay counted.
class Spares {
 public:
  // Null: there are none of this size.
  std::byte* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (Spare& spare : spares_) {
      if (spare.bytes != bytes) continue;
      bytes_ -= bytes;
      spare.bytes = 0;
      allow(spare.data, bytes);
      return spare.data;
    }
    return nullptr;
  }

  // False: they are too many.
  bool keep(std::byte* data, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes_ + bytes > memory::spare_bytes_max) return false;
    for (Spare& spare : spares_) {
      if (spare.bytes != 0) continue;
      spare = {data, bytes};
      bytes_ += bytes;
      forbid(data, bytes);
      return true;
    }
    return false;
  }

  void release() {
    const std::lock_guard lock(mutex_);
    for (Spare& spare : spares_) {
      allow(spare.data, spare.bytes);
      if (spare.bytes != 0) munmap(spare.data, spare.bytes);
      spare = {};
    }
    discharge(std::exchange(bytes_, 0));
  }

 private:
  static constexpr std::size_t blocks_max = 32;  // of a kernel of two threads, or of a program on ten parts
  struct Spare {
    std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  std::mutex mutex_;
  std::array<Spare, blocks_max> spares_;
  std::size_t bytes_ = 0;
};

Spares& spares() {
  static Spares all;
  return all;
}

// Throws Error(resource) beyond the limit; spare pages go first.
void charge(std::uint64_t bytes) {
  const std::uint64_t most = limit.load(std::memory_order_relaxed);
  std::uint64_t now = current.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (most != 0 && now > most) {
    spares().release();
    now = current.load(std::memory_order_relaxed);
  }
  if (most != 0 && now > most) {
    current.fetch_sub(bytes, std::memory_order_relaxed);
    throw Error(ErrorKind::resource,
                fmt::format("out of memory: {} more needed, {} of {} are taken", bytes_text(bytes),
                            bytes_text(now - bytes), bytes_text(most)),
                {}, memory::way_to_bytes(now) + " (later steps may need more still), or use a smaller graph");
  }
  raise_peak(now);
}

[[noreturn]] void fail_overflow() {
  throw Error(ErrorKind::resource, "out of memory: more bytes needed than 64 bits count", {},
              "look at the largest id, or the number of vertices: there is a vertex for each number below it");
}

// Whole huge pages where that adds a sixteenth at most; else the last ones are small, for an array of little more than a
// huge page would take two.
std::size_t mapped_bytes(std::size_t bytes) {
  const std::size_t huge = round_up(bytes, huge_page_bytes);
  return huge - bytes <= bytes / 16 ? huge : round_up(bytes, page_bytes());
}

// Fresh pages, counted. Throws Error(resource).
std::byte* map(std::size_t bytes) {
  charge(bytes);
  // A mapping of whole huge pages begins with one; what is not wanted of the last is never touched.
  const std::size_t asked = bytes < huge_page_bytes ? bytes : round_up(bytes, huge_page_bytes);
  const auto ask = [&] {
    return mmap(nullptr, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  };
  void* address = ask();
  if (address == MAP_FAILED) {
    spares().release();
    address = ask();
  }
  if (address == MAP_FAILED) {
    discharge(bytes);
    throw Error(ErrorKind::resource, fmt::format("out of memory: the system refused {}", bytes_text(bytes)), {},
                "free memory, or use a smaller graph");
  }
  const auto data = static_cast<std::byte*>(address);
  if (asked > bytes) munmap(data + bytes, asked - bytes);
  if (bytes >= huge_page_bytes) madvise(data, bytes, MADV_HUGEPAGE);
  return data;
}

}  // namespace

namespace memory {
std::uint64_t current_bytes() { return current.load(std::memory_order_relaxed); }
std::uint64_t peak_bytes() { return peak.load(std::memory_order_relaxed); }
void set_limit_bytes(std::uint64_t bytes, LimitOf whose) {
  limit.store(bytes, std::memory_order_relaxed);
  limit_of.store(whose, std::memory_order_relaxed);
}
void release_spares() { spares().release(); }
std::string way_to_bytes(std::uint64_t bytes) {
  const std::string enough = told_bytes(bytes, true);
  return limit_of.load(std::memory_order_relaxed) == LimitOf::user
             ? fmt::format("raise the limit (--memory-limit) to {}", enough)
             : fmt::format("free memory, so that we can have {}", enough);
}
std::uint64_t limit_bytes() { return limit.load(std::memory_order_relaxed); }

PeakFromHere::PeakFromHere() : before_(peak.exchange(current_bytes(), std::memory_order_relaxed)) {}
PeakFromHere::~PeakFromHere() { raise_peak(before_); }

Charge::~Charge() { discharge(bytes_); }

void Charge::set(std::uint64_t bytes) {
  if (bytes > bytes_) charge(bytes - bytes_);
  if (bytes < bytes_) discharge(bytes_ - bytes);
  bytes_ = bytes;
}
}  // namespace memory

std::size_t bytes_of(std::size_t elements, std::size_t each) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(elements, each, &bytes)) fail_overflow();
  return bytes;
}

std::string bytes_text(std::uint64_t bytes) { return told_bytes(bytes, false); }

Pages::Pages(std::size_t bytes, Contents contents) : contents_(contents) {
  if (bytes == 0) return;
  const std::size_t mapped = mapped_bytes(bytes);
  if (mapped < bytes) fail_overflow();
  bytes_ = mapped;
  if (contents == Contents::whatever) data_ = spares().take(mapped);
  if (data_ == nullptr) data_ = map(mapped);
#ifndef NDEBUG
  if (contents == Contents::whatever) std::memset(data_, 0xa5, mapped);  // who reads before writing shall see it
#endif
  forbid(data_ + bytes, mapped - bytes);
}

Pages& Pages::operator=(Pages&& other) noexcept {
  if (this != &other) {
    shrink(0);
    data_ = std::exchange(other.data_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
    contents_ = other.contents_;
  }
  return *this;
}

Pages::~Pages() { shrink(0); }

void Pages::forgo_huge_pages() { madvise(data_, bytes_, MADV_NOHUGEPAGE); }

void Pages::shrink(std::size_t bytes) {
  const std::size_t kept = round_up(bytes, page_bytes());
  if (kept >= bytes_) return forbid(data_ + bytes, bytes_ - bytes);
  allow(data_, bytes_);
  const bool spare = kept == 0 && contents_ == Contents::whatever && spares().keep(data_, bytes_);
  if (!spare) {
    munmap(data_ + kept, bytes_ - kept);
    discharge(bytes_ - kept);
  }
  bytes_ = kept;
  if (kept == 0) data_ = nullptr;
  forbid(data_ + bytes, kept - bytes);
}

void Pages::drop(std::size_t begin, std::size_t end) {
  const std::size_t first = round_up(begin, page_bytes());
  const std::size_t last = end / page_bytes() * page_bytes();
  if (first < last) madvise(data_ + first, last - first, MADV_DONTNEED);
}

}  // namespace Atoll
