// A gate's report in GitHub's markdown (GitHub Flavored Markdown Spec, "Tables"; GitLab's reads it
// too): the verdict, what is red in a table, and the rest folded away.
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "harness/report/gate_formats.h"
#include "harness/report/layout.h"
#include "harness/report/markdown.h"

namespace allocstat {
namespace {

bool red(const Finding& finding) {
  return finding.ruling == Ruling::regression || finding.ruling == Ruling::must_record ||
         finding.ruling == Ruling::cannot_judge;
}

std::string table(const std::vector<const Finding*>& findings) {
  std::string out =
      "| | case | metric | change | | verdict | limit | why |\n"
      "|---|---|---|---|---:|---|---|---|\n";
  for (const Finding* finding : findings) {
    out += markdown_row(
        {markdown_escaped(word(finding->ruling)),
         finding->name.empty() ? "the run" : markdown_code(finding->name),
         markdown_code(finding->unit), markdown_escaped(change_text(*finding)),
         finding->relative ? markdown_escaped(percent(*finding->relative)) : "",
         markdown_escaped(finding->verdict),
         finding->limit ? markdown_escaped(limit_text(*finding->limit, finding->unit)) : "",
         markdown_escaped(finding->why)});
  }
  return out;
}

std::string folded(std::string_view title, const std::string& content) {
  // Without the empty lines what is inside would not be read as markdown.
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", title, content);
}

std::string budgets(const GateReport& report) {
  std::string out =
      "| case | metric | value | at most | | from |\n"
      "|---|---|---:|---:|---|---|\n";
  for (const AppliedBudget& budget : report.budgets) {
    const std::string reason = budget.reason.empty() ? "" : ": " + budget.reason;
    out += markdown_row(
        {markdown_code(budget.name), markdown_code(budget.unit),
         budget.value ? markdown_escaped(amount(*budget.value, budget.unit)) : "not given",
         markdown_escaped(amount(budget.most, budget.unit)),
         !budget.value ? "unknown"
         : budget.over ? "over"
                       : "kept",
         markdown_escaped(budget.origin + reason)});
  }
  return out;
}

}  // namespace

std::string gate_markdown(const GateReport& report, const Style&) {
  std::vector<const Finding*> worst;
  std::vector<const Finding*> rest;
  for (const Finding& finding : report.findings) (red(finding) ? worst : rest).push_back(&finding);

  std::string out = fmt::format("**{}**\n\n{}\n\n", markdown_escaped(report.verdict),
                                markdown_escaped(describe(report.coverage)));
  if (!worst.empty()) out += table(worst) + '\n';
  if (!rest.empty()) {
    out += folded(
        fmt::format("{} more that {} not fail", rest.size(), rest.size() == 1 ? "does" : "do"),
        table(rest));
  }
  if (!report.budgets.empty()) {
    out += folded(fmt::format("Budgets ({})", report.budgets.size()), budgets(report));
  }
  if (!report.notes.empty()) {
    std::string notes;
    for (const std::string& note : report.notes)
      notes += fmt::format("* {}\n", markdown_escaped(note));
    out += folded(fmt::format("Notes ({})", report.notes.size()), notes);
  }
  out.pop_back();  // the last empty line
  return out;
}

}  // namespace allocstat
