// Run loops: `Timer` is the only source of a simulated process, so its main queue acts as its run
// loop.
#include "library_names.h"

typedef struct { long version; void *info; void *retain, *release, *copy; } timer_context;
extern void vt_run_loop_timer_added(void *timer, _Bool to_main_loop);
extern void vt_run_loop_timer_moved(void *timer);
extern void vt_run_loop_run_until(double seconds);

extern double CFRunLoopTimerGetNextFireDate(void *timer);
extern double CFRunLoopTimerGetInterval(void *timer);
extern unsigned char CFRunLoopTimerIsValid(void *timer);
extern void CFRunLoopTimerGetContext(void *timer, timer_context *out);
extern void *CFRunLoopGetMain(void);
extern void *CFRetain(void *object);
extern void CFRelease(void *object);

void CFRunLoopAddTimer(void *loop, void *timer, void *mode) {
  if (vt_thread_context) vt_run_loop_timer_added(timer, loop == CFRunLoopGetMain());
  else LIBRARY(CFRunLoopAddTimer)(loop, timer, mode);
}

void CFRunLoopTimerSetNextFireDate(void *timer, double date) {
  LIBRARY(CFRunLoopTimerSetNextFireDate)(timer, date);
  if (vt_thread_context) vt_run_loop_timer_moved(timer);
}

int CFRunLoopRunInMode(void *mode, double seconds, unsigned char return_after_source) {
  if (!vt_thread_context) return LIBRARY(CFRunLoopRunInMode)(mode, seconds, return_after_source);
  vt_run_loop_run_until(seconds);
  return 3;  // kCFRunLoopRunTimedOut
}

int vt_run_loop_timer_is_valid(void *timer) { return CFRunLoopTimerIsValid(timer); }
double vt_run_loop_timer_next_fire_date(void *timer) { return CFRunLoopTimerGetNextFireDate(timer); }
double vt_run_loop_timer_interval(void *timer) { return CFRunLoopTimerGetInterval(timer); }
void vt_run_loop_timer_set_next_fire_date(void *timer, double date) {
  LIBRARY(CFRunLoopTimerSetNextFireDate)(timer, date);
}
void *vt_run_loop_timer_info(void *timer) {
  timer_context context = {0};
  CFRunLoopTimerGetContext(timer, &context);
  return context.info;
}
void vt_cf_retain(void *object) { CFRetain(object); }
void vt_cf_release(void *object) { CFRelease(object); }
