#include <zlib.h>

/// `inflateInit2` is a macro, which Swift does not see.
static inline int yoban_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 32); }
