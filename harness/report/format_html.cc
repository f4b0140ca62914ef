// Tables for a browser: as a page of its own, without script and without anything from elsewhere,
// and as the part of it that another page can hold.
#include <fmt/core.h>

#include <map>
#include <set>
#include <string_view>

#include "harness/base/text.h"
#include "harness/report/display.h"
#include "harness/report/formats.h"
#include "harness/report/sheet.h"
#include "harness/report/wording.h"

namespace allocstat {
namespace {

// Colours of text have a contrast of at least 4.5 to their background (WCAG 2.2, 1.4.3); the test
// computes it.
constexpr std::string_view style = R"(
:root {
  color-scheme: light dark;
  --allocstat-background: #ffffff;
  --allocstat-text: #1f2328;
  --allocstat-quiet: #57606a;
  --allocstat-better: #116329;
  --allocstat-worse: #a40e26;
  --allocstat-line: #8c959f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --allocstat-background: #0d1117;
    --allocstat-text: #e6edf3;
    --allocstat-quiet: #9198a1;
    --allocstat-better: #56d364;
    --allocstat-worse: #ff9a93;
    --allocstat-line: #656c76;
  }
}
body {
  margin: 1.5rem;
  background: var(--allocstat-background);
  color: var(--allocstat-text);
  font: 1rem/1.4 system-ui, sans-serif;
}
h1 { font-size: 1.25rem; }
h2 { font-size: 1.1rem; }
.allocstat-sum { font-weight: bold; }
.allocstat-scroll { overflow-x: auto; margin: 1.5rem 0 0.5rem; }
.allocstat-table { border-collapse: collapse; }
.allocstat-table caption { text-align: left; padding-bottom: 0.25rem; }
.allocstat-subject, .allocstat-notes { color: var(--allocstat-quiet); }
.allocstat-table th, .allocstat-table td {
  padding: 0.15rem 0.6rem;
  text-align: left;
  vertical-align: top;
  overflow-wrap: anywhere;
}
.allocstat-table th { font-weight: normal; max-width: 40rem; }
.allocstat-table thead th { font-weight: bold; border-bottom: 1px solid var(--allocstat-line); }
.allocstat-table .allocstat-number {
  text-align: right;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
}
.allocstat-table tfoot th, .allocstat-table tfoot td {
  border-top: 1px solid var(--allocstat-line);
}
.allocstat-table tfoot tr + tr > * { border-top: none; }
.allocstat-better { color: var(--allocstat-better); }
.allocstat-worse { color: var(--allocstat-worse); font-weight: bold; }
.allocstat a { color: inherit; text-decoration-color: var(--allocstat-line); }
.allocstat :target { outline: 2px solid var(--allocstat-text); outline-offset: -1px; }
@media print {
  body { margin: 0; }
  .allocstat-scroll { overflow: visible; }
  .allocstat-table thead { display: table-header-group; }
  .allocstat-table tfoot { display: table-row-group; }
  .allocstat-table tr { break-inside: avoid; }
  .allocstat a { text-decoration: none; }
}
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text, false)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// A name, whose direction is its own matter.
std::string name_of(std::string_view name) {
  return fmt::format("<bdi>{}</bdi>", escaped(name));
}

// Anchors, each given once. They are made of what they name, so that a link still leads there when
// other rows have come or gone.
class Anchors {
 public:
  std::string anchor(std::string_view text) {
    std::string base = "allocstat";
    bool apart = true;
    for (const char c : text.substr(0, 200)) {
      const bool capital = c >= 'A' && c <= 'Z';
      const bool plain = capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (plain && apart) base += '-';
      if (plain) base += capital ? static_cast<char>(c - 'A' + 'a') : c;
      apart = !plain;
    }
    size_t& times = times_[base];
    std::string anchor = ++times == 1 ? base : fmt::format("{}-{}", base, times);
    // "a", "a", "a-2": a number may make what is another's name.
    while (!given_.insert(anchor).second) anchor = fmt::format("{}-{}", base, ++times);
    return anchor;
  }

 private:
  std::set<std::string> given_;
  std::map<std::string, size_t> times_;
};

std::string link(std::string_view anchor, std::string_view content) {
  return fmt::format("<a href=\"#{}\">{}</a>", anchor, content);
}

std::string number_cell(const SheetNumber& number) {
  const std::string text = escaped(number.text);
  if (!number.value) return fmt::format("<td class=\"allocstat-number\">{}</td>", text);
  return fmt::format("<td class=\"allocstat-number\"><data value=\"{}\">{}</data></td>",
                     plain_number(*number.value), text);
}

// A sign besides the colour, which not everyone sees. The words say the same.
std::string verdict_cell(const SheetLine& line) {
  const std::string verdict = escaped(line.verdict);
  switch (line.sense) {
    case Sense::better:
      return fmt::format(
          "<td class=\"allocstat-better\"><span aria-hidden=\"true\">✓</span> {}</td>", verdict);
    case Sense::worse:
      return fmt::format(
          "<td class=\"allocstat-worse\"><span aria-hidden=\"true\">✗</span> {}</td>", verdict);
    case Sense::neutral:
      break;
  }
  return fmt::format("<td>{}</td>", verdict);
}

std::string_view class_of(Sense sense) {
  switch (sense) {
    case Sense::better:
      return "allocstat-number allocstat-better";
    case Sense::worse:
      return "allocstat-number allocstat-worse";
    case Sense::neutral:
      break;
  }
  return "allocstat-number";
}

class Table {
 public:
  Table(const Section& section, Anchors& anchors)
      : section_(section),
        sheet_(sheet_of(section)),
        anchors_(anchors),
        anchor_(anchors.anchor(section.table.unit + " " + section.table.family)) {}

  std::string text() {
    std::string table = fmt::format(
        "<table class=\"allocstat-table\" id=\"{}\">\n"
        "<caption id=\"{}\">{} <span class=\"allocstat-subject\">{}</span></caption>\n{}",
        anchor_, caption(),
        link(anchor_, fmt::format("<strong>{}</strong>", escaped(section_.title))),
        name_of(section_.subject), heading());
    for (const SheetRow& row : sheet_.rows) {
      const std::string anchor = anchors_.anchor(section_.table.unit + " " + row.name);
      table += fmt::format("<tbody id=\"{}\">\n", anchor);
      table += lines(row, link(anchor, name_of(row.label)));
      table += "</tbody>\n";
    }
    if (sheet_.geomean) {
      table += fmt::format("<tfoot>\n{}</tfoot>\n", lines(*sheet_.geomean, "geomean"));
    }
    table += "</table>\n";
    // It can be scrolled from the keyboard, and so needs a name.
    std::string out = fmt::format(
        "<div class=\"allocstat-scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"{}\">\n"
        "{}</div>\n{}",
        caption(), table, notes());
    if (!all_zero(section_.table)) return out;
    return fmt::format("<details>\n<summary><strong>{}</strong> {}: {}</summary>\n{}</details>\n",
                       escaped(section_.title), name_of(section_.subject),
                       escaped(all_zero_text(section_.table)), out);
  }

 private:
  // No anchor that is made of a name has two hyphens side by side.
  std::string caption() const { return anchor_ + "--caption"; }
  std::string note(size_t number) const { return fmt::format("{}--note-{}", anchor_, number); }

  std::string heading() const {
    std::string out = "<thead>\n<tr><th scope=\"col\">case</th>";
    if (!sheet_.side_by_side) out += fmt::format("<th scope=\"col\">{}</th>", name_of(sheet_.by));
    for (const std::string& name : sheet_.numbers) {
      out += fmt::format("<th scope=\"col\" class=\"allocstat-number\">{}</th>", name_of(name));
    }
    out += "<th scope=\"col\" class=\"allocstat-number\">vs base</th>";
    if (sheet_.tests) out += "<th scope=\"col\">test</th>";
    out += "<th scope=\"col\">verdict</th>";
    if (sheet_.notes) out += "<th scope=\"col\">notes</th>";
    return out + "</tr>\n</thead>\n";
  }

  // All lines of a row, whose first cell heads them all.
  std::string lines(const SheetRow& row, const std::string& label) {
    std::string out;
    for (size_t i = 0; i < row.lines.size(); ++i) {
      const SheetLine& line = row.lines[i];
      out += "<tr>";
      if (i == 0 && row.lines.size() == 1) out += fmt::format("<th scope=\"row\">{}</th>", label);
      if (i == 0 && row.lines.size() > 1) {
        out +=
            fmt::format("<th scope=\"rowgroup\" rowspan=\"{}\">{}</th>", row.lines.size(), label);
      }
      if (!sheet_.side_by_side) {
        out += fmt::format("<th scope=\"row\">{}</th>", name_of(line.column));
      }
      for (const SheetNumber& number : line.numbers) out += number_cell(number);
      out += fmt::format("<td class=\"{}\">{}</td>", class_of(line.sense), escaped(line.delta));
      if (sheet_.tests) out += fmt::format("<td>{}</td>", escaped(line.test));
      out += verdict_cell(line);
      if (sheet_.notes) out += fmt::format("<td>{}</td>", marks(line.notes));
      out += "</tr>\n";
    }
    return out;
  }

  std::string marks(const std::vector<std::string>& notes) {
    std::string out;
    for (const size_t number : footnotes_.numbers(notes)) {
      out += link(note(number), fmt::format("[{}]", number));
    }
    return out;
  }

  std::string notes() const {
    if (footnotes_.notes().empty()) return "";
    std::string out = "<ol class=\"allocstat-notes\">\n";
    for (size_t i = 0; i < footnotes_.notes().size(); ++i) {
      out += fmt::format("<li id=\"{}\">{}</li>\n", note(i + 1), name_of(footnotes_.notes()[i]));
    }
    return out + "</ol>\n";
  }

  const Section& section_;
  Sheet sheet_;
  Anchors& anchors_;
  std::string anchor_;
  Footnotes footnotes_;
};

std::string list(std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string out = fmt::format("<h2>{}</h2>\n<ul>\n", title);
  for (const std::string& item : items) out += fmt::format("<li>{}</li>\n", item);
  return out + "</ul>\n";
}

// Below the tables.
std::string closing(const Document& document) {
  const auto because = [](const std::string& why) {
    return why.empty() ? "" : ": " + name_of(why);
  };
  std::vector<std::string> problems;
  for (const Problem& problem : document.problems) {
    problems.push_back(fmt::format(
        "<strong class=\"allocstat-worse\"><span aria-hidden=\"true\">✗</span> {}</strong>: {}{}",
        words_of(problem.verdict), name_of(or_none(problem.name)), because(problem.why)));
  }
  std::vector<std::string> unmatched;
  for (const Unmatched& row : document.unmatched) {
    const std::string unit = row.unit.empty() ? "" : fmt::format(" ({})", name_of(row.unit));
    unmatched.push_back(fmt::format("{}{}{}", name_of(or_none(row.name)), unit, because(row.why)));
  }
  std::vector<std::string> notes;
  for (const std::string& note : document.notes) notes.push_back(name_of(note));
  return list("Could not be judged", problems) + list("Not compared", unmatched) +
         list("Notes", notes);
}

}  // namespace

std::string format_html_fragment(const Document& document, const Style&) {
  std::string out = fmt::format("<div class=\"allocstat\">\n<p class=\"allocstat-sum\">{}</p>\n",
                                escaped(sum(document)));
  Anchors anchors;
  for (const Section& section : document.sections) out += Table(section, anchors).text();
  return out + closing(document) + "</div>\n";
}

std::string format_html(const Document& document, const Style& style_of_terminal) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n"
      "<h1>allocstat compare</h1>\n{}</main>\n</body>\n</html>\n",
      escaped(sum(document) + " - allocstat compare"), style,
      format_html_fragment(document, style_of_terminal));
}

}  // namespace allocstat
