// The parts of a benchmark's name: "GzipRead/kind=json/body=8KiB/impl=fresh".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allocstat {

// Up to the first '/'.
std::string_view base_name(std::string_view name);

// The value of the first part "/key=value"; nothing if there is none.
std::optional<std::string_view> name_value(std::string_view name, std::string_view key);

// The name without every part "/key=...".
std::string without_key(std::string_view name, std::string_view key);

// "-<digits>" at the end, which readers take for GOMAXPROCS and cut off; else empty.
std::string_view gomaxprocs_suffix(std::string_view name);

// Why the name cannot stand in a results file, in words that end in what to do; nothing if it can.
// Refused: empty, blanks and control characters, ',', '|', quotes ('"', '\'', '`') and bytes that
// are not ASCII, each of which some reader of the format splits, drops or mangles; and a name that
// ends in "-<digits>", which readers take for GOMAXPROCS. The last is never so for a
// canonical_name.
std::optional<std::string> name_fault(std::string_view name);

// The name that a Google Benchmark name gets in our files: "k:v" parts become "k=v";
// "iterations:N", "repeats:N", "min_time:S" and "min_warmup_time:S" are dropped (how long it was
// run is provenance); the part of the compared key, if any, goes to the end; a name that would end
// in
// "-<digits>" gets "/threads=N" behind it (its own threads part moves there, else N is 1).
std::string canonical_name(std::string_view google_benchmark_name, std::string_view compared_key);

}  // namespace allocstat
