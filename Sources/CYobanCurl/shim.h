#include <curl/curl.h>

// `curl_easy_setopt` and `curl_easy_getinfo` take variable arguments, which Swift does not call.
static inline CURLcode yoban_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode yoban_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode yoban_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}
typedef size_t (*yoban_curl_callback)(char *, size_t, size_t, void *);
static inline CURLcode yoban_curl_set_callback(CURL *handle, CURLoption option, yoban_curl_callback f) {
  return curl_easy_setopt(handle, option, f);
}
static inline CURLcode yoban_curl_status(CURL *handle, long *status) {
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
