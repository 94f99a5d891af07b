// SPDX-License-Identifier: Apache-2.0
// JSON as the program prints it: members in the order they were added, indented, always valid UTF-8.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace Atoll {
struct Machine;
}

namespace Atoll::cli {

using Json = nlohmann::ordered_json;

// What a file of results must say to be told from another: {"atoll": version, "command": [words], "date": when it was
// given}, and where it ran: {"machine": {"name", "processors", "domains"}}.
Json stamp();
Json stamp(const Machine& machine);
// {here, domains: [{node, memory_bytes, cores, processors}], caches: [{level, bytes, sharers}], distances}
Json topology_json(const Machine& machine);
const std::string& command_date();             // as in it
void remember_command(int argc, char** argv);  // by main, before any command

// A time in seconds, to the nanosecond.
double rounded(double seconds);

// To standard output, or what `path` names; bytes that are no UTF-8 become U+FFFD. Throws Error(resource).
void print(const Json& json, const std::string& path = "-");

}  // namespace Atoll::cli
