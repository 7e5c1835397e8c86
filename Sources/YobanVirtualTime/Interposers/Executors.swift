import CYobanVirtualTime
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// Replaces the main and the default executor of the host's process. Called before `main`.
@_cdecl("vt_install_executors")
func installExecutors() {
  _createExecutors(factory: SimulationExecutors.self)
}

/// The executors of the host's process. On a thread of a simulation, jobs go to the simulation; on
/// all other threads they go to the platform's executors, so that other async code and the test
/// runner are not affected.
struct SimulationExecutors: ExecutorFactory {
  static let mainExecutor: any MainExecutor = SimulationMainExecutor()
  static let defaultExecutor: any TaskExecutor = SimulationTaskExecutor()
  private static let mainIdentity = (mainExecutor as! SimulationMainExecutor)
    .asUnownedSerialExecutor()
  private static let defaultIdentity = (defaultExecutor as! SimulationTaskExecutor)
    .asUnownedTaskExecutor()

  static func runOnMain(_ job: UnownedJob) { job.runSynchronously(on: mainIdentity) }
  static func runOnDefault(_ job: UnownedJob) { job.runSynchronously(on: defaultIdentity) }
}

/// Notes the process of a task that starts to run without having been enqueued.
@_cdecl("vt_task_begins")
func vtTaskBegins(_ task: UnsafeMutableRawPointer) {
  _ = Simulation.current?.owner(of: unsafeBitCast(task, to: UnownedJob.self))
}

private func nanoseconds<C: Clock>(_ delay: C.Duration, _: C) -> Int64 {
  guard let duration = delay as? Duration else {
    preconditionFailure(
      "\(C.self) measures time in \(C.Duration.self); only Duration can be simulated")
  }
  return duration.nanoseconds
}

/// Sendable: its only state is the platform's executor, which is Sendable.
final class SimulationMainExecutor: MainExecutor, SchedulingExecutor, @unchecked Sendable {
  private let platform = PlatformExecutorFactory.mainExecutor

  func enqueue(_ job: consuming ExecutorJob) {
    guard let simulation = Simulation.current else { return platform.enqueue(job) }
    let job = UnownedJob(job)
    simulation.owner(of: job).mainQueue.submit(.init(.job(job)))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    guard let simulation = Simulation.current else {
      return (platform as! any SchedulingExecutor).enqueue(
        job, after: delay, tolerance: tolerance, clock: clock)
    }
    let job = UnownedJob(job)
    let process = simulation.owner(of: job)
    let deadline = process.deadline(after: nanoseconds(delay, clock))
    simulation.push(at: deadline, process, .submit(process.mainQueue, .init(.job(job))))
  }

  func run() throws { try platform.run() }
  func stop() { platform.stop() }

  func checkIsolated() {
    guard let simulation = Simulation.current else { return platform.checkIsolated() }
    precondition(
      simulation.isOnMainQueue, "main-actor code runs outside the main queue of its process")
  }

  func isIsolatingCurrentContext() -> Bool? {
    guard let simulation = Simulation.current else { return platform.isIsolatingCurrentContext() }
    return simulation.isOnMainQueue
  }
}

/// Sendable: its only state is the platform's executor, which is Sendable.
final class SimulationTaskExecutor: TaskExecutor, SchedulingExecutor, @unchecked Sendable {
  private let platform = PlatformExecutorFactory.defaultExecutor

  func enqueue(_ job: consuming ExecutorJob) {
    guard let simulation = Simulation.current else { return platform.enqueue(job) }
    let job = UnownedJob(job)
    simulation.makeReady(.job(job), of: simulation.owner(of: job))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    guard let simulation = Simulation.current else {
      return (platform as! any SchedulingExecutor).enqueue(
        job, after: delay, tolerance: tolerance, clock: clock)
    }
    let job = UnownedJob(job)
    let process = simulation.owner(of: job)
    simulation.push(
      at: process.deadline(after: nanoseconds(delay, clock)), process, .job(job))
  }
}

extension Simulation {
  /// Whether the code that runs now is on the main queue of its process.
  public var isOnMainQueue: Bool {
    guard let queue = currentQueue else { return false }
    return queue === currentProcess.mainQueue || queue.isOrTargets(currentProcess.mainQueue.pointer)
  }
}
