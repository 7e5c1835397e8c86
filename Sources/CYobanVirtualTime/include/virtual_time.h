// The interface between the C and the Swift code of a simulation.
//
// Symbols defined in an executable take precedence over those of shared libraries (ELF
// interposition). The files of this target define the clock, sleep, random, dispatch, run-loop and
// lock functions that Foundation, libdispatch and the Swift runtime call. On a thread without a
// context, each of them calls the host's own function. On a thread of a simulation, it acts on the
// simulation that the context belongs to.
#pragma once
#include <stdint.h>
#include <time.h>

/// A list of words, without an order.
typedef struct vt_list {
  intptr_t *items;
  int count;
  int capacity;
} vt_list;

/// The random numbers of one simulated process.
typedef struct vt_random {
  /// The state of its stream (SplitMix64).
  uint64_t state;
  /// The generator of BoringSSL for the process, or null before its first use; see `crypto.c`.
  void *boring_ssl;
} vt_random;

/// The rate of the clocks of a device: the time that they count, in nanoseconds, by the time of the simulation.
typedef struct vt_rate {
  /// The time that a clock gains in a nanosecond of the simulation; 0 for one that runs as the simulation does.
  double drift;
  /// The time of the simulation since which it does so, and what it had gained before.
  int64_t since, lead;
} vt_rate;

/// The time that a clock has counted at a time of the simulation. It never goes back.
static inline int64_t vt_counted(const vt_rate *rate, int64_t now) {
  if (rate->drift == 0) return now + rate->lead;
  return now + rate->lead + (int64_t)((double)(now - rate->since) * rate->drift);
}

/// The first time of the simulation at which a clock has counted so much. Times of centuries are not exact.
static inline int64_t vt_time_of_count(const vt_rate *rate, int64_t count) {
  if (rate->drift == 0 || count > INT64_MAX / 2 || count < INT64_MIN / 2) return count - rate->lead;
  double passed = (double)(count - rate->lead - rate->since) / (1 + rate->drift);
  int64_t time = rate->since + (int64_t)passed;
  while (vt_counted(rate, time) < count) time++;
  while (vt_counted(rate, time - 1) >= count) time--;
  return time;
}

/// The state of a simulation that C code needs; one per simulation. Written only by the thread that
/// holds the simulation's baton.
typedef struct vt_context {
  /// Nanoseconds since the simulation began.
  int64_t now;
  /// The rate of the clocks of the current process's device.
  vt_rate rate;
  /// Added to what they have counted for the wall clock, nanoseconds since 1970.
  int64_t wall_offset;
  /// Added to it for the monotonic clock. The sum must never be 0, because libdispatch uses 0
  /// for "now".
  int64_t monotonic_offset;
  /// The random numbers of the current process.
  vt_random *random;
  /// The home and temporary folders of the current process, or null for the host's.
  const char *home;
  const char *temporary;
  /// The folder of the current process whose files its `SystemCallObserver` knows, or null.
  const char *observed_folder;
  /// The same folder, as the host names its open files.
  const char *canonical_folder;
  /// The kinds of calls on these files that are observed: a bit for each raw value of `SystemCall.Kind`.
  uint32_t observed_calls;
  /// The capacity and the free space of the device's disk in bytes, or null for the host's.
  const int64_t *space;
  /// Whether the current process holds locks of files.
  int holds_file_locks;
  /// The time zone and the locale of the current process, two words each, or null for the host's.
  intptr_t *time_zone;
  intptr_t *locale;
  /// The mutexes and condition variables that parked threads wait for, one entry per thread. An
  /// unlock checks this list first, because no thread waits for most of the mutexes: they are the
  /// Swift runtime's own.
  vt_list lock_waits;
  /// The threads that are parked in a blocking call, by kernel identifier. Taking a lock checks
  /// this list. The check is in C because the Swift runtime's own locks need it, too, and must not
  /// call Swift code.
  vt_list parked_threads;
  /// The `Simulation` object, opaque to C.
  void *simulation;
} vt_context;

/// A call of the system on a file of the observed folder; see `SystemCall`.
typedef struct vt_system_call {
  /// The raw value of `SystemCall.Kind`; 0 if the call is not observed.
  int kind;
  /// Whether the file was opened with O_TRUNC, or the operation is on a folder.
  int truncates, is_folder;
  /// The protection that `Data.write(to:options:)` asks for, as in its options.
  uint32_t protection;
  /// The descriptor, or -1.
  int file;
  /// The file, by numbers that stay the same after a rename. Both are 0 if there is none yet.
  uint64_t device, inode;
  /// Absolute paths. The second one is null for most calls.
  const char *path, *second_path;
  /// The bytes that are read, written or mapped.
  int64_t offset, count;
  char buffer[2][4096];
} vt_system_call;

/// The context of this thread's simulation, or null on a thread of the host.
vt_context *vt_current(void);
/// Moves this thread into a simulation (null: out of it), and returns the previous context.
vt_context *vt_swap(vt_context *context);

/// Releases what BoringSSL keeps for a simulated process. Call it when the process no longer runs.
void vt_random_release(vt_random *random);

// The host's own functions, for code on a thread of a simulation that must call the host.
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
/// Records that a thread waits for a lock or condition variable, or that it no longer waits.
void vt_lock_wait_begins(vt_context *context, void *address);
void vt_lock_wait_ends(vt_context *context, void *address);
/// Records that a thread is parked, or that it continues.
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

/// Calls the allocating initializer `function` of a Swift class, with `metadata` as its metatype.
void *vt_call_allocating_init(void *function, void *metadata);
/// Returns the address of the allocating initializer `NSObject.init()`, or null.
void *vt_make_object_address(void);
/// Returns the word of a Swift job that the runtime reserves, and sets to null when it makes the
/// job.
uint64_t *vt_job_reserved_word(void *job);

/// Finds Foundation's variable for the current time zone, or for the current locale. `read` reads it, and
/// `value` is what it reads. Returns 0 if Foundation keeps it in another way.
int vt_find_time_zone(void (*read)(void), const intptr_t *value);
int vt_find_locale(void (*read)(void), const intptr_t *value);
/// Core Foundation's object for a time zone or locale with this identifier, which the caller must release. If
/// no time zone has the name, it is one with this offset to UTC, in seconds.
const void *vt_make_cf_time_zone(const char *identifier, double offset);
const void *vt_make_cf_locale(const char *identifier);

// A counting semaphore between threads of one simulation (a POSIX semaphore).
void *vt_signal_create(void);
void vt_signal_post(void *signal);
void vt_signal_wait(void *signal);
void vt_signal_destroy(void *signal);
/// Starts a detached host thread that runs the worker's loop. Returns 0 or an errno.
int vt_thread_start(void *worker);
int vt_thread_identifier(void);
/// Ends the calling thread, which is one of a simulation, without a return to the code that it runs.
_Noreturn void vt_thread_end(void);
/// Lets the host's process open as many files as it may: those of a killed process stay open.
void vt_raise_file_limit(void);

// The names in Swift's libraries that a simulation depends on (library_names.h).

typedef struct vt_library_name {
  const char *symbol;
  /// The function as a developer knows it, such as `Timer.fireDate`.
  const char *meaning;
  /// The handle for `dlsym`: RTLD_NEXT or RTLD_DEFAULT.
  void *where;
} vt_library_name;

/// Returns the table of all names, and how many they are.
const vt_library_name *vt_library_names(int *count);
/// Returns 1 if the libraries of this process have the name.
int vt_library_has(const vt_library_name *name);
/// Returns 1 if `FileManager.urls(for:in:)` was found in the vtable of its class and replaced.
int vt_folders_are_replaced(void);

// The variables of the executable.

/// Copies the value that a variable of the executable had before any of its code ran. Returns 0 if
/// the address is not that of a variable of the executable.
int vt_initial_value(uintptr_t address, size_t size, void *bytes);
/// Returns the address at which the executable is loaded; addresses in its file are relative to it.
uintptr_t vt_executable_base(void);
/// Reads bytes of an open file, or of the file with this path if the descriptor is -1, also if it was
/// opened for writing only. Returns the count.
int64_t vt_read_file(int file, const char *path, int64_t offset, void *bytes, int64_t count);
/// Releases the lock that `flock` has set with a descriptor.
void vt_release_flock(int file);
/// Lets the calling thread sleep in real time, also in a simulation.
void vt_pause_host(int64_t nanoseconds);
/// Calls a function, on a thread of the host, before SIGINT, SIGTERM or SIGHUP ends the process. Signals that
/// the program handles or ignores at the time of this call are left alone. Call it once.
void vt_call_before_signal_ends_process(void (*body)(void));
