// The output of simulated processes: `print` calls `fwrite` on standard output, `NSLog` calls
// `fprintf` on standard error, and a FileHandle calls `write`.
#include "system_calls.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern int vt_process_output(const void *bytes, size_t count, int descriptor);
/// Whether the calling simulated process takes its output, so that nothing of it reaches a stream of the host.
extern int vt_process_takes_output(void);

/// Whether the output goes to the host: reports of a test library.
static int is_for_host(const void *caller) {
  return vt_is_in_library(caller, "libTesting") || vt_is_in_library(caller, "libXCTest");
}

/// Returns 1 or 2 if the output to this stream belongs to the calling simulated process, else 0.
static int descriptor_of(FILE *stream, const void *caller) {
  if (!vt_thread_context) return 0;
  if (stream == stdout) return STDOUT_FILENO;
  return stream == stderr && !is_for_host(caller) ? STDERR_FILENO : 0;
}

static int took(const void *bytes, size_t count, int descriptor) {
  return descriptor && vt_process_output(bytes, count, descriptor);
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  int descriptor = descriptor_of(stream, __builtin_return_address(0));
  if (took(bytes, size * count, descriptor)) return count;
  return HOST(fwrite)(bytes, size, count, stream);
}

int fputs(const char *restrict text, FILE *restrict stream) {
  if (took(text, strlen(text), descriptor_of(stream, __builtin_return_address(0)))) return 1;
  return HOST(fputs)(text, stream);
}

int fputc(int character, FILE *stream) {
  unsigned char byte = (unsigned char)character;
  if (took(&byte, 1, descriptor_of(stream, __builtin_return_address(0)))) return byte;
  return HOST(fputc)(character, stream);
}

static int print(int descriptor, FILE *stream, const char *format, va_list arguments) {
  if (descriptor) {
    va_list copy;
    va_copy(copy, arguments);
    char *text = NULL;
    int count = vasprintf(&text, format, copy);
    va_end(copy);
    int is_taken = count >= 0 && vt_process_output(text, (size_t)count, descriptor);
    if (count >= 0) free(text);
    if (is_taken) return count;
  }
  return HOST(vfprintf)(stream, format, arguments);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  return print(descriptor_of(stream, __builtin_return_address(0)), stream, format, arguments);
}

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  int descriptor = descriptor_of(stream, __builtin_return_address(0));
  va_list arguments;
  va_start(arguments, format);
  int count = print(descriptor, stream, format, arguments);
  va_end(arguments);
  return count;
}

/// The locks of this thread that were not taken.
static _Thread_local int vt_locks_left_out;

// `print` holds the lock of standard output while it writes. The thread of a simulated process can end there, or
// wait for other threads that print. It needs no lock, because its output does not reach the stream.
void flockfile(FILE *stream) {
  if (vt_thread_context && (stream == stdout || stream == stderr) && vt_process_takes_output()) {
    vt_locks_left_out++;
  } else {
    HOST(flockfile)(stream);
  }
}

void funlockfile(FILE *stream) {
  if (vt_locks_left_out > 0) {
    vt_locks_left_out--;
  } else {
    HOST(funlockfile)(stream);
  }
}

ssize_t write(int file, const void *bytes, size_t count) {
  if (vt_thread_context && (file == STDOUT_FILENO || file == STDERR_FILENO)) {
    int is_own = file == STDOUT_FILENO || !is_for_host(__builtin_return_address(0));
    if (is_own && vt_process_output(bytes, count, file)) return (ssize_t)count;
  }
  return vt_write(file, bytes, count);
}
