// For tests: a table of tab-separated values with a heading, as in testdata/.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace allocstat::stats {

using Row = std::map<std::string, std::string>;  // by column

// The rows of testdata/<name>. A missing file or a row of other length aborts.
std::vector<Row> read_table(const std::string& name);

// "1,2.5" as numbers, in the order given.
std::vector<double> numbers(const std::string& list);
double number(const std::string& text);

}  // namespace allocstat::stats
