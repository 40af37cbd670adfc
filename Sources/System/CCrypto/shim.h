#ifndef MUSTER_CCRYPTO_SHIM_H
#define MUSTER_CCRYPTO_SHIM_H
// The low-level digests are called "deprecated" in favour of providers, whose lookup costs more than hashing a short
// message; a digest that must run several times a request is worth the older call.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
/// Whether this processor has the CRC-32C instruction (SSE 4.2).
static inline int muster_has_crc32c(void) { return __builtin_cpu_supports("sse4.2") != 0; }

/// One step of CRC-32C over `count` bytes by the processor's instruction; `state` is the inverted checksum.
__attribute__((target("sse4.2"))) static inline uint32_t muster_crc32c(
    uint32_t state, const uint8_t *bytes, size_t count) {
  uint64_t wide = state;
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = __builtin_ia32_crc32di(wide, word);
    bytes += 8;
    count -= 8;
  }
  uint32_t narrow = (uint32_t)wide;
  while (count > 0) {
    narrow = __builtin_ia32_crc32qi(narrow, *bytes);
    bytes += 1;
    count -= 1;
  }
  return narrow;
}
#else
static inline int muster_has_crc32c(void) { return 0; }
static inline uint32_t muster_crc32c(uint32_t state, const uint8_t *bytes, size_t count) { return state; }
#endif
#endif
