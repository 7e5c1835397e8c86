// Foundation's process-wide objects and folders. The host's process has one of each; every
// simulated process has its own. These functions have the symbols of Foundation's own Swift
// functions, and take precedence over them. They are written in C because the optimizer would take
// a Swift function with such a symbol for Foundation's function.
#include "context.h"
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

typedef SWIFT void *(*object_getter)(void);

/// Defines the static getter `symbol`, which calls `hook` on a thread of a simulation.
#define OBJECT_GETTER(name, symbol, hook) \
  SWIFT void *name(void) __asm__(symbol); \
  SWIFT void *name(void) { \
    void *object = vt_thread_context ? hook() : 0; \
    if (object) return object; \
    static object_getter host; \
    if (!host) host = (object_getter)dlsym(RTLD_NEXT, symbol); \
    return host(); \
  }

OBJECT_GETTER(notification_center, "$s20FoundationEssentials18NotificationCenterC7defaultACvgZ",
              vt_default_notification_center)
OBJECT_GETTER(main_operation_queue, "$s10Foundation14OperationQueueC4mainACvgZ",
              vt_main_operation_queue)
OBJECT_GETTER(standard_user_defaults, "$s10Foundation12UserDefaultsC8standardACvgZ",
              vt_standard_user_defaults)
OBJECT_GETTER(default_file_manager, "$s20FoundationEssentials11FileManagerC7defaultACvgZ",
              vt_default_file_manager)
OBJECT_GETTER(main_bundle, "$s10Foundation6BundleC4mainACvgZ", vt_main_bundle)

// UserDefaults(suiteName:). The text of an optional String has two words. Subclasses keep the host's.
#define SUITE "$s10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfC"
extern void swift_bridgeObjectRelease(uintptr_t object);
extern void *vt_suite_of_user_defaults(uintptr_t name0, uintptr_t name1);
typedef SWIFT void *(*suite_init)(uintptr_t name0, uintptr_t name1, CONTEXT void *metatype);
SWIFT void *make_suite(uintptr_t name0, uintptr_t name1, CONTEXT void *metatype) __asm__(SUITE);
SWIFT void *make_suite(uintptr_t name0, uintptr_t name1, CONTEXT void *metatype) {
  static suite_init host;
  static void *user_defaults;
  if (!host) host = (suite_init)dlsym(RTLD_NEXT, SUITE);
  if (!user_defaults) user_defaults = dlsym(RTLD_DEFAULT, "$s10Foundation12UserDefaultsCN");
  void *object = vt_thread_context && metatype == user_defaults
                     ? vt_suite_of_user_defaults(name0, name1) : 0;
  if (!object) return host(name0, name1, metatype);
  swift_bridgeObjectRelease(name1);  // an initializer consumes its arguments
  return object;
}

// Thread.isMainThread and OperationQueue.current call this function of Foundation.
extern unsigned char _CFIsMainThread(void);
unsigned char _CFIsMainThread(void) {
  if (vt_thread_context) return vt_is_main_thread() != 0;
  return HOST(_CFIsMainThread)();
}

// NotificationCenter.addObserver(forName:object:queue:using:) and removeObserver. Foundation calls
// observers in the order of a dictionary; NotificationObservers.swift keeps them in their order.
struct existential { void *object, *witnesses; };
typedef SWIFT struct existential (*add_observer)(
    uintptr_t name0, uintptr_t name1, void *object, void *queue, void *block, void *block_context,
    CONTEXT void *self);
typedef SWIFT void (*remove_observer)(void *observer, CONTEXT void *self);
typedef SWIFT void (*remove_observer_of)(void *observer, uintptr_t name0, uintptr_t name1,
                                         void *object, CONTEXT void *self);
// Implemented in Swift, as methods of NotificationCenter. The second one returns whether the observer
// was one of the first.
extern SWIFT struct existential vt_add_observer(
    uintptr_t name0, uintptr_t name1, void *object, void *queue, void *block, void *block_context,
    CONTEXT void *self);
extern SWIFT _Bool vt_remove_observer(void *observer, uintptr_t name0, uintptr_t name1, void *object,
                                      CONTEXT void *self);

#define ADD_OBSERVER(name, symbol) \
  SWIFT struct existential name(uintptr_t n0, uintptr_t n1, void *object, void *queue, void *block, \
                                void *block_context, CONTEXT void *self) __asm__(symbol); \
  SWIFT struct existential name(uintptr_t n0, uintptr_t n1, void *object, void *queue, void *block, \
                                void *block_context, CONTEXT void *self) { \
    if (vt_thread_context) return vt_add_observer(n0, n1, object, queue, block, block_context, self); \
    static add_observer host; \
    if (!host) host = (add_observer)dlsym(RTLD_NEXT, symbol); \
    return host(n0, n1, object, queue, block, block_context, self); \
  }

#define CENTER "$s20FoundationEssentials18NotificationCenterC0A0E"
#define ADD_OBSERVER_USING CENTER "11addObserver7forName6object5queue" \
  "5usingAD16NSObjectProtocol_pAD14NSNotificationC0H0VSg_ypSgAD14OperationQueueCSgyAD0C0VYbctF"
ADD_OBSERVER(add_observer_using, ADD_OBSERVER_USING)
/// The host's own function, which keeps an observer for all notifications of a center.
SWIFT struct existential vt_host_add_observer(
    uintptr_t n0, uintptr_t n1, void *object, void *queue, void *block, void *block_context,
    CONTEXT void *self) {
  static add_observer host;
  if (!host) host = (add_observer)dlsym(RTLD_NEXT, ADD_OBSERVER_USING);
  return host(n0, n1, object, queue, block, block_context, self);
}
ADD_OBSERVER(add_observer_using_block, CENTER "11addObserver7forName6object5queue"
  "10usingBlockAD16NSObjectProtocol_pAD14NSNotificationC0H0VSg_ypSgAD14OperationQueueCSgyAD0C0VctF")

#define REMOVE_OBSERVER CENTER "14removeObserveryyypF"
SWIFT void remove_any_observer(void *observer, CONTEXT void *self) __asm__(REMOVE_OBSERVER);
SWIFT void remove_any_observer(void *observer, CONTEXT void *self) {
  static const uintptr_t nothing[4];
  if (vt_thread_context && vt_remove_observer(observer, 0, 0, (void *)nothing, self)) return;
  static remove_observer host;
  if (!host) host = (remove_observer)dlsym(RTLD_NEXT, REMOVE_OBSERVER);
  host(observer, self);
}

#define REMOVE_OBSERVER_OF CENTER "14removeObserver_4name6objectyyp_AD14NSNotificationC4NameVSgypSgtF"
SWIFT void remove_observer_of_name(void *observer, uintptr_t n0, uintptr_t n1, void *object,
                                   CONTEXT void *self) __asm__(REMOVE_OBSERVER_OF);
SWIFT void remove_observer_of_name(void *observer, uintptr_t n0, uintptr_t n1, void *object,
                                   CONTEXT void *self) {
  if (vt_thread_context && vt_remove_observer(observer, n0, n1, object, self)) return;
  static remove_observer_of host;
  if (!host) host = (remove_observer_of)dlsym(RTLD_NEXT, REMOVE_OBSERVER_OF);
  host(observer, n0, n1, object, self);
}

// In this Foundation, a timer made with Timer(timeInterval:repeats:block:) fires for the first time
// at once. Apple's fires after the interval, like `scheduledTimer` does here.
typedef SWIFT void *(*timer_init)(double interval, _Bool repeats, void *block, void *block_context,
                                  CONTEXT void *metatype);
typedef SWIFT void *(*timer_init_fire)(double date, double interval, _Bool repeats, void *block,
                                       void *block_context, CONTEXT void *metatype);
#define TIMER_INIT "$s10Foundation5TimerC12timeInterval7repeats5blockACSd_SbyACYbctcfC"
#define TIMER_INIT_FIRE "$s10Foundation5TimerC4fire8interval7repeats5blockAC0A10Essentials4DateV_SdSbyACYbctcfC"
SWIFT void *make_timer(double interval, _Bool repeats, void *block, void *block_context,
                       CONTEXT void *metatype) __asm__(TIMER_INIT);
SWIFT void *make_timer(double interval, _Bool repeats, void *block, void *block_context,
                       CONTEXT void *metatype) {
  vt_context *c = vt_thread_context;
  if (!c) {
    static timer_init host;
    if (!host) host = (timer_init)dlsym(RTLD_NEXT, TIMER_INIT);
    return host(interval, repeats, block, block_context, metatype);
  }
  static timer_init_fire host_fire;
  if (!host_fire) host_fire = (timer_init_fire)dlsym(RTLD_NEXT, TIMER_INIT_FIRE);
  // A Date counts seconds from 2001.
  double now = (double)(c->now + c->wall_offset) / 1e9 - 978307200.0;
  return host_fire(now + (interval > 0 ? interval : 0.0001), interval, repeats, block, block_context,
                   metatype);
}

// FileManager.urls(for:in:), which url(for:in:appropriateFor:create:) also calls.
#define FOLDERS \
  "$s20FoundationEssentials11FileManagerC4urls3for2inSayAA3URLVGAC19SearchPathDirectoryO_AC0iJ10DomainMaskVtF"
typedef SWIFT void *(*folders_method)(uint8_t, uintptr_t, CONTEXT void *);
static folders_method host_folders;

static SWIFT void *folders(uint8_t directory, uintptr_t mask, CONTEXT void *self) {
  if (vt_thread_context && vt_thread_context->home) return vt_folders(directory, mask);
  return host_folders(directory, mask, self);
}

/// Replaces the method in the vtable of its class, once, before main. Interposition does not work
/// here, because the linker has bound the vtable inside the library.
void vt_replace_folders_method(void) {
  void **metadata = dlsym(RTLD_DEFAULT, "$s20FoundationEssentials11FileManagerCN");
  host_folders = (folders_method)dlsym(RTLD_DEFAULT, FOLDERS);
  if (!metadata || !host_folders) return;
  for (int slot = 0; slot < 256; slot++) {
    if (metadata[slot] != (void *)host_folders) continue;
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)((uintptr_t)&metadata[slot] & ~(size - 1));
    if (mprotect(page, size, PROT_READ | PROT_WRITE) != 0) return;
    metadata[slot] = (void *)folders;
    return;
  }
}
