// {"version":1,"tables":[...],...}: harness/report/FORMAT.md.
#include <cmath>

#include "harness/base/utf8.h"
#include "harness/report/formats.h"
#include "harness/report/json_text.h"

namespace allocstat {
namespace {

constexpr int version = 1;

void write_comparison(JsonText& json, const Comparison& comparison) {
  json.open_object();
  json.key("delta").number(comparison.delta);
  json.key("low").number(comparison.low);
  json.key("high").number(comparison.high);
  json.key("p").number(comparison.p);
  json.key("q").number(comparison.q);
  json.key("n_base").count(comparison.n_base);
  json.key("n").count(comparison.n);
  json.key("verdict").text(word(comparison.verdict));
  json.close_object();
}

void write_cell(JsonText& json, const Document& document, const ComparisonCell& cell) {
  if (!cell.summary && !cell.comparison) return json.null();
  const Summary none{0, NAN, NAN, NAN, Evidence::sampled};
  const Summary& summary = cell.summary ? *cell.summary : none;
  json.open_object();
  json.key("n").count(summary.n);
  json.key("center").number(summary.center);
  json.key("low").number(summary.low);
  json.key("high").number(summary.high);
  json.key("exact").boolean(summary.evidence == Evidence::exact);
  json.key("values").array(values_of(document, cell), [&](double value) { json.number(value); });
  json.key("comparison");
  cell.comparison ? write_comparison(json, *cell.comparison) : json.null();
  json.key("warnings").open_array();
  for (const std::string& warning : cell.warnings) json.text(warning);
  if (cell.comparison) {
    for (const std::string& note : cell.comparison->notes) json.text(note);
  }
  json.close_array();
  json.close_object();
}

void write_better(JsonText& json, Better better) {
  switch (better) {
    case Better::lower:
      return json.text("lower");
    case Better::higher:
      return json.text("higher");
    case Better::unknown:
      return json.null();
  }
}

void write_table(JsonText& json, const Document& document, const ComparisonTable& table) {
  json.open_object();
  json.key("unit").text(table.unit);
  json.key("better");
  write_better(json, table.better);
  json.key("compared_by").texts(table.compared_by);
  json.key("family");
  table.family.empty() ? json.null() : json.text(table.family);
  json.key("config").open_object();
  for (const auto& [key, value] : table.config) json.key(valid_utf8(key)).text(value);
  json.close_object();
  json.key("columns").texts(table.columns);
  json.key("rows").array(table.rows, [&](const ComparisonRow& row) {
    json.open_object();
    json.key("name").text(row.name);
    json.key("cells").array(row.cells,
                            [&](const ComparisonCell& cell) { write_cell(json, document, cell); });
    json.close_object();
  });
  json.key("geomean").array(table.geomean, [&](const GeomeanCell& cell) {
    json.open_object();
    json.key("rows").count(cell.rows);
    json.key("base").number(cell.base);
    json.key("center").number(cell.center);
    json.key("delta").number(cell.delta);
    json.close_object();
  });
  json.close_object();
}

}  // namespace

std::string format_json(const Document& document, const Style&) {
  JsonText json;
  json.open_object();
  json.key("version").count(version);
  json.key("alpha").number(document.levels.alpha);
  json.key("confidence").number(document.levels.confidence);
  json.key("tables").array(document.sections, [&](const Section& section) {
    write_table(json, document, section.table);
  });
  json.key("unmatched").array(document.unmatched, [&](const Unmatched& row) {
    json.open_object();
    json.key("name").text(row.name);
    json.key("unit");
    row.unit.empty() ? json.null() : json.text(row.unit);
    json.key("why").text(row.why);
    json.close_object();
  });
  json.key("errors").array(document.problems, [&](const Problem& problem) {
    json.open_object();
    json.key("name").text(problem.name);
    json.key("verdict").text(word(problem.verdict));
    json.key("why").text(problem.why);
    json.close_object();
  });
  json.key("notes").texts(document.notes);
  json.key("verdicts").open_object();
  for (const auto& [verdict, count] : document.verdicts) json.key(word(verdict)).count(count);
  json.close_object();
  json.close_object();
  return json.take();
}

}  // namespace allocstat
