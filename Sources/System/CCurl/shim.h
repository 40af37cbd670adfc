#ifndef MUSTER_CCURL_SHIM_H
#define MUSTER_CCURL_SHIM_H
#include <curl/curl.h>
#endif
