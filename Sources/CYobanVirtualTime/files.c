// The folders that a process sees, and the behavior of a simulated device's disk.
#include "context.h"
#include <dirent.h>
#include <fts.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

extern char **environ;

static const char *host_getenv(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environ; entry && *entry; entry++)
    if (!strncmp(*entry, name, length) && (*entry)[length] == '=') return *entry + length + 1;
  return 0;
}

/// Foundation reads CFFIXED_USER_HOME for the home folder and TMPDIR for the temporary folder.
static const char *simulated_getenv(const char *name) {
  vt_context *c = vt_thread_context;
  if (c && c->home && (!strcmp(name, "CFFIXED_USER_HOME") || !strcmp(name, "HOME"))) return c->home;
  if (c && c->temporary && !strcmp(name, "TMPDIR")) return c->temporary;
  return host_getenv(name);
}

char *getenv(const char *name) { return (char *)simulated_getenv(name); }
char *secure_getenv(const char *name) { return (char *)simulated_getenv(name); }

/// Reports the space of the simulated disk, whatever the host's disk has, because the free space can
/// decide what an app records.
static void set_space(fsblkcnt_t *blocks, fsblkcnt_t *free, fsblkcnt_t *available, uint64_t unit) {
  static const int64_t standard[2] = {128000000000, 64000000000};
  const int64_t *space = vt_thread_context->space ? vt_thread_context->space : standard;
  *blocks = (uint64_t)space[0] / unit;
  *free = *available = (uint64_t)space[1] / unit;
}

static int has_space(void) {
  return vt_thread_context && (vt_thread_context->space || vt_thread_context->home);
}

#define STATVFS(name, type, argument, target) \
  int name(argument, struct type *restrict out) { \
    int result = HOST(name)(target, out); \
    if (result == 0 && has_space()) \
      set_space(&out->f_blocks, &out->f_bfree, &out->f_bavail, out->f_frsize); \
    return result; \
  }
STATVFS(statvfs, statvfs, const char *restrict path, path)
STATVFS(fstatvfs, statvfs, int file, file)
STATVFS(statfs, statfs, const char *path, path)
STATVFS(fstatfs, statfs, int file, file)

// Folder entries are returned in the order of their names, because the order of the host's file
// systems differs.

struct listing { DIR *folder; struct dirent **entries; int count, next; struct listing *after; };
static struct listing *listings;
static atomic_flag listings_lock = ATOMIC_FLAG_INIT;

static int by_name(const void *a, const void *b) {
  return strcmp((*(struct dirent *const *)a)->d_name, (*(struct dirent *const *)b)->d_name);
}

/// Removes the listing of a folder from the list of listings, and returns it; null if there is
/// none.
static struct listing *take_listing(DIR *folder) {
  while (atomic_flag_test_and_set(&listings_lock)) {}
  struct listing **place = &listings;
  while (*place && (*place)->folder != folder) place = &(*place)->after;
  struct listing *found = *place;
  if (found) *place = found->after;
  atomic_flag_clear(&listings_lock);
  return found;
}

static void put_listing(struct listing *listing) {
  while (atomic_flag_test_and_set(&listings_lock)) {}
  listing->after = listings;
  listings = listing;
  atomic_flag_clear(&listings_lock);
}

static void forget_listing(DIR *folder) {
  struct listing *listing = take_listing(folder);
  if (!listing) return;
  for (int i = 0; i < listing->count; i++) free(listing->entries[i]);
  free(listing->entries);
  free(listing);
}

static struct listing *read_listing(DIR *folder) {
  struct listing *listing = calloc(1, sizeof *listing);
  listing->folder = folder;
  struct dirent *entry;
  while ((entry = HOST(readdir)(folder))) {
    if (!(listing->count & (listing->count - 1)))
      listing->entries =
          realloc(listing->entries, (listing->count ? 2 * listing->count : 1) * sizeof entry);
    struct dirent *copy = malloc(entry->d_reclen);
    memcpy(copy, entry, entry->d_reclen);
    listing->entries[listing->count++] = copy;
  }
  if (listing->count) qsort(listing->entries, listing->count, sizeof entry, by_name);
  return listing;
}

struct dirent *readdir(DIR *folder) {
  if (!vt_thread_context) return HOST(readdir)(folder);
  struct listing *listing = take_listing(folder);
  if (!listing) listing = read_listing(folder);
  struct dirent *entry = listing->next < listing->count ? listing->entries[listing->next++] : 0;
  put_listing(listing);
  return entry;
}

void rewinddir(DIR *folder) {
  forget_listing(folder);
  HOST(rewinddir)(folder);
}

int closedir(DIR *folder) {
  forget_listing(folder);
  return HOST(closedir)(folder);
}

static int entries_by_name(const FTSENT **a, const FTSENT **b) {
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

FTS *fts_open(char *const *paths, int options, int (*compare)(const FTSENT **, const FTSENT **)) {
  return HOST(fts_open)(paths, options, vt_thread_context && !compare ? entries_by_name : compare);
}
