// run.json (harness/benchfmt/FORMAT.md, "run.json").
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>
#include <type_traits>

#include "harness/base/text.h"
#include "harness/base/utf8.h"
#include "harness/rundir/journal_lines.h"
#include "harness/rundir/rundir.h"
#include "harness/rundir/words.h"

namespace allocstat {
namespace {

using OneLine = rapidjson::Writer<rapidjson::StringBuffer>;
using Indented = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

// Every kind of value by one name, each list by one more.
template <class Json>
class Writer {
 public:
  Writer() : writer_(buffer_) {
    if constexpr (std::is_same_v<Json, Indented>) {
      writer_.SetIndent(' ', 1);
      writer_.SetFormatOptions(rapidjson::kFormatSingleLineArray);
    }
  }

  void key(std::string_view name) { string(name); }
  void value(std::string_view text) { string(valid_utf8(text)); }
  void value(uint64_t number) { writer_.Uint64(number); }
  void value(int64_t number) { writer_.Int64(number); }
  void value(int number) { writer_.Int(number); }
  void value(double number) {
    ALLOCSTAT_CHECK(std::isfinite(number));
    const std::string text = plain_number(number);
    writer_.RawValue(text.data(), text.size(), rapidjson::kNumberType);
  }

  template <class Value>
  void member(std::string_view name, const Value& item) {
    key(name);
    value(item);
  }
  template <class List, class Write>
  void list(std::string_view name, const List& items, Write write) {
    key(name);
    writer_.StartArray();
    for (const auto& item : items) write(item);
    writer_.EndArray();
  }
  template <class List>
  void list(std::string_view name, const List& items) {
    list(name, items, [this](const auto& item) { this->value(item); });
  }
  template <class Members>
  void object(Members members) {
    writer_.StartObject();
    members();
    writer_.EndObject();
  }

  std::string text() const { return std::string(buffer_.GetString(), buffer_.GetSize()) + "\n"; }

 private:
  void string(std::string_view text) {
    writer_.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }

  rapidjson::StringBuffer buffer_;
  Json writer_;
};

template <class Out>
void write_metric(Out& out, const Metric& metric) {
  out.object([&] {
    out.member("unit", metric.unit);
    out.member("proof", word_of(proof_words, metric.proof));
    out.member("value", metric.value);
    out.member("low", metric.low);
    out.member("high", metric.high);
    out.member("counter", metric.counter);
    out.member("pass", metric.pass);
    out.list("operations", metric.operations);
    out.list("checked_by", metric.checked_by);
  });
}

template <class Out>
void write_time(Out& out, const TimeSample& time) {
  out.object([&] {
    out.member("round", time.round);
    out.member("ns_per_op", time.ns_per_op);
    out.member("iterations", time.iterations);
    out.list("repetitions", time.repetitions);
  });
}

template <class Out>
void write_record(Out& out, const CaseRecord& record) {
  out.object([&] {
    out.member("name", record.name);
    out.member("compared_key", record.compared_key);
    out.member("base", record.base);
    out.member("status", word_of(case_status_words, record.status));
    out.member("why", record.why);
    out.member("error_output", record.error_output);
    out.list("budgets", record.budgets, [&](const DeclaredBudget& budget) {
      out.object([&] {
        out.member("unit", budget.unit);
        out.member("most", budget.most);
      });
    });
    out.member("iterations", record.iterations);
    out.list("metrics", record.metrics, [&](const Metric& metric) { write_metric(out, metric); });
    out.list("cold", record.cold, [&](const ColdOperation& operation) {
      out.object([&] {
        out.member("allocs", operation.allocs);
        out.member("bytes", operation.bytes);
      });
    });
    out.list("times", record.times, [&](const TimeSample& time) { write_time(out, time); });
    out.list("notes", record.notes);
  });
}

template <class Out>
void write_resume(Out& out, const Resume& resume) {
  out.object([&] {
    out.member("within", resume.within);
    out.member("corpus", resume.corpus);
    out.member("executables", resume.executables);
    out.list("iterations", resume.iterations, [&](const auto& given) {
      out.object([&] {
        out.member("name", given.first);
        out.member("iterations", given.second);
      });
    });
    out.member("inject_allocs", resume.inject_allocs);
  });
}

// {"name": ...}, in one line.
template <class Write>
std::string line(std::string_view name, Write write) {
  Writer<OneLine> out;
  out.object([&] {
    out.key(name);
    write(out);
  });
  return out.text();
}

}  // namespace

std::string journal_begin(int number) {
  return line("allocstat journal", [&](auto& out) {
    out.object([&] {
      out.member("version", run_version);
      out.member("number", number);
    });
  });
}

std::string journal_record(const CaseRecord& record) {
  CaseRecord untimed = record;
  untimed.times.clear();
  return line("record", [&](auto& out) { write_record(out, untimed); });
}

std::string journal_fact(std::string_view name, std::string_view value) {
  return line("fact", [&](auto& out) { out.object([&] { out.member(valid_utf8(name), value); }); });
}

std::string journal_warning(std::string_view text) {
  return line("warning", [&](auto& out) { out.value(text); });
}

std::string journal_sample(std::string_view name, const TimeSample& sample) {
  return line("sample", [&](auto& out) {
    out.object([&] {
      out.member("name", name);
      out.key("time");
      write_time(out, sample);
    });
  });
}

std::string journal_cut(int round, const std::vector<std::string>& names) {
  return line("cut", [&](auto& out) {
    out.object([&] {
      out.member("round", round);
      out.list("names", names);
    });
  });
}

std::string journal_round(int round) {
  return line("round", [&](auto& out) { out.value(round); });
}

std::string run_json_text(const Run& run) {
  Writer<Indented> out;
  out.object([&] {
    out.member("format", std::string_view("allocstat run"));
    out.member("version", run_version);
    out.member("status", word_of(run_status_words, run.status));
    out.member("cases", run.cases);
    out.member("pkg", run.pkg);
    out.key("facts");
    out.object([&] {
      for (const auto& [name, value] : run.facts) out.member(valid_utf8(name), value);
    });
    out.member("seed", run.seed);
    out.member("rounds", run.rounds);
    out.member("rounds_asked", run.rounds_asked);
    out.member("min_time", run.min_time);
    out.member("journal", run.journal);
    out.key("resume");
    write_resume(out, run.resume);
    out.list("warnings", run.warnings);
    out.list("records", run.records, [&](const CaseRecord& record) { write_record(out, record); });
  });
  return out.text();
}

}  // namespace allocstat
