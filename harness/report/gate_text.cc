// A gate's report to be read on a terminal:
//
//   regression    Gzip/impl=pooled  allocs/op  0 -> 1 (+1)  now allocates
//   cannot judge  Gzip/impl=fresh                           failed
//       killed by SIGSEGV (signal 11)
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "harness/report/display.h"
#include "harness/report/gate_formats.h"
#include "harness/report/layout.h"

namespace allocstat {
namespace {

constexpr Align left = Align::left;
constexpr Align right = Align::right;
constexpr std::string_view indent = "    ";

Sense sense_of(const Finding& finding) {
  switch (finding.ruling) {
    case Ruling::regression:
    case Ruling::must_record:
    case Ruling::cannot_judge:
      return Sense::worse;
    case Ruling::reported:
      return finding.delta && *finding.delta < 0 ? Sense::better : Sense::neutral;
    case Ruling::waived:
    case Ruling::not_gated:
      return Sense::neutral;
  }
  return Sense::neutral;
}

// What a finding was held to and why, under its line.
std::string detail(const Finding& finding) {
  std::string text = finding.limit ? limit_text(*finding.limit, finding.unit) : "";
  if (!finding.why.empty()) text += (text.empty() ? "" : "; ") + finding.why;
  return text;
}

std::string findings_text(const GateReport& report, const Style& style) {
  // A finding of the whole run has neither a case nor numbers to stand in columns.
  Layout layout({left, left, left, left, right, left}, style, false);
  for (const Finding& finding : report.findings) {
    const Sense sense = sense_of(finding);
    layout.add(word(finding.ruling), sense);
    layout.add(finding.name.empty() ? "(the run)" : finding.name);
    layout.add(finding.unit);
    layout.add(change_text(finding));
    layout.add(finding.relative ? percent(*finding.relative) : "");
    layout.add(finding.verdict, sense);
    layout.end_line();
  }
  const std::vector<std::string> lines = layout.lines();
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    out += lines[i] + '\n';
    const std::string more = detail(report.findings[i]);
    if (!more.empty()) out += fmt::format("{}{}\n", indent, printable(more, style.ascii));
  }
  return out.empty() ? out : out + '\n';
}

std::string origin_text(const AppliedBudget& budget) {
  return budget.origin + (budget.reason.empty() ? "" : ": " + budget.reason);
}

// Kept by several cases, a budget is one line: the most that any of them came to.
struct BudgetLine {
  AppliedBudget budget;
  size_t cases = 1;
};
std::vector<BudgetLine> budget_lines(const GateReport& report) {
  const auto kept = [](const AppliedBudget& budget) { return budget.value && !budget.over; };
  std::vector<BudgetLine> lines;
  for (const AppliedBudget& budget : report.budgets) {
    const auto same = std::ranges::find_if(lines, [&](const BudgetLine& line) {
      return kept(budget) && kept(line.budget) && line.budget.unit == budget.unit &&
             line.budget.most == budget.most && origin_text(line.budget) == origin_text(budget);
    });
    if (same == lines.end()) {
      lines.push_back({budget});
    } else {
      ++same->cases;
      // Both have one. (An empty optional is less than any value.)
      same->budget.value = std::max(same->budget.value, budget.value);
    }
  }
  return lines;
}

std::string budgets_text(const GateReport& report, const Style& style) {
  if (report.budgets.empty()) return "";
  Layout layout({left, left, right, left, left, left}, style, true);
  for (const std::string_view heading : {"budget of", "", "value", "at most", "", "from"}) {
    layout.add(heading);
  }
  layout.end_line();
  for (const auto& [budget, cases] : budget_lines(report)) {
    layout.add(cases == 1 ? budget.name : fmt::format("{} cases", cases));
    layout.add(budget.unit);
    layout.add(budget.value ? amount(*budget.value, budget.unit) : "not given");
    layout.add(amount(budget.most, budget.unit));
    if (budget.value) {
      layout.add(budget.over ? "over" : "kept", budget.over ? Sense::worse : Sense::neutral);
    } else {
      layout.add("unknown", Sense::worse);
    }
    layout.add(origin_text(budget));
    layout.end_line();
  }
  std::string out;
  layout.append_to(out);
  out += '\n';
  return out;
}

}  // namespace

std::string gate_text(const GateReport& report, const Style& style) {
  std::string out = findings_text(report, style) + budgets_text(report, style);
  for (const std::string& note : report.notes) {
    out += printable("note: " + note, style.ascii) + '\n';
  }
  out += describe(report.coverage) + '\n';
  return out + printable(report.verdict, style.ascii) + '\n';
}

}  // namespace allocstat
