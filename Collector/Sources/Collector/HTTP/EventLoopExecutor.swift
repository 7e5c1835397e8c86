import NIOCore
import Synchronization

/// Runs the jobs of tasks on the thread of an event loop, for a short time before the loop looks at its sockets again.
///
/// NIO looks at the sockets only when no job of the loop waits. The requests of a client that sends many of them
/// without waiting for the answers are jobs that never end, so they wait here, and not in the loop.
final class EventLoopExecutor: TaskExecutor {
  /// The time for jobs until the loop looks at its sockets.
  private static let turn = Duration.milliseconds(1)
  /// How much later the jobs go on. NIO runs what is due before it looks at the sockets, so it must not be zero.
  private static let pause = TimeAmount.microseconds(20)

  private struct Jobs {
    var waiting = CircularBuffer<UnownedJob>()
    /// Whether the loop is going to run the jobs, or is running them.
    var areScheduled = false
  }

  private let eventLoop: any EventLoop
  private let jobs = Mutex(Jobs())

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.withLock { jobs in
      jobs.waiting.append(job)
      defer { jobs.areScheduled = true }
      return !jobs.areScheduled
    }
    if isFirst { eventLoop.execute(run) }
  }

  @Sendable private func run() {
    let clock = ContinuousClock()
    let end = clock.now + Self.turn
    repeat {
      guard let job = next() else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    } while clock.now < end
    eventLoop.scheduleTask(in: Self.pause, run)
  }

  private func next() -> UnownedJob? {
    jobs.withLock { jobs in
      let job = jobs.waiting.popFirst()
      if job == nil { jobs.areScheduled = false }
      return job
    }
  }
}

/// One executor for each event loop, so that all connections of a loop wait in the same queue.
final class EventLoopExecutors: Sendable {
  private let executors = Mutex<[ObjectIdentifier: EventLoopExecutor]>([:])

  func executor(of eventLoop: any EventLoop) -> EventLoopExecutor {
    executors.withLock { executors in
      let key = ObjectIdentifier(eventLoop)
      if let executor = executors[key] { return executor }
      let executor = EventLoopExecutor(eventLoop)
      executors[key] = executor
      return executor
    }
  }
}
