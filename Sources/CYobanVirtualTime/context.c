#include "context.h"
#include <string.h>

__thread vt_context *vt_thread_context = 0;

vt_context *vt_current(void) { return vt_thread_context; }

int vt_is_in_library(const void *address, const char *name) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_fname && strstr(info.dli_fname, name);
}
