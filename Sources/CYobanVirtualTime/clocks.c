// Clocks and sleeps.
#include "context.h"
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

extern void vt_sleep(int64_t nanoseconds);

/// The time zone of the process is UTC, whatever the machine or the variable TZ says, so that a simulation has
/// the same result on every machine. A device gets another one with `setTimeZone`.
__attribute__((constructor)) static void set_time_zone(void) { setenv("TZ", "UTC", 1); }

static int64_t read_clock(const vt_context *c, clockid_t clock) {
  int realtime = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  return vt_counted(&c->rate, c->now) + (realtime ? c->wall_offset : c->monotonic_offset);
}

int clock_gettime(clockid_t clock, struct timespec *out) {
  vt_context *c = vt_thread_context;
  if (!c) return HOST(clock_gettime)(clock, out);
  int64_t t = read_clock(c, clock);
  out->tv_sec = t / 1000000000;
  out->tv_nsec = t % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  vt_context *c = vt_thread_context;
  if (!c) return HOST(gettimeofday)(out, zone);
  int64_t t = read_clock(c, CLOCK_REALTIME);
  out->tv_sec = t / 1000000000;
  out->tv_usec = t % 1000000000 / 1000;
  return 0;
}

time_t time(time_t *out) {
  vt_context *c = vt_thread_context;
  if (!c) return HOST(time)(out);
  time_t t = read_clock(c, CLOCK_REALTIME) / 1000000000;
  if (out) *out = t;
  return t;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining) {
  if (!vt_thread_context) return HOST(nanosleep)(duration, remaining);
  int64_t time = duration->tv_sec * 1000000000LL + duration->tv_nsec;
  // Thread.sleep sleeps again for the remaining time, which may round to zero. Time must still
  // pass.
  vt_sleep(time > 0 ? time : 1);
  if (remaining) *remaining = (struct timespec){0, 0};
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  vt_context *c = vt_thread_context;
  if (!c) return HOST(clock_nanosleep)(clock, flags, t, left);
  int64_t duration = t->tv_sec * 1000000000LL + t->tv_nsec;
  if (flags & TIMER_ABSTIME) duration -= read_clock(c, clock);
  vt_sleep(duration);
  return 0;
}

int usleep(useconds_t microseconds) {
  if (!vt_thread_context) return HOST(usleep)(microseconds);
  vt_sleep(microseconds * 1000LL);
  return 0;
}

unsigned int sleep(unsigned int seconds) {
  if (!vt_thread_context) return HOST(sleep)(seconds);
  // Core Foundation spins with `sleep(0)` while another thread holds one of its locks. Simulations
  // share these locks with each other and with the host, so the other thread releases the lock in
  // real time. If the baton were passed here, the order of events would depend on whether two
  // simulations happen to use a lock at the same time.
  if (seconds == 0 && vt_is_in_library(__builtin_return_address(0), "libFoundation.so"))
    return HOST(sleep)(0);
  vt_sleep(seconds * 1000000000LL);
  return 0;
}
