// Standard output: `print` in a simulated process ends in `fwrite` on stdout.
#include "context.h"
#include <stdio.h>

extern int vt_process_output(const void *bytes, size_t count);

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  if (vt_thread_context && stream == stdout && vt_process_output(bytes, size * count)) return count;
  return HOST(fwrite)(bytes, size, count, stream);
}
