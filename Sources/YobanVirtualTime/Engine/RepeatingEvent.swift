/// An event of a process that repeats, such as the samples of a sensor. It stays in the event loop
/// from `begin()` to `end()`, without work or memory for each repetition. It can be started again
/// after its end.
///
/// Each time, the loop first calls `advance` to get the next time, and then calls `fire`. The next
/// repetition is therefore scheduled before anything that `fire` schedules. If the process is
/// frozen when the event is due, the event fires late, once, when the process is thawed. It never
/// fires if the process is dead.
open class RepeatingEvent {
  public final let process: SimulatedProcess
  public final let simulation: Simulation
  private final let mainQueue: SimulatedQueue
  /// The slot and the sequence number of its key in the heap. Only the heap changes them.
  @exclusivity(unchecked) final var slot: Int32 = -1
  @exclusivity(unchecked) final var sequence: UInt64 = 0
  /// Whether the heap has a valid key for the event.
  @exclusivity(unchecked) final var isArmed = false
  private var isEnded = false
  /// The number of calls of `fire` that have not returned. There can be several, because code that blocks
  /// its thread lets the loop go on.
  @exclusivity(unchecked) private final var runCount = 0
  /// The event itself, if it was removed from the heap while it runs. The loop does not count references, so
  /// nothing else may keep the event until its code returns.
  @exclusivity(unchecked) private final var itself: RepeatingEvent?

  public init(in process: SimulatedProcess) {
    self.process = process
    simulation = process.simulation
    mainQueue = process.mainQueue
  }

  /// Returns the time of the first repetition, in nanoseconds since the simulation began.
  open func firstMoment() -> Int64 { preconditionFailure("a subclass must override firstMoment()") }

  /// Called when the event is due, at the scheduled time or later. Returns the time of the next
  /// repetition, which must be later than `now`.
  open func advance(at now: Int64) -> Int64 {
    preconditionFailure("a subclass must override advance(at:)")
  }

  /// Performs the event, as the process. Called once after each `advance`.
  open func fire(at now: Int64) {}

  /// Calls `fire`. The event lives until it returns.
  @inline(__always)
  final func run(at now: Int64) {
    runCount &+= 1
    fire(at: now)
    runCount &-= 1
    if runCount == 0, itself != nil { itself = nil }
  }

  /// Keeps the event until its code returns. The heap calls this when it releases the event.
  final func stayIfRunning() {
    if runCount > 0 { itself = self }
  }

  /// Starts an item of the main queue on the calling thread, as `SimulatedProcess.runOnMain` does
  /// if the queue is idle. End it with `leaveMain()`. Call only from `fire`.
  ///
  /// - Returns: False if the queue is not idle or the process does not run; then no item was
  ///   started.
  public final func enterMain() -> Bool {
    guard process.state == .running, !simulation.isInQueue else { return false }
    return mainQueue.enter(simulation)
  }

  /// Ends the item that `enterMain()` started.
  public final func leaveMain() { mainQueue.leave(simulation) }

  /// Starts the event, first at `firstMoment()`. Also call this when `firstMoment()` has changed
  /// since the start.
  public final func begin() {
    isEnded = false
    simulation.timers.disarm(self)
    arm(at: firstMoment())
  }

  /// Stops the event.
  public final func end() {
    isEnded = true
    simulation.timers.disarm(self)
  }

  private func arm(at deadline: Int64) {
    simulation.sequence += 1
    simulation.timers.arm(
      self, at: max(deadline, simulation.context.pointee.now), simulation.sequence)
  }

  /// Fires the event late, because its process was frozen when it was due and runs again.
  final func comeLate(at now: Int64) {
    guard !isEnded, !isArmed else { return }
    arm(at: advance(at: now))
    fire(at: now)
  }
}
