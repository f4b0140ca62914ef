#include "harness/rundir/rundir.h"

#include <system_error>

#include "harness/base/file.h"
#include "harness/rundir/json_reader.h"

namespace allocstat {
namespace fs = std::filesystem;

Result<void> create_run_directory(const fs::path& dir) {
  std::error_code code;
  if (!fs::create_directories(dir, code) && code) {
    return fail("{}: cannot make the run directory: {}; name another with --out", dir.string(),
                code.message());
  }
  if (!fs::is_empty(dir, code)) {
    return fail("{}: {}; results are never overwritten: name another folder with --out",
                dir.string(), code ? code.message() : "is not empty");
  }
  return {};
}

fs::path next_run_directory(const fs::path& parent, const std::string& stem) {
  std::error_code code;
  for (int n = 1;; ++n) {
    const fs::path dir = parent / fmt::format("{}-{}", stem, n);
    // A dangling link is something too.
    if (!fs::exists(fs::symlink_status(dir, code))) return dir;
  }
}

Result<void> write_run(const fs::path& dir, const Run& run) {
  if (auto written = write_file(dir / "run.bench", run_bench_text(run)); !written) return written;
  return write_file(dir / "run.json", run_json_text(run));
}

namespace {

Result<std::string> run_json_of(const fs::path& dir) {
  std::error_code code;
  if (!fs::is_directory(dir, code)) {
    return fail("{}: there is no such run directory; allocstat run makes one", dir.string());
  }
  if (!fs::exists(dir / "run.json", code)) {
    return fail("{}: not a run directory: it has no run.json", dir.string());
  }
  return read_file(dir / "run.json");
}

}  // namespace

Result<Run> read_run(const fs::path& dir) {
  const auto text = run_json_of(dir);
  if (!text) return std::unexpected(text.error());
  return parse_run(*text, (dir / "run.json").string());
}

Result<Run> read_any_run(const fs::path& dir) {
  const auto text = run_json_of(dir);
  if (!text) return std::unexpected(text.error());
  return parse_any_run(*text, (dir / "run.json").string());
}

}  // namespace allocstat
