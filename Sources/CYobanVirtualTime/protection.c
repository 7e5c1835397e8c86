// Files that a simulated process may not open at this time, such as protected files of a locked device.
// The decisions are made in Swift, by the `FileGuard` of the process.
#include "library_names.h"
#include "system_calls.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// Implemented in Swift. A file is named by its device and inode, which stay the same after a rename.
extern int vt_may_open_file(uint64_t device, uint64_t inode);
extern int vt_may_create_file(const char *path, uint32_t protection);
extern int vt_may_use_file(uint64_t device, uint64_t inode);
extern void vt_path_is_missing(const char *path);
extern void vt_file_opened(uint64_t device, uint64_t inode, const char *path, int is_new,
                           uint32_t protection);

/// The protection that `Data.write(to:options:)` asks for on this thread, as in its options.
static __thread uint32_t requested_protection;

int vt_is_guarded(const char *path) {
  vt_context *c = vt_thread_context;
  return c && c->guarded_folder && path &&
         !strncmp(path, c->guarded_folder, strlen(c->guarded_folder));
}

/// Notes that the process has asked for a file that does not exist.
static void note_missing(const char *path) {
  int error = errno;
  vt_path_is_missing(path);
  errno = error;
}

#define ASK_FOR(name, parameters, arguments) \
  int name parameters { \
    int result = HOST(name) arguments; \
    if (result != 0 && errno == ENOENT && vt_is_guarded(path)) note_missing(path); \
    return result; \
  }
ASK_FOR(stat, (const char *restrict path, struct stat *restrict out), (path, out))
ASK_FOR(lstat, (const char *restrict path, struct stat *restrict out), (path, out))
ASK_FOR(access, (const char *path, int mode), (path, mode))

/// The facts about a file before it is opened.
typedef struct opening { int is_checked, existed; } opening;

/// Returns 0 and sets `errno` if the file may not be opened.
static int may_open(const char *path, int creates, opening *opening) {
  *opening = (struct opening){0, 0};
  if (!vt_is_guarded(path)) return 1;
  struct stat file;
  opening->existed = stat(path, &file) == 0;  // notes a missing file
  if (opening->existed && !S_ISREG(file.st_mode)) return 1;
  opening->is_checked = 1;
  int may = opening->existed ? vt_may_open_file(file.st_dev, file.st_ino)
                             : !creates || vt_may_create_file(path, requested_protection);
  if (!may) errno = EPERM;
  return may;
}

static void opened(const char *path, int descriptor, opening opening) {
  struct stat file;
  if (!opening.is_checked || descriptor < 0 || (opening.existed && !requested_protection)) return;
  if (fstat(descriptor, &file) == 0)
    vt_file_opened(file.st_dev, file.st_ino, path, !opening.existed, requested_protection);
}

static int open_guarded(const char *path, int flags, mode_t mode) {
  opening opening;
  vt_system_call call;
  if (!vt_call_to_open(&call, AT_FDCWD, path, flags)) return -1;
  int descriptor = -1;
  if (may_open(path, flags & O_CREAT, &opening)) {
    descriptor = HOST(open64)(path, flags, mode);
    opened(path, descriptor, opening);
  }
  vt_call_ended(&call, descriptor);
  return descriptor;
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
WITH_MODE(open, (const char *path, int flags, ...), open_guarded(path, flags, mode))
WITH_MODE(open64, (const char *path, int flags, ...), open_guarded(path, flags, mode))

static int open_in_folder(int folder, const char *path, int flags, mode_t mode) {
  if (path && path[0] == '/') return open_guarded(path, flags, mode);
  return OBSERVED(int, vt_call_to_open(&call, folder, path, flags),
                  HOST(openat64)(folder, path, flags, mode));
}
WITH_MODE(openat, (int folder, const char *path, int flags, ...),
          open_in_folder(folder, path, flags, mode))
WITH_MODE(openat64, (int folder, const char *path, int flags, ...),
          open_in_folder(folder, path, flags, mode))

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static int flags_of(const char *mode) {
  int access = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  int creation = mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0;
  return access | creation | (strchr(mode, 'x') ? O_EXCL : 0) | (strchr(mode, 'e') ? O_CLOEXEC : 0);
}

#define OPEN_STREAM(name) \
  FILE *name(const char *restrict path, const char *restrict mode) { \
    if (vt_observes() && vt_is_guarded(path)) { \
      int file = open(path, flags_of(mode), 0666); \
      return file < 0 ? NULL : vt_open_stream(file, mode); \
    } \
    opening opening; \
    if (!may_open(path, mode[0] != 'r', &opening)) return NULL; \
    FILE *stream = HOST(name)(path, mode); \
    if (stream) opened(path, fileno(stream), opening); \
    return stream; \
  }
OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)

/// Makes the name of a temporary file itself, so that there is one way to create a file.
static int make_temporary(char *path, int suffix, int flags) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  size_t length = strlen(path);
  for (int attempt = 0; attempt < 100; attempt++) {
    // The process's random stream stays as it is. Otherwise a run would depend on whether it is observed.
    uint64_t random = (uint64_t)vt_thread_context->now ^ *vt_thread_context->random_state;
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
    if (vt_is_guarded(path)) return make_temporary(path, suffix, flags); \
    opening opening; \
    if (!may_open(path, 1, &opening)) return -1; \
    int descriptor = HOST(name) arguments; \
    opened(path, descriptor, opening); \
    return descriptor; \
  }
MAKE_TEMPORARY(mkstemp, (char *path), 0, 0, (path))
MAKE_TEMPORARY(mkostemp, (char *path, int flags), 0, flags, (path, flags))
MAKE_TEMPORARY(mkstemps, (char *path, int suffix), suffix, 0, (path, suffix))

int vt_may_use_open_file(int descriptor) {
  vt_context *c = vt_thread_context;
  struct stat file;
  if (!c || !c->guards_open_files || fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode) ||
      vt_may_use_file(file.st_dev, file.st_ino))
    return 1;
  errno = EPERM;
  return 0;
}

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
