// A comparison made ready to be shown.
#pragma once

#include <cstddef>
#include <functional>
#include <map>

#include "harness/compare/comparison.h"
#include "harness/report/document.h"

namespace allocstat {

enum class Sort { none, delta, name, p };

struct View {
  Sort sort = Sort::none;         // of rows: worst change first; by name; smallest p first
  bool only_significant = false;  // without the rows that neither changed nor could not be judged
};

// Makes a Document of tables as they come.
class DocumentBuilder {
 public:
  // `results` are those that the tables are made of. With `take`, sections are handed over as they
  // are made, and the document has none.
  DocumentBuilder(const Levels& levels, const View& view, const Results& results,
                  std::function<void(Section&&)> take = nullptr);

  void add(ComparisonTable&& table);
  // With what the report has beside its tables.
  Document finish(ComparisonReport&& report);

 private:
  View view_;
  std::function<void(Section&&)> take_;
  std::map<Verdict, size_t> verdicts_;
  Document document_;
};

// Of a report with all of its tables.
Document comparison_document(ComparisonReport report, const Levels& levels, const View& view,
                             const Results& results);

}  // namespace allocstat
