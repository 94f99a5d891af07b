// SPDX-License-Identifier: Apache-2.0
// How arguments are declared and refused: values are checked while parsing, and whatever is wrong becomes an
// Error(usage) of one line with the option, the reason and the way out.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator real_number(double least, double most);
CLI::Validator number_of(const Parameter& parameter);  // whether it is in range, Parameters::check says
CLI::Validator word_of(std::vector<std::string> words);
CLI::Validator strategy_name();  // a name of partition::names(), or file:PATH
CLI::Validator not_empty();

// An option that names one thing: a second one is refused, where others take the last value.
CLI::Option* only_once(CLI::Option* option);

// "512M", "1.5G", "4 GB", "4gib", "4096": bytes, with K, M, G, T as powers of 1024, however they are spelt. Throws
// Error(usage) naming the option.
std::uint64_t bytes_from(const std::string& option, const std::string& text);

// The two checks above for values that are parsed late: throws Error(usage) naming the option and a remedy.
std::uint64_t whole_number_from(const std::string& option, const std::string& text, const std::string& remedy);
double real_number_from(const std::string& option, const std::string& text, const std::string& remedy);

// Options that appear under one heading of the help.
class Group {
 public:
  Group(CLI::App& app, std::string heading) : app_(app), heading_(std::move(heading)) {}

  template <class T>
  CLI::Option* value(const std::string& names, T& target, const std::string& type, const std::string& help) {
    CLI::Option* const option = app_.add_option(names, target, help)->type_name(type)->group(heading_);
    if constexpr (std::is_same_v<T, std::string>) option->check(not_empty());
    return option;
  }
  CLI::Option* flag(const std::string& names, bool& target, const std::string& help) {
    return app_.add_flag(names, target, help)->group(heading_);
  }

 private:
  CLI::App& app_;
  std::string heading_;
};

struct About {
  std::string group;  // the heading of the list of commands; empty: the usual one
  std::string name;
  std::string summary;  // one line
  std::string example;  // a command line
};
CLI::App& add_command(CLI::App& parent, const About& about);

// What stands in the usage line of its help behind the options, where that is not what CLI11 makes of the arguments: a
// line for each way to call it.
void set_usage(CLI::App& command, std::vector<std::string> ways);

// Of a help whose sub-commands are called by this word.
std::shared_ptr<CLI::Formatter> formatter_with(const std::string& sub_command);

// The help of the command that the arguments had reached.
std::string help_of(const CLI::App& app);

// Throws Error(usage) unless the first word of the arguments is a command of the app (or an option).
void refuse_unknown_command(const CLI::App& app, const std::string& word);
// The same of a run, which is an algorithm.
void refuse_unknown_algorithm(const CLI::App& runs, const std::string& word);

// Parses the words. False where they asked for help or the version, which is printed. Throws Error(usage).
bool parse(CLI::App& app, std::vector<std::string> words);

}  // namespace Atoll::cli
