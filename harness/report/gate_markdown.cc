// A gate's report in GitHub's markdown (GitHub Flavored Markdown Spec, "Tables"; GitLab's reads it
// too): the verdict, what is red in a table, and the rest folded away.
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "harness/report/display.h"
#include "harness/report/gate_formats.h"
#include "harness/report/layout.h"

namespace allocstat {
namespace {

// As text that means nothing to markdown or HTML: what could is written by its number, which
// neither splits a cell nor opens a tag or a link.
std::string literal(std::string_view text) {
  std::string out;
  for (const char c : printable(text, false)) {
    if (std::string_view("&<>\"'\\`*_{}[]#!|~$@").find(c) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// The same among other text, where a blank of no width behind '@' keeps anybody from being called.
std::string escaped(std::string_view text) {
  constexpr std::string_view at = "&#64;";
  std::string out = literal(text);
  for (size_t i = out.find(at); i != std::string::npos; i = out.find(at, i + 1)) {
    out.insert(i + at.size(), "&#8203;");
  }
  return out;
}

// In one width, and nothing in it is looked at for links and people: it can be copied as it is.
std::string code(std::string_view text) {
  return text.empty() ? "" : fmt::format("<code>{}</code>", literal(text));
}

std::string row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += fmt::format(" {} |", cell);
  return out + '\n';
}

bool red(const Finding& finding) {
  return finding.ruling == Ruling::regression || finding.ruling == Ruling::must_record ||
         finding.ruling == Ruling::cannot_judge;
}

std::string table(const std::vector<const Finding*>& findings) {
  std::string out =
      "| | case | metric | change | | verdict | limit | why |\n"
      "|---|---|---|---|---:|---|---|---|\n";
  for (const Finding* finding : findings) {
    out += row(
        {escaped(word(finding->ruling)), finding->name.empty() ? "the run" : code(finding->name),
         code(finding->unit), escaped(change_text(*finding)),
         finding->relative ? escaped(percent(*finding->relative)) : "", escaped(finding->verdict),
         finding->limit ? escaped(limit_text(*finding->limit, finding->unit)) : "",
         escaped(finding->why)});
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
    out += row({code(budget.name), code(budget.unit),
                budget.value ? escaped(amount(*budget.value, budget.unit)) : "not given",
                escaped(amount(budget.most, budget.unit)),
                !budget.value ? "unknown"
                : budget.over ? "over"
                              : "kept",
                escaped(budget.origin + reason)});
  }
  return out;
}

}  // namespace

std::string gate_markdown(const GateReport& report, const Style&) {
  std::vector<const Finding*> worst;
  std::vector<const Finding*> rest;
  for (const Finding& finding : report.findings) (red(finding) ? worst : rest).push_back(&finding);

  std::string out =
      fmt::format("**{}**\n\n{}\n\n", escaped(report.verdict), escaped(describe(report.coverage)));
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
    for (const std::string& note : report.notes) notes += fmt::format("* {}\n", escaped(note));
    out += folded(fmt::format("Notes ({})", report.notes.size()), notes);
  }
  out.pop_back();  // the last empty line
  return out;
}

}  // namespace allocstat
