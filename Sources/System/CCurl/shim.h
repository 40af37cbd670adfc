#ifndef MUSTER_CCURL_SHIM_H
#define MUSTER_CCURL_SHIM_H
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift can't call.
typedef size_t (*muster_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode muster_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode muster_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode muster_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode muster_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode muster_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode muster_curl_set_data_callback(CURL *handle, CURLoption option, muster_curl_data_callback value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode muster_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode muster_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
#endif
