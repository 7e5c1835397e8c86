// A trap of Swift code (a failed precondition, a nil that was unwrapped, an overflow) ends the simulated process
// whose code it is, as on a device, and not the host's process. So does what the Swift runtime aborts for, such as a
// forced cast that fails, and a stack overflow.
#include "context.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

extern void vt_process_trap(void);
extern void vt_process_overflow(void);

// The trap is an instruction of the code that runs, or its call of abort, which holds no lock while it raises the
// signal. So the handler may call what that code may call.
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

// Stack overflow -------------------------------------------------------------------------------

// A function that calls itself without an end ends the simulated process, too. The handler runs Swift code that ends
// the process, so it needs a stack of its own.
enum { handler_stack_size = 1 << 20, beyond_stack = 1 << 20, within_stack = 64 << 10 };

static __thread char *handler_stack = 0;
static __thread uintptr_t stack_end = 0;
static pthread_key_t vt_handler_stack_key;
static pthread_once_t vt_handler_stack_once = PTHREAD_ONCE_INIT;

static void release_handler_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, 0);
  munmap(stack, handler_stack_size);
}

static void make_handler_stack_key(void) {
  pthread_key_create(&vt_handler_stack_key, release_handler_stack);
}

void vt_prepare_for_overflow(void) {
  if (handler_stack) return;
  pthread_attr_t attributes;
  void *address = 0;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes)) return;
  pthread_attr_getstack(&attributes, &address, &size);
  pthread_attr_destroy(&attributes);
  void *stack = mmap(0, handler_stack_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) return;
  stack_t wanted = {.ss_sp = stack, .ss_size = handler_stack_size};
  if (sigaltstack(&wanted, 0)) {
    munmap(stack, handler_stack_size);
    return;
  }
  pthread_once(&vt_handler_stack_once, make_handler_stack_key);
  pthread_setspecific(vt_handler_stack_key, stack);
  handler_stack = stack;
  stack_end = (uintptr_t)address;
}

static const void *interrupted_code(void *context) {
  mcontext_t *registers = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  return (const void *)registers->gregs[REG_RIP];
#else
  return (const void *)registers->pc;
#endif
}

static void faulted(int number, siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr;
  int is_overflow = vt_thread_context && stack_end && address + beyond_stack >= stack_end &&
                    address < stack_end + within_stack;
  // The C library may hold a lock that the handler needs, such as that of malloc.
  if (is_overflow && !vt_is_in_library(interrupted_code(context), "/libc.so")) {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, number);
    pthread_sigmask(SIG_UNBLOCK, &blocked, 0);
    vt_process_overflow();  // returns only if the host's process has to end
  }
  signal(number, SIG_DFL);  // the instruction runs again, and ends the host's process
}

// The constructors of shared libraries, such as that of the Swift runtime, have run before.
__attribute__((constructor)) static void handle_traps(void) {
  const int numbers[] = {SIGILL, SIGTRAP, SIGABRT};
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction wanted = {.sa_handler = trapped};
    sigaction(numbers[index], &wanted, 0);
  }
  struct sigaction wanted = {.sa_sigaction = faulted, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &wanted, 0);
  const int others[] = {SIGBUS, SIGFPE};
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) signal(others[index], SIG_DFL);
}
