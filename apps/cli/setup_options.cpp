// SPDX-License-Identifier: Apache-2.0
#include "cli/setup_options.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/graph/write/pack.hpp"

#include "cli/usage.hpp"

namespace Atoll::cli {
void SetupOptions::declare_layout(CLI::App& command, bool exchanges) {
  Group run(command, "Run");
  run.value("--parts", parts, "N", "Parts of the graph (default: one per memory domain)")
      ->check(whole_number(1, partition::parts_max));
  run.value(
         "--partition", partition, "HOW",
         "random, degree, hybrid, contiguous, contiguous-vertices or file:PATH (default: contiguous where kernels run "
         "on parts that share a domain, otherwise random)")
      ->check(strategy_name());
  std::vector<std::string> names = {"auto"};
  for (const NamedExchange& known : named_exchanges) names.emplace_back(known.name);
  CLI::Option* const named =
      run.value(
             "--exchange", exchange, "HOW",
             "zero-box, one-box, two-box, binned or auto (default: the layout that is predicted to be cheaper, and on "
             "one with ghosts for each superstep the exchange that is)")
          ->check(word_of(names));
  if (!exchanges) named->group("");
  run.value("--placement", placement, "HOW", "partitioned (default), interleave or oblivious")
      ->check(word_of({"partitioned", "interleave", "oblivious"}));
  run.flag("--prepare", prepare,
           "One part: first an order and aids that many runs profit from, timed apart; the order that atoll convert "
           "--prepare put into the file is taken");
}

void SetupOptions::declare_told(CLI::App& command) {
  Group answer(command, "Answer");
  answer.flag("--json", json, "One JSON object instead of the table");
  only_once(answer.value("--report", report, "FILE", "Write a page to look at, for a browser: one HTML file"));
  only_once(answer.value("--trace", trace, "FILE",
                         "Write a trace of the supersteps, for chrome://tracing and Perfetto; .gz .xz .zst pack"));
}

void refuse_prepare(const std::string& why, const std::string& remedy) {
  throw Error(ErrorKind::usage, "what is prepared serves the kernels, which work on one part, " + why, "--prepare",
              remedy);
}

void SetupOptions::check() const {
  input.check();
  if (prepare && parts.value_or(1) > 1) refuse_prepare("and more were asked for", "give --parts 1");
  if (prepare && input.width == "64")
    throw Error(ErrorKind::usage, "what is prepared serves the kernels, which have ids of 32 bits",
                "--prepare and --width 64", "leave one of them out");
  check_part_file(input, partition, parts.has_value());
  check_told();
}

void SetupOptions::check_told() const {
  for (const auto& [option, path] : {std::pair("--report", report), std::pair("--trace", trace)}) {
    if (path.empty()) continue;
    writing::packing_of(path);
    check_written(option, path, files_read());
    if (json && is_standard_output(path)) {
      throw Error(ErrorKind::usage, "standard output cannot have both", std::string("--json and ") + option + " -",
                  "name a file");
    }
  }
  check_apart("--trace", trace, "--report", report);
  check_suffix(report, {"pdf", "png", "svg", "json", "txt", "md", "csv", "tsv"}, "a report is a page of HTML",
               "end it in .html, which a browser prints; --json prints what the page tells");
}

std::optional<ExchangeKind> SetupOptions::exchange_choice() const {
  const auto found = std::ranges::find(named_exchanges, exchange, &NamedExchange::name);
  if (found == std::end(named_exchanges)) return std::nullopt;
  return found->kind;
}

PartitionChoice SetupOptions::partition_choice() const {
  PartitionChoice choice{.strategy = partition,
                         .parts = parts.value_or(0),
                         .seed = input.drawn_from(),
                         .exchange = exchange_choice(),
                         .prepared = prepare};
  if (placement == "interleave") choice.placement = Placement::interleave;
  if (placement == "oblivious") choice.placement = Placement::oblivious;
  return choice;
}

}  // namespace Atoll::cli
