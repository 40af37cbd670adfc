#ifndef MUSTER_CSIMDJSON_H
#define MUSTER_CSIMDJSON_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
/// Readable bytes that must follow the text handed to the parser.
size_t muster_simdjson_padding(void);
#ifdef __cplusplus
}
#endif
#endif
