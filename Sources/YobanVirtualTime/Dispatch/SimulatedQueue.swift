import CYobanVirtualTime
import DequeModule

/// The items that one process has submitted to one dispatch queue, and the rules for running them.
///
/// The queue object is the host's, but each process has its own items. `DispatchQueue.main` and the
/// global queues are therefore private to a process, as on a device.
final class SimulatedQueue {
  struct Item {
    enum Kind {
      case block(UnsafeMutableRawPointer)
      case function(UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void)
      case job(UnownedJob)
      case call(() -> Void)
    }
    var kind: Kind
    var isBarrier = false

    init(_ kind: Kind, isBarrier: Bool = false) {
      self.kind = kind
      self.isBarrier = isBarrier
    }

    func drop() {
      if case .block(let block) = kind { vt_block_release(block) }
    }
  }

  let pointer: UnsafeMutableRawPointer
  /// The position among the queues of its process, in the order of first use.
  let number: Int
  /// Not reference-counted: a queue is kept by its process, or by work and parked threads that also
  /// keep the process.
  unowned(unsafe) let process: SimulatedProcess
  private let isConcurrent: Bool
  private let startsInactive: Bool
  @exclusivity(unchecked) private var suspensions: Int
  @exclusivity(unchecked) private var pending: Deque<Item> = []
  @exclusivity(unchecked) private var scheduled = 0
  @exclusivity(unchecked) private var running = 0
  private var barrierRuns = false

  init(_ pointer: UnsafeMutableRawPointer, number: Int, of process: SimulatedProcess) {
    self.pointer = pointer
    self.number = number
    self.process = process
    isConcurrent = vt_queue_is_concurrent(pointer) != 0
    startsInactive = vt_queue_starts_inactive(pointer) != 0
    suspensions = startsInactive ? 1 : 0
    vt_host_dispatch_retain(pointer)
  }

  deinit { vt_host_dispatch_release(pointer) }

  var isIdle: Bool { pending.isEmpty && scheduled == 0 && running == 0 && suspensions == 0 }
  /// Whether a new queue object in its place would behave the same. A queue that was created
  /// inactive and then activated is not replaceable, because a new object would be inactive again.
  var isReplaceable: Bool { isIdle && !startsInactive }
  var isRunningSerially: Bool { !isConcurrent && running > 0 }

  /// Appends an item. It runs when all items before it have finished (on a concurrent queue: have
  /// started).
  func submit(_ item: Item) {
    guard process.state != .dead else { return item.drop() }
    pending.append(item)
    pump()
  }

  func suspend() { suspensions += 1 }

  func resume() {
    if suspensions > 0 { suspensions -= 1 }
    pump()
  }

  func drop() {
    for item in exchange(&pending, with: []) { item.drop() }
  }

  /// Runs the next item, if one may run. Called by the event loop once for each start that `pump`
  /// scheduled.
  func drain() {
    scheduled -= 1
    guard suspensions == 0, !barrierRuns, let first = pending.first else { return }
    guard running == 0 || (isConcurrent && !first.isBarrier) else { return }
    pending.removeFirst()
    running += 1
    barrierRuns = first.isBarrier
    if let target = vt_queue_target(pointer), vt_is_global_queue(target) == 0 {
      process.queue(target).submit(.init(.call { self.execute(first) }))
    } else {
      execute(first)
    }
  }

  /// Whether this queue is the given one, or targets it directly or indirectly.
  func isOrTargets(_ other: UnsafeMutableRawPointer) -> Bool {
    var queue: UnsafeMutableRawPointer? = pointer
    while let q = queue {
      if q == other { return true }
      queue = vt_queue_target(q)
    }
    return false
  }

  /// Runs a body as an item of this queue at once, on the caller's thread. Allowed only for an idle
  /// queue.
  func runInline(_ body: () -> Void) {
    let simulation = process.simulation
    let before = simulation.currentQueue
    running += 1
    simulation.currentQueue = self
    body()
    simulation.currentQueue = before
    running -= 1
    pump()
  }

  /// Starts an item on the caller's thread if this queue is idle. The caller must not be on any
  /// queue.
  @inline(__always)
  func enter(_ simulation: Simulation) -> Bool {
    guard isIdle else { return false }
    running = 1
    simulation.currentQueue = self
    return true
  }

  @inline(__always)
  func leave(_ simulation: Simulation) {
    simulation.currentQueue = nil
    running -= 1
    if !pending.isEmpty { pump() }
  }

  private func execute(_ item: Item) {
    let simulation = process.simulation
    simulation.currentQueue = self
    switch item.kind {
    case .block(let block):
      vt_block_invoke(block)
      simulation.dispatch.workItemFinished(block, in: simulation)
      vt_block_release(block)
    case .function(let argument, let function): function(argument)
    case .job(let job): SimulationExecutors.runOnMain(job)
    case .call(let body): body()
    }
    simulation.currentQueue = nil
    running -= 1
    barrierRuns = false
    if !pending.isEmpty { pump() }
  }

  private func pump() {
    guard suspensions == 0, !barrierRuns else { return }
    let wanted = isConcurrent ? pending.count : (running == 0 ? min(1, pending.count) : 0)
    while scheduled < wanted {
      scheduled += 1
      process.simulation.makeReady(.drain(self), of: process)
    }
  }
}
