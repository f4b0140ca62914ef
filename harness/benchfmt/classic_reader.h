// Reads Go benchmark text as benchstat did before its rewrite (golang.org/x/perf, packages
// benchstat and storage/benchfmt at commit 84e58bf): lenient, and silent about what is no result.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allocstat {

using ClassicConfig = std::map<std::string, std::string, std::less<>>;

struct ClassicValue {
  double value = 0;
  std::string_view unit;  // as written
};

// One benchmark line. All of it is valid during the call that hands it over only.
struct ClassicResult {
  std::string_view name;             // without "Benchmark", with its "-8"
  std::vector<ClassicValue> values;  // never empty
  const ClassicConfig* config;       // the file keys in force: goos, pkg, ...
};

// One text, line by line. Differs from benchstat in one thing: a line may be of any length.
class ClassicReader {
 public:
  explicit ClassicReader(std::function<void(const ClassicResult&)> take) : take_(std::move(take)) {}

  // The next line, without its LF and one CR before it. Calls `take` if it is a result.
  void line(std::string_view line);

 private:
  bool config_line(std::string_view line);
  void benchmark_line(std::string_view line);

  std::function<void(const ClassicResult&)> take_;
  ClassicConfig config_;
  // Until the first benchmark line a blank line ends a header, whose keys then keep their values,
  // and any other line says that it was none.
  bool before_results_ = true;
  ClassicConfig header_;
};

}  // namespace allocstat
