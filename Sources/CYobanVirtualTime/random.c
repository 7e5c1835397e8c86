// Random numbers: `Int.random` and `shuffled()` eventually call `syscall(SYS_getrandom, …)`.
#include "library_names.h"
#include <stdarg.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

/// SplitMix64, as in `RandomStream`.
static uint64_t next(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static void fill(const vt_context *c, void *out, size_t count) {
  unsigned char *bytes = out;
  while (count > 0) {
    uint64_t word = next(&c->random->state);
    size_t part = count < sizeof word ? count : sizeof word;
    memcpy(bytes, &word, part);
    bytes += part;
    count -= part;
  }
}

long syscall(long number, ...) {
  va_list v;
  va_start(v, number);
  long a = va_arg(v, long), b = va_arg(v, long), c = va_arg(v, long);
  long d = va_arg(v, long), e = va_arg(v, long), f = va_arg(v, long);
  va_end(v);
  if (number == SYS_getrandom && vt_thread_context) {
    fill(vt_thread_context, (void *)a, (size_t)b);
    return b;
  }
  return HOST(syscall)(number, a, b, c, d, e, f);
}

ssize_t getrandom(void *out, size_t count, unsigned flags) {
  if (!vt_thread_context) return HOST(getrandom)(out, count, flags);
  fill(vt_thread_context, out, count);
  return (ssize_t)count;
}

int getentropy(void *out, size_t count) {
  if (!vt_thread_context) return HOST(getentropy)(out, count);
  fill(vt_thread_context, out, count);
  return 0;
}

void arc4random_buf(void *out, size_t count) {
  if (!vt_thread_context) { HOST(arc4random_buf)(out, count); return; }
  fill(vt_thread_context, out, count);
}

uint32_t arc4random(void) {
  if (!vt_thread_context) return HOST(arc4random)();
  uint32_t value;
  fill(vt_thread_context, &value, sizeof value);
  return value;
}

uint32_t arc4random_uniform(uint32_t bound) {
  if (!vt_thread_context) return HOST(arc4random_uniform)(bound);
  uint64_t value;
  fill(vt_thread_context, &value, sizeof value);
  return (uint32_t)((__uint128_t)value * bound >> 64);
}

// The generators of C have one state in a process of the host, which all simulations would share.
// Here they draw from the random stream of the simulated process instead. Seeding them has no
// effect.
static uint64_t word(void) {
  uint64_t value;
  fill(vt_thread_context, &value, sizeof value);
  return value;
}
int rand(void) { return vt_thread_context ? (int)(word() >> 33) : HOST(rand)(); }
long random(void) { return vt_thread_context ? (long)(word() >> 33) : HOST(random)(); }
long lrand48(void) { return vt_thread_context ? (long)(word() >> 33) : HOST(lrand48)(); }
long mrand48(void) { return vt_thread_context ? (long)(int32_t)(word() >> 32) : HOST(mrand48)(); }
double drand48(void) { return vt_thread_context ? (double)(word() >> 11) * 0x1p-53 : HOST(drand48)(); }
void srand(unsigned seed) { if (!vt_thread_context) HOST(srand)(seed); }
void srandom(unsigned seed) { if (!vt_thread_context) HOST(srandom)(seed); }
void srand48(long seed) { if (!vt_thread_context) HOST(srand48)(seed); }

/// Foundation's `UUID()` reads /dev/urandom through this function.
extern void _foundation_uuid_generate_random(unsigned char out[16]);
void _foundation_uuid_generate_random(unsigned char out[16]) {
  if (!vt_thread_context) { LIBRARY(_foundation_uuid_generate_random)(out); return; }
  fill(vt_thread_context, out, 16);
  out[6] = (out[6] & 0x0F) | 0x40;  // version 4
  out[8] = (out[8] & 0x3F) | 0x80;  // variant of RFC 9562
}
