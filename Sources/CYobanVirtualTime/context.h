// What all files of this target share. They form layers: a file calls only functions of files that stand
// before it here, and the functions in Swift that it declares. A test checks this.
//
//   context.c library_names.c
//   clocks.c crypto.c device.c dispatch.c exit.c files.c foundation.c random.c run_loop.c statics.c tasks.c
//   system_calls.c                                      what system_calls.h declares first: observers
//   file_data.c names.c                                 calls on open files, and on names
//   file_locks.c mappings.c opening.c output.c signals.c
//   streams.c traps.c
//   baton.c                                             the threads of a simulation
//   region.c
//   locks.c
//   load.c                                              before main
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

/// Makes BoringSSL create its key of pthreads, and do what it does once at its first use. Call it before main.
void vt_prepare_boring_ssl(void);

/// Replaces `FileManager.urls(for:in:)`. Call it before main.
void vt_replace_folders_method(void);

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
