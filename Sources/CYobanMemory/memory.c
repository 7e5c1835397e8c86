#include "CYobanMemory.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif

void yoban_keep_released_memory(void) {
#if defined(M_TRIM_THRESHOLD) && defined(M_MMAP_THRESHOLD)
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  // Larger allocations are still mapped, and so returned, one by one.
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
#endif
}
