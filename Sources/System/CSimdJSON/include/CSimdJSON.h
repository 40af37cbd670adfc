#ifndef MUSTER_CSIMDJSON_H
#define MUSTER_CSIMDJSON_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// A parsed document as simdjson's tape (its doc/tape.md): one 64-bit word an item, the kind in the top byte.
/// All pointers belong to the calling thread's parser and are valid until that thread parses again.
typedef struct {
  const uint64_t *words;
  /// Texts: a 32-bit length, then the bytes, then a zero; a string's word holds its offset here.
  const uint8_t *strings;
  /// Words on the tape, the two root words included.
  size_t count;
  /// 0, or simdjson's error code; then the rest is not set.
  int32_t error;
} muster_json_tape;

/// Parses one document. `bytes` needs no padding and may be anything; it is copied first.
muster_json_tape muster_simdjson_parse(const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
