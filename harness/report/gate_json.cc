// {"version":1,"exit":1,"verdict":...}: harness/gate/FORMAT.md, "The report as JSON".
#include "harness/report/gate_formats.h"
#include "harness/report/json_text.h"

namespace allocstat {
namespace {

constexpr int version = 1;

void write_seen(JsonText& json, const std::optional<Seen>& seen) {
  if (!seen) return json.null();
  json.open_object();
  json.key("low").number(seen->low);
  json.key("high").number(seen->high);
  json.key("range").boolean(seen->range);
  json.close_object();
}

void write_text_or_null(JsonText& json, std::string_view text) {
  text.empty() ? json.null() : json.text(text);
}

void write_finding(JsonText& json, const Finding& finding) {
  json.open_object();
  json.key("ruling").text(word(finding.ruling));
  json.key("verdict").text(finding.verdict);
  write_text_or_null(json.key("case"), finding.name);
  write_text_or_null(json.key("unit"), finding.unit);
  write_seen(json.key("base"), finding.base);
  write_seen(json.key("head"), finding.head);
  json.key("delta").number(finding.delta);
  json.key("relative").number(finding.relative);
  json.key("limit");
  if (finding.limit) {
    json.open_object();
    json.key("kind").text(finding.limit->kind);
    json.key("most").number(finding.limit->most);
    json.key("origin").text(finding.limit->origin);
    json.close_object();
  } else {
    json.null();
  }
  json.key("why").text(finding.why);
  json.close_object();
}

void write_budget(JsonText& json, const AppliedBudget& budget) {
  json.open_object();
  json.key("case").text(budget.name);
  json.key("unit").text(budget.unit);
  json.key("value").number(budget.value);
  json.key("most").number(budget.most);
  json.key("kept").boolean(!budget.over);
  json.key("origin").text(budget.origin);
  json.key("reason").text(budget.reason);
  json.close_object();
}

void write_coverage(JsonText& json, const Coverage& coverage) {
  json.open_object();
  json.key("compared").count(coverage.compared);
  json.key("new").count(coverage.added);
  json.key("removed").count(coverage.removed);
  json.key("failed").count(coverage.failed);
  json.key("waived").count(coverage.waived);
  json.key("refused").count(coverage.refused);
  json.key("dropped").count(coverage.dropped);
  json.key("incomparable").count(coverage.incomparable);
  json.key("not_selected").count(coverage.not_selected);
  json.close_object();
}

}  // namespace

std::string gate_json(const GateReport& report, const Style&) {
  JsonText json;
  json.open_object();
  json.key("version").count(version);
  json.key("exit").count(static_cast<size_t>(report.exit));
  json.key("verdict").text(report.verdict);
  write_coverage(json.key("coverage"), report.coverage);
  json.key("equal").count(report.equal);
  json.key("findings").array(report.findings, [&](const Finding& finding) {
    write_finding(json, finding);
  });
  json.key("budgets").array(report.budgets,
                            [&](const AppliedBudget& budget) { write_budget(json, budget); });
  json.key("notes").texts(report.notes);
  json.close_object();
  return json.take();
}

}  // namespace allocstat
