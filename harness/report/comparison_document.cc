#include "harness/report/comparison_document.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "harness/base/text.h"

namespace allocstat {
namespace {

std::string title_of(const ComparisonTable& table) {
  // Everyone calls it time; the unit is in the cells.
  std::string title = table.unit == "sec/op" ? "time/op" : table.unit;
  if (table.better == Better::lower) title += " (lower is better)";
  if (table.better == Better::higher) title += " (higher is better)";
  return title;
}

std::string joined(const std::vector<std::string_view>& parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(text.empty() ? "" : "/").append(part);
  return text;
}

// The family and the parts key=value that stand in the names of all rows. A single row keeps its
// whole name.
std::vector<std::string_view> common_parts(const std::vector<ComparisonRow>& rows) {
  if (rows.size() < 2) return {};
  std::vector<std::string_view> common = split(rows.front().name, '/');
  const std::string_view family = common.front();
  std::erase_if(common, [&](std::string_view part) {
    return part != family && part.find('=') == std::string_view::npos;
  });
  for (const ComparisonRow& row : rows) {
    const std::vector<std::string_view> parts = split(row.name, '/');
    std::erase_if(common, [&](std::string_view part) {
      return std::ranges::find(parts, part) == parts.end();
    });
  }
  return common;
}

std::string label_of(const std::string& name, const std::vector<std::string_view>& common) {
  std::vector<std::string_view> parts = split(name, '/');
  std::erase_if(parts, [&](std::string_view part) {
    return std::ranges::find(common, part) != common.end();
  });
  return parts.empty() ? name : joined(parts);
}

std::string subject_of(const ComparisonTable& table, const std::vector<std::string_view>& common) {
  std::string subject = joined(common);
  if (subject.empty()) subject = table.family;
  if (!subject.empty()) subject += ' ';
  subject += table.field.kind == Field::Kind::file ? "by file" : "by " + describe(table.field);
  subject += ", base " + table.columns.front();
  for (const auto& [key, value] : table.config) {
    subject +=
        fmt::format(", {} {}", key == ".file" ? "file" : key, value.empty() ? "none" : value);
  }
  return subject;
}

}  // namespace

Document comparison_document(ComparisonReport report, const Levels& levels) {
  Document document;
  document.levels = levels;
  document.notes = std::move(report.notes);
  document.unmatched = std::move(report.unmatched);
  document.problems = std::move(report.problems);
  // What was judged counts once a cell; what could not be, once a case.
  std::map<Verdict, size_t> verdicts;
  for (const Problem& problem : document.problems) ++verdicts[problem.verdict];
  for (ComparisonTable& table : report.tables) {
    Section section;
    section.title = title_of(table);
    const std::vector<std::string_view> common = common_parts(table.rows);
    section.subject = subject_of(table, common);
    for (const ComparisonRow& row : table.rows) {
      section.labels.push_back(label_of(row.name, common));
      for (const ComparisonCell& cell : row.cells) {
        if (cell.comparison && cell.comparison->verdict < Verdict::failed) {
          ++verdicts[cell.comparison->verdict];
        }
      }
    }
    section.table = std::move(table);
    document.sections.push_back(std::move(section));
  }
  document.verdicts.assign(verdicts.begin(), verdicts.end());
  return document;
}

}  // namespace allocstat
