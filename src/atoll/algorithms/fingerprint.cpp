// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/fingerprint.hpp"

#include <cstddef>
#include <span>
#include <variant>
#include <vector>
#include <xxhash.h>

namespace Atoll {
namespace {

// Small, so that a thread's share of the chunks is what it wrote (Crew::for_chunks): the lines stay in its cache.
constexpr std::uint64_t bytes_per_chunk = 1u << 14;

Fingerprint hash(std::span<const std::byte> bytes) {
  const XXH128_hash_t sum = XXH3_128bits(bytes.data(), bytes.size());
  return {sum.low64, sum.high64};
}

std::span<const std::byte> bytes_of(const IdArray& ids) { return ids.as_bytes(); }
template <class T>
std::span<const std::byte> bytes_of(const Array<T>& values) {
  return std::as_bytes(std::span(values));
}

std::vector<Fingerprint> hash_chunks(std::span<const std::byte> bytes, Crew& crew) {
  std::vector<Fingerprint> sums((bytes.size() + bytes_per_chunk - 1) / bytes_per_chunk);
  crew.for_chunks(bytes.size(), bytes_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    sums[begin / bytes_per_chunk] = hash(bytes.subspan(begin, end - begin));
  });
  return sums;
}

Fingerprint hash_value(const Fact& fact) {
  return std::visit(
      [&](const auto& value) {
        Fingerprint sum = hash(std::as_bytes(std::span(&value, 1)));
        sum[0] += fact.value.index();
        return sum;
      },
      fact.value);
}

}  // namespace

Fingerprint fingerprint(const Answer& answer, Crew& crew) {
  std::vector<Fingerprint> sums;
  for (const Fact& fact : answer.facts) sums.push_back(hash_value(fact));
  for (const Column& column : answer.columns) {
    const auto bytes = std::visit([](const auto& values) { return bytes_of(values); }, column.values);
    sums.push_back({column.values.index(), bytes.size()});
    for (const Fingerprint& sum : hash_chunks(bytes, crew)) sums.push_back(sum);
  }
  return hash(std::as_bytes(std::span(sums)));
}

}  // namespace Atoll
