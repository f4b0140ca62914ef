#include "impl/gzip/outcome.h"

namespace allocstat::gzip {

std::string_view name(Code code) {
  switch (code) {
    case Code::ok:
      return "ok";
    case Code::eof:
      return "eof";
    case Code::unexpected_eof:
      return "unexpected_eof";
    case Code::bad_header:
      return "bad_header";
    case Code::bad_checksum:
      return "bad_checksum";
    case Code::corrupt:
      return "corrupt";
    case Code::no_progress:
      return "no_progress";
    case Code::out_of_memory:
      return "out_of_memory";
    case Code::not_open:
      return "not_open";
    case Code::closed:
      return "closed";
    case Code::source_failed:
      return "source_failed";
  }
  return "unknown";
}

}  // namespace allocstat::gzip
