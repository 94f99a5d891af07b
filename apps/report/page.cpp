// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "atoll/base/check.hpp"

#include "report/assets.hpp"

namespace Atoll::report {
namespace {

using Json = nlohmann::ordered_json;
using Places = std::vector<std::pair<std::string_view, std::string_view>>;

// JSON that no element of HTML can end: ASCII, and in its strings, the only place for it, no `<`.
std::string as_data(const Json& told) {
  const std::string json = told.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string data;
  data.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      data += "\\u003c";
    } else {
      data += c;
    }
  }
  return data;
}

// 128 drawn bits, which nobody who wrote a label knew: only scripts that have them run.
std::string nonce() {
  std::random_device draw;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", draw(), draw(), draw(), draw());
}

// The text with each @name@ replaced once; what is put in is not read again.
std::string filled(std::string_view text, const Places& places) {
  std::string result;
  for (;;) {
    const std::size_t begin = text.find('@');
    result += text.substr(0, begin);
    if (begin == std::string_view::npos) return result;
    const std::size_t end = text.find('@', begin + 1);
    ATOLL_CHECK(end != std::string_view::npos);
    const auto place = std::ranges::find(places, text.substr(begin + 1, end - begin - 1), &Places::value_type::first);
    ATOLL_CHECK(place != places.end());
    result += place->second;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string page(const Json& told) {
  const std::string data = as_data(told);
  const std::string once = nonce();
  return filled(assets::page, {{"nonce", once},
                               {"style", assets::style},
                               {"script", assets::script},
                               {"notice", assets::notice},
                               {"told", data}});
}

}  // namespace Atoll::report
