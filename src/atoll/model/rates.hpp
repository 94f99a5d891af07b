// SPDX-License-Identifier: Apache-2.0
// How fast the memory of a machine is, in the words of the thesis's Table 2.1: what the cost model multiplies counts of
// accesses with. A probe measures it (of one domain, its threads together), or it is taken from a recorded machine. A
// bandwidth depends on how large the array is: a small one lies in a cache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "atoll/exchange/access.hpp"
#include "atoll/model/reuse.hpp"

namespace Atoll {

// Bytes per second, by the size of the array that is accessed. Between two sizes the time of a byte grows evenly with
// each doubling; beyond the ends it stays.
class Bandwidth {
 public:
  struct Point {
    double array_bytes = 0;
    double bytes_per_second = 0;
    friend bool operator==(const Point&, const Point&) = default;
  };

  Bandwidth(double of_any_array = 0) : points_{{0, of_any_array}} {}
  // Ascending sizes, at least one. A larger array is not faster: where a measurement says so, it and its neighbours
  // become their mean time of a byte (what least squares make of a series that may only grow: pool adjacent violators).
  static Bandwidth measured(std::vector<Point> points);

  double at(double array_bytes) const;
  // Of a byte of a random access whose reuse is known. Accesses that are spread evenly come back to their element after as
  // many bytes of others as not, up to all of the array; so what an array takes more than a smaller one is what those
  // take that come back after more bytes than the smaller one has.
  double seconds_per_byte(double array_bytes, const Reuse& reuse) const;
  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;
};

// Whether any of the threads may change a word, or each has some of its own: then no line goes from one core to another.
enum class Owners : std::uint8_t { all, one };

// What a scan takes for the words that its arcs name, as bytes of such words per second, the arcs themselves included: a list
// of so many bytes. See ScanShape.
struct ScanRates {
  double list_bytes = 0;
  Bandwidth read;
  Bandwidth choose;
  Bandwidth change;
  Bandwidth change_chosen;
  Bandwidth change_own = {};  // the same two, where threads have words of their own; by what one thread has
  Bandwidth change_chosen_own = {};
  double one_in = 8;  // is chosen

  // Of an access to a word of so many bytes; `unforeseen`: a share, see Scanned.
  double seconds(Operation operation, Owners owners, double unforeseen, double word_bytes, double array_bytes,
                 const Reuse& reuse) const;
};

// Accesses of a scan, and how many of them hang on what nothing foretells: of reads, whether the scan goes on; of changes,
// whether there is one.
struct Scanned {
  double count = 0;
  double unforeseen = 0;
  double list_bytes = 0;  // that name them
  Owners owners = Owners::all;
};

struct Rates {
  PerAccess<Bandwidth> bytes_per_second;  // for random accesses: useful bytes, words of random_bytes each
  std::uint32_t random_bytes = 8;
  std::array<double, 2> latency_seconds = {};  // by Place, of a read that depends on the one before; 0: not measured
  double barrier_seconds = 0;                  // all threads meet once; 0: not measured
  double deal_seconds = 0;                     // a compare-and-swap of a line that all threads want; 0: not measured
  std::array<std::vector<ScanRates>, 2> scans =
      {};                        // by Place, ascending lists; none: accesses of a scan are priced as any others
  bool remote_is_local = false;  // nothing remote was measured, as where there is one domain

  // Seconds of `count` accesses to `bytes` each, in an array of that size. A random access takes what one word takes, if
  // it is no longer, and less where it comes back early.
  double seconds(Access access, double count, double bytes, double array_bytes = 0, const Reuse& reuse = {}) const {
    if (count == 0) return 0;
    const bool word = access.order == Order::random && bytes < random_bytes;
    return count * (word ? random_bytes : bytes) * bytes_per_second[access].seconds_per_byte(array_bytes, reuse);
  }

  // The same of accesses to what arcs name. Between lists of two sizes the time grows evenly with each doubling.
  double scan_seconds(Access access, const Scanned& scanned, double bytes, double array_bytes,
                      const Reuse& reuse = {}) const;
};

}  // namespace Atoll
