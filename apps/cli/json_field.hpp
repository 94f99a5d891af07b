// SPDX-License-Identifier: Apache-2.0
// Reading JSON that somebody else may have written: a value that knows where it stands, so that whatever is missing or of
// the wrong kind becomes an Error(input) with the file and the field ("probe.bandwidth[3].threads").
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "atoll/base/error.hpp"

#include "cli/json.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {

template <class Value>
using Word = std::pair<std::string_view, Value>;

class JsonField {
 public:
  // `fix` is what to do about a broken file.
  JsonField(const Json& json, std::string path, std::string fix)
      : json_(&json), path_(std::move(path)), fix_(std::move(fix)) {}

  std::optional<JsonField> find(const std::string& member) const {
    if (!json_->is_object()) refuse("must be an object");
    const auto found = json_->find(member);
    if (found == json_->end()) return std::nullopt;
    return JsonField(*found, path_, fix_, name_.empty() ? member : name_ + '.' + member);
  }
  JsonField operator[](const std::string& member) const {
    std::optional<JsonField> found = find(member);
    if (!found) refuse("has no " + member);
    return *std::move(found);
  }

  std::vector<JsonField> elements() const {
    if (!json_->is_array()) refuse("must be a list");
    std::vector<JsonField> all;
    for (std::size_t i = 0; i < json_->size(); ++i)
      all.push_back(JsonField((*json_)[i], path_, fix_, name_ + '[' + std::to_string(i) + ']'));
    return all;
  }

  std::uint64_t whole(std::uint64_t least, std::uint64_t most) const {
    const bool is = json_->is_number_unsigned();
    const std::uint64_t value = is ? json_->get<std::uint64_t>() : 0;
    if (!is || value < least || value > most)
      refuse("must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return value;
  }
  int small(int least, int most) const {
    return static_cast<int>(whole(static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most)));
  }
  double above_zero() const {
    const double value = json_->is_number() ? json_->get<double>() : 0;
    if (!(value > 0)) refuse("must be a number above 0");
    return value;
  }
  double share() const {
    const double value = json_->is_number() ? json_->get<double>() : -1;
    if (!(value >= 0 && value <= 1)) refuse("must be a number from 0 to 1");
    return value;
  }
  bool truth() const {
    if (!json_->is_boolean()) refuse("must be true or false");
    return json_->get<bool>();
  }
  std::string text() const {
    if (!json_->is_string()) refuse("must be a string");
    return json_->get<std::string>();
  }
  template <class Value>
  Value word(std::span<const Word<Value>> words) const {
    std::vector<std::string> names;
    for (const auto& [name, value] : words) {
      if (json_->is_string() && json_->get_ref<const std::string&>() == name) return value;
      names.emplace_back(name);
    }
    refuse("must be one of " + listed(names));
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::input, (name_.empty() ? "" : name_ + ' ') + what, path_, fix_);
  }

 private:
  JsonField(const Json& json, std::string path, std::string fix, std::string name)
      : json_(&json), path_(std::move(path)), fix_(std::move(fix)), name_(std::move(name)) {}

  const Json* json_;
  std::string path_;
  std::string fix_;
  std::string name_;  // empty: the whole file
};

}  // namespace Atoll::cli
