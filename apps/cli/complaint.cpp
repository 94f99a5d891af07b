// SPDX-License-Identifier: Apache-2.0
#include "cli/complaint.hpp"

#include <regex>

#include "cli/text.hpp"

namespace Atoll::cli {

std::string in_labels(const std::string& complaint, const Labels& labels, std::uint64_t vertices) {
  if (complaint.empty()) return {};  // as of nearly all runs, which need no expression
  static const std::regex named(R"(\b(vertex|parent|neighbour|arc from|component|community|source|root|)"
                                R"(tree of|that of|edge to|leads from|from it to) (\d+)\b)");
  std::string text;
  auto rest = complaint.cbegin();
  for (std::smatch match; std::regex_search(rest, complaint.cend(), match, named); rest = match[0].second) {
    constexpr std::size_t digits_max = 18;
    const bool known = match.length(2) <= static_cast<std::ptrdiff_t>(digits_max) && std::stoull(match[2]) < vertices;
    text.append(rest, match[2].first);
    text += known ? shown(labels.of(std::stoull(match[2]))) : match[2].str();
  }
  return text.append(rest, complaint.cend());
}

}  // namespace Atoll::cli
