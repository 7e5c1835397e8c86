// `exit` ends the simulated process, not the host's process.
#include "context.h"

extern _Noreturn void vt_process_exit(int status);

_Noreturn void exit(int status) {
  if (vt_thread_context) vt_process_exit(status);
  void (*host)(int) = (void (*)(int))dlsym(RTLD_NEXT, "exit");
  host(status);
  __builtin_unreachable();
}
