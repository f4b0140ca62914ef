// A comparison as benchstat made it before its rewrite (golang.org/x/perf at commit 84e58bf): means
// without outliers, one table for each unit, rows of all packages in it. It is a pipeline of its
// own, lines -> ClassicCollection -> ClassicReport -> classic_text or classic_csv, and shares no
// judgement with compare(), whose verdicts are held to more.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allocstat {

enum class ClassicTest { u_test, t_test, none };

// u, u-test, utest, t, t-test, ttest, none, in any case; nothing for another name.
std::optional<ClassicTest> classic_test(std::string_view name);

struct ClassicOrder {
  enum class By { sight, name, delta } by = By::sight;  // delta: what got worst first
  bool reverse = false;

  friend bool operator==(const ClassicOrder&, const ClassicOrder&) = default;
};

// none, name, delta, with a '-' before it for the reverse; nothing for another name.
std::optional<ClassicOrder> classic_order(std::string_view name);

struct ClassicOptions {
  ClassicTest test = ClassicTest::u_test;
  double alpha = 0.05;  // significant is p < alpha; 0 stands for 0.05
  bool geomean = false;
  // Labels by which rows are grouped: parts of the name ("name", "gomaxprocs", the keys of "k=v"
  // parts, "sub1" for a first part without one), else file keys.
  std::vector<std::string> split = {"pkg", "goos", "goarch"};
  ClassicOrder order;
};

// What is left of one benchmark's values in one unit without outliers; NaN if nothing is.
struct ClassicSummary {
  double mean = 0;
  double min = 0;
  double max = 0;
};

struct ClassicDelta {
  enum class Change { unclear, equal, percent };  // "~", "0.00%", a percentage
  enum class Note { none, p, all_equal, too_few, zero_variance };
  Change change = Change::unclear;
  double percent = 0;  // (new / old - 1) * 100; may be infinite or NaN
  Note note = Note::none;
  double p = 0;
  size_t old_size = 0;  // values left without outliers
  size_t new_size = 0;
};

struct ClassicRow {
  std::string name;
  std::string group;                                 // "pkg:x goos:y"; empty if there is but one
  std::vector<std::optional<ClassicSummary>> cells;  // one for each input
  std::optional<ClassicDelta> delta;                 // of two inputs
};

struct ClassicTable {
  std::string unit;              // as written: "ns/op"
  std::string metric;            // "time/op"
  std::vector<ClassicRow> rows;  // at least one
  // Of each input's means; its cells have no least and greatest value. Nothing if not asked for, or
  // if no input has more than one mean.
  std::optional<ClassicRow> geomean;
};

struct ClassicReport {
  std::vector<std::string> headings;  // of the inputs
  std::vector<ClassicTable> tables;   // by first sight of the unit
};

// Gathers the results of several inputs.
class ClassicCollection {
 public:
  explicit ClassicCollection(ClassicOptions options);
  ~ClassicCollection();
  ClassicCollection(const ClassicCollection&) = delete;
  ClassicCollection& operator=(const ClassicCollection&) = delete;

  // Starts the next input: one more column. Inputs of one heading share their values.
  void begin(std::string heading);

  // The next line of the input begun last (at least one was, checked), without its LF and one CR
  // before it.
  void line(std::string_view line);

  // begin(), and each line of the text.
  void add(std::string heading, std::string_view text);

  ClassicReport report() const;

 private:
  class Values;
  ClassicOptions options_;
  std::unique_ptr<Values> values_;
};

}  // namespace allocstat
