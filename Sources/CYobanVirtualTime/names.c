// Calls that change the names of files and folders, and their attributes.
#include "system_calls.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>

int unlink(const char *path) {
  return OBSERVED_NAME(int, CALL_UNLINK, vt_call_on_path(&call, AT_FDCWD, path),
                       HOST(unlink)(path));
}

int unlinkat(int folder, const char *path, int flags) {
  int kind = flags & AT_REMOVEDIR ? CALL_REMOVE_FOLDER : CALL_UNLINK;
  return OBSERVED_NAME(int, kind, vt_call_on_path(&call, folder, path),
                       HOST(unlinkat)(folder, path, flags));
}

int rmdir(const char *path) {
  return OBSERVED_NAME(int, CALL_REMOVE_FOLDER, vt_call_on_path(&call, AT_FDCWD, path),
                       HOST(rmdir)(path));
}

int remove(const char *path) {
  if (!vt_observes(CALL_UNLINK)) return HOST(remove)(path);
  struct stat file;
  return lstat(path, &file) == 0 && S_ISDIR(file.st_mode) ? rmdir(path) : unlink(path);
}

int rename(const char *from, const char *to) {
  return OBSERVED_NAME(int, CALL_RENAME, vt_call_on_paths(&call, AT_FDCWD, from, AT_FDCWD, to),
                       HOST(rename)(from, to));
}

int renameat(int folder, const char *from, int second_folder, const char *to) {
  return OBSERVED_NAME(int, CALL_RENAME, vt_call_on_paths(&call, folder, from, second_folder, to),
                       HOST(renameat)(folder, from, second_folder, to));
}

int renameat2(int folder, const char *from, int second_folder, const char *to, unsigned flags) {
  int kind = flags & RENAME_EXCHANGE ? CALL_EXCHANGE : CALL_RENAME;
  return OBSERVED_NAME(int, kind, vt_call_on_paths(&call, folder, from, second_folder, to),
                       HOST(renameat2)(folder, from, second_folder, to, flags));
}

int mkdir(const char *path, mode_t mode) {
  return OBSERVED(int, CALL_MAKE_FOLDER, vt_call_on_path(&call, AT_FDCWD, path),
                  HOST(mkdir)(path, mode));
}

int mkdirat(int folder, const char *path, mode_t mode) {
  return OBSERVED(int, CALL_MAKE_FOLDER, vt_call_on_path(&call, folder, path),
                  HOST(mkdirat)(folder, path, mode));
}

char *mkdtemp(char *path) {
  // The name is not known before the call.
  char *made = HOST(mkdtemp)(path);
  if (!made || !vt_observes(CALL_MAKE_FOLDER)) return made;
  vt_system_call call;
  call.kind = CALL_MAKE_FOLDER;
  if (vt_call_on_path(&call, AT_FDCWD, path)) {
    vt_call_ended(&call, 0);
    return made;
  }
  int failure = errno;
  HOST(rmdir)(path);
  errno = failure;
  return NULL;
}

int link(const char *from, const char *to) {
  return OBSERVED(int, CALL_LINK, vt_call_on_paths(&call, AT_FDCWD, from, AT_FDCWD, to),
                  HOST(link)(from, to));
}

int linkat(int folder, const char *from, int second_folder, const char *to, int flags) {
  return OBSERVED(int, CALL_LINK, vt_call_on_paths(&call, folder, from, second_folder, to),
                  HOST(linkat)(folder, from, second_folder, to, flags));
}

int symlink(const char *target, const char *path) {
  return OBSERVED(int, CALL_SYMLINK, vt_call_on_path(&call, AT_FDCWD, path),
                  HOST(symlink)(target, path));
}

int symlinkat(const char *target, int folder, const char *path) {
  return OBSERVED(int, CALL_SYMLINK, vt_call_on_path(&call, folder, path),
                  HOST(symlinkat)(target, folder, path));
}

#define ON_PATH(name, parameters, arguments) \
  int name parameters { \
    return OBSERVED(int, CALL_ATTRIBUTES, vt_call_on_path(&call, AT_FDCWD, path), \
                    HOST(name) arguments); \
  }
#define ON_FILE(name, parameters, arguments) \
  int name parameters { \
    return OBSERVED(int, CALL_ATTRIBUTES, vt_call_on_file(&call, file, 0, 0), \
                    HOST(name) arguments); \
  }
ON_PATH(chmod, (const char *path, mode_t mode), (path, mode))
ON_FILE(fchmod, (int file, mode_t mode), (file, mode))
ON_PATH(setxattr, (const char *path, const char *name, const void *value, size_t size, int flags),
        (path, name, value, size, flags))
ON_PATH(lsetxattr, (const char *path, const char *name, const void *value, size_t size, int flags),
        (path, name, value, size, flags))
ON_FILE(fsetxattr, (int file, const char *name, const void *value, size_t size, int flags),
        (file, name, value, size, flags))
ON_PATH(utimes, (const char *path, const struct timeval times[2]), (path, times))
ON_FILE(futimens, (int file, const struct timespec times[2]), (file, times))
