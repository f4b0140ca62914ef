// One poll loop watches everything a child can do: write, read its request, end. The end comes by a
// pidfd (pidfd_open(2)), because the end of its output is no sign: a child may close its output and
// go on, and a grandchild may hold it open. While nothing happens the loop sleeps, apart from a
// look at the stop flag, so a measured child is not disturbed.
#include "harness/base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/base/descriptor.h"

namespace allocstat {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How often the stop flag is looked at: a signal can arrive just before poll() goes to sleep.
constexpr milliseconds stop_interval{40};

struct Channel {
  Descriptor ours;
  Descriptor theirs;
};

// The same descriptor under a number that the child's standard streams do not take.
Descriptor above_standard_streams(int fd) {
  Descriptor low(fd);
  if (fd > STDERR_FILENO) return low;
  return Descriptor(::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

Result<Channel> channel(std::array<int, 2> fds) {
  Channel made{above_standard_streams(fds[0]), above_standard_streams(fds[1])};
  if (!made.ours.open() || !made.theirs.open() ||
      ::fcntl(made.ours.get(), F_SETFL, O_NONBLOCK) != 0) {
    return fail("cannot prepare a channel to a child process: {}", reason(errno));
  }
  return made;
}

// From the child to us.
Result<Channel> output_channel() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) {
    return fail("cannot make a pipe for a child process: {}", reason(errno));
  }
  return channel(fds);
}

// From us to the child. A socket, because send() can be told not to raise SIGPIPE when the child
// does not read.
Result<Channel> request_channel() {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) {
    return fail("cannot make a socket for a child process: {}", reason(errno));
  }
  return channel(fds);
}

struct Channels {
  Channel request;
  Channel answer;
  Channel out;
  Channel err;
};

Result<Channels> make_channels() {
  auto request = request_channel();
  if (!request) return std::unexpected(request.error());
  auto answer = output_channel();
  if (!answer) return std::unexpected(answer.error());
  auto out = output_channel();
  if (!out) return std::unexpected(out.error());
  auto err = output_channel();
  if (!err) return std::unexpected(err.error());
  return Channels{*std::move(request), *std::move(answer), *std::move(out), *std::move(err)};
}

std::string why_not_started(const std::string& path, int code) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return errno == ENOENT ? "there is no such file" : reason(errno);
  }
  if (S_ISDIR(status.st_mode)) return "is a folder";
  if (code == EACCES) return "is not executable";
  if (code == ENOENT) return "its interpreter or loader is missing";
  return reason(code);
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& string : strings) out.push_back(string.data());
  out.push_back(nullptr);
  return out;
}

// posix_spawn's two parameter objects, set up for a child that leads its own process group, with
// all signals as by default and none blocked.
class SpawnParameters {
 public:
  explicit SpawnParameters(const Channels& channels) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const std::array<std::pair<int, int>, 4> inherited{{
        {channels.out.theirs.get(), STDOUT_FILENO},
        {channels.err.theirs.get(), STDERR_FILENO},
        // Onto itself: that clears the descriptor's close-on-exec flag in the child alone.
        {channels.request.theirs.get(), channels.request.theirs.get()},
        {channels.answer.theirs.get(), channels.answer.theirs.get()},
    }};
    for (const auto& [from, to] : inherited) {
      posix_spawn_file_actions_adddup2(&actions_, from, to);
    }
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnParameters() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnParameters(const SpawnParameters&) = delete;
  SpawnParameters& operator=(const SpawnParameters&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

Result<pid_t> spawn(const ProcessRequest& request, const Channels& channels) {
  std::vector<std::string> command = request.command;
  std::vector<std::string> environment = request.environment;
  if (!request.descriptors_variable.empty()) {
    const std::string prefix = request.descriptors_variable + "=";
    std::erase_if(environment, [&](const std::string& text) { return text.starts_with(prefix); });
    environment.push_back(fmt::format("{}{},{}", prefix, channels.request.theirs.get(),
                                      channels.answer.theirs.get()));
  }
  const SpawnParameters parameters(channels);
  pid_t pid = 0;
  const int code =
      ::posix_spawn(&pid, command.front().c_str(), parameters.actions(), parameters.attributes(),
                    pointers(command).data(), pointers(environment).data());
  if (code == 0) return pid;
  return fail("{}: cannot be started: {}", command.front(), why_not_started(command.front(), code));
}

int reap(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    ALLOCSTAT_CHECK(errno == EINTR);
  }
  return status;
}

// What the child has written to one channel: all of it, up to a limit, or only the end.
struct Capture {
  Descriptor& from;
  std::string& into;
  size_t limit;
  bool keep_end;
  bool overflowed = false;

  // One read(2). False when nothing more is to be had now, or ever: then `from` is closed.
  bool read_some() {
    std::array<char, size_t{1} << 16> block;
    const ssize_t n = ::read(from.get(), block.data(), block.size());
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (n <= 0) {
      from.close();
      return false;
    }
    into.append(block.data(), static_cast<size_t>(n));
    if (into.size() > limit) {
      overflowed = true;
      if (keep_end) into.erase(0, into.size() - limit);
    }
    return true;
  }

  // After the child's end. No more than a full pipe can be its own words: a process that left the
  // child's group may still hold the other end and write for ever.
  void drain() {
    if (!from.open()) return;
    const int capacity = ::fcntl(from.get(), F_GETPIPE_SZ);
    for (int got = 0; got < capacity && read_some(); got += 1 << 16) {
    }
  }
};

void send_some(Descriptor& to, std::string_view& left) {
  const ssize_t n = ::send(to.get(), left.data(), left.size(), MSG_NOSIGNAL);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  // A child that does not want its request is judged by what it answers.
  left.remove_prefix(n < 0 ? left.size() : static_cast<size_t>(n));
  if (left.empty()) to.close();
}

int poll_timeout(Clock::time_point deadline, bool watch_stop) {
  auto wait = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  if (watch_stop) wait = std::min(wait, stop_interval);
  return static_cast<int>(std::clamp<int64_t>(wait.count(), 0, 60'000));
}

}  // namespace

Result<ProcessResult> run_process(const ProcessRequest& request,
                                  const volatile std::sig_atomic_t* stop) {
  ALLOCSTAT_CHECK(!request.command.empty());
  auto channels = make_channels();
  if (!channels) return std::unexpected(channels.error());

  const Clock::time_point start = Clock::now();
  const Clock::time_point deadline = start + request.limit;
  const Result<pid_t> pid = spawn(request, *channels);
  if (!pid) return std::unexpected(pid.error());
  for (Channel* channel : {&channels->request, &channels->answer, &channels->out, &channels->err}) {
    channel->theirs.close();
  }
  // By its number: the declaration in glibc 2.36 is not extern "C".
  const Descriptor end_of_child(static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0)));
  if (!end_of_child.open()) {
    const int code = errno;
    ::kill(-*pid, SIGKILL);
    reap(*pid);
    return fail("cannot watch a child process (pidfd_open, Linux 5.3 or newer): {}", reason(code));
  }

  ProcessResult result;
  Descriptor& to_child = channels->request.ours;
  std::string_view unsent = request.request;
  if (unsent.empty()) to_child.close();
  std::array<Capture, 3> captures{{
      {channels->answer.ours, result.answer, request.answer_limit, false},
      {channels->out.ours, result.out, request.output_tail, true},
      {channels->err.ours, result.err, request.output_tail, true},
  }};
  const Capture& answer = captures[0];

  for (;;) {
    // poll(2) ignores entries whose descriptor is negative: those already closed.
    std::array<pollfd, 5> watched{{{end_of_child.get(), POLLIN, 0},
                                   {to_child.get(), POLLOUT, 0},
                                   {captures[0].from.get(), POLLIN, 0},
                                   {captures[1].from.get(), POLLIN, 0},
                                   {captures[2].from.get(), POLLIN, 0}}};
    if (::poll(watched.data(), watched.size(), poll_timeout(deadline, stop != nullptr)) < 0) {
      ALLOCSTAT_CHECK(errno == EINTR);
      for (pollfd& entry : watched) entry.revents = 0;
    }
    if (watched[1].revents != 0) send_some(to_child, unsent);
    for (size_t i = 0; i < captures.size(); ++i) {
      if (watched[i + 2].revents != 0) captures[i].read_some();
    }
    if (watched[0].revents != 0) break;
    if (answer.overflowed) break;
    if (stop != nullptr && *stop != 0) {
      result.end = ProcessResult::End::interrupted;
      break;
    }
    if (Clock::now() >= deadline) {
      result.end = ProcessResult::End::timed_out;
      break;
    }
  }
  result.wall = Clock::now() - start;

  // Until it is reaped the child's number stays its own, even when it has ended: the group that is
  // killed cannot be a stranger's. The child itself is named as well: it may have left its group.
  ::kill(-*pid, SIGKILL);
  ::kill(*pid, SIGKILL);
  const int status = reap(*pid);
  for (Capture& capture : captures) capture.drain();

  if (answer.overflowed) {
    result.end = ProcessResult::End::answer_too_long;
  } else if (result.end == ProcessResult::End::exited && WIFSIGNALED(status)) {
    result.end = ProcessResult::End::signalled;
    result.code = WTERMSIG(status);
  } else if (result.end == ProcessResult::End::exited) {
    result.code = WEXITSTATUS(status);
  }
  return result;
}

std::string describe(const ProcessResult& result) {
  const double seconds = std::round(std::chrono::duration<double>(result.wall).count() * 10) / 10;
  switch (result.end) {
    case ProcessResult::End::exited:
      return fmt::format("exited with status {}", result.code);
    case ProcessResult::End::signalled: {
      const char* name = ::sigabbrev_np(result.code);
      return name == nullptr ? fmt::format("killed by signal {}", result.code)
                             : fmt::format("killed by SIG{} (signal {})", name, result.code);
    }
    case ProcessResult::End::timed_out:
      return fmt::format("did not end within {:g} s", seconds);
    case ProcessResult::End::answer_too_long:
      return fmt::format("answered without end (stopped after {} bytes)", result.answer.size());
    case ProcessResult::End::interrupted:
      return fmt::format("interrupted after {:g} s", seconds);
  }
  ALLOCSTAT_CHECK(false);
  return {};
}

std::vector<std::string> environment_without(const std::vector<std::string>& names) {
  std::vector<std::string> kept;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (std::ranges::find(names, text.substr(0, text.find('='))) == names.end()) {
      kept.emplace_back(text);
    }
  }
  return kept;
}

}  // namespace allocstat
