// A setting of the C library: memory that was released is kept.
#ifndef YOBAN_CMEMORY_H
#define YOBAN_CMEMORY_H

/// Lets the process keep up to 32 MiB of released memory for its next allocations, per thread, instead of
/// returning it to the system at once. Programs that allocate and release large arrays again and again
/// spend a fifth of their time in the kernel without this. Call it once, at the start. It has no effect
/// where the C library has no such setting.
void yoban_keep_released_memory(void);

#endif
