#include "CSimdJSON.h"

#include <memory>
#include <new>
#include <simdjson.h>

namespace {
// A parser keeps buffers of several times its largest document; one that met a huge one is not kept.
constexpr size_t largest_kept = 1 << 20;

thread_local std::unique_ptr<simdjson::dom::parser> kept;
}  // namespace

extern "C" muster_json_tape muster_simdjson_parse(const uint8_t *bytes, size_t count) {
  muster_json_tape result = {nullptr, nullptr, 0, 0};
  if (!kept || (kept->capacity() > largest_kept && count <= largest_kept)) {
    kept.reset(new (std::nothrow) simdjson::dom::parser());
    if (!kept) {
      result.error = simdjson::MEMALLOC;
      return result;
    }
  }
  simdjson::dom::element root;
  const simdjson::error_code error = kept->parse(bytes, count, true).get(root);
  if (error) {
    result.error = error;
    return result;
  }
  result.words = kept->doc.tape.get();
  result.strings = kept->doc.string_buf.get();
  // The first word is the root's; its payload is the index of the word after the last.
  result.count = static_cast<size_t>(result.words[0] & ((uint64_t(1) << 56) - 1));
  return result;
}
