// The current time zone, locale and calendar. Foundation has one of each for the host's process; every
// simulated process may have its own.
//
// Foundation keeps the current time zone and the current locale in two variables, each behind a mutex.
// While a thread of a simulation holds the mutex, the variable has the value of its simulated process.
// So all of Foundation reads it, also through values such as `TimeZone.autoupdatingCurrent` that were
// made earlier.
#include "context.h"
#include <pthread.h>
#include <string.h>

#define SWIFT __attribute__((swiftcall))

/// A variable of Foundation: two words (an object and its table of methods), and its mutex.
typedef struct { void *mutex; intptr_t *words; } variable;
static variable time_zone, locale;

static void exchange(intptr_t *a, intptr_t *b) {
  for (int i = 0; i < 2; i++) { intptr_t word = a[i]; a[i] = b[i]; b[i] = word; }
}

void vt_exchange_region(void *mutex) {
  vt_context *c = vt_thread_context;
  if (c->time_zone && mutex == time_zone.mutex) exchange(time_zone.words, c->time_zone);
  if (c->locale && mutex == locale.mutex) exchange(locale.words, c->locale);
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

#define CALENDAR "$s20FoundationEssentials8CalendarV"
#define CALENDAR_GETTER(name, symbol, hook) \
  SWIFT struct value name(void) __asm__(symbol); \
  SWIFT struct value name(void) { \
    typedef SWIFT struct value (*getter)(void); \
    static getter host; \
    if (!host) host = (getter)dlsym(RTLD_NEXT, symbol); \
    if (!has_region()) return host(); \
    struct value calendar; \
    hook(&calendar); \
    return calendar; \
  }

CALENDAR_GETTER(current_calendar, CALENDAR "7currentACvgZ", vt_current_calendar)
CALENDAR_GETTER(autoupdating_calendar, CALENDAR "19autoupdatingCurrentACvgZ", vt_autoupdating_calendar)

// Calendar(identifier:). Foundation keeps these calendars, with the time zone of the first caller.
#define MAKE_CALENDAR CALENDAR "10identifierA2C10IdentifierOh_tcfC"
SWIFT struct value make_calendar(uint8_t identifier) __asm__(MAKE_CALENDAR);
SWIFT struct value make_calendar(uint8_t identifier) {
  typedef SWIFT struct value (*initializer)(uint8_t);
  static initializer host;
  if (!host) host = (initializer)dlsym(RTLD_NEXT, MAKE_CALENDAR);
  if (!has_region()) return host(identifier);
  struct value calendar;
  vt_calendar(identifier, &calendar);
  return calendar;
}

// Locale.preferredLanguages. The hook returns an owned array.
extern void *vt_preferred_languages(void);
#define LANGUAGES "$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ"
SWIFT void *preferred_languages(void) __asm__(LANGUAGES);
SWIFT void *preferred_languages(void) {
  typedef SWIFT void *(*getter)(void);
  static getter host;
  if (!host) host = (getter)dlsym(RTLD_NEXT, LANGUAGES);
  return vt_thread_context && vt_thread_context->locale ? vt_preferred_languages() : host();
}

// Implemented in Swift: each returns an owned object of Core Foundation.
extern void *vt_cf_time_zone(void);
extern void *vt_cf_locale(void);

extern const void *CFStringCreateWithCString(const void *allocator, const char *text, uint32_t encoding);
extern void CFRelease(const void *object);
extern const void *CFTimeZoneCreateWithName(const void *, const void *name, unsigned char abbreviations);
extern const void *CFLocaleCreate(const void *allocator, const void *identifier);
enum { UTF8 = 0x08000100 };

const void *vt_make_cf_time_zone(const char *identifier) {
  const void *name = CFStringCreateWithCString(0, identifier, UTF8);
  const void *zone = CFTimeZoneCreateWithName(0, name, 1);
  CFRelease(name);
  return zone;
}

const void *vt_make_cf_locale(const char *identifier) {
  const void *name = CFStringCreateWithCString(0, identifier, UTF8);
  const void *locale = CFLocaleCreate(0, name);
  CFRelease(name);
  return locale;
}

const void *CFTimeZoneCopySystem(void);
const void *CFTimeZoneCopySystem(void) {
  return has_region() ? vt_cf_time_zone() : HOST(CFTimeZoneCopySystem)();
}

const void *CFTimeZoneCopyDefault(void);
const void *CFTimeZoneCopyDefault(void) {
  return has_region() ? vt_cf_time_zone() : HOST(CFTimeZoneCopyDefault)();
}

const void *CFLocaleCopyCurrent(void);
const void *CFLocaleCopyCurrent(void) {
  return has_region() ? vt_cf_locale() : HOST(CFLocaleCopyCurrent)();
}

// MARK: The C library

/// Implemented in Swift: the difference to UTC at a date, in seconds, and whether it is daylight saving
/// time; writes the abbreviation, such as "CET".
extern int64_t vt_offset_to_utc(int64_t seconds, int *is_daylight, char *abbreviation, int size);

struct tm *localtime_r(const time_t *restrict date, struct tm *restrict out) {
  if (!vt_thread_context || !vt_thread_context->time_zone) return HOST(localtime_r)(date, out);
  static __thread char abbreviation[32];
  int is_daylight;
  int64_t offset = vt_offset_to_utc(*date, &is_daylight, abbreviation, sizeof abbreviation);
  time_t local = *date + offset;
  if (!gmtime_r(&local, out)) return 0;
  out->tm_gmtoff = offset;
  out->tm_isdst = is_daylight;
  out->tm_zone = abbreviation;
  return out;
}

struct tm *localtime(const time_t *date) {
  if (!vt_thread_context || !vt_thread_context->time_zone) return HOST(localtime)(date);
  static __thread struct tm result;
  return localtime_r(date, &result);
}

time_t mktime(struct tm *local) {
  if (!vt_thread_context || !vt_thread_context->time_zone) return HOST(mktime)(local);
  time_t as_utc = timegm(local);
  if (as_utc == -1) return -1;
  // The offset at the time that was asked for, from two guesses: they differ around a change.
  int is_daylight;
  char abbreviation[32];
  time_t guess = as_utc - vt_offset_to_utc(as_utc, &is_daylight, abbreviation, sizeof abbreviation);
  time_t date = as_utc - vt_offset_to_utc(guess, &is_daylight, abbreviation, sizeof abbreviation);
  localtime_r(&date, local);
  return date;
}
