// Threads that carry a simulation. They use semaphores, which nothing here interposes.
#include "context.h"
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void vt_worker_main(void *worker);

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
  vt_worker_main(worker);
  return 0;
}

int vt_thread_start(void *worker) {
  pthread_t thread;
  int result = pthread_create(&thread, 0, start, worker);
  if (result == 0) pthread_detach(thread);
  return result;
}

int vt_thread_identifier(void) { return (int)HOST(syscall)(SYS_gettid); }
