// A cases executable for tests. It lists what the file $FAKE_LIST holds (lines "key value", or with
// $FAKE_RAW_LIST any bytes), and behaves as the family of the case that it is asked for says.
// Called by a name that ends in "-count" it is the counting one. Requests are appended to
// $FAKE_LOG.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "harness/base/file.h"
#include "harness/base/protocol.h"
#include "harness/base/text.h"

namespace {

using allocstat::Entry;
using allocstat::Message;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string value_of(const Message& message, const char* key) {
  const auto found = std::ranges::find(message, key, &Entry::key);
  return found == message.end() ? "" : found->value;
}

std::string read_all(int fd) {
  std::string text;
  char block[4096];
  for (ssize_t n; (n = ::read(fd, block, sizeof block)) > 0;) {
    text.append(block, static_cast<size_t>(n));
  }
  return text;
}

void write_all(int fd, std::string text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n <= 0) std::_Exit(9);
    text.erase(0, static_cast<size_t>(n));
  }
}

// How often this request was made before, itself included.
int times_asked(const std::string& line) {
  const std::string log = variable("FAKE_LOG");
  if (log.empty()) return 1;
  std::ofstream(log, std::ios::app) << line << "\n";
  const std::string text = allocstat::read_file(log).value_or("");
  const auto lines = allocstat::split(text, '\n');
  return static_cast<int>(std::ranges::count(lines, line));
}

Message list() {
  Message answer;
  const std::string text = allocstat::read_file(variable("FAKE_LIST")).value_or("");
  for (const std::string_view line : allocstat::split(text, '\n')) {
    const size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    answer.push_back({std::string(line.substr(0, blank)), std::string(line.substr(blank + 1))});
  }
  return answer;
}

void add(Message& answer, const std::string& key, uint64_t value) {
  answer.push_back({key, std::to_string(value)});
}

Message time(const std::string& name, bool pooled, int repetitions) {
  Message answer{{"case", name}, {"threads", "1"}, {"operations-per-iteration", "1"}};
  for (int i = 0; i < repetitions; ++i) {
    answer.push_back({"sample", std::to_string((pooled ? 50 : 100) + i) + " 1000"});
  }
  return answer;
}

Message probe(const std::string& family, const std::string& name) {
  return {{"case", name},
          {"threads", "1"},
          {"operations-per-iteration", "1"},
          {"iterations", "64"},
          {"edges", family == "Plain" ? "no" : "yes"}};
}

// The first operation allocates one block of 100 bytes more than the others.
Message count(const std::string& family, const std::string& name, bool pooled, uint64_t n,
              uint64_t injected) {
  Message answer{{"case", name}, {"threads", "1"}, {"operations-per-iteration", "1"}};
  add(answer, "iterations", n);
  answer.push_back({"self-test", "everything counts"});
  const bool hooks = family != "NoHooks";
  answer.push_back({"hooks", hooks ? "installed" : "absent"});
  const bool edges = family != "Plain";
  const uint64_t each = (pooled || family == "Removed" ? 0 : 4) + injected;
  const std::string warm = fmt::format(" {}:{}", each, each * 32);
  answer.push_back({"edges", edges ? "yes" : "no"});
  answer.push_back(
      {"cold", fmt::format("{}:{}{}", each + 1, each * 32 + 100, edges ? warm + warm + warm : "")});
  answer.push_back({"held", "100"});
  answer.push_back({edges ? "peak" : "loop-peak", std::to_string(each * 32)});
  if (family == "Unquiet") answer.push_back({"unquiet", "thread \"logger\" counted 7 events"});
  const uint64_t cold_operations = edges ? 4 : 1;
  bool first = true;
  for (const uint64_t operations : {cold_operations, n, 2 * n, 4 * n}) {
    uint64_t allocs = each * operations;
    if (family == "Unsteady") allocs += static_cast<uint64_t>(::getpid());
    if (family == "Doubling") allocs = 7;
    if (first) allocs = each * operations + 1;
    const uint64_t bytes = first ? each * 32 * operations + 100 : allocs * 32;
    first = false;
    add(answer, "loop", operations);
    add(answer, "allocs", allocs);
    add(answer, "bytes", bytes);
    add(answer, "requested", allocs * 30);
    add(answer, "frees", allocs);
    add(answer, "freed-bytes", bytes);
    for (const char* none : {"grows", "grown-bytes", "shrinks", "shrunk-bytes", "kept",
                             "other-allocs", "other-bytes", "live"}) {
      add(answer, none, 0);
    }
    if (hooks) {
      add(answer, "hooks-allocs", allocs + (family == "HooksDiffer" ? 1 : 0));
      add(answer, "hooks-bytes", bytes);
      add(answer, "hooks-frees", allocs);
      add(answer, "hooks-freed-bytes", bytes);
      add(answer, "hooks-resizes", 0);
    }
    add(answer, "thread-allocated", bytes);
  }
  if (family == "Refused") {
    answer.push_back({"refused", "allocs: interposer 4, jemalloc hooks 5"});
  }
  return answer;
}

// The process that asks for the $FAKE_SIGNAL_AT-th number of all gets $FAKE_SIGNAL, and no answer.
void signal_who_asks() {
  const auto at = allocstat::parse_uint(variable("FAKE_SIGNAL_AT"));
  if (!at) return;
  const std::string text = allocstat::read_file(variable("FAKE_LOG")).value_or("");
  const auto asked = std::ranges::count_if(allocstat::split(text, '\n'), [](std::string_view line) {
    return line.starts_with("probe ") || line.starts_with("count ") || line.starts_with("time ");
  });
  if (static_cast<uint64_t>(asked) != *at) return;
  ::kill(::getppid(), std::atoi(variable("FAKE_SIGNAL").c_str()));
  for (;;) ::pause();
}

// Faults that are the same in every pass.
void misbehave(const std::string& family, int answer_fd) {
  if (family == "Exits") std::_Exit(3);
  if (family == "Silent") std::_Exit(0);
  if (family == "Rubbish") {
    write_all(answer_fd, "what?\n");
    std::_Exit(0);
  }
  if (family == "Cut") {
    write_all(answer_fd, "allocstat-protocol 2\nexecutable plain\n");
    std::_Exit(0);
  }
  if (family == "Newer") {
    write_all(answer_fd, "allocstat-protocol 3\nend\n");
    std::_Exit(0);
  }
  if (family == "Hangs") {
    for (;;) ::pause();
  }
}

}  // namespace

int main(int, char** argv) {
  // One that hangs ends with the test that left it.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::string descriptors = variable(allocstat::protocol_variable);
  const size_t comma = descriptors.find(',');
  if (comma == std::string::npos) return 2;
  const int request_fd = std::atoi(descriptors.c_str());
  const int answer_fd = std::atoi(descriptors.c_str() + comma + 1);
  const Message request = allocstat::decode_message(read_all(request_fd)).value();

  const std::string verb = value_of(request, "do");
  const std::string name = value_of(request, "case");
  const std::string family = name.substr(0, name.find('/'));
  const bool pooled = name.ends_with("=pooled");
  const std::string iterations = value_of(request, "iterations");
  const std::string inject = value_of(request, "inject-allocs");
  const int asked = times_asked(verb + (name.empty() ? "" : " " + name) +
                                (iterations.empty() ? "" : " " + iterations) +
                                (inject.empty() ? "" : " inject-allocs " + inject));

  if (verb == "list") {
    for (const char* one : {"MALLOC_CONF", "LD_PRELOAD", "GLIBC_TUNABLES", "ALLOCSTAT_CORPUS"}) {
      times_asked(std::string("environment ") + one + "=" + variable(one));
    }
  }
  if (verb == "list" && !variable("FAKE_RAW_LIST").empty()) {
    write_all(answer_fd, allocstat::read_file(variable("FAKE_RAW_LIST")).value());
    return 0;
  }
  if (verb != "list") signal_who_asks();
  if (const std::string file = variable("FAKE_LOOK"); !file.empty()) {
    times_asked(::access(file.c_str(), F_OK) == 0 ? "look something" : "look nothing");
  }
  misbehave(family, answer_fd);
  if (family == "HangsOnce" && verb == "count" && asked == 1) {
    for (;;) ::pause();
  }
  if (family == "Interrupts" && verb == "time" && asked == 2) {
    ::kill(::getppid(), SIGINT);
    for (;;) ::pause();
  }
  if (family == "FillsTheDisk" && verb == "time") {
    // What is written first of a file is then on a device that is always full.
    if (asked == 1 && ::symlink("/dev/full", (variable("FAKE_OUT") + "/run.json.tmp").c_str()) != 0)
      return 1;
  }
  if (family == "Crashes" || (family == "CrashesInThirdRound" && verb == "time" && asked == 3)) {
    std::fprintf(stderr, "about to crash\n");
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would make an exit of it
    std::raise(SIGSEGV);
  }

  Message answer;
  if (verb == "list") answer = list();
  if (verb == "time") {
    answer = time(name, pooled, std::atoi(value_of(request, "repetitions").c_str()));
  }
  if (verb == "probe") answer = probe(family, name);
  if (verb == "count") {
    answer = count(family, name, pooled, allocstat::parse_uint(iterations).value_or(0),
                   allocstat::parse_uint(inject).value_or(0));
  }
  const bool counting = std::string_view(argv[0]).ends_with("-count") != (family == "WrongLink");
  answer.insert(answer.begin(), {"executable", counting ? "counting" : "plain"});
  if (family == "Error") answer.push_back({"error", "no such file:\nbody.json"});
  write_all(answer_fd, allocstat::encode_message(answer));
  std::printf("noise that harms nothing\n");
  return 0;
}
