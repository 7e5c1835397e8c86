// CRC-32C by the processor's own instruction, where it has one.
#ifndef YOBAN_CCHECKSUM_H
#define YOBAN_CCHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has the instruction: SSE 4.2 on x86-64, the CRC32 extension on arm64 (Linux).
int yoban_has_crc32c(void);

/// The remainder after some bytes, without the initial value and the final exclusive-or. Only where
/// `yoban_has_crc32c()` says so.
uint32_t yoban_crc32c(uint32_t remainder, const void *bytes, size_t count);

#endif
