// Streams of C (`FILE`) on files that are observed. The C library calls its own `write` for what a stream has
// buffered, so these streams get functions of their own.
#include "system_calls.h"
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

struct stream { FILE *stream; int file; struct stream *next; };
static struct stream *streams;
static atomic_flag streams_lock = ATOMIC_FLAG_INIT;
/// The number of streams so far. Without any, `fileno` takes no lock. Relaxed ordering suffices: a
/// thread that has the address of a stream got it after the stream was counted.
static atomic_uint streams_opened;

static void lock(void) { while (atomic_flag_test_and_set(&streams_lock)) {} }
static void unlock(void) { atomic_flag_clear(&streams_lock); }

static ssize_t read_stream(void *cookie, char *bytes, size_t count) {
  return read(((struct stream *)cookie)->file, bytes, count);
}

static ssize_t write_stream(void *cookie, const char *bytes, size_t count) {
  ssize_t result = vt_write(((struct stream *)cookie)->file, bytes, count);
  return result < 0 ? 0 : result;
}

static int seek_stream(void *cookie, off64_t *offset, int whence) {
  off64_t place = lseek64(((struct stream *)cookie)->file, *offset, whence);
  if (place < 0) return -1;
  *offset = place;
  return 0;
}

static int close_stream(void *cookie) {
  struct stream *own = cookie;
  lock();
  struct stream **place = &streams;
  while (*place && *place != own) place = &(*place)->next;
  if (*place) *place = own->next;
  unlock();
  int file = own->file;
  free(own);
  return close(file);
}

/// Returns a stream on an open file, or null.
static FILE *open_stream(int file, const char *mode) {
  struct stream *own = malloc(sizeof *own);
  cookie_io_functions_t functions = {read_stream, write_stream, seek_stream, close_stream};
  *own = (struct stream){0, file, 0};
  own->stream = fopencookie(own, mode, functions);
  if (!own->stream) {
    free(own);
    return 0;
  }
  lock();
  own->next = streams;
  streams = own;
  atomic_fetch_add_explicit(&streams_opened, 1, memory_order_relaxed);
  unlock();
  return own->stream;
}

FILE *fdopen(int file, const char *mode) {
  if (!vt_is_observed_file(file)) return HOST(fdopen)(file, mode);
  return open_stream(file, mode);
}

static int flags_of(const char *mode) {
  int access = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  int creation = mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0;
  return access | creation | (strchr(mode, 'x') ? O_EXCL : 0) | (strchr(mode, 'e') ? O_CLOEXEC : 0);
}

#define OPEN_STREAM(name) \
  FILE *name(const char *restrict path, const char *restrict mode) { \
    if (!vt_is_observed_path(path)) return HOST(name)(path, mode); \
    int file = open(path, flags_of(mode), 0666); \
    FILE *stream = file < 0 ? NULL : fdopen(file, mode); \
    if (file >= 0 && !stream) close(file); \
    return stream; \
  }
OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)

/// Returns -1 if the stream is not one of these.
static int file_of(FILE *stream) {
  if (atomic_load_explicit(&streams_opened, memory_order_relaxed) == 0) return -1;
  lock();
  struct stream *own = streams;
  while (own && own->stream != stream) own = own->next;
  int file = own ? own->file : -1;
  unlock();
  return file;
}

int fileno(FILE *stream) {
  int file = file_of(stream);
  return file >= 0 ? file : HOST(fileno)(stream);
}
int fileno_unlocked(FILE *stream) {
  int file = file_of(stream);
  return file >= 0 ? file : HOST(fileno_unlocked)(stream);
}
