// Calls that change the names of files and folders, and their attributes.
#include "system_calls.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>

// Implemented in Swift.
extern void vt_file_removed(uint64_t device, uint64_t inode);

/// The number of a file that no longer has a name may be given to a new file.
static int is_last_name(const char *path, struct stat *file) {
  return vt_is_guarded(path) && lstat(path, file) == 0 && S_ISREG(file->st_mode) &&
         file->st_nlink == 1;
}

int unlink(const char *path) {
  struct stat file;
  int is_last = is_last_name(path, &file);
  int result =
      OBSERVED_NAME(int, vt_call_on_path(&call, CALL_UNLINK, AT_FDCWD, path), HOST(unlink)(path));
  if (is_last && result == 0) vt_file_removed(file.st_dev, file.st_ino);
  return result;
}

int unlinkat(int folder, const char *path, int flags) {
  int kind = flags & AT_REMOVEDIR ? CALL_REMOVE_FOLDER : CALL_UNLINK;
  return OBSERVED_NAME(int, vt_call_on_path(&call, kind, folder, path),
                       HOST(unlinkat)(folder, path, flags));
}

int rmdir(const char *path) {
  return OBSERVED_NAME(int, vt_call_on_path(&call, CALL_REMOVE_FOLDER, AT_FDCWD, path),
                       HOST(rmdir)(path));
}

int remove(const char *path) {
  if (!vt_observes()) return HOST(remove)(path);
  struct stat file;
  return lstat(path, &file) == 0 && S_ISDIR(file.st_mode) ? rmdir(path) : unlink(path);
}

int rename(const char *from, const char *to) {
  struct stat file, source;
  int is_last = is_last_name(to, &file) &&
                !(lstat(from, &source) == 0 && source.st_ino == file.st_ino);
  int result =
      OBSERVED_NAME(int, vt_call_on_paths(&call, CALL_RENAME, AT_FDCWD, from, AT_FDCWD, to),
                    HOST(rename)(from, to));
  if (is_last && result == 0) vt_file_removed(file.st_dev, file.st_ino);
  return result;
}

int renameat(int folder, const char *from, int second_folder, const char *to) {
  return OBSERVED_NAME(int, vt_call_on_paths(&call, CALL_RENAME, folder, from, second_folder, to),
                       HOST(renameat)(folder, from, second_folder, to));
}

static int rename_kind(unsigned flags) {
  return flags & RENAME_EXCHANGE ? CALL_EXCHANGE : CALL_RENAME;
}

int renameat2(int folder, const char *from, int second_folder, const char *to, unsigned flags) {
  return OBSERVED_NAME(int,
                       vt_call_on_paths(&call, rename_kind(flags), folder, from, second_folder, to),
                       HOST(renameat2)(folder, from, second_folder, to, flags));
}

int mkdir(const char *path, mode_t mode) {
  return OBSERVED(int, vt_call_on_path(&call, CALL_MAKE_FOLDER, AT_FDCWD, path),
                  HOST(mkdir)(path, mode));
}

int mkdirat(int folder, const char *path, mode_t mode) {
  return OBSERVED(int, vt_call_on_path(&call, CALL_MAKE_FOLDER, folder, path),
                  HOST(mkdirat)(folder, path, mode));
}

char *mkdtemp(char *path) {
  // The name is not known before the call.
  char *made = HOST(mkdtemp)(path);
  vt_system_call call;
  if (!made || !vt_observes()) return made;
  if (vt_call_on_path(&call, CALL_MAKE_FOLDER, AT_FDCWD, path)) {
    vt_call_ended(&call, 0);
    return made;
  }
  int failure = errno;
  HOST(rmdir)(path);
  errno = failure;
  return NULL;
}

int link(const char *from, const char *to) {
  return OBSERVED(int, vt_call_on_paths(&call, CALL_LINK, AT_FDCWD, from, AT_FDCWD, to),
                  HOST(link)(from, to));
}

int linkat(int folder, const char *from, int second_folder, const char *to, int flags) {
  return OBSERVED(int, vt_call_on_paths(&call, CALL_LINK, folder, from, second_folder, to),
                  HOST(linkat)(folder, from, second_folder, to, flags));
}

int symlink(const char *target, const char *path) {
  return OBSERVED(int, vt_call_on_path(&call, CALL_SYMLINK, AT_FDCWD, path),
                  HOST(symlink)(target, path));
}

int symlinkat(const char *target, int folder, const char *path) {
  return OBSERVED(int, vt_call_on_path(&call, CALL_SYMLINK, folder, path),
                  HOST(symlinkat)(target, folder, path));
}

#define ON_PATH(name, parameters, arguments) \
  int name parameters { \
    return OBSERVED(int, vt_call_on_path(&call, CALL_ATTRIBUTES, AT_FDCWD, path), \
                    HOST(name) arguments); \
  }
#define ON_FILE(name, parameters, arguments) \
  int name parameters { \
    return OBSERVED(int, vt_call_on_file(&call, CALL_ATTRIBUTES, file, 0, 0), \
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
