// Calls a function before a signal such as that of Ctrl-C ends the process.
#include "context.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2];
static pid_t owner;
static void (*action)(void);

// Few functions may be called in the handler of a signal, so it only wakes a thread. The call is not made
// through `write`, which acts on the simulation if the signal arrives on one of its threads.
static void note_signal(int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  if (getpid() == owner) {
    syscall(SYS_write, ends[1], &byte, 1);
  } else {
    // A child process that has not started its program yet.
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = error;
}

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

static void *wait_for_signal(void *unused) {
  unsigned char number;
  ssize_t count;
  do count = read(ends[0], &number, 1);
  while (count < 0 && errno == EINTR);
  if (count != 1) return unused;
  // A second signal ends the process at once, in case the action takes too long.
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction current;
    if (sigaction(numbers[index], 0, &current) == 0 && current.sa_handler == note_signal)
      signal(numbers[index], SIG_DFL);
  }
  action();
  kill(owner, number);
  return unused;
}

void vt_call_before_signal_ends_process(void (*body)(void)) {
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  owner = getpid();
  action = body;
  pthread_t thread;
  if (HOST(pthread_create)(&thread, 0, wait_for_signal, 0) != 0) return;
  pthread_detach(thread);
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    struct sigaction current;
    // A program that handles or ignores a signal itself keeps doing so.
    if (sigaction(numbers[index], 0, &current) != 0 || current.sa_handler != SIG_DFL) continue;
    struct sigaction wanted = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigaction(numbers[index], &wanted, 0);
  }
}
