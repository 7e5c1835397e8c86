// The current time zone, locale and calendar. Foundation has one of each for the host's process; every
// simulated process may have its own.
//
// Foundation keeps the current time zone and the current locale in two variables, each behind a mutex.
// While a thread of a simulation holds the mutex, the variable has the value of its simulated process.
// So all of Foundation reads it, also through values such as `TimeZone.autoupdatingCurrent` that were
// made earlier.
#include "library_names.h"
#include <pthread.h>
#include <string.h>

#define SWIFT __attribute__((swiftcall))

/// A variable of Foundation: two words (an object and its table of methods), and its mutex.
typedef struct { void *mutex; intptr_t *words; } variable;
static variable time_zone, locale;

static void exchange(intptr_t *a, intptr_t *b) {
  for (int i = 0; i < 2; i++) { intptr_t word = a[i]; a[i] = b[i]; b[i] = word; }
}

/// The process's values that are in Foundation's variables while this thread holds their mutexes, or null.
static __thread intptr_t *time_zone_inside, *locale_inside;

static void put(variable *to, intptr_t *own, intptr_t **inside, void *mutex) {
  if (!own || *inside || mutex != to->mutex) return;
  exchange(to->words, own);
  *inside = own;
}

static void take(variable *from, intptr_t **inside, void *mutex) {
  if (!*inside || mutex != from->mutex) return;
  exchange(from->words, *inside);
  *inside = 0;
}

void vt_mutex_was_locked(void *mutex) {
  put(&time_zone, vt_thread_context->time_zone, &time_zone_inside, mutex);
  put(&locale, vt_thread_context->locale, &locale_inside, mutex);
}

void vt_mutex_will_unlock(void *mutex) {
  take(&time_zone, &time_zone_inside, mutex);
  take(&locale, &locale_inside, mutex);
}

// MARK: Finding the variables

/// The mutexes that this thread has locked since the search began; null if there is no search.
static __thread vt_list *locked;

void vt_note_lock(void *mutex) {
  if (!locked) return;
  if (locked->count < locked->capacity) locked->items[locked->count++] = (intptr_t)mutex;
}

/// Searches for the words of the value before a mutex, where Foundation keeps what the mutex guards.
static intptr_t *words_before(void *mutex, const intptr_t *value) {
  enum { WORDS_MAX = 32 };
  intptr_t *end = mutex;
  for (intptr_t *words = end - 2; words >= end - WORDS_MAX; words--)
    if (words[0] == value[0] && words[1] == value[1]) return words;
  return 0;
}

/// Finds the variable that `read` reads, and that has this value now.
static int find(variable *found, void (*read)(void), const intptr_t *value) {
  intptr_t items[16];
  vt_list list = {items, 0, 16};
  vt_context *context = vt_swap(0);
  locked = &list;
  read();
  locked = 0;
  vt_swap(context);
  for (int i = 0; i < list.count && !found->mutex; i++) {
    found->words = words_before((void *)list.items[i], value);
    if (found->words) found->mutex = (void *)list.items[i];
  }
  return found->mutex != 0;
}

int vt_find_time_zone(void (*read)(void), const intptr_t *value) {
  return find(&time_zone, read, value);
}

int vt_find_locale(void (*read)(void), const intptr_t *value) { return find(&locale, read, value); }

// MARK: Calendars, and the objects of Core Foundation

static int has_region(void) {
  return vt_thread_context && (vt_thread_context->time_zone || vt_thread_context->locale);
}

struct value { intptr_t words[2]; };
// Implemented in Swift: each writes an owned calendar.
extern void vt_current_calendar(struct value *calendar);
extern void vt_autoupdating_calendar(struct value *calendar);
extern void vt_calendar(int identifier, struct value *calendar);

#define CALENDAR_GETTER(name, hook) \
  SWIFT struct value name(void) REPLACES(name); \
  SWIFT struct value name(void) { \
    if (!has_region()) return LIBRARY(name)(); \
    struct value calendar; \
    hook(&calendar); \
    return calendar; \
  }

CALENDAR_GETTER(current_calendar, vt_current_calendar)
CALENDAR_GETTER(autoupdating_calendar, vt_autoupdating_calendar)

// Calendar(identifier:). Foundation keeps these calendars, with the time zone of the first caller.
SWIFT struct value make_calendar(uint8_t identifier) REPLACES(make_calendar);
SWIFT struct value make_calendar(uint8_t identifier) {
  if (!has_region()) return LIBRARY(make_calendar)(identifier);
  struct value calendar;
  vt_calendar(identifier, &calendar);
  return calendar;
}

// Locale.preferredLanguages. The hook returns an owned array.
extern void *vt_preferred_languages(void);
SWIFT void *preferred_languages(void) REPLACES(preferred_languages);
SWIFT void *preferred_languages(void) {
  int has_own = vt_thread_context && vt_thread_context->locale;
  return has_own ? vt_preferred_languages() : LIBRARY(preferred_languages)();
}

// Implemented in Swift: each returns an owned object of Core Foundation.
extern void *vt_cf_time_zone(void);
extern void *vt_cf_locale(void);

extern const void *CFStringCreateWithCString(const void *allocator, const char *text, uint32_t encoding);
extern void CFRelease(const void *object);
extern const void *CFTimeZoneCreateWithName(const void *, const void *name, unsigned char abbreviations);
extern const void *CFTimeZoneCreateWithTimeIntervalFromGMT(const void *allocator, double offset);
extern const void *CFLocaleCreate(const void *allocator, const void *identifier);
enum { UTF8 = 0x08000100 };

const void *vt_make_cf_time_zone(const char *identifier, double offset) {
  const void *name = CFStringCreateWithCString(0, identifier, UTF8);
  const void *zone = CFTimeZoneCreateWithName(0, name, 1);
  CFRelease(name);
  // Core Foundation has no names for offsets with seconds.
  return zone ? zone : CFTimeZoneCreateWithTimeIntervalFromGMT(0, offset);
}

const void *vt_make_cf_locale(const char *identifier) {
  const void *name = CFStringCreateWithCString(0, identifier, UTF8);
  const void *locale = CFLocaleCreate(0, name);
  CFRelease(name);
  return locale;
}

const void *CFTimeZoneCopySystem(void);
const void *CFTimeZoneCopySystem(void) {
  return has_region() ? vt_cf_time_zone() : LIBRARY(CFTimeZoneCopySystem)();
}

const void *CFTimeZoneCopyDefault(void);
const void *CFTimeZoneCopyDefault(void) {
  return has_region() ? vt_cf_time_zone() : LIBRARY(CFTimeZoneCopyDefault)();
}

const void *CFLocaleCopyCurrent(void);
const void *CFLocaleCopyCurrent(void) {
  return has_region() ? vt_cf_locale() : LIBRARY(CFLocaleCopyCurrent)();
}

// MARK: The C library

/// Implemented in Swift: the difference to UTC at a date, in seconds, and whether it is daylight saving
/// time; writes the abbreviation, such as "CET".
extern int64_t vt_offset_to_utc(int64_t seconds, int *is_daylight, char *abbreviation, int size);

/// Returns the same text at an address that stays valid, as in glibc.
static const char *keep(const char *abbreviation) {
  enum { KEPT_MAX = 64 };
  static char kept[KEPT_MAX][16];
  static int count;
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  HOST(pthread_mutex_lock)(&mutex);
  int i = 0;
  while (i < count && strncmp(kept[i], abbreviation, sizeof kept[i] - 1)) i++;
  if (i == count && count < KEPT_MAX) strncpy(kept[count++], abbreviation, sizeof kept[i] - 1);
  HOST(pthread_mutex_unlock)(&mutex);
  return i < KEPT_MAX ? kept[i] : "";
}

struct tm *localtime_r(const time_t *restrict date, struct tm *restrict out) {
  if (!vt_thread_context || !vt_thread_context->time_zone) return HOST(localtime_r)(date, out);
  char abbreviation[32];
  int is_daylight;
  int64_t offset = vt_offset_to_utc(*date, &is_daylight, abbreviation, sizeof abbreviation);
  time_t local = *date + offset;
  if (!gmtime_r(&local, out)) return 0;
  out->tm_gmtoff = offset;
  out->tm_isdst = is_daylight;
  out->tm_zone = keep(abbreviation);
  return out;
}

struct tm *localtime(const time_t *date) {
  if (!vt_thread_context || !vt_thread_context->time_zone) return HOST(localtime)(date);
  static __thread struct tm result;
  return localtime_r(date, &result);
}

time_t mktime(struct tm *local) {
  if (!vt_thread_context || !vt_thread_context->time_zone) return HOST(mktime)(local);
  int asked = local->tm_isdst;
  time_t as_utc = timegm(local);
  if (as_utc == -1) return -1;
  // The offsets before and after a change of the offset that is near, which are equal if none is near.
  // The time may exist with both of them (then `tm_isdst` decides, or else the earlier date counts), with
  // one, or with none (then the offset from before the change counts).
  time_t dates[2], date = -1;
  for (int i = 0; i < 2; i++) {
    int is_daylight;
    char abbreviation[32];
    time_t near = as_utc + (i ? 1 : -1) * 24 * 3600;
    dates[i] = as_utc - vt_offset_to_utc(near, &is_daylight, abbreviation, sizeof abbreviation);
    int64_t offset = vt_offset_to_utc(dates[i], &is_daylight, abbreviation, sizeof abbreviation);
    if (dates[i] + offset != as_utc) continue;
    if (date == -1 || (asked >= 0 && (asked > 0) == is_daylight)) date = dates[i];
  }
  if (date == -1) date = dates[0];
  localtime_r(&date, local);
  return date;
}
