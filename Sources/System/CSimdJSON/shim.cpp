#include "CSimdJSON.h"
#include <simdjson.h>

extern "C" size_t muster_simdjson_padding(void) { return simdjson::SIMDJSON_PADDING; }
