// Files that a simulated process may not open at this time, such as protected files of a locked device.
// The decisions are made in Swift, by the `FileGuard` of the process.
#include "context.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Implemented in Swift. A file is named by its device and inode, which stay the same after a rename.
extern int vt_may_open_file(uint64_t device, uint64_t inode);
extern int vt_may_create_file(const char *path, uint32_t protection);
extern int vt_may_use_file(uint64_t device, uint64_t inode);
extern void vt_file_opened(uint64_t device, uint64_t inode, const char *path, int is_new,
                           uint32_t protection);
extern void vt_file_removed(uint64_t device, uint64_t inode);

/// The protection that `Data.write(to:options:)` asks for on this thread, as in its options.
static __thread uint32_t requested_protection;

static int is_guarded(const char *path) {
  vt_context *c = vt_thread_context;
  return c && c->guarded_folder && path &&
         !strncmp(path, c->guarded_folder, strlen(c->guarded_folder));
}

/// The facts about a file before it is opened.
typedef struct opening { int is_checked, existed; } opening;

/// Returns 0 and sets `errno` if the file may not be opened.
static int may_open(const char *path, int creates, opening *opening) {
  *opening = (struct opening){0, 0};
  if (!is_guarded(path)) return 1;
  struct stat file;
  opening->existed = stat(path, &file) == 0;
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

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
      va_list arguments; \
      va_start(arguments, flags); \
      mode = va_arg(arguments, mode_t); \
      va_end(arguments); \
    } \
    opening opening; \
    if (!may_open(path, flags & O_CREAT, &opening)) return -1; \
    int descriptor = HOST(name)(path, flags, mode); \
    opened(path, descriptor, opening); \
    return descriptor; \
  }
OPEN(open)
OPEN(open64)

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

#define OPEN_STREAM(name) \
  FILE *name(const char *restrict path, const char *restrict mode) { \
    opening opening; \
    if (!may_open(path, mode[0] != 'r', &opening)) return NULL; \
    FILE *stream = HOST(name)(path, mode); \
    if (stream) opened(path, fileno(stream), opening); \
    return stream; \
  }
OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)

#define MAKE_TEMPORARY(name, parameters, arguments) \
  int name parameters { \
    opening opening; \
    if (!may_open(path, 1, &opening)) return -1; \
    int descriptor = HOST(name) arguments; \
    opened(path, descriptor, opening); \
    return descriptor; \
  }
MAKE_TEMPORARY(mkstemp, (char *path), (path))
MAKE_TEMPORARY(mkostemp, (char *path, int flags), (path, flags))
MAKE_TEMPORARY(mkstemps, (char *path, int suffix), (path, suffix))

/// The number of a file that no longer has a name may be given to a new file.
static int is_last_name(const char *path, struct stat *file) {
  return is_guarded(path) && lstat(path, file) == 0 && S_ISREG(file->st_mode) &&
         file->st_nlink == 1;
}

int unlink(const char *path) {
  struct stat file;
  int is_last = is_last_name(path, &file);
  int result = HOST(unlink)(path);
  if (is_last && result == 0) vt_file_removed(file.st_dev, file.st_ino);
  return result;
}

int rename(const char *from, const char *to) {
  struct stat file, source;
  int is_last = is_last_name(to, &file) &&
                !(lstat(from, &source) == 0 && source.st_ino == file.st_ino);
  int result = HOST(rename)(from, to);
  if (is_last && result == 0) vt_file_removed(file.st_dev, file.st_ino);
  return result;
}

int vt_may_use_open_file(int descriptor) {
  vt_context *c = vt_thread_context;
  struct stat file;
  if (!c || !c->guards_open_files || fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode) ||
      vt_may_use_file(file.st_dev, file.st_ino))
    return 1;
  errno = EPERM;
  return 0;
}

#define TRANSFER(name, parameters, arguments) \
  ssize_t name parameters { \
    if (!vt_may_use_open_file(file)) return -1; \
    return HOST(name) arguments; \
  }
TRANSFER(read, (int file, void *bytes, size_t count), (file, bytes, count))
TRANSFER(pread, (int file, void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
TRANSFER(pread64, (int file, void *bytes, size_t count, off64_t offset), (file, bytes, count, offset))
TRANSFER(pwrite, (int file, const void *bytes, size_t count, off_t offset),
         (file, bytes, count, offset))
TRANSFER(pwrite64, (int file, const void *bytes, size_t count, off64_t offset),
         (file, bytes, count, offset))

// Data.write(to:options:). Foundation on Linux ignores the protection among the options.
#define DATA_WRITE "$s20FoundationEssentials4DataV5write2to7optionsyAA3URLV_AC14WritingOptionsVtKF"
#define SWIFT __attribute__((swiftcall))
#define PARAMETERS \
  uintptr_t url0, uintptr_t url1, uintptr_t options, uintptr_t data0, uintptr_t data1, \
      __attribute__((swift_context)) void *self, __attribute__((swift_error_result)) void **error
typedef SWIFT void (*data_write)(PARAMETERS);

SWIFT void write_data(PARAMETERS) __asm__(DATA_WRITE);
SWIFT void write_data(PARAMETERS) {
  static data_write host;
  if (!host) host = (data_write)dlsym(RTLD_NEXT, DATA_WRITE);
  uint32_t before = requested_protection;
  requested_protection = vt_thread_context ? (uint32_t)options & 0xf0000000 : 0;
  host(url0, url1, options, data0, data1, self, error);
  requested_protection = before;
}
