// The random generator of BoringSSL, from which swift-crypto (CryptoKit) draws private keys and the random
// part of signatures.
//
// BoringSSL keeps one generator for each thread of the host, as the value of a key of pthreads. If all
// simulated processes shared it, what one of them draws would depend on those before it. So each
// simulated process has its own value for this key, and BoringSSL seeds a generator for it from the
// random stream of the process.
#include "context.h"
#include <pthread.h>

/// BoringSSL, as swift-crypto names it; null in a program without swift-crypto.
extern int CCryptoBoringSSL_RAND_bytes(unsigned char *bytes, size_t count) __attribute__((weak));

/// BoringSSL's key of pthreads and its destructor. Both are written before main.
static pthread_key_t vt_boring_ssl_key = (pthread_key_t)-1;
static void (*vt_boring_ssl_destructor)(void *);
/// 1 while this thread makes BoringSSL use its key.
static __thread int vt_is_learning;

static vt_random *random_with_value_of(pthread_key_t key) {
  return vt_thread_context && key == vt_boring_ssl_key ? vt_thread_context->random : 0;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  int result = HOST(pthread_key_create)(key, destructor);
  if (vt_is_learning && !result) {
    vt_boring_ssl_key = *key;
    vt_boring_ssl_destructor = destructor;
  }
  return result;
}

void *pthread_getspecific(pthread_key_t key) {
  vt_random *random = random_with_value_of(key);
  return random ? random->boring_ssl : HOST(pthread_getspecific)(key);
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  vt_random *random = random_with_value_of(key);
  if (!random) return HOST(pthread_setspecific)(key, value);
  random->boring_ssl = (void *)value;
  return 0;
}

void vt_random_release(vt_random *random) {
  if (random->boring_ssl && vt_boring_ssl_destructor) vt_boring_ssl_destructor(random->boring_ssl);
  random->boring_ssl = 0;
}

void vt_prepare_boring_ssl(void) {
  static const char capabilities[] = "OPENSSL_ia32cap";
  unsigned char byte;
  if (!CCryptoBoringSSL_RAND_bytes) return;
  // BoringSSL reads this variable once. Without the instruction RDRAND, it draws all random numbers through
  // `getrandom`. The programs that the tests start do not inherit the variable.
  int is_own = !HOST(getenv)(capabilities);
  if (is_own) setenv(capabilities, "~0x4000000000000000", 1);
  vt_is_learning = 1;
  CCryptoBoringSSL_RAND_bytes(&byte, 1);
  vt_is_learning = 0;
  if (is_own) unsetenv(capabilities);
}
