// Tasks of Swift concurrency, which belong to the process that creates them.
#include "library_names.h"

/// The layout of `Job` in the Swift runtime (include/swift/ABI/Task.h), in bytes: heap object 16,
/// SchedulerPrivate 16, Flags 4, Id 4, Voucher 8, Reserved 8. `Reserved` is null at first, and no
/// other code uses it.
uint64_t *vt_job_reserved_word(void *job) { return (uint64_t *)((char *)job + 48); }

// Tasks are enqueued when they are created, and the executors note their process then. Only an immediate task
// (`Task.immediate`) is enqueued after its first suspension, perhaps by another process that resumes it.
extern void vt_task_begins(void *task);

/// `void swift_task_immediate(AsyncTask *task, SerialExecutorRef targetExecutor)` of the Swift runtime.
__attribute__((swiftcall)) void swift_task_immediate(
    void *task, void *executor, void *witness_table) {
  if (vt_thread_context) vt_task_begins(task);
  LIBRARY(swift_task_immediate)(task, executor, witness_table);
}
