// The threads that run a simulation. They use semaphores, which this target does not interpose.
#include "context.h"
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void vt_worker_main(void *worker);
extern void vt_worker_release(void *worker);

vt_context *vt_swap(vt_context *context) {
  if (context) vt_prepare_for_overflow();
  vt_context *before = vt_thread_context;
  vt_thread_context = context;
  return before;
}

/// Where a thread of a simulation continues to end itself.
static __thread jmp_buf *thread_end = 0;

_Noreturn void vt_thread_end(void) {
  vt_thread_context = 0;
  // Not `pthread_exit`, which unwinds the stack: code on it may be marked as not unwindable. Nothing
  // that the frames hold is released, as when a process is killed.
  _longjmp(*thread_end, 1);
}

void *vt_signal_create(void) {
  sem_t *signal = malloc(sizeof *signal);
  sem_init(signal, 0, 0);
  return signal;
}
void vt_signal_post(void *signal) { sem_post(signal); }
void vt_signal_wait(void *signal) { while (sem_wait(signal) != 0) {} }
void vt_signal_destroy(void *signal) {
  sem_destroy(signal);
  free(signal);
}

static void *start(void *worker) {
  jmp_buf end;
  thread_end = &end;
  if (_setjmp(end) == 0) vt_worker_main(worker);
  vt_worker_release(worker);
  return 0;
}

int vt_thread_start(void *worker) {
  pthread_t thread;
  int result = HOST(pthread_create)(&thread, 0, start, worker);
  if (result == 0) pthread_detach(thread);
  return result;
}

int vt_thread_identifier(void) { return (int)HOST(syscall)(SYS_gettid); }

static void raise_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

void vt_raise_file_limit(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, raise_file_limit);
}

// A thread that code of a simulation starts (`Thread`, `pthread_create`) belongs to the simulation:
// it runs only while it holds the baton.

extern void *vt_thread_adopt(void);
extern void vt_thread_abandon(void *worker);
extern void vt_thread_enter(void *worker);
extern void vt_thread_leave(void *worker);

struct adopted { void *worker, *(*body)(void *), *argument; };

static void *run_adopted(void *pointer) {
  struct adopted *adopted = pointer;
  void *volatile result = 0;
  jmp_buf end;
  thread_end = &end;
  if (_setjmp(end) == 0) {
    vt_thread_enter(adopted->worker);
    result = adopted->body(adopted->argument);
    vt_thread_leave(adopted->worker);
  }
  vt_worker_release(adopted->worker);
  free(adopted);
  return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
  // libdispatch starts threads for the host's queues at any time, also during a call from a thread
  // of a simulation. Those threads belong to the host.
  if (!vt_thread_context || vt_is_in_library(__builtin_return_address(0), "libdispatch"))
    return HOST(pthread_create)(thread, attributes, body, argument);
  struct adopted *adopted = malloc(sizeof *adopted);
  *adopted = (struct adopted){vt_thread_adopt(), body, argument};
  int result = HOST(pthread_create)(thread, attributes, run_adopted, adopted);
  if (result != 0) {
    vt_thread_abandon(adopted->worker);
    free(adopted);
  }
  return result;
}
