import NIOCore
import Synchronization

/// Runs the jobs of tasks on the thread of an event loop, for a short time before the loop looks at its sockets again.
///
/// NIO looks at the sockets only when no job of the loop waits. The requests of a client that sends many of them
/// without waiting for the answers are jobs that never end, so they wait here, and not in the loop.
final class EventLoopExecutor: TaskExecutor {
  /// The time for jobs until the loop looks at its sockets.
  private static let turn = Duration.milliseconds(1)
  /// The pause after a turn. NIO runs all tasks that are due before it looks at the sockets, so it must not be zero.
  private static let pause = TimeAmount.microseconds(20)

  private let eventLoop: any EventLoop
  /// Used only on the thread of the loop.
  private let jobs: NIOLoopBoundBox<Jobs>

  private final class Jobs {
    var waiting = CircularBuffer<UnownedJob>()
    /// Whether the loop is going to run the jobs, or is running them.
    var areScheduled = false
  }

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
    jobs = .makeBoxSendingValue(Jobs(), eventLoop: eventLoop)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if eventLoop.inEventLoop {
      append(job)
    } else {
      // Tasks that the other thread has given to the loop before, such as a part of an answer, come first.
      eventLoop.execute { self.append(job) }
    }
  }

  private func append(_ job: UnownedJob) {
    let jobs = jobs.value
    jobs.waiting.append(job)
    guard !jobs.areScheduled else { return }
    jobs.areScheduled = true
    eventLoop.execute(run)
  }

  @Sendable private func run() {
    let jobs = jobs.value
    let clock = ContinuousClock()
    let end = clock.now + Self.turn
    while let job = jobs.waiting.popFirst() {
      job.runSynchronously(on: asUnownedTaskExecutor())
      if clock.now >= end {
        eventLoop.scheduleTask(in: Self.pause, run)
        return
      }
    }
    jobs.areScheduled = false
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
