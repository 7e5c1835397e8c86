// Lets writes and synchronizations of files fail with EIO while the file named by YOBAN_EIO exists.
// It is loaded into the collector with LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int disk_fails(int descriptor) {
  const char *flag = getenv("YOBAN_EIO");
  struct stat status;
  return flag && access(flag, F_OK) == 0 && fstat(descriptor, &status) == 0 &&
         S_ISREG(status.st_mode);
}

#define FAIL_OR_CALL(name, descriptor, type, ...) \
  if (disk_fails(descriptor)) { \
    errno = EIO; \
    return -1; \
  } \
  return ((type)dlsym(RTLD_NEXT, name))(__VA_ARGS__)

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  FAIL_OR_CALL("pwrite64", descriptor, ssize_t (*)(int, const void *, size_t, off64_t), descriptor,
               bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  FAIL_OR_CALL("pwrite", descriptor, ssize_t (*)(int, const void *, size_t, off_t), descriptor, bytes,
               count, offset);
}

int fsync(int descriptor) { FAIL_OR_CALL("fsync", descriptor, int (*)(int), descriptor); }

int fdatasync(int descriptor) { FAIL_OR_CALL("fdatasync", descriptor, int (*)(int), descriptor); }
