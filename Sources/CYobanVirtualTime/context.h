#pragma once
#define _GNU_SOURCE
#include "virtual_time.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

extern __thread vt_context *vt_thread_context;

/// Gives this thread a second stack for the handler of a stack overflow. Call it before the thread belongs to a
/// simulation. Later calls have no effect.
void vt_prepare_for_overflow(void);

/// Whether an address lies in a shared library whose path contains the name. With
/// `__builtin_return_address(0)`, this tells whether that library made the call.
int vt_is_in_library(const void *address, const char *name);

/// Puts the process's time zone or locale into Foundation's variable if this is its mutex, and takes it out
/// again. Call after a thread of a simulation has locked a mutex, and before it unlocks one.
void vt_mutex_was_locked(void *mutex);
void vt_mutex_will_unlock(void *mutex);
/// Notes that this thread of the host has locked a mutex, if a search for such a variable goes on.
void vt_note_lock(void *mutex);

/// The value of a static pointer to code or to a variable of a library, computed at its first use.
///
/// Threads may do this at the same time: all of them compute the same pointer, and no thread can
/// read a part of it. Relaxed ordering suffices, because only the pointer is passed on: what it
/// points to was loaded before any thread started.
#define LOOKED_UP_ONCE(pointer, computed) \
  ({ __typeof__(pointer) known = __atomic_load_n(&(pointer), __ATOMIC_RELAXED); \
     if (!known) { \
       known = (computed); \
       __atomic_store_n(&(pointer), known, __ATOMIC_RELAXED); \
     } \
     known; })

/// `HOST(name)` is the host's own function of that name. It is looked up once.
#define HOST(name) \
  ({ static __typeof__(&name) host; \
     LOOKED_UP_ONCE(host, (__typeof__(&name))dlsym(RTLD_NEXT, #name)); })
