// Foundation's process-wide objects and folders. The host's process has one of each; every
// simulated process has its own. These functions have the symbols of Foundation's own Swift
// functions, and take precedence over them. They are written in C because the optimizer would take
// a Swift function with such a symbol for Foundation's function.
#include "library_names.h"
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))

// Implemented in Swift: each returns an owned object for the simulated process, or null to use the
// host's object.
extern void *vt_default_notification_center(void);
extern void *vt_main_operation_queue(void);
extern void *vt_standard_user_defaults(void);
extern void *vt_main_bundle(void);
extern void *vt_default_file_manager(void);
extern void *vt_folders(int directory, uintptr_t mask);
extern int vt_is_main_thread(void);

/// Defines a static getter, which calls `hook` on a thread of a simulation.
#define OBJECT_GETTER(name, hook) \
  SWIFT void *name(void) REPLACES(name); \
  SWIFT void *name(void) { \
    void *object = vt_thread_context ? hook() : 0; \
    return object ? object : LIBRARY(name)(); \
  }

OBJECT_GETTER(default_notification_center, vt_default_notification_center)
OBJECT_GETTER(main_operation_queue, vt_main_operation_queue)
OBJECT_GETTER(standard_user_defaults, vt_standard_user_defaults)
OBJECT_GETTER(default_file_manager, vt_default_file_manager)
OBJECT_GETTER(main_bundle, vt_main_bundle)

// UserDefaults(suiteName:). The text of an optional String has two words. Subclasses keep the host's.
extern void swift_bridgeObjectRelease(uintptr_t object);
extern void *vt_suite_of_user_defaults(uintptr_t name0, uintptr_t name1);
#define PARAMETERS uintptr_t name0, uintptr_t name1, CONTEXT void *metatype
SWIFT void *suite_of_user_defaults(PARAMETERS) REPLACES(suite_of_user_defaults);
SWIFT void *suite_of_user_defaults(PARAMETERS) {
  int is_own = vt_thread_context && metatype == LIBRARY_ADDRESS(user_defaults_class);
  void *object = is_own ? vt_suite_of_user_defaults(name0, name1) : 0;
  if (!object) return LIBRARY(suite_of_user_defaults)(name0, name1, metatype);
  swift_bridgeObjectRelease(name1);  // an initializer consumes its arguments
  return object;
}
#undef PARAMETERS

// Thread.isMainThread and OperationQueue.current call this function of Foundation.
extern unsigned char _CFIsMainThread(void);
unsigned char _CFIsMainThread(void) {
  if (vt_thread_context) return vt_is_main_thread() != 0;
  return LIBRARY(_CFIsMainThread)();
}

// NotificationCenter.addObserver(forName:object:queue:using:) and removeObserver. Foundation calls
// observers in the order of a dictionary; NotificationObservers.swift keeps them in their order.
struct existential { void *object, *witnesses; };
// Implemented in Swift, as methods of NotificationCenter. The second one returns whether the observer
// was one of the first.
extern SWIFT struct existential vt_add_observer(
    uintptr_t name0, uintptr_t name1, void *object, void *queue, void *block, void *block_context,
    CONTEXT void *self);
extern SWIFT _Bool vt_remove_observer(void *observer, uintptr_t name0, uintptr_t name1, void *object,
                                      CONTEXT void *self);

#define PARAMETERS \
  uintptr_t name0, uintptr_t name1, void *object, void *queue, void *block, void *block_context, \
      CONTEXT void *self
#define ARGUMENTS name0, name1, object, queue, block, block_context, self
#define ADD_OBSERVER(name) \
  SWIFT struct existential name(PARAMETERS) REPLACES(name); \
  SWIFT struct existential name(PARAMETERS) { \
    return vt_thread_context ? vt_add_observer(ARGUMENTS) : LIBRARY(name)(ARGUMENTS); \
  }
ADD_OBSERVER(add_observer)
ADD_OBSERVER(add_observer_block)

/// The host's own function, which keeps an observer for all notifications of a center.
SWIFT struct existential vt_host_add_observer(PARAMETERS) {
  return LIBRARY(add_observer)(ARGUMENTS);
}
#undef PARAMETERS
#undef ARGUMENTS

SWIFT void remove_observer(void *observer, CONTEXT void *self) REPLACES(remove_observer);
SWIFT void remove_observer(void *observer, CONTEXT void *self) {
  static const uintptr_t nothing[4];
  if (vt_thread_context && vt_remove_observer(observer, 0, 0, (void *)nothing, self)) return;
  LIBRARY(remove_observer)(observer, self);
}

#define PARAMETERS \
  void *observer, uintptr_t name0, uintptr_t name1, void *object, CONTEXT void *self
SWIFT void remove_observer_of_name(PARAMETERS) REPLACES(remove_observer_of_name);
SWIFT void remove_observer_of_name(PARAMETERS) {
  if (vt_thread_context && vt_remove_observer(observer, name0, name1, object, self)) return;
  LIBRARY(remove_observer_of_name)(observer, name0, name1, object, self);
}
#undef PARAMETERS

// In this Foundation, a timer made with Timer(timeInterval:repeats:block:) fires for the first time
// at once. Apple's fires after the interval, like `scheduledTimer` does here.
typedef SWIFT void *(*timer_init_at)(double date, double interval, _Bool repeats, void *block,
                                     void *block_context, CONTEXT void *metatype);
#define PARAMETERS \
  double interval, _Bool repeats, void *block, void *block_context, CONTEXT void *metatype
SWIFT void *make_timer(PARAMETERS) REPLACES(make_timer);
SWIFT void *make_timer(PARAMETERS) {
  vt_context *c = vt_thread_context;
  timer_init_at make_at = (timer_init_at)LIBRARY_ADDRESS(make_timer_at);
  if (!c || !make_at)
    return LIBRARY(make_timer)(interval, repeats, block, block_context, metatype);
  // A Date counts seconds from 2001.
  double now = (double)(vt_counted(&c->rate, c->now) + c->wall_offset) / 1e9 - 978307200.0;
  return make_at(now + (interval > 0 ? interval : 0.0001), interval, repeats, block, block_context,
                 metatype);
}
#undef PARAMETERS

// FileManager.urls(for:in:), which url(for:in:appropriateFor:create:) also calls.
typedef SWIFT void *(*folders_method)(uint8_t, uintptr_t, CONTEXT void *);
static folders_method host_folders;

static SWIFT void *folders(uint8_t directory, uintptr_t mask, CONTEXT void *self) {
  if (vt_thread_context && vt_thread_context->home) return vt_folders(directory, mask);
  return host_folders(directory, mask, self);
}

static int folders_are_replaced;
int vt_folders_are_replaced(void) { return folders_are_replaced; }

/// The method is replaced in the vtable of its class. Interposition does not work here, because the linker
/// has bound the vtable inside the library.
void vt_replace_folders_method(void) {
  void **metadata = LIBRARY_ADDRESS(file_manager_class);
  host_folders = (folders_method)LIBRARY_ADDRESS(file_manager_urls);
  if (!metadata || !host_folders) return;
  for (int slot = 0; slot < 256; slot++) {
    if (metadata[slot] != (void *)host_folders) continue;
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)((uintptr_t)&metadata[slot] & ~(size - 1));
    if (mprotect(page, size, PROT_READ | PROT_WRITE) != 0) return;
    metadata[slot] = (void *)folders;
    folders_are_replaced = 1;
    return;
  }
}

typedef void *(*allocating_init)(CONTEXT void *metadata) SWIFT;
void *vt_call_allocating_init(void *function, void *metadata) {
  return ((allocating_init)function)(metadata);
}

void *vt_make_object_address(void) { return LIBRARY_ADDRESS(make_object); }
