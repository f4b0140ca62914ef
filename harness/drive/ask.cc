#include "harness/drive/ask.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/process.h"
#include "harness/base/text.h"

namespace allocstat::drive {
namespace {

std::string why_not_ended_well(const ProcessResult& result) {
  if (result.end == ProcessResult::End::exited) {
    return describe(result) + " instead of answering";
  }
  return describe(result);
}

std::string wrong_link(Link wanted, const std::string& found) {
  if (wanted == Link::counting && found == "plain") {
    return "was linked without the interposer: it would count nothing; build both executables with "
           "allocstat_add_cases";
  }
  if (wanted == Link::plain && found == "counting") {
    return "was linked with the interposer, which disturbs times; give the plain executable";
  }
  return fmt::format("says it is {}, which this allocstat does not know", in_quotes(found));
}

}  // namespace

std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, ' ');
  constexpr size_t most = 400;
  if (text.size() > most) text = text.substr(0, most) + "...";
  return std::string(trim(text));
}

std::expected<Message, Failure> ask(const CasesExecutable& executable, const Message& request,
                                    std::chrono::milliseconds limit,
                                    const volatile std::sig_atomic_t* stop) {
  ProcessRequest process;
  process.command = {executable.path};
  process.environment = executable.environment;
  process.request = encode_message(request);
  process.descriptors_variable = protocol_variable;
  process.limit = limit;
  const Result<ProcessResult> ended = run_process(process, stop);
  if (!ended) return std::unexpected(Failure{.why = ended.error().message, .error_output = ""});
  const auto failure = [&](std::string why, bool reported = false) {
    return std::unexpected(Failure{.why = one_line(std::move(why)),
                                   .error_output = ended->err,
                                   .interrupted = ended->end == ProcessResult::End::interrupted,
                                   .reported = reported});
  };
  if (!ended->ok()) return failure(why_not_ended_well(*ended));
  if (ended->answer.empty()) return failure("ended without an answer");
  Result<Message> answer = decode_message(ended->answer);
  if (!answer) return failure("answered rubbish: " + answer.error().message);
  if (const auto error = std::ranges::find(*answer, "error", &Entry::key); error != answer->end()) {
    return failure(error->value.empty() ? "reported an error without a word" : error->value, true);
  }
  const std::string wanted = executable.link == Link::plain ? "plain" : "counting";
  const std::string found =
      !answer->empty() && answer->front().key == "executable" ? answer->front().value : "";
  if (found != wanted) return failure(wrong_link(executable.link, found));
  return *std::move(answer);
}

}  // namespace allocstat::drive
