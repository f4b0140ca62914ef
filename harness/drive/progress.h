// What a person sees while a run goes on.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace allocstat::drive {

struct Step {
  std::string_view pass;  // "count", "time"
  std::string_view name;  // of the case that is about to run
  size_t done = 0;        // processes of this pass
  size_t total = 0;
  double seconds_left = 0;  // of the whole run, an estimate
};

class Progress {
 public:
  virtual ~Progress() = default;
  virtual void begin_pass(std::string_view pass, std::string_view what) = 0;
  // Just before a process starts: nothing is written while it is measured.
  virtual void step(const Step& step) = 0;
  virtual void end() = 0;
};

class SilentProgress final : public Progress {
 public:
  void begin_pass(std::string_view, std::string_view) override {}
  void step(const Step&) override {}
  void end() override {}
};

// A line for each pass. On a terminal also one that is rewritten at each step, `columns` wide.
class PrintedProgress final : public Progress {
 public:
  PrintedProgress(std::FILE* to, bool terminal, size_t columns = 80)
      : to_(to), terminal_(terminal), columns_(columns) {}
  void begin_pass(std::string_view pass, std::string_view what) override;
  void step(const Step& step) override;
  void end() override;

 private:
  std::FILE* to_;
  bool terminal_;
  size_t columns_;
};

// "count 12/80 GzipRead/kind=json/impl=fresh  1 min 5 s left", the name cut in its middle to fit.
std::string progress_line(const Step& step, size_t columns);

}  // namespace allocstat::drive
