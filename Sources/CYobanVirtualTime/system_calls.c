// Calls on files of the observed folder that the observer of the process wants to know: before each call it
// may let the call fail or end the process, and after a call it can get the result.
#include "system_calls.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Implemented in Swift. Returns 0, or the errno with which the call fails, or -1 if nobody needs its result.
extern int vt_system_call_begins(vt_system_call *call);
extern void vt_system_call_ended(vt_system_call *call, int64_t result, int failure);
extern int vt_needs_offsets(void);
extern int64_t vt_system_call_room(const vt_system_call *call, int64_t count);
extern void vt_path_is_missing(const char *path);

static int begins_with(const char *path, const char *folder) {
  return folder && !strncmp(path, folder, strlen(folder));
}

/// The number of calls so far that can change the paths of files which are open.
static _Atomic unsigned names_changed;

void vt_names_changed(void) { names_changed++; }

/// Reads the path of an open file. Returns 0 if it has none.
static int path_of_file(int file, char *path) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, 4095);
  if (count <= 0 || path[0] != '/') return 0;
  path[count] = 0;
  static const char deleted[] = " (deleted)";
  size_t tail = sizeof deleted - 1;
  if ((size_t)count > tail && !strcmp(path + count - tail, deleted)) path[count - tail] = 0;
  return 1;
}

/// The paths of some open files of a thread, because the kernel takes microseconds to tell a path.
struct known_path {
  int file;
  unsigned names;
  dev_t device;
  ino_t inode;
  char path[480];
};
#define KNOWN_PATHS 4
static __thread struct known_path known_paths[KNOWN_PATHS];

/// As `path_of_file`, for a file whose status is known.
static int path_of_known_file(int file, const struct stat *status, char *path) {
  struct known_path *known = &known_paths[file % KNOWN_PATHS];
  unsigned names = names_changed;
  if (known->path[0] && known->file == file && known->names == names &&
      known->device == status->st_dev && known->inode == status->st_ino) {
    strcpy(path, known->path);
    return 1;
  }
  if (!path_of_file(file, path)) return 0;
  if (strlen(path) < sizeof known->path) {
    *known = (struct known_path){file, names, status->st_dev, status->st_ino, ""};
    strcpy(known->path, path);
  }
  return 1;
}

/// Makes a path absolute. Returns null if it is not in the observed folder.
static const char *absolute(int folder, const char *path, char *buffer) {
  vt_context *c = vt_thread_context;
  if (!path) return 0;
  if (path[0] != '/') {
    if (folder == AT_FDCWD ? !getcwd(buffer, 4096) : !path_of_file(folder, buffer)) return 0;
    size_t length = strlen(buffer);
    if (length + strlen(path) + 2 > 4096) return 0;
    buffer[length] = '/';
    strcpy(buffer + length + 1, path);
    path = buffer;
  }
  return begins_with(path, c->observed_folder) || begins_with(path, c->canonical_folder) ? path : 0;
}

int vt_is_observed_path(const char *path) {
  return vt_thread_context && path && begins_with(path, vt_thread_context->observed_folder);
}

int vt_is_observed_file(int file) {
  int before = errno;
  char path[4096];
  int is_observed = vt_observes(CALL_WRITE) && path_of_file(file, path) &&
                    begins_with(path, vt_thread_context->canonical_folder);
  errno = before;
  return is_observed;
}

static int ask(vt_system_call *call) {
  int failure = vt_system_call_begins(call);
  if (failure < 0) {
    call->kind = 0;
    return 1;
  }
  if (failure == 0) return 1;
  errno = failure;
  return 0;
}

static void prepare(vt_system_call *call) {
  call->truncates = call->is_folder = 0;
  call->protection = 0;
  call->file = -1;
  call->device = call->inode = 0;
  call->path = call->second_path = 0;
  call->offset = call->count = 0;
}

static void set_file(vt_system_call *call, const struct stat *status) {
  call->device = status->st_dev;
  call->inode = status->st_ino;
  call->is_folder = S_ISDIR(status->st_mode);
}

int vt_call_on_path(vt_system_call *call, int folder, const char *path) {
  return vt_call_on_paths(call, folder, path, AT_FDCWD, 0);
}

int vt_call_on_paths(vt_system_call *call, int folder, const char *path, int second_folder,
                     const char *second_path) {
  prepare(call);
  int before = errno;
  call->path = absolute(folder, path, call->buffer[0]);
  call->second_path = absolute(second_folder, second_path, call->buffer[1]);
  errno = before;
  if (!call->path || (second_path && !call->second_path)) {
    call->kind = 0;
    return 1;
  }
  struct stat status;
  if (lstat(call->path, &status) == 0) set_file(call, &status);
  errno = before;
  return ask(call);
}

/// Finds out where a write begins that continues where the last one ended, if the observer needs it.
static void find_offset(vt_system_call *call) {
  struct stat status;
  if (call->kind != CALL_WRITE || call->offset >= 0 || !vt_needs_offsets()) return;
  int before = errno;
  if (HOST(fcntl)(call->file, F_GETFL) & O_APPEND) {
    if (fstat(call->file, &status) == 0) call->offset = status.st_size;
  } else {
    call->offset = lseek(call->file, 0, SEEK_CUR);
  }
  errno = before;
}

int vt_call_on_file(vt_system_call *call, int file, int64_t offset, int64_t count) {
  prepare(call);
  int before = errno;
  struct stat status;
  int is_known = fstat(file, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
                 path_of_known_file(file, &status, call->buffer[0]) &&
                 begins_with(call->buffer[0], vt_thread_context->canonical_folder);
  if (is_known) {
    set_file(call, &status);
    call->path = call->buffer[0];
    call->file = file;
    call->count = count;
    call->offset = offset;
    find_offset(call);
  } else {
    call->kind = 0;
  }
  errno = before;
  return call->kind ? ask(call) : 1;
}

int vt_call_to_open(vt_system_call *call, int folder, const char *path, int flags,
                    uint32_t protection) {
  prepare(call);
  call->protection = protection;
  int before = errno;
  struct stat status;
  call->path = absolute(folder, path, call->buffer[0]);
  if (call->path) {
    int exists = stat(call->path, &status) == 0;  // notes a missing file
    if (!exists && flags & O_CREAT) call->kind = CALL_CREATE;
    if (exists) {
      set_file(call, &status);
      call->truncates = flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY && status.st_size > 0;
    }
  } else {
    call->kind = 0;
  }
  errno = before;
  return call->kind ? ask(call) : 1;
}

void vt_call_ended(vt_system_call *call, int64_t result) {
  if (!call->kind) return;
  int before = errno;
  vt_system_call_ended(call, result, result == -1 ? before : 0);
  errno = before;
}

int64_t vt_call_room(vt_system_call *call, int64_t count) {
  // The answer to the call may have limited the space of the disk.
  find_offset(call);
  return call->kind ? vt_system_call_room(call, count) : count;
}

#define ASK_FOR(name, parameters, arguments) \
  int name parameters { \
    int result = HOST(name) arguments; \
    if (result != 0 && errno == ENOENT && vt_is_observed_path(path)) { \
      vt_path_is_missing(path); \
      errno = ENOENT; \
    } \
    return result; \
  }
ASK_FOR(stat, (const char *restrict path, struct stat *restrict out), (path, out))
ASK_FOR(lstat, (const char *restrict path, struct stat *restrict out), (path, out))
ASK_FOR(access, (const char *path, int mode), (path, mode))

int64_t vt_read_file(int file, const char *path, int64_t offset, void *bytes, int64_t count) {
  char link[32];
  if (file >= 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    path = link;
  }
  int copy = HOST(open)(path, O_RDONLY | O_CLOEXEC);
  if (copy < 0) return 0;
  int64_t done = 0;
  while (done < count) {
    ssize_t part = HOST(pread)(copy, (char *)bytes + done, (size_t)(count - done), offset + done);
    if (part <= 0) break;
    done += part;
  }
  HOST(close)(copy);
  return done;
}
