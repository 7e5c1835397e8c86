// A trap of Swift code (a failed precondition, a nil that was unwrapped, an overflow) ends the simulated process
// whose code it is, as on a device, and not the host's process.
#include "context.h"
#include <pthread.h>
#include <signal.h>

extern void vt_process_trap(void);

// The trap is an instruction of the code that runs, so the handler may call what that code may call.
static void trapped(int number) {
  if (vt_thread_context) {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, number);
    pthread_sigmask(SIG_UNBLOCK, &blocked, 0);
    vt_process_trap();  // returns only if the host's process has to end
  }
  // The instruction runs again, and ends the host's process. Swift's own handler would start a program that
  // prints the stack, which waits for ever for a process whose clock and locks are simulated.
  signal(number, SIG_DFL);
}

// The constructors of shared libraries, such as that of the Swift runtime, have run before.
__attribute__((constructor)) static void handle_traps(void) {
  const int numbers[] = {SIGILL, SIGTRAP};
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction wanted = {.sa_handler = trapped};
    sigaction(numbers[index], &wanted, 0);
  }
  const int others[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) signal(others[index], SIG_DFL);
}
