// An immediate task (`Task.immediate`) belongs to the process that creates it.
//
// All other tasks are enqueued when they are created, and the executors note their process then. An immediate
// task is enqueued only after its first suspension, perhaps by another process that resumes it.
#include "library_names.h"

extern void vt_task_begins(void *task);

/// `void swift_task_immediate(AsyncTask *task, SerialExecutorRef targetExecutor)` of the Swift runtime.
__attribute__((swiftcall)) void swift_task_immediate(
    void *task, void *executor, void *witness_table) {
  if (vt_thread_context) vt_task_begins(task);
  LIBRARY(swift_task_immediate)(task, executor, witness_table);
}
