// The answers of the system about the device that a process runs on.
#include "context.h"
#include <sys/utsname.h>

extern int vt_process_name_of_system(struct utsname *name);

// ProcessInfo.operatingSystemVersion reads the release, too.
int uname(struct utsname *name) {
  if (vt_thread_context && vt_process_name_of_system(name)) return 0;
  return HOST(uname)(name);
}
