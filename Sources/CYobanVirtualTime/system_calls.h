// Calls on files that are observed. See system_calls.c.
#pragma once
#include "context.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/types.h>

enum {
  CALL_OPEN = 1, CALL_CREATE, CALL_READ, CALL_WRITE, CALL_TRUNCATE, CALL_RENAME, CALL_EXCHANGE,
  CALL_UNLINK, CALL_MAKE_FOLDER, CALL_REMOVE_FOLDER, CALL_LINK, CALL_SYMLINK, CALL_SYNCHRONIZE,
  CALL_BARRIER, CALL_FULL_SYNCHRONIZE, CALL_SYNCHRONIZE_ALL, CALL_CLOSE, CALL_MAP,
  CALL_ATTRIBUTES,
};

/// Whether calls of this kind are observed, if this thread's process makes them.
static inline int vt_observes(int kind) {
  return vt_thread_context && vt_thread_context->observed_calls >> kind & 1;
}

/// Whether a path is in the folder whose files are observed.
int vt_is_observed_path(const char *path);

// Each function asks about a call whose kind is set and observed. It returns 1 if the host's call is to
// be made. If not, it has set `errno`. A thread whose process ends before the call never returns.
int vt_call_on_path(vt_system_call *call, int folder, const char *path);
int vt_call_on_paths(vt_system_call *call, int folder, const char *path, int second_folder,
                     const char *second_path);
int vt_call_on_file(vt_system_call *call, int file, int64_t offset, int64_t count);
/// A call that opens a file, or makes one with the protection that `Data.write(to:options:)` asks for. If it
/// makes one, it is of the kind `CALL_CREATE`.
int vt_call_to_open(vt_system_call *call, int folder, const char *path, int flags,
                    uint32_t protection);
/// Reports the result of the host's call, -1 for a failure, and keeps `errno`. A thread whose process ends
/// after the call never returns.
void vt_call_ended(vt_system_call *call, int64_t result);

/// Returns the bytes that may be written, of those that a call asks for: fewer if the disk is full.
int64_t vt_call_room(vt_system_call *call, int64_t count);

/// Notes that names of files or folders have changed, or that a file may have lost its last name.
void vt_names_changed(void);

/// Whether an open file is in the observed folder, and what is written to it is observed.
int vt_is_observed_file(int file);

/// Writes to an open file, which is neither standard output nor standard error.
ssize_t vt_write(int file, const void *bytes, size_t count);
/// `fcntl` with the commands F_BARRIERFSYNC and F_FULLFSYNC of Apple's systems.
int vt_barrier(int file);
int vt_full_synchronize(int file);

/// The body of an interposed function: makes the host's call. If such calls are observed, asks before it, and
/// reports its result.
#define OBSERVED(type, kind_of_call, begin, host) \
  ({ vt_system_call call; \
     call.kind = kind_of_call; \
     int is_observed = vt_observes(kind_of_call); \
     type result = (type)-1; \
     if (!is_observed || begin) { \
       result = host; \
       if (is_observed) vt_call_ended(&call, (int64_t)result); \
     } \
     result; })

/// As `OBSERVED`, for a call that can change or remove a name.
#define OBSERVED_NAME(type, kind, begin, host) \
  OBSERVED(type, kind, begin, ({ type of_call = host; vt_names_changed(); of_call; }))
