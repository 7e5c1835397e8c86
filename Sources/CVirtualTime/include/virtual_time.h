// The border between the host and a simulation: what C code asks, and what it hands over.
//
// Symbols defined in an executable win over those of shared libraries (ELF interposition). The
// files of this target define the clock, sleep, random, dispatch, run-loop and lock functions
// that Foundation, libdispatch and the Swift runtime call. On a thread without a context every
// one of them calls the host's own function; on a thread of a simulation it acts on the
// simulation that the context belongs to.
#pragma once
#include <stdint.h>
#include <time.h>

/// A few words in no order.
typedef struct vt_list {
  intptr_t *items;
  int count;
  int capacity;
} vt_list;

/// What C code needs of a simulation, one per simulation. Written only by the thread that holds
/// the simulation's baton.
typedef struct vt_context {
  /// Nanoseconds since the simulation began.
  int64_t now;
  /// Added to `now` for the wall clock of the current process's device, nanoseconds since 1970.
  int64_t wall_offset;
  /// Added to `now` for the monotonic clock. Never lets it read 0: libdispatch takes 0 for "now".
  int64_t monotonic_offset;
  /// The random stream of the current process (SplitMix64 state).
  uint64_t *random_state;
  /// Home and temporary folder of the current process, or null for the host's.
  const char *home;
  const char *temporary;
  /// The mutexes and condition variables that parked threads wait for, one entry per thread. An
  /// unlock looks here first: most are the Swift runtime's own, which nobody waits for.
  vt_list lock_waits;
  /// The threads that are parked in a blocking call, by kernel identifier. A lock that is taken
  /// looks here, in C: the Swift runtime's own locks come this way, too, and must not ask Swift.
  vt_list parked_threads;
  /// Opaque to C: the `Simulation` object.
  void *simulation;
} vt_context;

/// The context of this thread's simulation, or null on a thread of the host.
vt_context *vt_current(void);
/// Puts this thread into a simulation (null: takes it out) and returns what was there before.
vt_context *vt_swap(vt_context *context);

// The host's own functions, for code that runs on a thread of a simulation and must reach the host.
void vt_block_invoke(void *block);
void *vt_block_copy(void *block);
void vt_block_release(void *block);
void vt_host_dispatch_retain(void *object);
void vt_host_dispatch_release(void *object);
intptr_t vt_host_semaphore_try(void *semaphore);
intptr_t vt_host_group_try(void *group);
void vt_host_group_enter(void *group);
void vt_host_group_leave(void *group);
void *vt_main_queue(void);
int vt_is_global_queue(void *queue);
/// 1 if the queue was created with the concurrent attribute or is a global queue.
int vt_queue_is_concurrent(void *queue);
/// The queue's target if one was set, else null.
void *vt_queue_target(void *queue);
int vt_queue_starts_inactive(void *queue);
/// Notes that a thread waits for a lock or condition variable, or that it no longer does.
void vt_lock_wait_begins(vt_context *context, void *address);
void vt_lock_wait_ends(vt_context *context, void *address);
/// Notes that a thread is parked, or goes on.
void vt_parking_begins(vt_context *context, int thread_identifier);
void vt_parking_ends(vt_context *context, int thread_identifier);
int vt_mutex_try(void *mutex);
void vt_mutex_unlock(void *mutex);
int vt_run_loop_timer_is_valid(void *timer);
double vt_run_loop_timer_next_fire_date(void *timer);
double vt_run_loop_timer_interval(void *timer);
void *vt_run_loop_timer_info(void *timer);
void vt_run_loop_timer_set_next_fire_date(void *timer, double date);
void vt_cf_retain(void *object);
void vt_cf_release(void *object);

/// Calls the allocating initialiser `function` of a Swift class with `metadata` as its metatype.
void *vt_call_allocating_init(void *function, void *metadata);
/// Address of a symbol in the host's libraries, skipping the definitions of this executable.
void *vt_host_symbol(const char *name);
/// The word of a Swift job that the runtime reserves and sets to null when the job is made.
uint64_t *vt_job_reserved_word(void *job);

// A counting signal between threads of one simulation (POSIX semaphore).
void *vt_signal_create(void);
void vt_signal_post(void *signal);
void vt_signal_wait(void *signal);
void vt_signal_destroy(void *signal);
/// Starts a detached host thread that runs the worker's loop. Returns 0 or an errno.
int vt_thread_start(void *worker);
int vt_thread_identifier(void);
