// Lets every synchronization with the disk take longer, as on other disks. Loaded with LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
  const char *delay = getenv("YOBAN_SYNC_MICROSECONDS");
  if (delay) usleep((useconds_t)atoi(delay));
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return next(file);
}

int fdatasync(int file) { return slowly("fdatasync", file); }
int fsync(int file) { return slowly("fsync", file); }
