// SPDX-License-Identifier: Apache-2.0
// What the memory of a machine can do, from the cores of every domain to the memory of every domain: the thesis's Table
// 2.1 and Figure 2.3 for the machine we are on, and what its atomics and its barrier cost. Plain data, so that it can be
// kept in a file and stand in for a machine that is not here. What was not measured, or is not told, is not in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/exchange/access.hpp"
#include "atoll/model/rates.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// A figure that was taken `repeats` times. With 0 repeats only the median is known.
struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
  int repeats = 0;
  friend bool operator==(const Spread&, const Spread&) = default;
};

enum class PageSize : std::uint8_t { unknown, small, huge };  // huge: asked for; Probe::huge_share is what came of it

// Who accessed what: cores of a domain an array in the memory of a domain, by indices into Machine::domains.
struct Route {
  static constexpr int any = -1;

  Place place = Place::local;  // local: the memory that a part which runs on these cores would live in
  int cpu = any;               // any: it is not told which
  int memory = any;
  int threads = 0;  // that accessed it together; 0: not told
  PageSize pages = PageSize::unknown;
  std::uint64_t array_bytes = 0;
  friend bool operator==(const Route&, const Route&) = default;
};

// Bytes that the program asked for. Sequential: threads go through stretches of their own, again and again. Random:
// independent words of Probe::random_bytes anywhere in the array.
struct ProbedBandwidth {
  Route route;
  Operation operation = Operation::read;
  Order order = Order::sequential;
  Spread bytes_per_second;
  friend bool operator==(const ProbedBandwidth&, const ProbedBandwidth&) = default;
};

// Of a read whose address is known only when the read before is back.
struct ProbedLatency {
  Route route;
  Spread seconds;
  friend bool operator==(const ProbedLatency&, const ProbedLatency&) = default;
};

// Random reads by one thread of which so many are under way at any time.
struct ProbedInFlight {
  Route route;
  int in_flight = 1;
  Spread reads_per_second;
  friend bool operator==(const ProbedInFlight&, const ProbedInFlight&) = default;
};

// What a scan of arcs does with the words that they name: numbers in a list that is read in order, of which each names a
// word anywhere in an array.
enum class ScanShape : std::uint8_t {
  read,               // adds the words up
  choose,             // asks each word; one in scan_one_in says yes, which nothing foretells
  change,             // changes each word, by a compare-and-swap, as threads that share them must
  change_chosen,      // changes those that say yes
  change_own,         // the same two, where each thread has words of its own: no line goes from one core to another
  change_chosen_own,  // and back; the route's array is that of one thread
};
inline constexpr std::size_t scan_shapes = 6;
inline constexpr int scan_one_in = 8;

// Words that were named, of all threads together. The list is near the threads, the array where the route leads; a list that
// no cache holds takes bandwidth and room from the array.
struct ProbedScan {
  Route route;
  ScanShape shape = ScanShape::read;
  std::uint64_t list_bytes = 0;
  Spread words_per_second;
  friend bool operator==(const ProbedScan&, const ProbedScan&) = default;
};

enum class AtomicOperation : std::uint8_t { add, compare_and_swap };
enum class Line : std::uint8_t { shared, own };  // all threads on one cache line, or each on its own

// Operations that succeeded, of all threads together. Threads fill one domain after the other.
struct ProbedAtomics {
  AtomicOperation operation = AtomicOperation::add;
  Line line = Line::shared;
  int threads = 1;
  Spread per_second;
  friend bool operator==(const ProbedAtomics&, const ProbedAtomics&) = default;
};

// All threads of the crew meet once.
struct ProbedBarrier {
  int threads = 1;
  Spread seconds;
  friend bool operator==(const ProbedBarrier&, const ProbedBarrier&) = default;
};

struct Probe {
  std::vector<ProbedBandwidth> bandwidth;
  std::vector<ProbedLatency> latency;
  std::vector<ProbedInFlight> in_flight;  // from the largest array
  std::vector<ProbedScan> scans;
  std::vector<ProbedAtomics> atomics;
  std::optional<ProbedBarrier> barrier;
  std::uint32_t random_bytes = 8;     // of a word that is read or written at random
  std::optional<bool> threads_bound;  // every thread to its domain
  std::optional<bool> memory_bound;   // every array to its domain
  std::optional<double> huge_share;   // of the bytes for which huge pages were asked for, how much lay in some
  std::optional<double> seconds;      // that all of it took
  std::vector<std::string> left_out;  // what was cut for lack of time or memory, in sentences
  friend bool operator==(const Probe&, const Probe&) = default;
};

struct ProbeOptions {
  double seconds = 45;                                     // for all of it, about
  std::uint64_t array_bytes_min = std::uint64_t{1} << 20;  // powers of two; arrays double from the first
  std::uint64_t array_bytes_max = std::uint64_t{1} << 30;
};

// Measures the machine of the crew with the crew's threads. Memory that is not there, or beyond the limit of the ledger,
// makes arrays smaller, and a lack of time makes repetitions, sizes and pairs fewer, in this order; `left_out` says so.
// Throws Error(cancelled), and Error(resource) where not even the smallest arrays can be had.
Probe probe_machine(Crew& crew, const ProbeOptions& options, const Watch& watch);

// What the model takes: figures of a whole domain's threads (the most that were measured) and of huge pages where there
// are some, by the sizes measured; latencies of the largest. Local is the mean over the domains, remote over the pairs
// of different ones. Throws Error(input) where the probe lacks a local bandwidth.
Rates rates_of(const Probe& probe);

// What the thesis draws from its Table 2.1 (section 2.3.3), for the largest arrays.
struct DerivedRatios {
  double read_slower = 0;            // the most that local reads are faster than remote ones: 0.26 is 26 %
  double write_slower = 0;           // the same of writes
  double sequential_gain_read = 0;   // remote sequential over local random reads
  double sequential_gain_write = 0;  // the same of writes
  double latency_more = 0;           // of remote reads over local ones; 0 where it was not measured
};
DerivedRatios derived_ratios(const Rates& rates);

}  // namespace Atoll
