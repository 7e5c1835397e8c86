#include "context.h"
#include <link.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The variables of the executable, before any of its code has run.

// Defined by the linker: the initialized variables, and after them those that begin as zeros.
extern char __data_start[] __attribute__((weak)), _edata[] __attribute__((weak));
extern char __bss_start[] __attribute__((weak)), _end[] __attribute__((weak));

static char *initial_data;

/// Copies the initialized variables. The runtime linker has relocated the pointers in them.
__attribute__((constructor)) static void copy_initial_data(void) {
  if (!__data_start || !_edata || _edata <= __data_start) return;
  size_t size = (size_t)(_edata - __data_start);
  initial_data = malloc(size);
  if (initial_data) memcpy(initial_data, __data_start, size);
}

int vt_initial_value(uintptr_t address, size_t size, void *bytes) {
  uintptr_t data = (uintptr_t)__data_start, data_end = (uintptr_t)_edata;
  uintptr_t zeros = (uintptr_t)__bss_start, zeros_end = (uintptr_t)_end;
  if (initial_data && address >= data && address + size <= data_end) {
    memcpy(bytes, initial_data + (address - data), size);
    return 1;
  }
  if (zeros && address >= zeros && address + size <= zeros_end) {
    memset(bytes, 0, size);
    return 1;
  }
  return 0;
}

static int first_object(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  return 1;
}

uintptr_t vt_executable_base(void) {
  uintptr_t base = 0;
  dl_iterate_phdr(first_object, &base);
  return base;
}

void vt_pause_host(int64_t nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  // The system call itself, because `nanosleep` is virtual in a simulation.
  HOST(syscall)(SYS_nanosleep, &time, NULL);
}
