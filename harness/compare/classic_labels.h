// What a benchmark line belongs to, in the classic style: its group and its metric.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/benchfmt/classic_reader.h"

namespace allocstat {

// "pkg:x goos:y": of each key the label that the name gives, else that of the file, if any.
std::string classic_group(const ClassicResult& result, const std::vector<std::string>& keys);

// What benchstat calls the metric of a unit: "ns/op" is "time/op", "user-ns/op" "user-time/op".
std::string classic_metric(std::string_view unit);

}  // namespace allocstat
