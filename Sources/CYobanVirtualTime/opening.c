// Calls that open and create files.
#include "library_names.h"
#include "system_calls.h"
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

/// The protection that `Data.write(to:options:)` asks for on this thread, as in its options.
static __thread uint32_t requested_protection;

static int open_in_folder(int folder, const char *path, int flags, mode_t mode) {
  return OBSERVED(int, CALL_OPEN,
                  vt_call_to_open(&call, folder, path, flags, requested_protection),
                  HOST(openat64)(folder, path, flags, mode));
}

#define WITH_MODE(name, parameters, call) \
  int name parameters { \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list arguments; \
      va_start(arguments, flags); \
      mode = va_arg(arguments, mode_t); \
      va_end(arguments); \
    } \
    return call; \
  }
WITH_MODE(open, (const char *path, int flags, ...), open_in_folder(AT_FDCWD, path, flags, mode))
WITH_MODE(open64, (const char *path, int flags, ...), open_in_folder(AT_FDCWD, path, flags, mode))
WITH_MODE(openat, (int folder, const char *path, int flags, ...),
          open_in_folder(folder, path, flags, mode))
WITH_MODE(openat64, (int folder, const char *path, int flags, ...),
          open_in_folder(folder, path, flags, mode))

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

/// Opens the file, so that there is one way to truncate.
static int truncate_path(const char *path, off64_t size) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  int result = ftruncate64(file, size);
  int failure = errno;
  HOST(close)(file);
  errno = failure;
  return result;
}
int truncate(const char *path, off_t size) {
  return vt_observes(CALL_OPEN) ? truncate_path(path, size) : HOST(truncate)(path, size);
}
int truncate64(const char *path, off64_t size) {
  return vt_observes(CALL_OPEN) ? truncate_path(path, size) : HOST(truncate64)(path, size);
}

/// Makes the name of a temporary file itself, so that there is one way to create a file.
static int make_temporary(char *path, int suffix, int flags) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  size_t length = strlen(path);
  for (int attempt = 0; attempt < 100; attempt++) {
    // The process's random stream stays as it is. Otherwise a run would depend on whether it is observed.
    uint64_t random = (uint64_t)vt_thread_context->now ^ vt_thread_context->random->state;
    random = (random + (uint64_t)attempt) * 0x9e3779b97f4a7c15u;
    random ^= random >> 32;
    // A digit, a letter and a digit come first, by which anyone knows a name that was drawn.
    for (int i = 0; i < 6; i++, random /= 36)
      path[length - (size_t)suffix - 6 + i] =
          letters[i == 1 ? random % 26 : i < 3 ? 26 + random % 10 : random % 36];
    int file = open(path, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

#define MAKE_TEMPORARY(name, parameters, suffix, flags, arguments) \
  int name parameters { \
    return vt_is_observed_path(path) ? make_temporary(path, suffix, flags) : HOST(name) arguments; \
  }
MAKE_TEMPORARY(mkstemp, (char *path), 0, 0, (path))
MAKE_TEMPORARY(mkostemp, (char *path, int flags), 0, flags, (path, flags))
MAKE_TEMPORARY(mkstemps, (char *path, int suffix), suffix, 0, (path, suffix))

// Data.write(to:options:). Foundation on Linux ignores the protection among the options.
#define SWIFT __attribute__((swiftcall))
#define PARAMETERS \
  uintptr_t url0, uintptr_t url1, uintptr_t options, uintptr_t data0, uintptr_t data1, \
      __attribute__((swift_context)) void *self, __attribute__((swift_error_result)) void **error

SWIFT void write_data(PARAMETERS) REPLACES(write_data);
SWIFT void write_data(PARAMETERS) {
  uint32_t before = requested_protection;
  requested_protection = vt_thread_context ? (uint32_t)options & 0xf0000000 : 0;
  LIBRARY(write_data)(url0, url1, options, data0, data1, self, error);
  requested_protection = before;
}
