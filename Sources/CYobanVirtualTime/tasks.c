// An immediate task (`Task.immediate`) belongs to the process that creates it.
//
// All other tasks are enqueued when they are created, and the executors note their process then. An immediate
// task is enqueued only after its first suspension, perhaps by another process that resumes it.
#include "context.h"

typedef void (*start)(void *task, void *executor, void *witness_table) __attribute__((swiftcall));

extern void vt_task_begins(void *task);

/// `void swift_task_immediate(AsyncTask *task, SerialExecutorRef targetExecutor)` of the Swift runtime.
__attribute__((swiftcall)) void swift_task_immediate(
    void *task, void *executor, void *witness_table) {
  static start host;
  if (!host) host = (start)dlsym(RTLD_NEXT, "swift_task_immediate");
  if (vt_thread_context) vt_task_begins(task);
  host(task, executor, witness_table);
}
