import CYobanVirtualTime

/// The handling of code that blocks the thread it runs on.
extension Simulation {
  /// A main thread that waits longer without a deadline is reported. UIKit's watchdog allows 10 s for
  /// an update of a scene.
  private static let longWait = Duration.seconds(10)

  /// Waits inside a blocking call until a deadline, or until other code wakes this thread.
  func park(for reason: String, until deadline: Int64) -> WakeReason {
    let worker = holder!
    let (process, queue) = (currentProcess!, currentQueue)
    worker.process = process
    worker.queue = queue
    worker.waitsFor = reason
    worker.wokeBecause = .deadline
    worker.deadline = deadline == .max ? nil : push(at: deadline, process, .wake(worker))
    parked.append(worker)
    worker.isReported = false
    var check: EventToken?
    if deadline == .max, queue === process.mainQueue {
      check = schedule(at: now + Self.longWait) { [self] in reportIfMainThread(worker) }
    }
    vt_parking_begins(context, worker.threadIdentifier)
    passBaton()
    worker.waitForBaton()
    vt_parking_ends(context, worker.threadIdentifier)
    if let check { cancel(check) }
    worker.waitsFor = nil
    switchTo(process)
    currentQueue = queue
    return worker.wokeBecause
  }

  /// Stops the calling thread for good, because the process whose code it runs has ended.
  ///
  /// The thread ends with the simulation. What its stack refers to is never released, because the code
  /// that would do so never runs.
  func stopThread() -> Never {
    let worker = holder!
    abandoned.append(worker)
    threadsStopped += 1
    vt_raise_file_limit()
    passBaton()
    worker.waitForBaton()
    vt_thread_end()
  }

  /// Lets another thread continue the event loop. The caller's thread stops until it gets the baton
  /// again.
  func passBaton() {
    let next = idle.popLast() ?? startWorker()
    holder = next
    next.passBaton()
  }

  /// Schedules a parked thread to continue after the work that is ready before it.
  func wake(_ worker: Worker) {
    if let deadline = worker.deadline { _ = timers.cancel(deadline) }
    worker.deadline = nil
    worker.wokeBecause = .signalled
    makeReady(.wake(worker), of: worker.process)
  }

  func sleep(_ nanoseconds: Int64) {
    let deadline = currentProcess.deadline(after: max(0, nanoseconds))
    // If nothing else is due earlier, time can advance without parking.
    let isNext = ready.isEmpty && (timers.nextDeadline() ?? .max) > deadline
    if isNext, currentProcess.state == .running, failure == nil {
      advance(to: deadline)
      return
    }
    _ = park(for: "sleep", until: deadline)
  }

  func give(to sleeper: Worker, from worker: Worker) {
    guard let i = parked.firstIndex(where: { $0 === sleeper }) else { return }
    parked.remove(at: i)
    idle.append(worker)
    holder = sleeper
    sleeper.passBaton()
    worker.waitForBaton()
  }

  private func startWorker() -> Worker {
    let worker = Worker(self)
    worker.start()
    return worker
  }

  func describeParked() -> [String] {
    parked.map { "\($0.process.name) waits in \($0.waitsFor ?? "a blocking call")" }
  }
}

extension Simulation {
  /// Runs the body with the host's clock, threads and random numbers, while the virtual time does
  /// not advance.
  public static func onHost<Result>(_ body: () throws -> Result) rethrows -> Result {
    let context = vt_swap(nil)
    defer { _ = vt_swap(context) }
    return try body()
  }
}
