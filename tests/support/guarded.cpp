// SPDX-License-Identifier: Apache-2.0
#include "tests/support/guarded.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "atoll/base/check.hpp"

namespace Atoll::testing {
namespace {

constexpr std::size_t breaches_kept = 20;

}  // namespace

Fence* Fence::active = nullptr;

Fence::Fence() {
  ATOLL_CHECK(active == nullptr);
  first_.reserve(breaches_kept);
  active = this;
  struct sigaction action = {};
  action.sa_sigaction = &Fence::on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  ATOLL_CHECK(sigaction(SIGSEGV, &action, &previous_) == 0);
}

Fence::~Fence() {
  sigaction(SIGSEGV, &previous_, nullptr);
  active = nullptr;
}

// The faulting instruction runs again when this returns: over the open page, or into the handler that was there before.
void Fence::on_fault(int, siginfo_t* info, void*) {
  if (active->open_at(reinterpret_cast<std::uintptr_t>(info->si_addr))) return;
  sigaction(SIGSEGV, &active->previous_, nullptr);
}

bool Fence::open_at(std::uintptr_t address) {
  for (Stretch& stretch : stretches_) {
    if (!stretch.closed || address < stretch.begin || address >= stretch.end) continue;
    stretch.closed = false;
    protect(stretch, PROT_READ | PROT_WRITE);
    ++breaches_;
    if (first_.size() < breaches_kept) first_.push_back({stretch.name, stretch.owner, scanned_});
    return true;
  }
  return false;
}

void Fence::protect(const Stretch& stretch, int protection) {
  ATOLL_CHECK(mprotect(reinterpret_cast<void*>(stretch.begin), stretch.end - stretch.begin, protection) == 0);
}

void Fence::watch(const std::vector<Segment>& layout, const std::vector<Segment>& state) {
  ATOLL_CHECK(depth_ == 0);
  stretches_.clear();
  for (const Segment& segment : layout) add(segment);
  for (const Segment& segment : state) add(segment);
}

// Segments are mapped one by one, so the pages at their ends belong to nobody else.
void Fence::add(const Segment& segment) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(segment.bytes.data()) / page * page;
  const auto end =
      (reinterpret_cast<std::uintptr_t>(segment.bytes.data()) + segment.bytes.size() + page - 1) / page * page;
  for (Stretch& known : stretches_) {
    if (begin >= known.end || end <= known.begin) continue;
    ATOLL_CHECK(known.owner == segment.owner);
    known.begin = std::min(known.begin, begin);
    known.end = std::max(known.end, end);
    return;
  }
  stretches_.push_back({segment.name, segment.owner, begin, end});
}

Fence::Closed::Closed(Fence& fence, int part) : fence_(fence) {
  if (fence_.depth_++ != 0) {
    ATOLL_CHECK(fence_.scanned_ == part);
    return;
  }
  ++fence_.scans_;
  fence_.scanned_ = part;
  for (Stretch& stretch : fence_.stretches_) {
    if (stretch.owner == part) continue;
    stretch.closed = true;
    protect(stretch, PROT_NONE);
  }
}

Fence::Closed::~Closed() {
  if (--fence_.depth_ != 0) return;
  for (Stretch& stretch : fence_.stretches_) {
    if (!stretch.closed) continue;
    stretch.closed = false;
    protect(stretch, PROT_READ | PROT_WRITE);
  }
}

std::string Fence::report() const {
  std::string text;
  for (const Breach& breach : first_) {
    const std::string whose = breach.owner == Segment::nobody ? "of nobody" : fmt::format("of part {}", breach.owner);
    text +=
        fmt::format("{}{} {}, by the scan of part {}", text.empty() ? "" : "; ", breach.name, whose, breach.scanned);
  }
  return text;
}

}  // namespace Atoll::testing
