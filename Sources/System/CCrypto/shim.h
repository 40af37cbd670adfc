#ifndef MUSTER_CCRYPTO_SHIM_H
#define MUSTER_CCRYPTO_SHIM_H
#include <openssl/evp.h>
#endif
