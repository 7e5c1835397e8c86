import CYobanVirtualTime
import DequeModule
import Glibc

/// A simulation in virtual time: runs unmodified Swift code in (deadline, sequence) order.
///
/// On the threads of a simulation, Swift concurrency, libdispatch, `Timer`, sleeps, clocks and
/// random numbers use the simulation; on all other threads they use the host. Several simulations
/// may run at once, each on threads of its own.
public final class Simulation: @unchecked SimulationConfined {
  /// The root seed of all random streams.
  public let seed: UInt64
  /// The process of the scenario. It is never frozen and never killed.
  public private(set) var director: SimulatedProcess!
  /// The process whose code runs now.
  ///
  /// Not reference-counted: `processes` keeps every process.
  @exclusivity(unchecked)
  public private(set) unowned(unsafe) var currentProcess: SimulatedProcess!
  /// The identity of the current process, for comparisons without reference counting.
  @exclusivity(unchecked) private var currentIdentity: ObjectIdentifier?
  /// The operations that the simulation could not perform faithfully, in the order in which they
  /// were noticed.
  public private(set) var escapes: [Escape] = []
  /// Called with each escape, and the process whose code caused it.
  public var onEscape: ((Escape, SimulatedProcess) -> Void)?
  /// The number of events and other work items that were run, for benchmarks.
  @exclusivity(unchecked) public private(set) var workCount = 0

  /// The decisions of the systems, and their overrides.
  public private(set) lazy var choices = Choices(self)
  /// The process whose events come first at this instant; nil for the usual order.
  @exclusivity(unchecked) var preferred: SimulatedProcess?

  let context = UnsafeMutablePointer<vt_context>.allocate(capacity: 1)
  let defaultWallOffset: Int64
  static let defaultMonotonicOffset: Int64 = 3_600_000_000_000
  let identifier: UInt32
  /// The static variables of the process whose code runs now; nil if it has none of its own.
  @exclusivity(unchecked) private var statics: ProcessStatics?
  /// Whether no code of the simulation runs any more.
  private var hasStopped = false
  let waits = WaitLists()
  let dispatch = DispatchModel()
  /// The queue whose code runs now; nil if there is none.
  ///
  /// Not reference-counted: its process keeps it, or the work that runs it.
  var currentQueue: SimulatedQueue? {
    get { queueReference?.takeUnretainedValue() }
    set { queueReference = newValue.map(Unmanaged.passUnretained) }
  }
  @exclusivity(unchecked) private var queueReference: Unmanaged<SimulatedQueue>?
  /// Whether a queue's code runs now, read without reference counting.
  var isInQueue: Bool { queueReference != nil }
  var holder: Worker!

  // No code outside this class is called while one of these is being changed. The checks of
  // exclusive access would therefore never find a violation, and they cost as much as the rest of
  // the loop.
  @exclusivity(unchecked) var ready: Deque<(SimulatedProcess, Work)> = []
  @exclusivity(unchecked) var timers = EventHeap()
  @exclusivity(unchecked) var sequence: UInt64 = 0
  var processes: [SimulatedProcess] = []
  var idle: [Worker] = []
  var parked: [Worker] = []
  /// The number of threads that were stopped for good, because their process ended in a call of the system.
  public internal(set) var threadsStopped = 0
  /// The workers of ended processes that will never continue. Their threads end with the simulation.
  var abandoned: [Worker] = []
  @exclusivity(unchecked) private var finished = false
  @exclusivity(unchecked) private(set) var failure: SimulationError?
  @exclusivity(unchecked) private var workAtThisInstant = 0
  /// The maximum amount of work without an advance of time, far more than any real app does.
  private static let workPerInstantMax = 2_000_000
  /// The work after that by which the process is found that causes it.
  private static let livelockSample = 1_000
  @exclusivity(unchecked) private var workBeyondLimit: [Int: Int] = [:]
  /// The names that Swift's libraries lack, reported as an escape when the simulation begins.
  var libraryProblem = LibraryNames.problem
  private var whenStopped: (() -> Void)?
  /// The waits of the threads when the simulation ended, for the error of a scenario that is stuck.
  private var waitingAtEnd: [String] = []

  /// - Parameters:
  ///   - seed: the root seed; two runs with the same seed produce the same output, byte for byte.
  ///   - startingAt: the wall-clock time at the beginning, in seconds since 1970. Default
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

  /// The simulation to which this thread belongs; nil on a thread of the host.
  @inline(__always)
  public static var current: Simulation? {
    guard let context = vt_current() else { return nil }
    return Unmanaged<Simulation>.fromOpaque(context.pointee.simulation).takeUnretainedValue()
  }

  @inline(__always)
  public var now: VirtualInstant { VirtualInstant(nanoseconds: context.pointee.now) }

  /// The maximum virtual time: a scenario that has not returned by then ends with an error. Default
  /// 90 days.
  public var limit = VirtualInstant.start + .seconds(90 * 24 * 3600)

  /// The wall-clock time at the beginning, in nanoseconds since 1970.
  public var wallClockAtStart: Int64 { defaultWallOffset }

  // MARK: Running

  /// Runs the scenario and all work that follows from it, until the scenario returns.
  ///
  /// - Throws: The errors of the body, or `SimulationError.stalled` if no work is left that could
  ///   let the body continue.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    precondition(Simulation.current == nil, "a simulation cannot run inside a simulation")
    precondition(!finished, "a simulation runs once")
    if let libraryProblem { escape(.unknownLibraries, libraryProblem, of: director) }
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
      first.passBaton()
    }
    if let failure { throw failure }
    guard let value = outcome.value else {
      throw SimulationError.stalled(waiting: waitingAtEnd)
    }
    return try value.get()
  }

  func loop(_ worker: Worker) {
    while !worker.mustExit {
      if finished || failure != nil {
        stop()
        return
      }
      if !ready.isEmpty, let (process, work) = ready.popFirst() {
        perform(work, of: process, on: worker)
      } else if let deadline = timers.nextDeadline() {
        if deadline > context.pointee.now {
          advance(to: deadline)
          if choices.isActive { chooseFirst(at: deadline) }
        }
        if let preferred {
          if let work = timers.popFirst(of: preferred, at: deadline) {
            perform(work, of: preferred, on: worker)
            continue
          }
          self.preferred = nil
        }
        if let event = timers.firstRepeating(),
          event._withUnsafeGuaranteedRef({ $0.process.state == .running })
        {
          event._withUnsafeGuaranteedRef(perform)
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

  /// Performs the next event, which is a repeating one: schedules its next repetition, then fires
  /// it.
  @inline(__always)
  private func perform(_ event: RepeatingEvent) {
    noteWork(of: event.process)
    let now = context.pointee.now
    sequence += 1
    timers.rearmFirst(event, at: event.advance(at: now), sequence)
    event.run(at: now)
  }

  /// Counts the next work item, and switches to its process.
  @inline(__always)
  private func noteWork(of process: SimulatedProcess) {
    workCount &+= 1
    workAtThisInstant += 1
    if workAtThisInstant > Self.workPerInstantMax { noteLivelock(process) }
    if currentIdentity != ObjectIdentifier(process) { switchTo(process) }
    queueReference = nil
  }

  /// Counts the work of each process beyond the limit, and ends the simulation when it is clear whose work has
  /// no end.
  private func noteLivelock(_ process: SimulatedProcess) {
    workBeyondLimit[process.index, default: 0] += 1
    guard workAtThisInstant > Self.workPerInstantMax + Self.livelockSample else { return }
    // The scenario only waits for an app that does not come to rest.
    let app = workBeyondLimit.filter { $0.key != director.index }.max { $0.value < $1.value }
    failure = .livelock(now, process: app.map { processes[$0.key].name } ?? director.name)
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
      worker.passBaton()
    }
    idle.removeAll()
    holder.mustExit = true
    reportBlockedMainThreads()
    for process in processes where process !== director { process.kill() }
    endThreads()
    switchTo(director)
    for process in processes { process.statics?.restoreHost() }
    dropWork()
    changeStatics(to: nil)
    hasStopped = true
  }

  @inline(never) private func dropWork() {
    // Moved out first, because releasing the work may run code that schedules or cancels.
    let left = (exchange(&ready, with: []), exchange(&timers, with: EventHeap()))
    withExtendedLifetime(left) {}
  }

  /// Ends the threads that wait in a blocking call. No code of the simulation runs on them again.
  private func endThreads() {
    waitingAtEnd = describeParked()
    let waiting = exchange(&abandoned, with: []) + exchange(&parked, with: [])
    waits.removeAll()
    for worker in waiting {
      worker.mustEnd = true
      worker.passBaton()
    }
  }

  /// Reports the main threads that wait without a deadline at the end, because they would wait
  /// forever.
  private func reportBlockedMainThreads() {
    for worker in parked { reportIfMainThread(worker) }
  }

  /// Reports a worker that waits without a deadline, if it runs a main thread; once for each wait.
  func reportIfMainThread(_ worker: Worker) {
    guard worker.deadline == nil, !worker.isReported, worker.process.state == .running,
      let queue = worker.queue, queue === worker.process.mainQueue
    else { return }
    worker.isReported = true
    escape(
      .mainThreadBlocked,
      "the main thread waits in \(worker.waitsFor ?? "a blocking call"), and nothing has ended this wait",
      of: worker.process)
  }

  /// Ends the simulation with an error. The calling thread never continues.
  public func end(with error: SimulationError) -> Never {
    failure = failure ?? error
    // With a deadline, because a main thread that waits without one is reported.
    while true { _ = park(for: "the end of the simulation", until: .max - 1) }
  }

  func workerExited(_ worker: Worker) {
    guard worker === holder else { return }
    let resume = whenStopped
    whenStopped = nil
    holder = nil
    resume?()
  }

  // MARK: Context

  func escape(_ kind: Escape.Kind, _ detail: String, of process: SimulatedProcess? = nil) {
    let process = process ?? currentProcess!
    let escape = Escape(kind: kind, instant: now, process: process.name, detail: detail)
    escapes.append(escape)
    onEscape?(escape, process)
  }

  func refreshContext(of process: SimulatedProcess) {
    if process === currentProcess { loadContext(of: process) }
  }

  func switchTo(_ process: SimulatedProcess) {
    if process.statics !== statics { changeStatics(to: process.statics) }
    changeProcess(to: process)
  }

  func changeProcess(to process: SimulatedProcess) {
    currentProcess = process
    currentIdentity = ObjectIdentifier(process)
    loadContext(of: process)
  }

  /// Puts the values of another process into the variables of its modules.
  private func changeStatics(to next: ProcessStatics?) {
    statics?.leave()
    statics = next
    next?.enter()
  }

  /// Gives the current process the values that the variables of C libraries have outside of all simulations, if it has
  /// none of its own, such as the process in which a test's own code runs. It keeps them.
  func useHostVariables(of module: ModuleStatics) {
    let own = currentProcess.statics
    // In `performAsDirector`, the variables of another process stay in place.
    guard own?.has(module) != true, own === statics, !hasStopped else { return }
    changeStatics(to: nil)
    let statics = own ?? ProcessStatics(in: identifier)
    statics.addValuesOutside(of: module)
    currentProcess.statics = statics
    changeStatics(to: statics)
  }

  private func loadContext(of process: SimulatedProcess) {
    context.pointee.rate = process.clockRate.counting
    context.pointee.wall_offset = process.wallOffset
    context.pointee.monotonic_offset = process.monotonicOffset
    context.pointee.random = process.random
    context.pointee.home = UnsafePointer(process.home)
    context.pointee.temporary = UnsafePointer(process.temporary)
    context.pointee.observed_folder = UnsafePointer(process.observedFolder)
    context.pointee.canonical_folder = UnsafePointer(process.canonicalFolder)
    context.pointee.observed_calls = process.observedCalls
    context.pointee.space = process.diskSpace.map { UnsafePointer($0.values) }
    context.pointee.time_zone = words(process.region?.timeZone)
    context.pointee.locale = words(process.region?.locale)
    context.pointee.holds_file_locks = process.fileLocks.isEmpty ? 0 : 1
  }

  private func words<Value>(_ value: UnsafeMutablePointer<Value>?) -> UnsafeMutablePointer<Int>? {
    value.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int.self) }
  }

  /// Returns the process of a job of Swift concurrency: the one in which its task was created.
  func owner(of job: UnownedJob) -> SimulatedProcess {
    let word = vt_job_reserved_word(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))!
    let value = word.pointee
    if value >> 32 == UInt64(identifier) { return processes[Int(value & 0xffff_ffff)] }
    word.pointee = UInt64(identifier) << 32 | UInt64(currentProcess.index)
    return currentProcess
  }
}

/// Stores the result of a scenario until its simulation has stopped.
private final class Outcome<Value>: @unchecked SimulationConfined {
  var value: Result<Value, any Error>?
}
