// Mutexes and condition variables. A simulated thread that waits must not block the simulation, so
// it passes the baton to another thread.
#include "context.h"
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Returns 0 if the deadline has passed. Deadlines are in nanoseconds since the simulation began.
extern int vt_mutex_wait(void *mutex, int64_t deadline);
extern void vt_mutex_released(void *mutex);
extern int vt_condition_wait(void *condition, void *mutex, int64_t deadline);
extern void vt_condition_signalled(void *condition, int all);

static void add(vt_list *list, intptr_t item) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 8;
    list->items = realloc(list->items, list->capacity * sizeof *list->items);
  }
  list->items[list->count++] = item;
}

static void take_out(vt_list *list, intptr_t item) {
  for (int i = 0; i < list->count; i++) {
    if (list->items[i] != item) continue;
    list->items[i] = list->items[--list->count];
    return;
  }
}

static int contains(const vt_list *list, intptr_t item) {
  for (int i = 0; i < list->count; i++) if (list->items[i] == item) return 1;
  return 0;
}

void vt_lock_wait_begins(vt_context *c, void *address) { add(&c->lock_waits, (intptr_t)address); }
void vt_lock_wait_ends(vt_context *c, void *address) { take_out(&c->lock_waits, (intptr_t)address); }
void vt_parking_begins(vt_context *c, int thread) { add(&c->parked_threads, thread); }
void vt_parking_ends(vt_context *c, int thread) { take_out(&c->parked_threads, thread); }

static int is_parked(int thread) { return contains(&vt_thread_context->parked_threads, thread); }

/// Whether a parked thread of this thread's simulation waits for this address.
static int is_waited_for(void *address) {
  vt_context *c = vt_thread_context;
  return c && contains(&c->lock_waits, (intptr_t)address);
}

int vt_mutex_try(void *mutex) { return pthread_mutex_trylock(mutex); }
void vt_mutex_unlock(void *mutex) { HOST(pthread_mutex_unlock)(mutex); }

static int lock(pthread_mutex_t *mutex, int64_t deadline) {
  while (1) {
    int result = pthread_mutex_trylock(mutex);
    if (result != EBUSY) return result;
    // A mutex held by a parked thread of the same simulation can be released only in virtual time.
    // Any other thread releases it in real time.
    if (!is_parked(mutex->__data.__owner)) return HOST(pthread_mutex_lock)(mutex);
    if (!vt_mutex_wait(mutex, deadline)) return pthread_mutex_trylock(mutex) ? ETIMEDOUT : 0;
  }
}

/// Whether the simulated process has a time zone or a locale of its own.
static int has_region(void) {
  return vt_thread_context && (vt_thread_context->time_zone || vt_thread_context->locale);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!vt_thread_context) {
    vt_note_lock(mutex);
    return HOST(pthread_mutex_lock)(mutex);
  }
  int result = lock(mutex, INT64_MAX);
  if (!result && has_region()) vt_mutex_was_locked(mutex);
  return result;
}

static int64_t deadline_of(const struct timespec *limit) {
  vt_context *c = vt_thread_context;
  return vt_time_of_count(
      &c->rate, limit->tv_sec * 1000000000LL + limit->tv_nsec - c->wall_offset);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *limit) {
  if (!vt_thread_context) return HOST(pthread_mutex_timedlock)(mutex, limit);
  return lock(mutex, deadline_of(limit));
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (has_region()) vt_mutex_will_unlock(mutex);
  int result = HOST(pthread_mutex_unlock)(mutex);
  if (is_waited_for(mutex)) vt_mutex_released(mutex);
  return result;
}

/// ICU creates its data once for the whole process of the host. A simulation that needs the data
/// while another one creates it must wait in real time.
static int is_of_icu(const void *caller) { return vt_is_in_library(caller, "lib_FoundationICU"); }

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (!vt_thread_context || is_of_icu(__builtin_return_address(0)))
    return HOST(pthread_cond_wait)(condition, mutex);
  return vt_condition_wait(condition, mutex, INT64_MAX) ? 0 : ETIMEDOUT;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *limit) {
  if (!vt_thread_context) return HOST(pthread_cond_timedwait)(condition, mutex, limit);
  return vt_condition_wait(condition, mutex, deadline_of(limit)) ? 0 : ETIMEDOUT;
}

int pthread_cond_signal(pthread_cond_t *condition) {
  if (is_waited_for(condition)) vt_condition_signalled(condition, 0);
  return HOST(pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  if (is_waited_for(condition)) vt_condition_signalled(condition, 1);
  return HOST(pthread_cond_broadcast)(condition);
}
