#include "CYobanChecksum.h"

#include <string.h>

#if defined(__x86_64__)

#define HAS_INSTRUCTION (__builtin_cpu_supports("sse4.2") != 0)
#define TARGET __attribute__((target("sse4.2")))
typedef uint64_t sum;
#define ADD_WORD __builtin_ia32_crc32di
#define ADD_BYTE __builtin_ia32_crc32qi

#elif defined(__aarch64__) && defined(__linux__)

#include <arm_acle.h>
#include <sys/auxv.h>

/// The bit of the processor's abilities for the CRC32 instructions, which are optional in Armv8.0.
#define ABILITY_CRC32 (1 << 7)
#define HAS_INSTRUCTION ((getauxval(AT_HWCAP) & ABILITY_CRC32) != 0)
#define TARGET __attribute__((target("+crc")))
typedef uint32_t sum;
#define ADD_WORD __crc32cd
#define ADD_BYTE __crc32cb

#endif

#ifdef HAS_INSTRUCTION

int yoban_has_crc32c(void) { return HAS_INSTRUCTION; }

TARGET uint32_t yoban_crc32c(uint32_t remainder, const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  sum wide = remainder;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    wide = ADD_WORD(wide, word);
  }
  remainder = (uint32_t)wide;
  for (; count > 0; count--, next++) remainder = ADD_BYTE(remainder, *next);
  return remainder;
}

#else

int yoban_has_crc32c(void) { return 0; }

uint32_t yoban_crc32c(uint32_t remainder, const void *bytes, size_t count) {
  (void)bytes;
  (void)count;
  __builtin_trap();
  return remainder;
}

#endif
