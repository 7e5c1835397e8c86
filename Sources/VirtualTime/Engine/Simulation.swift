import CVirtualTime
import DequeModule
import Glibc

/// A world in virtual time: runs unmodified Swift code in (deadline, sequence) order.
///
/// On the threads of a simulation, Swift concurrency, libdispatch, `Timer`, sleeps, clocks and
/// randomness act on the simulation; on every other thread they are the host's. Several
/// simulations may run at once, each on threads of its own.
///
/// Sendable: all state is read and written only by the holder of the baton (see `Worker`); `run`
/// hands it over before the first worker starts and takes it back after the last one stopped.
public final class Simulation: @unchecked Sendable {
  /// The root of every random stream.
  public let seed: UInt64
  /// The process of the scenario itself. It is never frozen and never killed.
  public private(set) var director: SimulatedProcess!
  /// The process whose code runs now.
  ///
  /// Not counted: `processes` keeps every process.
  @exclusivity(unchecked)
  public private(set) unowned(unsafe) var currentProcess: SimulatedProcess!
  /// Which one that is, to compare without counting references.
  @exclusivity(unchecked) private var currentIdentity: ObjectIdentifier?
  /// What the simulation could not do faithfully, in the order it was noticed.
  public private(set) var escapes: [Escape] = []
  /// Events taken from the heap and work run, for benchmarks.
  @exclusivity(unchecked) public private(set) var workCount = 0

  let context = UnsafeMutablePointer<vt_context>.allocate(capacity: 1)
  let defaultWallOffset: Int64
  static let defaultMonotonicOffset: Int64 = 3_600_000_000_000
  let identifier: UInt32
  let waits = WaitLists()
  let dispatch = DispatchModel()
  /// The queue whose code runs now, if any.
  ///
  /// Not counted: it is kept by its process, or by the work that runs it.
  var currentQueue: SimulatedQueue? {
    get { queueReference?.takeUnretainedValue() }
    set { queueReference = newValue.map(Unmanaged.passUnretained) }
  }
  @exclusivity(unchecked) private var queueReference: Unmanaged<SimulatedQueue>?
  /// Whether a queue's code runs now, without counting references.
  var isInQueue: Bool { queueReference != nil }
  var holder: Worker!

  // Nothing below calls out while one of them is being changed, so that the checks of exclusive access,
  // which cost as much as the rest of the loop, find nothing.
  @exclusivity(unchecked) var ready: Deque<(SimulatedProcess, Work)> = []
  @exclusivity(unchecked) var timers = EventHeap()
  @exclusivity(unchecked) var sequence: UInt64 = 0
  var processes: [SimulatedProcess] = []
  var idle: [Worker] = []
  var parked: [Worker] = []
  @exclusivity(unchecked) private var finished = false
  @exclusivity(unchecked) private(set) var failure: SimulationError?
  @exclusivity(unchecked) private var workAtThisInstant = 0
  /// How much may happen without time passing. Far beyond what any real app does.
  private static let workPerInstantMax = 2_000_000
  private var whenStopped: (() -> Void)?

  /// - Parameters:
  ///   - seed: same seed, same bytes.
  ///   - startingAt: what a wall clock reads at the beginning, in seconds since 1970. Default
  ///     2024-01-15 22:00:00 UTC.
  public init(seed: UInt64 = 1, startingAt secondsSince1970: Int64 = 1_705_356_000) {
    self.seed = seed
    defaultWallOffset = secondsSince1970 * 1_000_000_000
    identifier = Self.nextIdentifier()
    context.initialize(to: vt_context())
    context.pointee.simulation = Unmanaged.passUnretained(self).toOpaque()
    director = makeProcess(named: "director")
    switchTo(director)
  }

  deinit {
    free(context.pointee.lock_waits.items)
    free(context.pointee.parked_threads.items)
    context.deallocate()
  }

  /// The simulation that this thread runs, or nil on a thread of the host.
  @inline(__always)
  public static var current: Simulation? {
    guard let context = vt_current() else { return nil }
    return Unmanaged<Simulation>.fromOpaque(context.pointee.simulation).takeUnretainedValue()
  }

  @inline(__always)
  public var now: VirtualInstant { VirtualInstant(nanoseconds: context.pointee.now) }

  /// How far virtual time may go: a scenario that never returns ends with an error there. Default
  /// 90 days.
  public var limit = VirtualInstant.start + .seconds(90 * 24 * 3600)

  /// What a wall clock reads at the beginning, in nanoseconds since 1970.
  public var wallClockAtStart: Int64 { defaultWallOffset }

  // MARK: Running

  /// Runs the scenario and all that follows from it, until the scenario returns.
  ///
  /// - Throws: what the body throws, or `SimulationError.stalled` if nothing is left that could
  ///   make the body go on.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    precondition(Simulation.current == nil, "a simulation cannot run inside a simulation")
    precondition(!finished, "a simulation runs once")
    let outcome = Outcome<Result>()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      whenStopped = { continuation.resume() }
      let first = Worker(self)
      holder = first
      let before = vt_swap(context)
      Task {
        do { outcome.value = .success(try await body()) } catch { outcome.value = .failure(error) }
        self.finished = true
      }
      _ = vt_swap(before)
      first.start()
      first.handOver()
    }
    if let failure { throw failure }
    guard let value = outcome.value else {
      throw SimulationError.stalled(waiting: describeParked())
    }
    return try value.get()
  }

  func loop(_ worker: Worker) {
    while !worker.mustExit {
      if finished || failure != nil {
        stop()
        return
      }
      if let (process, work) = ready.popFirst() {
        perform(work, of: process, on: worker)
      } else if let deadline = timers.nextDeadline() {
        if deadline > context.pointee.now { advance(to: deadline) }
        if let event = timers.firstRepeating, event.process.state == .running {
          perform(event)
          continue
        }
        let (process, work) = timers.popFirst()
        perform(work, of: process, on: worker)
      } else {
        stop()
        return
      }
    }
  }

  /// The next event repeats: lets it come again, then does what it is for.
  @inline(__always)
  private func perform(_ event: RepeatingEvent) {
    noteWork(of: event.process)
    let now = context.pointee.now
    sequence += 1
    timers.rearmFirst(event, at: event.advance(at: now), sequence)
    event.fire(at: now)
  }

  /// Counts what runs next, and makes it run as its process.
  @inline(__always)
  private func noteWork(of process: SimulatedProcess) {
    workCount &+= 1
    workAtThisInstant += 1
    if workAtThisInstant > Self.workPerInstantMax {
      failure = .livelock(now, process: process.name)
    }
    if currentIdentity != ObjectIdentifier(process) { switchTo(process) }
    queueReference = nil
  }

  private func perform(_ work: Work, of process: SimulatedProcess, on worker: Worker) {
    switch process.state {
    case .dead:
      work.drop()
      return
    case .frozen:
      process.deferred.append(work)
      return
    case .running: break
    }
    noteWork(of: process)
    switch work {
    case .job(let job): SimulationExecutors.runOnDefault(job)
    case .drain(let queue): queue.drain()
    case .submit(let queue, let item): queue.submit(item)
    case .call(let body): body()
    case .event(let sink, let number): sink.handleEvent(number)
    case .repeating(let event): event.comeLate(at: context.pointee.now)
    case .wake(let sleeper): give(to: sleeper, from: worker)
    }
  }

  func advance(to deadline: Int64) {
    context.pointee.now = deadline
    workAtThisInstant = 0
    if deadline > limit.nanoseconds { failure = .limitReached(limit) }
  }

  private func stop() {
    for worker in idle {
      worker.mustExit = true
      worker.handOver()
    }
    idle.removeAll()
    holder.mustExit = true
    reportBlockedMainThreads()
    for process in processes where process !== director { process.kill() }
    // Moved out first: releasing what they hold may run code that schedules or cancels.
    let left = (exchange(&ready, with: []), exchange(&timers, with: EventHeap()))
    withExtendedLifetime(left) {}
  }

  /// A main thread that waits at the end for something without a deadline would wait for ever.
  private func reportBlockedMainThreads() {
    for worker in parked where worker.deadline == nil && worker.process.state == .running {
      guard let queue = worker.queue, queue === worker.process.mainQueue else { continue }
      let detail =
        "the main thread waits in \(worker.waitsFor ?? "a blocking call"), and nobody ended that wait"
      escapes.append(
        Escape(kind: .mainThreadBlocked, instant: now, process: worker.process.name, detail: detail)
      )
    }
  }

  func workerExited(_ worker: Worker) {
    guard worker === holder else { return }
    let resume = whenStopped
    whenStopped = nil
    holder = nil
    resume?()
  }

  // MARK: Context

  func escape(_ kind: Escape.Kind, _ detail: String) {
    escapes.append(Escape(kind: kind, instant: now, process: currentProcess.name, detail: detail))
  }

  func refreshContext(of process: SimulatedProcess) {
    if process === currentProcess { loadContext(of: process) }
  }

  func switchTo(_ process: SimulatedProcess) {
    currentProcess = process
    currentIdentity = ObjectIdentifier(process)
    loadContext(of: process)
  }

  private func loadContext(of process: SimulatedProcess) {
    context.pointee.wall_offset = process.wallOffset
    context.pointee.monotonic_offset = process.monotonicOffset
    context.pointee.random_state = process.randomState
    context.pointee.home = UnsafePointer(process.home)
    context.pointee.temporary = UnsafePointer(process.temporary)
  }

  /// The process a job of Swift concurrency belongs to: the one in which its task was made.
  func owner(of job: UnownedJob) -> SimulatedProcess {
    let word = vt_job_reserved_word(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))!
    let value = word.pointee
    if value >> 32 == UInt64(identifier) { return processes[Int(value & 0xffff_ffff)] }
    word.pointee = UInt64(identifier) << 32 | UInt64(currentProcess.index)
    return currentProcess
  }
}

/// Where the outcome of a scenario is kept until its simulation has stopped. Sendable: written by
/// the holder of the baton, read after the last worker has exited.
private final class Outcome<Value>: @unchecked Sendable { var value: Result<Value, any Error>? }

extension Simulation {
  /// Runs the body with the host's clock, threads and randomness, while virtual time stands still.
  public static func onHost<Result>(_ body: () throws -> Result) rethrows -> Result {
    let context = vt_swap(nil)
    defer { _ = vt_swap(context) }
    return try body()
  }
}
