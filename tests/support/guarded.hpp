// SPDX-License-Identifier: Apache-2.0
// A fence around the part that is being scanned: while a scan runs, the pages of all other parts' segments may not be
// touched. Whoever touches one faults; the fault is noted, the segment opened for the rest of the chunk, and the scan
// goes on as if nothing had been, so that a test sees every breach and the answer too. One thread scans: a crew of one.
#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/around.hpp"
#include "tests/support/segments.hpp"

namespace Atoll::testing {

class Fence {
 public:
  // There is at most one; it takes over SIGSEGV while it lives, and passes on faults that are not its own.
  Fence();
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  // Scans inside each other (of the same part) share the outermost one's fence.
  class Closed {
   public:
    Closed(Fence& fence, int part);
    ~Closed();
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

   private:
    Fence& fence_;
  };

  // The hooks of Around.
  template <Program P>
  void begin(const State<P>& state) {
    watch(segments_of(state.layout), segments_of(state));
  }
  Closed enter(int part) { return Closed(*this, part); }

  std::uint64_t scans() const { return scans_; }
  std::uint64_t breaches() const { return breaches_; }
  std::string report() const;  // "values of part 2, by the scan of part 0; ..."

 private:
  struct Stretch {  // whole pages
    const char* name = "";
    int owner = 0;
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool closed = false;
  };
  struct Breach {
    const char* name = "";
    int owner = 0;
    int scanned = 0;
  };

  static void on_fault(int signal, siginfo_t* info, void* context);
  void watch(const std::vector<Segment>& layout, const std::vector<Segment>& state);
  void add(const Segment& segment);
  bool open_at(std::uintptr_t address);
  static void protect(const Stretch& stretch, int protection);

  static Fence* active;
  struct sigaction previous_ = {};
  std::vector<Stretch> stretches_;
  std::vector<Breach> first_;  // the first few
  std::uint64_t scans_ = 0;
  std::uint64_t breaches_ = 0;
  int scanned_ = 0;
  int depth_ = 0;
};

template <Program P, class X>
using Guarded = Around<P, X, Fence>;

}  // namespace Atoll::testing
