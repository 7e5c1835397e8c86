// What happens before main.
#include "library_names.h"

struct hashing_parameters { uint64_t seed0, seed1; _Bool deterministic; };

extern void vt_install_executors(void);

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
  vt_prepare_boring_ssl();
  vt_install_executors();
}
