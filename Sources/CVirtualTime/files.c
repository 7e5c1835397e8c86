// Where a process believes its home to be, and what a disk of a simulated device does.
#include "context.h"
#include <string.h>
#include <unistd.h>

extern char **environ;

static const char *host_getenv(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environ; entry && *entry; entry++)
    if (!strncmp(*entry, name, length) && (*entry)[length] == '=') return *entry + length + 1;
  return 0;
}

/// Foundation asks CFFIXED_USER_HOME for the home folder and TMPDIR for the temporary one.
static const char *simulated_getenv(const char *name) {
  vt_context *c = vt_thread_context;
  if (c && c->home && (!strcmp(name, "CFFIXED_USER_HOME") || !strcmp(name, "HOME"))) return c->home;
  if (c && c->temporary && !strcmp(name, "TMPDIR")) return c->temporary;
  return host_getenv(name);
}

char *getenv(const char *name) { return (char *)simulated_getenv(name); }
char *secure_getenv(const char *name) { return (char *)simulated_getenv(name); }

/// The disk of a simulated device is durable as soon as it is written: the host never loses power
/// inside a run, so waiting for the host's disk would only cost time.
int fsync(int file) { return vt_thread_context ? 0 : HOST(fsync)(file); }
int fdatasync(int file) { return vt_thread_context ? 0 : HOST(fdatasync)(file); }
