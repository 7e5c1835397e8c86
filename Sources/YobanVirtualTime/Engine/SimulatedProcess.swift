import CYobanVirtualTime
import DequeModule

/// One launch of one program inside a simulation. It owns its jobs, timers, queues and blocks.
///
/// While a process is frozen, none of its code runs; work that becomes due meanwhile runs late, in
/// order, when the process is thawed. When a process is killed, all its work is dropped and none of
/// its code ever runs again. Static variables belong to the process if their module is one of
/// `useOwnStatics(of:)`; all others belong to the host's process and outlive a simulated kill.
public final class SimulatedProcess: @unchecked SimulationConfined {
  public enum State: Sendable { case running, frozen, dead }

  /// Unique in its simulation, such as `phone/NightApp#2`.
  public let name: String
  @exclusivity(unchecked) public private(set) var state = State.running
  public unowned let simulation: Simulation

  let index: Int
  var deferred: Deque<Work> = []
  private var queues: [UnsafeMutableRawPointer: SimulatedQueue] = [:]
  private var queuesMade = 0
  @exclusivity(unchecked) private(set) var mainQueue: SimulatedQueue!
  private var residents: [ObjectIdentifier: AnyObject] = [:]
  /// The types of the residents, in the order in which they were added.
  private var residentTypes: [ObjectIdentifier] = []

  /// The values of the static variables of the app's modules; nil if it has none.
  @exclusivity(unchecked) var statics: ProcessStatics?

  // The loop reads these whenever it switches to the process. Nothing calls other code while one of them is
  // being changed, so checks of exclusive access would find nothing.
  @exclusivity(unchecked) public internal(set) var clockRate = ClockRate()
  @exclusivity(unchecked) var wallOffset: Int64
  @exclusivity(unchecked) var monotonicOffset: Int64
  let random = UnsafeMutablePointer<vt_random>.allocate(capacity: 1)
  @exclusivity(unchecked) private(set) var home: UnsafeMutablePointer<CChar>?
  @exclusivity(unchecked) private(set) var temporary: UnsafeMutablePointer<CChar>?
  /// The locks of files that the process holds. A killed process holds none.
  @exclusivity(unchecked) public internal(set) var fileLocks = FileLocks() {
    didSet {
      if fileLocks.isEmpty != oldValue.isEmpty { simulation.refreshContext(of: self) }
    }
  }
  /// The time zone and the locale; nil for the host's.
  @exclusivity(unchecked) var region: ProcessRegion? {
    didSet { simulation.refreshContext(of: self) }
  }
  @exclusivity(unchecked) var observedFolder: UnsafeMutablePointer<CChar>?
  /// The observed folder as the host names its open files.
  @exclusivity(unchecked) var canonicalFolder: UnsafeMutablePointer<CChar>?
  /// Is asked before calls of the process on files in its observed folder; nil for no observation.
  @exclusivity(unchecked) var systemCallObserver: (any SystemCallObserver)?
  /// The kinds of these calls: a bit for each raw value.
  @exclusivity(unchecked) var observedCalls: UInt32 = 0
  /// Whether the code that runs now belongs to the system, although it runs in this process.
  var systemDepth = 0
  /// The space of the disk that the process sees; nil for the host's.
  @exclusivity(unchecked) public var diskSpace: DiskSpace? {
    didSet { simulation.refreshContext(of: self) }
  }

  init(_ simulation: Simulation, name: String, index: Int) {
    self.simulation = simulation
    self.name = name
    self.index = index
    wallOffset = simulation.defaultWallOffset
    monotonicOffset = Simulation.defaultMonotonicOffset
    mainQueue = SimulatedQueue(vt_main_queue(), number: 0, of: self)
    let stream = RandomStream(seed: simulation.seed, name: "process/\(name)")
    random.initialize(to: vt_random(state: stream.state, boring_ssl: nil))
  }

  deinit {
    vt_random_release(random)
    random.deallocate()
    home?.deallocate()
    temporary?.deallocate()
    observedFolder?.deallocate()
    canonicalFolder?.deallocate()
  }

  // MARK: State

  /// Stops everything of this process until `thaw()`. Code that is running now continues until it
  /// returns or blocks.
  public func freeze() {
    if state == .running { state = .frozen }
  }

  /// Lets the process run again. Work that became due while it was frozen runs first, in order.
  public func thaw() {
    guard state == .frozen else { return }
    state = .running
    simulation.makeReady(deferred, of: self)
    deferred.removeAll()
  }

  /// Ends the process: its work is dropped, its residents are released.
  public func kill() {
    guard state != .dead else { return }
    state = .dead
    simulation.dropWork(of: self)
    for descriptor in fileLocks.flockDescriptors { vt_release_flock(descriptor) }
    fileLocks = FileLocks()
    simulation.perform(as: self) {
      // The work is moved out first, because releasing it may run code of the process. The queues
      // are dropped in the order in which they were made, because the order of a dictionary of
      // addresses differs from run to run.
      for work in exchange(&deferred, with: []) { work.drop() }
      let queues = exchange(&queues, with: [:]).values.sorted { $0.number < $1.number }
      for queue in queues { queue.drop() }
      mainQueue.drop()
      var residents = exchange(&residents, with: [:])
      for type in exchange(&residentTypes, with: []) { residents[type] = nil }
    }
  }

  /// Whether code of the process is about to run: an event has arrived, and the process has not handled
  /// it.
  public var hasReadyWork: Bool { simulation.hasReadyWork(of: self) }

  /// The time until the first of the blocks and jobs of this process that wait for the end of a delay; nil if none
  /// does.
  public var nextDelay: Duration? {
    simulation.timers.firstDelay(of: self).map {
      VirtualInstant(nanoseconds: $0) - simulation.now
    }
  }
  /// The number of delayed blocks and jobs that became due while the process was frozen.
  public var lateBlocks: Int { deferred.count(where: \.isDelayedBlock) }

  // MARK: Environment

  /// Called when the process's code called `exit`, with the status. It must kill the process. If
  /// nil, the process is killed.
  public var onExit: ((Int32) -> Void)?

  /// The answer of `uname`; nil for that of the host.
  public var systemName: SystemName?

  /// Called when the process's code trapped, such as with a failed precondition. It must kill the process. If nil,
  /// the process is killed.
  public var onTrap: ((_ cause: String) -> Void)?

  /// Called with the output of the process on standard output and standard error. If nil, both go
  /// to the host's.
  public var onOutput: ((UnsafeRawBufferPointer, OutputChannel) -> Void)?

  /// Sets the time since boot that the process would have read when its clocks had counted nothing; negative
  /// if its device booted later.
  public func setUptime(atStart uptime: Duration) {
    monotonicOffset = uptime.nanoseconds
    simulation.refreshContext(of: self)
  }

  /// Sets what the process reads as the date: the simulation's, and a difference. Timers and waits end when
  /// they would have ended without the change.
  public func setWallClock(aheadOfWorldBy difference: Duration) {
    let before = wallOffset
    wallOffset = simulation.defaultWallOffset + difference.nanoseconds
    simulation.refreshContext(of: self)
    let change = Double(wallOffset - before) / 1e9
    guard change != 0, let timers = existingResident(RunLoopTimers.self) else { return }
    for timer in timers.timers.values { timer.clockWasSet(by: change) }
  }

  /// The count of the process's clocks when its time since boot was zero, in nanoseconds. It tells boots apart.
  public var boot: Int64 { -monotonicOffset }

  /// Gives the process static and global variables of its own, with the values with which the
  /// executable began. Call before any of its code runs.
  public func useOwnStatics(of variables: StaticVariables) {
    let modules = variables.modules
    guard !modules.isEmpty else { return }
    statics = ProcessStatics(modules, in: simulation.identifier)
  }

  /// Sets the home and temporary folders that Foundation reports to this process.
  public func setFolders(home: String, temporary: String) {
    self.home?.deallocate()
    self.temporary?.deallocate()
    self.home = copy(home)
    self.temporary = copy(temporary)
    simulation.refreshContext(of: self)
  }

  /// Returns the process's only object of a type, such as its `UIApplication`. The object is
  /// released when the process dies.
  ///
  /// - Parameter make: called at the first use in this process.
  public func resident<T: AnyObject>(_ type: T.Type, make: () -> T) -> T {
    if let existing = residents[ObjectIdentifier(type)] {
      return unsafeDowncast(existing, to: type)
    }
    let made = make()
    if state != .dead, residents.updateValue(made, forKey: ObjectIdentifier(type)) == nil {
      residentTypes.append(ObjectIdentifier(type))
    }
    return made
  }

  /// Returns the process's object of a type; nil if it has none.
  public func existingResident<T: AnyObject>(_ type: T.Type) -> T? {
    residents[ObjectIdentifier(type)].map { unsafeDowncast($0, to: type) }
  }

  // MARK: Running code in the process

  /// Runs the body on the process's main queue, after the items that are already waiting.
  public func onMain(_ body: @escaping () -> Void) {
    guard state != .dead else { return }
    mainQueue.submit(.init(.call(body)))
  }

  /// Runs the body on the main queue: at once if the queue is idle, otherwise after the items that
  /// are waiting. Call only from an event of this process.
  public func runOnMain(_ body: @escaping () -> Void) {
    guard state == .running else { return }
    if mainQueue.isIdle, !simulation.isInQueue {
      mainQueue.runInline(body)
    } else {
      onMain(body)
    }
  }

  func queue(_ pointer: UnsafeMutableRawPointer) -> SimulatedQueue {
    if pointer == mainQueue.pointer { return mainQueue }
    if let queue = queues[pointer] { return queue }
    if queues.count > 64 { queues = queues.filter { !$0.value.isReplaceable } }
    queuesMade += 1
    let queue = SimulatedQueue(pointer, number: queuesMade, of: self)
    queues[pointer] = queue
    return queue
  }

  func existingQueue(_ pointer: UnsafeMutableRawPointer) -> SimulatedQueue? {
    pointer == mainQueue.pointer ? mainQueue : queues[pointer]
  }
}

/// Returns the text as a C string, which the caller must deallocate.
func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
  let utf8 = text.utf8CString
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count)
  utf8.withUnsafeBufferPointer { copy.initialize(from: $0.baseAddress!, count: $0.count) }
  return copy
}
