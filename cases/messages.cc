#include "cases/messages.h"

namespace allocstat::corpus {

std::vector<Message> messages() {
  const std::string small = "NATS/1.0\r\nMsg-ID: 123\r\n";
  const std::string medium =
      "NATS/1.0\r\nCorrelationID: 123\r\nMsg-ID: 456\r\n"
      "X-NATS-Keys: A\r\nX-NATS-Keys: B\r\nX-NATS-Keys: C\r\n"
      "X-Test-Keys: D\r\nX-Test-Keys: E\r\nX-Test-Keys: F\r\n";
  const std::string value(100, 'A');
  const std::string large =
      medium + "X-A-Long-Header-1: " + value + "\r\nX-A-Long-Header-2: " + value + "\r\n";
  const header::Headers medium_headers{{"CorrelationID", {"123"}},
                                       {"Msg-ID", {"456"}},
                                       {"X-NATS-Keys", {"A", "B", "C"}},
                                       {"X-Test-Keys", {"D", "E", "F"}}};
  header::Headers large_headers = medium_headers;
  large_headers["X-A-Long-Header-1"] = {value};
  large_headers["X-A-Long-Header-2"] = {value};
  return {{"small", small + "\r\n", {{"Msg-ID", {"123"}}}},
          {"medium", medium + "\r\n", medium_headers},
          {"large", large + "\r\n", large_headers}};
}

}  // namespace allocstat::corpus
