#pragma once
#define _GNU_SOURCE
#include "virtual_time.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

extern __thread vt_context *vt_thread_context;

/// `HOST(name)` is the host's own function of that name, looked up once.
#define HOST(name) \
  ({ static __typeof__(&name) host; \
     if (!host) host = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
     host; })
