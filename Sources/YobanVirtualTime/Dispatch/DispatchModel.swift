import CYobanVirtualTime

/// The state of dispatch objects that a simulation keeps in addition to the host's own state: the
/// notifications of groups, the work items that have run, and the timer sources.
final class DispatchModel {
  struct Notification {
    var process: SimulatedProcess
    var queue: UnsafeMutableRawPointer
    var block: UnsafeMutableRawPointer
  }
  struct WorkItem {
    var isBarrier: Bool
    var hasRun = false
    var notifications: [Notification] = []
  }

  var groupNotifications: [UnsafeMutableRawPointer: [Notification]] = [:]
  /// The work items, by the address of the block. If an address is reused, its entry is replaced.
  var workItems: [UnsafeMutableRawPointer: WorkItem] = [:]
  var timers: [UnsafeMutableRawPointer: DispatchTimer] = [:]

  func submit(_ notification: Notification) {
    notification.process.queue(notification.queue).submit(.init(.block(notification.block)))
  }

  func workItemFinished(_ block: UnsafeMutableRawPointer, in simulation: Simulation) {
    guard !workItems.isEmpty, workItems[block] != nil else { return }
    workItems[block]!.hasRun = true
    for notification in workItems[block]!.notifications { submit(notification) }
    workItems[block]!.notifications.removeAll()
    simulation.waits.wakeAll(block, in: simulation)
  }

  func groupMayBeEmpty(_ group: UnsafeMutableRawPointer, in simulation: Simulation) {
    let isWaitedFor = groupNotifications[group] != nil || !simulation.waits.isEmpty
    guard isWaitedFor, vt_host_group_try(group) == 0 else { return }
    for notification in groupNotifications.removeValue(forKey: group) ?? [] { submit(notification) }
    simulation.waits.wakeAll(group, in: simulation)
  }
}

extension Simulation {
  /// Waits until the attempt succeeds (returns 0) or the deadline has passed. Returns the result of
  /// the last attempt.
  func wait(
    on address: UnsafeMutableRawPointer, for reason: String, until deadline: Int64,
    attempt: () -> Int
  ) -> Int {
    while true {
      let result = attempt()
      if result == 0 || deadline <= context.pointee.now { return result }
      if waits.wait(on: address, for: reason, until: deadline, in: self) == .deadline {
        return attempt()
      }
    }
  }

  func synchronously(
    on pointer: UnsafeMutableRawPointer, isBarrier: Bool, _ body: @escaping () -> Void
  ) {
    let queue = currentProcess.queue(pointer)
    if currentQueue?.isOrTargets(pointer) == true, queue.isRunningSerially {
      escape(.queueDeadlock, "sync was called on the serial queue that runs the caller")
      _ = park(for: "sync on its own queue", until: .max)
    }
    if queue.isIdle, vt_queue_target(pointer) == nil, pointer != vt_main_queue() {
      queue.runInline(body)
      return
    }
    // The address of the flag identifies this wait. It is valid for the duration of this call.
    let done = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    done.initialize(to: false)
    defer { done.deallocate() }
    queue.submit(
      .init(
        .call { [self] in
          body()
          done.pointee = true
          waits.wakeAll(UnsafeMutableRawPointer(done), in: self)
        }, isBarrier: isBarrier))
    _ = wait(on: done, for: "sync", until: .max) { done.pointee ? 0 : 1 }
  }
}

/// A dispatch timer source. It fires at fixed intervals from its start; missed firings are combined
/// into one.
final class DispatchTimer: EventSink {
  private let source: UnsafeMutableRawPointer
  private let queue: UnsafeMutableRawPointer
  private let process: SimulatedProcess
  private let simulation: Simulation
  private var handler: UnsafeMutableRawPointer?
  private var cancelHandler: UnsafeMutableRawPointer?
  /// The count of the process's clocks at which it fires next, and from one time to the next.
  private var next: Int64?
  private var interval: Int64 = 0
  private var suspensions = 1
  private var token: EventToken?
  private var isDelivering = false
  private(set) var isCancelled = false
  private(set) var fired = 0
  var references = 1

  init(
    _ source: UnsafeMutableRawPointer, queue: UnsafeMutableRawPointer?, in simulation: Simulation
  ) {
    self.source = source
    self.queue = queue ?? UnsafeMutableRawPointer(vt_main_queue())
    self.simulation = simulation
    process = simulation.currentProcess
  }

  func setHandler(_ block: UnsafeMutableRawPointer?) { replace(&handler, by: block) }
  func setCancelHandler(_ block: UnsafeMutableRawPointer?) { replace(&cancelHandler, by: block) }

  private func replace(_ stored: inout UnsafeMutableRawPointer?, by block: UnsafeMutableRawPointer?)
  {
    let old = stored
    stored = block.map { vt_block_copy($0) }
    if let old { vt_block_release(old) }
  }

  func set(start: Int64, interval: UInt64) {
    next = start == .max ? nil : process.clockRate.counted(at: start)
    // The callers of libdispatch pass both UInt64.max and Int64.max for a timer that fires once.
    self.interval = interval >= UInt64(Int64.max) ? 0 : Int64(interval)
    fired = 0
    arm()
  }

  func suspend() {
    suspensions += 1
    arm()
  }
  func resume() {
    suspensions = max(0, suspensions - 1)
    arm()
  }

  func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    arm()
    if let cancelHandler {
      self.cancelHandler = nil
      process.queue(queue).submit(.init(.block(cancelHandler)))
    }
    replace(&handler, by: nil)
  }

  func dispose() {
    isCancelled = true
    arm()
    replace(&handler, by: nil)
    replace(&cancelHandler, by: nil)
  }

  private func arm() {
    if let token { simulation.cancel(token) }
    token = nil
    guard let next, suspensions == 0, !isCancelled, !isDelivering, process.state != .dead else {
      return
    }
    token = simulation.push(
      at: process.clockRate.time(ofCount: next), process, .event(self, 0))
  }

  func handleEvent(_ number: Int) {
    token = nil
    guard let due = next, !isCancelled else { return }
    let now = process.clockRate.counted(at: simulation.now.nanoseconds)
    if interval > 0 {
      let missed = max(0, (now - due) / interval)
      fired = Int(missed) + 1
      next = due + (missed + 1) * interval
    } else {
      fired = 1
      next = nil
    }
    isDelivering = true
    process.queue(queue).submit(
      .init(
        .call { [self] in
          if !isCancelled, let handler { vt_block_invoke(handler) }
          isDelivering = false
          arm()
        }))
  }
}
