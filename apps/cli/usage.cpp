// SPDX-License-Identifier: Apache-2.0
#include "cli/usage.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <optional>

#include "atoll/algorithms/advice.hpp"
#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"
#include "atoll/partition/partition.hpp"

#include "cli/run_options.hpp"
#include "cli/session.hpp"
#include "cli/text.hpp"

namespace Atoll::cli {
namespace {

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string range(const std::string& least, const std::string& most, bool open) {
  return open ? fmt::format("from {} on", least) : fmt::format("from {} to {}", least, most);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
  return names;
}

const CLI::App* command_called(const CLI::App& app, const std::string& word) {  // or by an alias
  const auto called = app.get_subcommands([&](const CLI::App* command) { return command->check_name(word); });
  return called.empty() ? nullptr : called.front();
}

// For who knows a command by another name: the one that does what is called so, or else one that is spelt alike, or the
// one whose summary has most of its words.
std::string command_meant(const CLI::App& app, const std::string& word) {
  for (const Algorithm& algorithm : catalog()) {
    const bool does_it = std::ranges::find(algorithm.done_by, lower(word)) != algorithm.done_by.end();
    if (does_it && command_called(app, algorithm.name) != nullptr)
      return fmt::format(" (did you mean {}?)", algorithm.name);
  }
  if (const std::string alike = meant(word, command_names(app)); !alike.empty()) return alike;
  std::vector<std::string> aliases;
  for (const CLI::App* command : commands_of(app))
    std::ranges::copy(command->get_aliases(), std::back_inserter(aliases));
  if (const std::string alike = meant(word, aliases); !alike.empty()) return alike;
  constexpr std::size_t telling = 4;  // letters of a word that is not "the" or "of"
  std::string best;
  std::size_t most = 0;
  for (const CLI::App* command : commands_of(app)) {
    const std::string summary = lower(command->get_description());
    std::size_t shared = 0;
    for (std::size_t begin = 0, end = 0; begin < word.size(); begin = end + 1) {
      end = std::min(word.find_first_of("-_", begin), word.size());
      if (end - begin >= telling && summary.contains(lower(word.substr(begin, end - begin)))) ++shared;
    }
    if (shared > most) best = command->get_name();
    most = std::max(most, shared);
  }
  return best.empty() ? "" : fmt::format(" (did you mean {}?)", best);
}

bool is_file(const std::string& word) {
  std::error_code problem;
  return std::filesystem::is_regular_file(word, problem);
}

// The command that the arguments had reached.
const CLI::App& reached(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : reached(*chosen.back());
}

std::string path_of(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : path_of(*parent) + " " + command.get_name();
}

constexpr std::size_t help_indent = 34;
constexpr std::size_t help_width = 96;

// Lines of a help that are too long go on below their explanation.
std::string wrapped(const std::string& help) {
  std::string text;
  for (std::size_t begin = 0; begin < help.size();) {
    const std::size_t end = std::min(help.find('\n', begin), help.size());
    std::string line = help.substr(begin, end - begin);
    const bool is_example = text.ends_with("Example:\n");
    for (std::size_t cut = 0; line.size() > help_width && !is_example; line = line.substr(cut)) {
      const std::size_t indent = line.starts_with("  ") ? help_indent : 0;
      cut = line.rfind(' ', help_width);
      if (cut == std::string::npos || cut <= indent) break;
      text += line.substr(0, cut) + '\n';
      line.insert(cut + 1, indent, ' ');
      ++cut;
    }
    text += line + '\n';
    begin = end + 1;
  }
  return text;
}

// How to ask instead, for a word that an algorithm or `atoll run` has no place for.
std::string place_for(const CLI::App& app, const CLI::App& command, const std::string& word) {
  const std::string path = path_of(command);
  if (path == "atoll run") return "write -- before each algorithm, as in atoll run GRAPH -- bfs -- pagerank";
  if (path.starts_with("atoll run -- "))
    return fmt::format("the graph stands before the first --, as in atoll run GRAPH -- {}", command.get_name());
  const CLI::App* const other = command_called(app, word);
  if (other != nullptr && other->get_group() == "Algorithms")
    return fmt::format("several algorithms: atoll run GRAPH -- {} -- {}", command.get_name(), word);
  return fmt::format("see {} --help", path);
}

// `atoll explain GRAPH bfs`, `atoll --json bfs GRAPH`: what belongs behind the last command, but stands before it.
void refuse_early(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  if (parent == nullptr || parent->remaining().empty()) return;
  const std::string word = parent->remaining().front();
  if (word.starts_with('-') && command.get_option_no_throw(word.substr(0, word.find('='))) == nullptr) return;
  if (command_called(*parent, word) != nullptr) return;  // `atoll bfs GRAPH -- pagerank`
  throw Error(ErrorKind::usage, fmt::format("stands before '{}'", command.get_name()), word,
              fmt::format("write it behind, as in {} {}", path_of(command), word));
}

// For an option that the command has not: the algorithms that have it, or one that is spelt alike.
std::string option_meant(const CLI::App& command, const std::string& word) {
  const bool is_algorithm = command.get_group() == "Algorithms" && path_of(command) != "atoll run";
  const std::vector<std::string> others = is_algorithm ? algorithms_with(word) : std::vector<std::string>{};
  if (others.empty()) return meant(word, option_names(command));
  return fmt::format(" here, but {} {} it", listed(others), others.size() == 1 ? "has" : "have");
}

// For an option that was given several times: a list has all values behind it.
std::string way_to_say_once(const CLI::App& command, const std::string& name) {
  const CLI::Option* const option = command.get_option_no_throw(name);
  const bool is_list = option != nullptr && option->get_type_name().contains("[,");
  return is_list ? fmt::format("write {} {}", name, fmt::join(option->results(), ",")) : "say which one you mean";
}

[[noreturn]] void refuse_surplus(const CLI::App& app, const CLI::App& command) {
  const std::vector<std::string> extra = app.remaining(true);
  const std::string word = extra.empty() ? "" : extra.front().substr(0, extra.front().find('='));
  if (!extra.empty() && extra.front().starts_with("-="))  // -v=1
    throw Error(ErrorKind::usage, "an option without a value has one behind it", extra.front().substr(1),
                "leave it out");
  if (word.starts_with('-')) {
    const std::string path = path_of(command);
    throw Error(ErrorKind::usage, "there is no such option" + option_meant(command, word), word,
                fmt::format("see {} --help{}", path,
                            path == "atoll run" ? ", and write those of an algorithm behind it, as in -- bfs" : ""));
  }
  throw Error(ErrorKind::usage, "one argument too many", word, place_for(app, command, word));
}

// What CLI11 found wrong, as ours.
[[noreturn]] void refuse(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = reached(app);
  const std::string help = fmt::format("see {} --help", path_of(command));
  refuse_early(command);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) refuse_surplus(app, command);
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) throw Error(ErrorKind::usage, error.what());
  const std::string_view reason = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && reason.contains("At Most 1")) {
    const std::string name(reason.substr(0, reason.find(':')));
    throw Error(ErrorKind::usage, "is given more than once", name, way_to_say_once(command, name));
  }
  constexpr std::string_view wanted = ": 1 required ";  // and the kind of value, and "missing"
  if (const std::size_t name_end = reason.find(wanted); name_end != reason.npos) {
    const std::string_view kind = reason.substr(name_end + wanted.size());
    const std::string_view name = reason.substr(0, name_end);
    throw Error(ErrorKind::usage, "has nothing behind it", std::string(name),
                fmt::format("write {} {}", name, kind.substr(0, kind.find(' '))));
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !command_names(command).empty()) {
    const std::vector<std::string> names = command_names(command);
    const std::vector<std::string> words = command.remaining();
    const std::string fix = "choose one of " + listed(names);
    if (words.empty()) throw Error(ErrorKind::usage, "something is missing", path_of(command), fix);
    if (words[0].starts_with('-')) throw Error(ErrorKind::usage, "there is no such option here", words[0], fix);
    if (is_file(words[0])) {
      throw Error(ErrorKind::usage, fmt::format("'{}' is a file, but none of these", words[0]), path_of(command),
                  fix + ", and write it before the file");
    }
    const std::string what = command_called(app, words[0]) != nullptr
                                 ? fmt::format("'{}' has no supersteps to {}", words[0], command.get_name())
                                 : fmt::format("there is no '{}'{}", words[0], meant(words[0], names));
    throw Error(ErrorKind::usage, what, path_of(command), fix);
  }
  throw Error(ErrorKind::usage, error.what(), command.get_parent() == nullptr ? "" : command.get_name(), help);
}

// The usage line in our words.
class UsageFormatter : public CLI::Formatter {
 public:
  UsageFormatter(std::string path, std::vector<std::string> ways) : path_(std::move(path)), ways_(std::move(ways)) {}

  std::string make_usage(const CLI::App*, std::string) const override {
    std::string text;
    for (const std::string& way : ways_)
      text += fmt::format("{:<6} {} [OPTIONS] {}\n", text.empty() ? "Usage:" : "", path_, way);
    return text;
  }

 private:
  std::string path_;
  std::vector<std::string> ways_;
};

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](std::string& text) -> std::string {
    const auto value = number<std::uint64_t>(text);
    if (value && *value >= least && *value <= most) return {};
    const bool open = most == std::numeric_limits<std::uint64_t>::max();
    return fmt::format("'{}' will not do; give a whole number {}", text,
                       range(std::to_string(least), std::to_string(most), open));
  };
  return {check, ""};
}

CLI::Validator real_number(double least, double most) {
  const auto check = [least, most](std::string& text) -> std::string {
    const auto value = number<double>(text);
    if (value && std::isfinite(*value) && *value >= least && *value <= most) return {};
    const std::string limits = range(fmt::format("{}", least), fmt::format("{}", most), std::isinf(most));
    return fmt::format("'{}' will not do; give a number {}", text, limits);
  };
  return {check, ""};
}

CLI::Validator number_of(const Parameter& parameter) {
  const auto check = [parameter](std::string& text) -> std::string {
    const auto real = number<double>(text);
    const bool whole = std::holds_alternative<std::uint64_t>(parameter.fallback);
    if (whole ? number<std::uint64_t>(text).has_value() : real && std::isfinite(*real)) return {};
    return fmt::format("'{}' will not do; {}", text, advice(parameter));
  };
  return {check, ""};
}

CLI::Validator word_of(std::vector<std::string> words) {
  const auto check = [words = std::move(words)](std::string& text) -> std::string {
    if (std::ranges::find(words, text) != words.end()) return {};
    return fmt::format("'{}' is no choice{}; choose one of {}", text, meant(text, words), listed(words));
  };
  return {check, ""};
}

CLI::Validator strategy_name() {
  std::vector<std::string> names = partition::names();
  std::erase_if(names, [](const std::string& name) { return name.starts_with("file:"); });
  const auto check = [names](std::string& text) -> std::string {
    if (text.starts_with("file:") || std::ranges::find(names, text) != names.end()) return {};
    return fmt::format("'{}' is no strategy{}; choose one of {}, file:PATH", text, meant(text, names), listed(names));
  };
  return {check, ""};
}

CLI::Validator not_empty() {
  const auto check = [](std::string& text) -> std::string {
    return text.empty() ? "'' will not do; write something, or leave the option out" : std::string();
  };
  return {check, ""};
}

CLI::Option* only_once(CLI::Option* option) { return option->multi_option_policy(CLI::MultiOptionPolicy::Throw); }

std::uint64_t bytes_from(const std::string& option, const std::string& text) {
  constexpr std::string_view units = "kmgt";
  const std::string spelt = lower(text);
  std::string_view digits = spelt;
  int power = 0;
  if (digits.ends_with('b')) digits.remove_suffix(digits.ends_with("ib") ? 2 : 1);
  if (!digits.empty() && units.find(digits.back()) != units.npos) {
    power = 10 * (static_cast<int>(units.find(digits.back())) + 1);
    digits.remove_suffix(1);
  }
  digits = digits.substr(0, digits.find_last_not_of(' ') + 1);
  const auto value = number<double>(digits);
  const double bytes = value ? std::ldexp(*value, power) : -1;
  if (bytes >= 1 && bytes < 0x1p63) return static_cast<std::uint64_t>(bytes);
  throw Error(ErrorKind::usage, fmt::format("'{}' is no amount of memory", text), option, "write 512M or 4G");
}

std::uint64_t whole_number_from(const std::string& option, const std::string& text, const std::string& remedy) {
  if (const auto value = number<std::uint64_t>(text)) return *value;
  throw Error(ErrorKind::usage, fmt::format("'{}' will not do", text), option, remedy);
}

double real_number_from(const std::string& option, const std::string& text, const std::string& remedy) {
  const auto value = number<double>(text);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  throw Error(ErrorKind::usage, fmt::format("'{}' will not do", text), option, remedy);
}

CLI::App& add_command(CLI::App& parent, const About& about) {
  CLI::App& command = *parent.add_subcommand(about.name, about.summary);
  if (!about.group.empty()) command.group(about.group);
  command.footer("Example:\n  " + about.example);
  command.option_defaults()->take_last();
  command.set_help_flag("-h,--help", "Show this help and exit")->group("Help");
  return command;
}

void set_usage(CLI::App& command, std::vector<std::string> ways) {
  auto formatter = std::make_shared<UsageFormatter>(path_of(command), std::move(ways));
  formatter->column_width(help_indent);
  command.formatter(std::move(formatter));
}

std::shared_ptr<CLI::Formatter> formatter_with(const std::string& sub_command) {
  auto formatter = std::make_shared<CLI::Formatter>();
  formatter->column_width(help_indent);
  formatter->label("SUBCOMMAND", sub_command);
  return formatter;
}

std::string help_of(const CLI::App& app) {
  std::string text = wrapped(app.help());
  for (std::size_t gap = text.find("\n\n\n"); gap != text.npos; gap = text.find("\n\n\n", gap)) text.erase(gap, 1);
  return text;
}

void refuse_unknown_command(const CLI::App& app, const std::string& word) {
  if (word.starts_with('-') || command_called(app, word) != nullptr) return;
  const std::string commands = "the commands are " + listed(command_names(app));
  if (is_file(word)) {
    throw Error(ErrorKind::usage, "is a file; there is no such command", word,
                fmt::format("write before it what to do, as in atoll info {}; {}", word, commands));
  }
  throw Error(ErrorKind::usage, "there is no such command" + command_meant(app, word), word, commands);
}

void refuse_unknown_algorithm(const CLI::App& runs, const std::string& word) {
  if (word.starts_with('-') || command_called(runs, word) != nullptr) return;
  throw Error(ErrorKind::usage, "is no algorithm of a run" + command_meant(runs, word), word,
              "the algorithms are " + listed(command_names(runs)));
}

bool parse(CLI::App& app, std::vector<std::string> words) {
  try {
    std::ranges::reverse(words);  // as CLI11 wants them
    app.parse(std::move(words));
    return true;
  } catch (const CLI::CallForHelp&) {
    print(help_of(app));
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + '\n');
  } catch (const CLI::ParseError& error) {
    refuse(app, error);
  }
  return false;
}

}  // namespace Atoll::cli
