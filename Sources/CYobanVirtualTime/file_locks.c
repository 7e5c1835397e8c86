// Advisory locks of files: flock and fcntl. The host enforces them; the simulation notes which process
// holds which, and lets a process wait for a lock in virtual time.
#include "system_calls.h"
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// Kinds of locks, as FileLocks.Kind in Swift knows them.
enum { LOCK_IS_RELEASED = 0, LOCK_IS_SHARED = 1, LOCK_IS_EXCLUSIVE = 2 };

// Implemented in Swift. A lock of fcntl has a first byte and a length, 0 for all bytes that follow.
extern void vt_note_flock(int file, uint64_t device, uint64_t inode, int kind);
extern void vt_note_range_lock(uint64_t device, uint64_t inode, int64_t start, int64_t length,
                               int kind);
extern void vt_note_close(int file, uint64_t device, uint64_t inode);

/// A process that is frozen can hold the lock, so waiting on the host could last forever.
static int wait_for_flock(int file, int operation) {
  useconds_t pause = 1000;
  for (;;) {
    int result = HOST(flock)(file, operation | LOCK_NB);
    if (result == 0 || errno != EWOULDBLOCK) return result;
    usleep(pause);  // in virtual time
    if (pause < 100000) pause *= 2;
  }
}

int flock(int file, int operation) {
  struct stat status;
  if (!vt_thread_context || fstat(file, &status) != 0) return HOST(flock)(file, operation);
  int kind = operation & (LOCK_SH | LOCK_EX | LOCK_UN);
  int waits = kind != LOCK_UN && !(operation & LOCK_NB);
  int result = waits ? wait_for_flock(file, operation) : HOST(flock)(file, operation);
  if (result == 0)
    vt_note_flock(file, status.st_dev, status.st_ino,
                  kind == LOCK_UN   ? LOCK_IS_RELEASED
                  : kind == LOCK_SH ? LOCK_IS_SHARED
                                    : LOCK_IS_EXCLUSIVE);
  return result;
}

static void note_range_lock(int file, const struct flock *lock) {
  struct stat status;
  if (!lock || fstat(file, &status) != 0) return;
  int64_t start = lock->l_start;
  if (lock->l_whence == SEEK_END) start += status.st_size;
  if (lock->l_whence == SEEK_CUR) start += lseek(file, 0, SEEK_CUR);
  vt_note_range_lock(status.st_dev, status.st_ino, start, lock->l_len,
                     lock->l_type == F_UNLCK   ? LOCK_IS_RELEASED
                     : lock->l_type == F_RDLCK ? LOCK_IS_SHARED
                                               : LOCK_IS_EXCLUSIVE);
}

/// F_FULLFSYNC and F_BARRIERFSYNC of Apple's systems. Linux has no commands with these numbers.
enum { APPLE_FULL = 51, APPLE_BARRIER = 85 };

#define FCNTL(name) \
  int name(int file, int command, ...) { \
    va_list arguments; \
    va_start(arguments, command); \
    void *argument = va_arg(arguments, void *); \
    va_end(arguments); \
    if (vt_thread_context && command == APPLE_BARRIER) return vt_barrier(file); \
    if (vt_thread_context && command == APPLE_FULL) return vt_full_synchronize(file); \
    int result = HOST(name)(file, command, argument); \
    int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || \
                command == F_OFD_SETLKW; \
    if (vt_thread_context && locks && result == 0) note_range_lock(file, argument); \
    return result; \
  }
FCNTL(fcntl)
FCNTL(fcntl64)

int close(int file) {
  vt_context *c = vt_thread_context;
  struct stat status;
  if (c && c->holds_file_locks && fstat(file, &status) == 0)
    vt_note_close(file, status.st_dev, status.st_ino);
  if (!vt_observes(CALL_CLOSE)) return HOST(close)(file);
  vt_system_call call;
  call.kind = CALL_CLOSE;
  int may = vt_call_on_file(&call, file, 0, 0);
  int failure = errno;
  // The descriptor is closed also if the call fails.
  int result = HOST(close)(file);
  if (!may) {
    errno = failure;
    return -1;
  }
  vt_call_ended(&call, result);
  return result;
}

void vt_release_flock(int file) { HOST(flock)(file, LOCK_UN); }
