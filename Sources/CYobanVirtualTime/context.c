#include "library_names.h"
#include <stdint.h>
#include <string.h>

__thread vt_context *vt_thread_context = 0;

vt_context *vt_current(void) { return vt_thread_context; }

vt_context *vt_swap(vt_context *context) {
  if (context) vt_prepare_for_overflow();
  vt_context *before = vt_thread_context;
  vt_thread_context = context;
  return before;
}

int vt_is_in_library(const void *address, const char *name) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_fname && strstr(info.dli_fname, name);
}

// Objects --------------------------------------------------------------------------------------

typedef void *(*allocating_init)(__attribute__((swift_context)) void *metadata)
    __attribute__((swiftcall));
void *vt_call_allocating_init(void *function, void *metadata) {
  return ((allocating_init)function)(metadata);
}

/// The layout of `Job` in the Swift runtime (include/swift/ABI/Task.h), in bytes: heap object 16,
/// SchedulerPrivate 16, Flags 4, Id 4, Voucher 8, Reserved 8. `Reserved` is null at first, and no
/// other code uses it.
uint64_t *vt_job_reserved_word(void *job) { return (uint64_t *)((char *)job + 48); }

// Before main ----------------------------------------------------------------------------------

struct hashing_parameters { uint64_t seed0, seed1; _Bool deterministic; };

extern void vt_install_executors(void);
extern void vt_replace_folders_method(void);  // foundation.c

__attribute__((constructor)) static void at_load(void) {
  // Swift chooses the hash seeds of Set and Dictionary once per OS process, before any constructor
  // here runs. They are set to fixed values, because the order of a Set that app code iterates must
  // not differ between two runs with the same seed.
  struct hashing_parameters *hashing = LIBRARY_ADDRESS(hashing_parameters);
  if (hashing) {
    hashing->seed0 = hashing->seed1 = 0;
    hashing->deterministic = 1;
  }
  vt_replace_folders_method();
  vt_install_executors();
}
