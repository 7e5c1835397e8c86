import DequeModule

extension Simulation {
  /// Creates a process. Its random stream depends only on the root seed and its name.
  public func makeProcess(named name: String) -> SimulatedProcess {
    let process = SimulatedProcess(self, name: name, index: processes.count)
    processes.append(process)
    return process
  }

  /// Calls the body at a time (now, if the time has passed), as the simulator's own work.
  @discardableResult
  public func schedule(at instant: VirtualInstant, _ body: @escaping () -> Void) -> EventToken {
    push(at: instant.nanoseconds, director, .call(body))
  }

  /// Calls the body as soon as the current work has returned, before everything else that is ready.
  public func scheduleNext(_ body: @escaping () -> Void) { ready.prepend((director, .call(body))) }

  /// Calls the sink at a time, without allocating a closure. If the process is frozen then, the
  /// call is late; if it is dead, there is no call. Without a process it is the simulator's own
  /// event.
  @discardableResult
  public func schedule(
    at instant: VirtualInstant, _ sink: any EventSink, _ number: Int,
    in process: SimulatedProcess? = nil
  ) -> EventToken {
    push(at: instant.nanoseconds, process ?? director, .event(sink, number))
  }

  /// Cancels a scheduled event. Returns false if it has run or was canceled before.
  @discardableResult
  public func cancel(_ token: EventToken) -> Bool { timers.cancel(token) }

  @discardableResult
  func push(at deadline: Int64, _ process: SimulatedProcess, _ work: Work) -> EventToken {
    sequence += 1
    return timers.push(at: max(deadline, context.pointee.now), sequence, process, work)
  }

  @inline(__always)
  func makeReady(_ work: Work, of process: SimulatedProcess) { ready.append((process, work)) }

  func makeReady(_ works: Deque<Work>, of process: SimulatedProcess) {
    for work in works { ready.append((process, work)) }
  }

  /// Whether work of the process is ready to run at this moment.
  func hasReadyWork(of process: SimulatedProcess) -> Bool {
    ready.contains { $0.0 === process }
  }

  func dropWork(of process: SimulatedProcess) {
    // Collected first, because releasing the work may run code that schedules or cancels.
    var dropped = timers.removeAll(of: process)
    ready.removeAll { entry in
      guard entry.0 === process else { return false }
      dropped.append(entry.1)
      return true
    }
    parked.removeAll { worker in
      guard worker.process === process else { return false }
      abandoned.append(worker)
      return true
    }
    for work in dropped { work.drop() }
  }

  /// Runs the body as if the process's own code called it, then switches back to the previous
  /// process.
  public func perform<Result>(as process: SimulatedProcess, _ body: () throws -> Result) rethrows
    -> Result
  {
    let (before, queue) = (currentProcess!, currentQueue)
    switchTo(process)
    currentQueue = nil
    defer {
      switchTo(before)
      currentQueue = queue
    }
    return try body()
  }
}
