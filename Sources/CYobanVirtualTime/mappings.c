// Files that are mapped for writing. The observer cannot see the writes: it notes the mapped bytes as
// written from the call of `mmap` on, until they are synchronized.
#include "system_calls.h"
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct mapping { char *start; size_t count; char *path; struct mapping *next; };
static struct mapping *mappings;
static atomic_flag mappings_lock = ATOMIC_FLAG_INIT;
/// The number of mappings so far. Without any, `munmap` takes no lock. Relaxed ordering suffices: a
/// thread that has the address of a mapping got it after the mapping was counted.
static atomic_uint mappings_noted;

static void lock(void) { while (atomic_flag_test_and_set(&mappings_lock)) {} }
static void unlock(void) { atomic_flag_clear(&mappings_lock); }

static void note(void *start, size_t count, const char *path) {
  struct mapping *new = malloc(sizeof *new);
  lock();
  *new = (struct mapping){start, count, strdup(path), mappings};
  mappings = new;
  atomic_fetch_add_explicit(&mappings_noted, 1, memory_order_relaxed);
  unlock();
}

/// Copies the path of the file that is mapped at an address. Returns 0 if there is none.
static int mapped_path(const char *address, char *path) {
  lock();
  struct mapping *m = mappings;
  while (m && !(address >= m->start && address < m->start + m->count)) m = m->next;
  if (m) strcpy(path, m->path);
  unlock();
  return m != 0;
}

#define MAP(name, offset_type) \
  void *name(void *start, size_t count, int protection, int flags, int file, offset_type offset) { \
    if (!vt_observes(CALL_MAP) || file < 0 || !(flags & MAP_SHARED) || !(protection & PROT_WRITE)) \
      return HOST(name)(start, count, protection, flags, file, offset); \
    vt_system_call call; \
    call.kind = CALL_MAP; \
    if (!vt_call_on_file(&call, file, offset, (int64_t)count)) return MAP_FAILED; \
    void *result = HOST(name)(start, count, protection, flags, file, offset); \
    if (call.kind && result != MAP_FAILED) note(result, count, call.path); \
    vt_call_ended(&call, (int64_t)result); \
    return result; \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

int munmap(void *start, size_t count) {
  if (atomic_load_explicit(&mappings_noted, memory_order_relaxed) > 0) {
    lock();
    for (struct mapping **place = &mappings; *place; place = &(*place)->next) {
      struct mapping *found = *place;
      if (found->start != start) continue;
      *place = found->next;
      free(found->path);
      free(found);
      break;
    }
    unlock();
  }
  return HOST(munmap)(start, count);
}

int msync(void *start, size_t count, int flags) {
  char path[4096];
  if (vt_observes(CALL_MAP) && flags & MS_SYNC && mapped_path(start, path)) {
    int file = HOST(open)(path, O_RDONLY | O_CLOEXEC);
    int result = file < 0 ? 0 : fsync(file);
    int failure = errno;
    if (file >= 0) HOST(close)(file);
    errno = failure;
    return result;
  }
  return HOST(msync)(start, count, flags);
}
