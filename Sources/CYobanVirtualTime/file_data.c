// Calls that change the content of files, or make it durable.
#include "system_calls.h"
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/// Asks before bytes are written, and lets `count` be the part for which there is room.
static int may_write(vt_system_call *call, int file, int64_t offset, size_t *count) {
  if (!vt_call_on_file(call, file, offset, (int64_t)*count)) return 0;
  int64_t room = vt_call_room(call, (int64_t)*count);
  if (room == 0 && *count > 0) {
    errno = ENOSPC;
    vt_call_ended(call, -1);
    return 0;
  }
  *count = (size_t)room;
  return 1;
}

ssize_t vt_write(int file, const void *bytes, size_t count) {
  return OBSERVED(ssize_t, CALL_WRITE, may_write(&call, file, -1, &count),
                  HOST(write)(file, bytes, count));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return OBSERVED(ssize_t, CALL_WRITE, may_write(&call, file, offset, &count),
                  HOST(pwrite)(file, bytes, count, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return OBSERVED(ssize_t, CALL_WRITE, may_write(&call, file, offset, &count),
                  HOST(pwrite64)(file, bytes, count, offset));
}

/// Writes the parts with one call: what is in them is copied, because a part of them may not fit.
static ssize_t write_parts(int file, const struct iovec *parts, int number, int64_t offset) {
  size_t count = 0;
  for (int i = 0; i < number; i++) count += parts[i].iov_len;
  char *bytes = malloc(count ? count : 1);
  size_t done = 0;
  for (int i = 0; i < number; i++) {
    memcpy(bytes + done, parts[i].iov_base, parts[i].iov_len);
    done += parts[i].iov_len;
  }
  ssize_t result = offset < 0 ? vt_write(file, bytes, count) : pwrite64(file, bytes, count, offset);
  free(bytes);
  return result;
}

ssize_t writev(int file, const struct iovec *parts, int number) {
  return vt_observes(CALL_WRITE) ? write_parts(file, parts, number, -1)
                                 : HOST(writev)(file, parts, number);
}
ssize_t pwritev(int file, const struct iovec *parts, int number, off_t offset) {
  return vt_observes(CALL_WRITE) ? write_parts(file, parts, number, offset)
                                 : HOST(pwritev)(file, parts, number, offset);
}
ssize_t pwritev64(int file, const struct iovec *parts, int number, off64_t offset) {
  return vt_observes(CALL_WRITE) ? write_parts(file, parts, number, offset)
                                 : HOST(pwritev64)(file, parts, number, offset);
}

#define READ(name, parameters, arguments) \
  ssize_t name parameters { \
    return OBSERVED(ssize_t, CALL_READ, vt_call_on_file(&call, file, 0, (int64_t)count), \
                    HOST(name) arguments); \
  }
READ(read, (int file, void *bytes, size_t count), (file, bytes, count))
READ(pread, (int file, void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
READ(pread64, (int file, void *bytes, size_t count, off64_t offset), (file, bytes, count, offset))

static int64_t size_of(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_size : 0;
}

/// The bytes of a copy from one file to another are those of a write.
static ssize_t copied(int to, int from, off64_t *from_offset, off64_t *to_offset, size_t count) {
  int64_t start = from_offset ? *from_offset : lseek64(from, 0, SEEK_CUR);
  int64_t left = size_of(from) - start;
  if (left < 0) left = 0;
  if (count > (size_t)left) count = (size_t)left;
  if (count > 1 << 20) count = 1 << 20;
  char *bytes = malloc(count ? count : 1);
  ssize_t done = HOST(pread64)(from, bytes, count, start);
  if (done > 0)
    done = to_offset ? pwrite64(to, bytes, (size_t)done, *to_offset) : vt_write(to, bytes, (size_t)done);
  free(bytes);
  if (done <= 0) return done;
  if (from_offset) *from_offset += done; else lseek64(from, start + done, SEEK_SET);
  if (to_offset) *to_offset += done;
  return done;
}

ssize_t sendfile(int to, int from, off_t *offset, size_t count) {
  return vt_observes(CALL_WRITE) ? copied(to, from, offset, 0, count)
                                 : HOST(sendfile)(to, from, offset, count);
}
ssize_t sendfile64(int to, int from, off64_t *offset, size_t count) {
  return vt_observes(CALL_WRITE) ? copied(to, from, offset, 0, count)
                                 : HOST(sendfile64)(to, from, offset, count);
}
ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t count,
                        unsigned flags) {
  return vt_observes(CALL_WRITE) ? copied(to, from, from_offset, to_offset, count)
                                 : HOST(copy_file_range)(from, from_offset, to, to_offset, count, flags);
}

int ftruncate(int file, off_t size) {
  return OBSERVED(int, CALL_TRUNCATE, vt_call_on_file(&call, file, size, 0),
                  HOST(ftruncate)(file, size));
}
int ftruncate64(int file, off64_t size) {
  return OBSERVED(int, CALL_TRUNCATE, vt_call_on_file(&call, file, size, 0),
                  HOST(ftruncate64)(file, size));
}

/// Reserved blocks are zeros up to the new end of the file.
static int reserve(int file, off64_t offset, off64_t count) {
  return size_of(file) >= offset + count ? 0 : ftruncate64(file, offset + count);
}
int posix_fallocate(int file, off_t offset, off_t count) {
  if (!vt_observes(CALL_TRUNCATE)) return HOST(posix_fallocate)(file, offset, count);
  return reserve(file, offset, count) == 0 ? 0 : errno;
}
int posix_fallocate64(int file, off64_t offset, off64_t count) {
  if (!vt_observes(CALL_TRUNCATE)) return HOST(posix_fallocate64)(file, offset, count);
  return reserve(file, offset, count) == 0 ? 0 : errno;
}
int fallocate(int file, int mode, off_t offset, off_t count) {
  return vt_observes(CALL_TRUNCATE) && mode == 0 ? reserve(file, offset, count)
                                                 : HOST(fallocate)(file, mode, offset, count);
}

// The host does not lose power during a run, so waiting for the host's disk would only take time.

/// 0: a file of the simulated disk, whose observer is asked. The host need not write it.
static int synchronize(int kind, int file) {
  return OBSERVED(int, kind, vt_call_on_file(&call, file, 0, 0), 0);
}
int fsync(int file) {
  return vt_thread_context ? synchronize(CALL_SYNCHRONIZE, file) : HOST(fsync)(file);
}
int fdatasync(int file) {
  return vt_thread_context ? synchronize(CALL_SYNCHRONIZE, file) : HOST(fdatasync)(file);
}
int vt_barrier(int file) { return synchronize(CALL_BARRIER, file); }
int vt_full_synchronize(int file) { return synchronize(CALL_FULL_SYNCHRONIZE, file); }

void sync(void) {
  vt_context *c = vt_thread_context;
  if (!c) { HOST(sync)(); return; }
  (void)OBSERVED(int, CALL_SYNCHRONIZE_ALL,
                 vt_call_on_path(&call, AT_FDCWD, c->observed_folder), 0);
}
int syncfs(int file) {
  if (!vt_thread_context) return HOST(syncfs)(file);
  sync();
  return 0;
}

