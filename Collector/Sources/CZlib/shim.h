#include <zlib.h>

/// Prepares a stream that writes the gzip format. `deflateInit2` is a macro, which Swift does not see.
static inline int czlib_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
