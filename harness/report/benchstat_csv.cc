#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/report/benchstat.h"
#include "harness/report/benchstat_words.h"

namespace allocstat {
namespace {

using Fields = std::vector<std::string>;

// RFC 4180, quoted where Go's encoding/csv does it.
std::string quoted_field(const std::string& field) {
  const bool plain =
      field.empty() || (field.find_first_of(",\"\r\n") == std::string::npos &&
                        field.front() != ' ' && field.front() != '\t' && field != "\\.");
  if (plain) return field;
  std::string out = "\"";
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

// Letters as benchstat makes them: digits of base 26, so that "BA" comes after "Z".
std::string letters(size_t number) {
  std::string text;
  do {
    text.insert(text.begin(), static_cast<char>('A' + number % 26));
    number /= 26;
  } while (number > 0);
  return text;
}

// The first field of a column of results: value, interval; and from the second on delta, p.
size_t start_of(size_t column) {
  return column == 0 ? 1 : 3 + 4 * (column - 1);
}

class Writer {
 public:
  void record(const Fields& fields) {
    ++records_;
    for (size_t i = 0; i < fields.size(); ++i) {
      csv_.text.append(i == 0 ? "" : ",").append(quoted_field(fields[i]));
    }
    csv_.text += '\n';
  }

  // Of the record in the making, at its next field.
  void note(const Fields& fields, const std::vector<std::string>& notes) {
    for (const std::string& note : notes) {
      csv_.notes.push_back(fmt::format("{}{}: {}", letters(fields.size()), records_ + 1, note));
    }
  }

  void table(const BenchstatTable& table) {
    const size_t width = start_of(table.columns.size());
    for (size_t field = 0; field < table.column_fields.size(); ++field) {
      Fields header(width);
      for (size_t column = 0; column < table.columns.size(); ++column) {
        header[start_of(column)] = table.columns[column][field];
      }
      record(header);
    }
    Fields units{""};
    for (size_t column = 0; column < table.columns.size(); ++column) {
      units.push_back(table.unit);
      units.emplace_back("CI");
      if (column > 0) units.insert(units.end(), {"vs base", "P"});
    }
    record(units);
    for (size_t row = 0; row < table.rows.size(); ++row) {
      Fields fields{table.rows[row]};
      for (size_t column = 0; column < table.columns.size(); ++column) {
        const BenchstatCell& cell = table.cell(row, column);
        if (!cell.present) continue;
        fields.resize(start_of(column));
        note(fields, cell.notes);
        fields.push_back(go_number(cell.center));
        fields.push_back(benchstat_range(cell));
        if (!cell.comparison) continue;
        note(fields, cell.comparison->notes);
        fields.push_back(benchstat_delta(*cell.comparison, cell.center));
        fields.push_back(benchstat_test(*cell.comparison));
      }
      record(fields);
    }
    Fields fields{"geomean"};
    for (size_t column = 0; column < table.columns.size(); ++column) {
      const BenchstatGeomean& geomean = table.geomean[column];
      fields.resize(start_of(column));
      note(fields, geomean.notes);
      fields.push_back(geomean.center ? go_number(*geomean.center) : "");
      fields.emplace_back();
      if (column > 0) {
        fields.push_back(geomean.ratio ? benchstat_percent(*geomean.ratio) : "?");
        fields.emplace_back();
      }
    }
    record(fields);
  }

  BenchstatCsv take() { return std::move(csv_); }

 private:
  BenchstatCsv csv_;
  size_t records_ = 0;
};

}  // namespace

BenchstatCsv benchstat_csv(std::span<const BenchstatTable> tables) {
  Writer writer;
  const BenchstatTable* before = nullptr;
  for (const BenchstatTable& table : tables) {
    if (before != nullptr) writer.record({});
    for (size_t i = 0; i < table.config.size(); ++i) {
      if (before != nullptr && before->config[i] == table.config[i]) continue;
      writer.record({table.config[i].first + ": " + table.config[i].second});
    }
    writer.table(table);
    before = &table;
  }
  return writer.take();
}

}  // namespace allocstat
