// Ends the process with SIGKILL at the moment at which it acknowledges a message of MQTT: the message is stored, and the
// broker never gets the acknowledgment. YOBAN_PUBACKS is the number of acknowledgments before.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  static int acknowledged;
  const char *limit = getenv("YOBAN_PUBACKS");
  // PUBACK is the byte 0x40, and the length 2.
  if (limit && count > 0 && parts[0].iov_len >= 2 &&
      ((const unsigned char *)parts[0].iov_base)[0] == 0x40 && acknowledged++ == atoi(limit)) {
    kill(getpid(), SIGKILL);
  }
  return ((ssize_t(*)(int, const struct iovec *, int))dlsym(RTLD_NEXT, "writev"))(descriptor, parts, count);
}
