// libdispatch. Foundation and the Swift overlay call these functions through the PLT. On a thread
// of a simulation the calls therefore arrive here, and become events of the simulation's queue
// (DispatchModel.swift).
//
// Queue, group, semaphore and source objects are real ones: the host implements their identity,
// labels, specifics and reference counts. The simulation decides only when a block runs.
#include "context.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef uint64_t when_t;
#define FOREVER INT64_MAX

// Implemented in Swift. Deadlines are nanoseconds since the simulation began.
extern void vt_dispatch_async(void *queue, void *block, int barrier);
extern void vt_dispatch_async_function(void *queue, void *argument, void (*function)(void *));
extern void vt_dispatch_after(int64_t deadline, void *queue, void *block);
extern void vt_dispatch_sync(void *queue, void *block, int barrier);
extern int vt_dispatch_suspend(void *object);
extern int vt_dispatch_resume(void *object);
extern void *vt_current_queue(void);
extern int vt_is_on_queue(void *queue);
extern intptr_t vt_semaphore_wait(void *semaphore, int64_t deadline);
extern void vt_semaphore_signalled(void *semaphore);
extern intptr_t vt_group_wait(void *group, int64_t deadline);
extern void vt_group_notify(void *group, void *queue, void *block);
extern void vt_group_left(void *group);
extern void vt_group_async(void *group, void *queue, void *block);
extern intptr_t vt_work_item_wait(void *block, int64_t deadline);
extern void vt_work_item_notify(void *block, void *queue, void *notification);
extern void vt_work_item_created(void *block, int barrier);
extern void vt_host_source_created(void);
extern void vt_timer_created(void *source, void *queue);
extern int vt_timer_set_handler(void *source, void *block);
extern int vt_timer_set_cancel_handler(void *source, void *block);
extern int vt_timer_set(void *source, int64_t start, uint64_t interval);
extern int vt_timer_cancel(void *source);
extern int vt_timer_is_cancelled(void *source);
extern int64_t vt_timer_data(void *source);
extern int vt_timer_retain(void *source);
extern int vt_timer_release(void *source);

// Functions of libdispatch that are used before they are defined below.
extern intptr_t dispatch_semaphore_wait(void *semaphore, when_t when);
extern void dispatch_group_leave(void *group);
extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);

// Blocks (the Block ABI: isa, flags, reserved, invoke) -------------------------------------------

struct block { void *isa; int flags, reserved; void (*invoke)(void *); };
extern void *_Block_copy(const void *);
extern void _Block_release(const void *);
void vt_block_invoke(void *block) { ((struct block *)block)->invoke(block); }
void *vt_block_copy(void *block) { return _Block_copy(block); }
void vt_block_release(void *block) { _Block_release(block); }

// The attributes of queues and queue attributes, by address ---------------------------------------

enum { CONCURRENT = 1, INACTIVE = 2 };
struct entry { void *key; void *target; int bits; struct entry *next; };
static struct entry *table[1024];
static atomic_flag table_lock = ATOMIC_FLAG_INIT;

/// Returns the entry of an address; with `store`, writes it first. Entries are never removed. If an
/// address is reused, its entry is overwritten, so the number of entries is bounded by the number
/// of addresses that the allocator returns.
static struct entry entry_of(void *key, const struct entry *store) {
  struct entry result = {key, 0, 0, 0};
  size_t bucket = ((uintptr_t)key >> 4) % 1024;
  while (atomic_flag_test_and_set(&table_lock)) {}
  struct entry *e = table[bucket];
  while (e && e->key != key) e = e->next;
  if (store) {
    if (!e) {
      e = calloc(1, sizeof *e);
      e->next = table[bucket];
      table[bucket] = e;
    }
    e->key = key;
    e->target = store->target;
    e->bits = store->bits;
  }
  if (e) result = *e;
  atomic_flag_clear(&table_lock);
  return result;
}

extern char _dispatch_queue_attr_concurrent, _dispatch_main_q, _dispatch_source_type_timer;
void *vt_main_queue(void) { return &_dispatch_main_q; }

static int bits_of_attribute(void *attribute) {
  if (attribute == &_dispatch_queue_attr_concurrent) return CONCURRENT;
  return attribute ? entry_of(attribute, 0).bits : 0;
}

void *dispatch_queue_attr_make_initially_inactive(void *attribute) {
  void *made = HOST(dispatch_queue_attr_make_initially_inactive)(attribute);
  entry_of(made, &(struct entry){.bits = bits_of_attribute(attribute) | INACTIVE});
  return made;
}

void *dispatch_queue_attr_make_with_qos_class(void *attribute, unsigned qos, int priority) {
  void *made = HOST(dispatch_queue_attr_make_with_qos_class)(attribute, qos, priority);
  entry_of(made, &(struct entry){.bits = bits_of_attribute(attribute)});
  return made;
}

void *dispatch_queue_attr_make_with_autorelease_frequency(void *attribute, unsigned long frequency) {
  void *made = HOST(dispatch_queue_attr_make_with_autorelease_frequency)(attribute, frequency);
  entry_of(made, &(struct entry){.bits = bits_of_attribute(attribute)});
  return made;
}

void *dispatch_queue_create(const char *label, void *attribute) {
  void *queue = HOST(dispatch_queue_create)(label, attribute);
  entry_of(queue, &(struct entry){.bits = bits_of_attribute(attribute)});
  return queue;
}

// The library exports the function under this versioned name.
void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
  void *queue = HOST(dispatch_queue_create_with_target)(label, attribute, target);
  entry_of(queue, &(struct entry){.bits = bits_of_attribute(attribute), .target = target});
  return queue;
}

void dispatch_set_target_queue(void *object, void *target) {
  struct entry e = entry_of(object, 0);
  e.target = target;
  entry_of(object, &e);
  HOST(dispatch_set_target_queue)(object, target);
}

extern void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags);
static void *roots[12];

static void find_roots(void) {
  static const intptr_t qos[6] = {0x21, 0x19, 0x15, 0x11, 0x09, 0x05};
  for (int i = 0; i < 12; i++) roots[i] = dispatch_get_global_queue(qos[i / 2], i % 2 ? 2 : 0);
}

int vt_is_global_queue(void *queue) {
  // Threads of several simulations come here at once. With a flag of our own that is stored without
  // ordering, a thread could see the flag before it sees all queues.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_roots);
  for (int i = 0; i < 12; i++) if (roots[i] == queue) return 1;
  return 0;
}

int vt_queue_is_concurrent(void *queue) {
  return queue != &_dispatch_main_q
      && ((entry_of(queue, 0).bits & CONCURRENT) || vt_is_global_queue(queue));
}
int vt_queue_starts_inactive(void *queue) { return (entry_of(queue, 0).bits & INACTIVE) != 0; }
void *vt_queue_target(void *queue) { return entry_of(queue, 0).target; }

// Time ---------------------------------------------------------------------------------------------

/// Converts a `dispatch_time_t` to nanoseconds since the simulation began. The bits are those of
/// libdispatch: if bit 63 is set, the clock is not the uptime clock; if bit 62 is also set, it is
/// the wall clock, stored negated.
static int64_t deadline_of(when_t when) {
  vt_context *c = vt_thread_context;
  if (when == 0) return c->now;
  if (when == ~0ull) return FOREVER;
  if ((int64_t)when >= 0) return vt_time_of_count(&c->rate, (int64_t)when - c->monotonic_offset);
  if (when == ~1ull) return c->now;
  if (when & (1ull << 62)) return vt_time_of_count(&c->rate, -(int64_t)when - c->wall_offset);
  return vt_time_of_count(&c->rate, (int64_t)(when & ~(1ull << 63)) - c->monotonic_offset);
}

// Queues -------------------------------------------------------------------------------------------

void dispatch_async(void *queue, void *block) {
  if (vt_thread_context) vt_dispatch_async(queue, block, 0); else HOST(dispatch_async)(queue, block);
}

void dispatch_async_f(void *queue, void *argument, void (*function)(void *)) {
  if (vt_thread_context) vt_dispatch_async_function(queue, argument, function);
  else HOST(dispatch_async_f)(queue, argument, function);
}

void dispatch_barrier_async(void *queue, void *block) {
  if (vt_thread_context) vt_dispatch_async(queue, block, 1);
  else HOST(dispatch_barrier_async)(queue, block);
}

void dispatch_after(when_t when, void *queue, void *block) {
  if (vt_thread_context) vt_dispatch_after(deadline_of(when), queue, block);
  else HOST(dispatch_after)(when, queue, block);
}

void dispatch_sync(void *queue, void *block) {
  if (vt_thread_context) vt_dispatch_sync(queue, block, 0); else HOST(dispatch_sync)(queue, block);
}

void dispatch_barrier_sync(void *queue, void *block) {
  if (vt_thread_context) vt_dispatch_sync(queue, block, 1);
  else HOST(dispatch_barrier_sync)(queue, block);
}

void dispatch_apply(size_t iterations, void *queue, void *block) {
  if (!vt_thread_context) { HOST(dispatch_apply)(iterations, queue, block); return; }
  void (*invoke)(void *, size_t) = (void (*)(void *, size_t))((struct block *)block)->invoke;
  for (size_t i = 0; i < iterations; i++) invoke(block, i);
}

void dispatch_suspend(void *object) {
  if (vt_thread_context && vt_dispatch_suspend(object)) return;
  HOST(dispatch_suspend)(object);
}

void dispatch_resume(void *object) {
  if (vt_thread_context && vt_dispatch_resume(object)) return;
  HOST(dispatch_resume)(object);
}

void dispatch_activate(void *object) {
  if (vt_thread_context) vt_dispatch_resume(object);
  HOST(dispatch_activate)(object);
}

extern void *dispatch_queue_get_specific(void *queue, const void *key);
void *dispatch_get_specific(const void *key) {
  if (!vt_thread_context) return HOST(dispatch_get_specific)(key);
  for (void *q = vt_current_queue(); q; q = entry_of(q, 0).target) {
    void *value = dispatch_queue_get_specific(q, key);
    if (value) return value;
  }
  return 0;
}

void dispatch_assert_queue(void *queue) {
  if (!vt_thread_context) { HOST(dispatch_assert_queue)(queue); return; }
  if (!vt_is_on_queue(queue)) HOST(dispatch_assert_queue)(queue);  // the host's trap and message
}
void dispatch_assert_queue_barrier(void *queue) { dispatch_assert_queue(queue); }
void dispatch_assert_queue_not(void *queue) {
  if (!vt_thread_context) { HOST(dispatch_assert_queue_not)(queue); return; }
  if (vt_is_on_queue(queue)) __builtin_trap();
}

// Semaphores, groups, work items: the host counts, the simulation decides which thread waits ------

intptr_t vt_host_semaphore_try(void *s) { return HOST(dispatch_semaphore_wait)(s, 0); }
intptr_t dispatch_semaphore_wait(void *semaphore, when_t when) {
  if (!vt_thread_context) return HOST(dispatch_semaphore_wait)(semaphore, when);
  return vt_semaphore_wait(semaphore, deadline_of(when));
}
intptr_t dispatch_semaphore_signal(void *semaphore) {
  intptr_t woke = HOST(dispatch_semaphore_signal)(semaphore);
  if (vt_thread_context) vt_semaphore_signalled(semaphore);
  return woke;
}

intptr_t dispatch_group_wait(void *group, when_t when) {
  if (!vt_thread_context) return HOST(dispatch_group_wait)(group, when);
  return vt_group_wait(group, deadline_of(when));
}
intptr_t vt_host_group_try(void *group) { return HOST(dispatch_group_wait)(group, 0); }
extern void dispatch_group_enter(void *group);
void vt_host_group_enter(void *group) { dispatch_group_enter(group); }
void vt_host_group_leave(void *group) { HOST(dispatch_group_leave)(group); }
void dispatch_group_leave(void *group) {
  HOST(dispatch_group_leave)(group);
  if (vt_thread_context) vt_group_left(group);
}
void dispatch_group_notify(void *group, void *queue, void *block) {
  if (vt_thread_context) vt_group_notify(group, queue, block);
  else HOST(dispatch_group_notify)(group, queue, block);
}
void dispatch_group_async(void *group, void *queue, void *block) {
  if (vt_thread_context) vt_group_async(group, queue, block);
  else HOST(dispatch_group_async)(group, queue, block);
}

enum { BLOCK_BARRIER = 1 };
void *dispatch_block_create(unsigned long flags, void *block) {
  void *made = HOST(dispatch_block_create)(flags, block);
  if (vt_thread_context) vt_work_item_created(made, (flags & BLOCK_BARRIER) != 0);
  return made;
}
void *dispatch_block_create_with_qos_class(unsigned long flags, unsigned qos, int p, void *block) {
  void *made = HOST(dispatch_block_create_with_qos_class)(flags, qos, p, block);
  if (vt_thread_context) vt_work_item_created(made, (flags & BLOCK_BARRIER) != 0);
  return made;
}
intptr_t dispatch_block_wait(void *block, when_t when) {
  if (!vt_thread_context) return HOST(dispatch_block_wait)(block, when);
  return vt_work_item_wait(block, deadline_of(when));
}
void dispatch_block_notify(void *block, void *queue, void *notification) {
  if (vt_thread_context) vt_work_item_notify(block, queue, notification);
  else HOST(dispatch_block_notify)(block, queue, notification);
}

// Sources -----------------------------------------------------------------------------------------

// The real object provides only the identity: it is a timer that is never set. A source that is not
// a timer would fire in real time, on a thread of the host, outside of the simulation. It therefore
// never fires.

void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  if (!vt_thread_context) return HOST(dispatch_source_create)(type, handle, mask, queue);
  void *source = HOST(dispatch_source_create)(&_dispatch_source_type_timer, 0, 0, queue);
  HOST(dispatch_activate)(source);  // so that it can be released in any state
  vt_timer_created(source, queue);
  if (type != &_dispatch_source_type_timer) vt_host_source_created();
  return source;
}
void dispatch_source_merge_data(void *source, uintptr_t value) {
  if (vt_thread_context && vt_timer_is_cancelled(source) >= 0) return;
  HOST(dispatch_source_merge_data)(source, value);
}
void dispatch_source_set_event_handler(void *source, void *block) {
  if (vt_thread_context && vt_timer_set_handler(source, block)) return;
  HOST(dispatch_source_set_event_handler)(source, block);
}
void dispatch_source_set_cancel_handler(void *source, void *block) {
  if (vt_thread_context && vt_timer_set_cancel_handler(source, block)) return;
  HOST(dispatch_source_set_cancel_handler)(source, block);
}
void dispatch_source_set_timer(void *source, when_t start, uint64_t interval, uint64_t leeway) {
  if (vt_thread_context && vt_timer_set(source, deadline_of(start), interval)) return;
  HOST(dispatch_source_set_timer)(source, start, interval, leeway);
}
void dispatch_source_cancel(void *source) {
  if (vt_thread_context && vt_timer_cancel(source)) return;
  HOST(dispatch_source_cancel)(source);
}
intptr_t dispatch_source_testcancel(void *source) {
  if (vt_thread_context) {
    int state = vt_timer_is_cancelled(source);
    if (state >= 0) return state;
  }
  return HOST(dispatch_source_testcancel)(source);
}
uintptr_t dispatch_source_get_data(void *source) {
  if (vt_thread_context) {
    int64_t data = vt_timer_data(source);
    if (data >= 0) return (uintptr_t)data;
  }
  return HOST(dispatch_source_get_data)(source);
}

void vt_host_dispatch_retain(void *object) { HOST(dispatch_retain)(object); }
void vt_host_dispatch_release(void *object) { HOST(dispatch_release)(object); }
void dispatch_retain(void *object) {
  if (vt_thread_context) vt_timer_retain(object);
  HOST(dispatch_retain)(object);
}
void dispatch_release(void *object) {
  if (vt_thread_context) vt_timer_release(object);
  HOST(dispatch_release)(object);
}
