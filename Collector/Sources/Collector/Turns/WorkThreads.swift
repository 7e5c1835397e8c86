import Foundation

/// Threads that run the jobs of some tasks, in the order in which the jobs come.
///
/// The few threads on which all other tasks run must not be blocked by a database that waits for the disk, or be busy
/// for long. The threads end with this object.
package final class WorkThreads: TaskExecutor {
  private let queue = Queue()

  /// - Parameter niceness: how much more often than these threads others run when all processors are busy; see
  ///   nice(2). It has an effect only on Linux, where each thread has its own.
  package init(name: String, count: Int, niceness: Int32 = 0) {
    let executor = asUnownedTaskExecutor()
    for _ in 0..<count {
      let thread = Thread { [queue] in
        #if os(Linux)
          if niceness > 0 { _ = nice(niceness) }
        #endif
        queue.run(on: executor)
      }
      thread.name = name
      thread.start()
    }
  }

  deinit { queue.end() }

  package func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job)) }

  /// The jobs that wait. Sendable, because they are used only while the condition is locked.
  private final class Queue: @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    /// The index of the next job; the ones before it have begun.
    private var first = 0
    private var waitingThreads = 0
    private var isEnding = false

    func append(_ job: UnownedJob) {
      condition.withLock {
        jobs.append(job)
        if waitingThreads > 0 { condition.signal() }
      }
    }

    func end() {
      condition.withLock {
        isEnding = true
        condition.broadcast()
      }
    }

    func run(on executor: UnownedTaskExecutor) {
      while let job = next() { job.runSynchronously(on: executor) }
    }

    /// Waits for a job; returns nil at the end.
    private func next() -> UnownedJob? {
      condition.withLock {
        while first == jobs.count {
          if isEnding { return nil }
          waitingThreads += 1
          condition.wait()
          waitingThreads -= 1
        }
        defer {
          first += 1
          if first == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            first = 0
          }
        }
        return jobs[first]
      }
    }
  }
}
