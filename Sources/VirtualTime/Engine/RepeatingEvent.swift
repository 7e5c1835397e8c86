/// An event of a process that comes again and again, such as the samples of a sensor: it stays in the
/// event loop from `begin()` to `end()`, without work or memory for each time. It may begin again.
///
/// Each time, the loop asks `advance` for the next moment, and then calls `fire`: in the order of
/// events, the next time is scheduled before anything that `fire` does. A process that is frozen when
/// its event is due gets it late, once, when it is thawed; a dead one never.
open class RepeatingEvent {
  public final let process: SimulatedProcess
  public final let simulation: Simulation
  private final let mainQueue: SimulatedQueue
  /// Where its key is found in the heap, and which one it is. The heap's own.
  @exclusivity(unchecked) final var slot: Int32 = -1
  @exclusivity(unchecked) final var sequence: UInt64 = 0
  /// Whether a key of the heap stands for it.
  @exclusivity(unchecked) final var isArmed = false
  private var isEnded = false

  public init(in process: SimulatedProcess) {
    self.process = process
    simulation = process.simulation
    mainQueue = process.mainQueue
  }

  /// When it comes first, in nanoseconds since the simulation began.
  open func firstMoment() -> Int64 { preconditionFailure("a repeating event says when it comes") }

  /// It is due, at the earliest at the moment said before. Returns when it comes next, which is later.
  open func advance(at now: Int64) -> Int64 {
    preconditionFailure("a repeating event says when it comes next")
  }

  /// Does what it is for, as the process. Called once after each `advance`.
  open func fire(at now: Int64) {}

  /// Begins an item of the main queue right here, as `SimulatedProcess.runOnMain` does if the queue has
  /// nothing else to do; end it with `leaveMain()`. Only from `fire`.
  ///
  /// - Returns: false if the queue has something to do, or the process does not run: then nothing was
  ///   begun.
  public final func enterMain() -> Bool {
    guard process.state == .running, !simulation.isInQueue else { return false }
    return mainQueue.enter(simulation)
  }

  /// Ends the item.
  public final func leaveMain() { mainQueue.leave(simulation) }

  /// From now on it comes, first at `firstMoment()`; also where that has changed since it began.
  public final func begin() {
    isEnded = false
    simulation.timers.disarm(self)
    arm(at: firstMoment())
  }

  /// It comes no more.
  public final func end() {
    isEnded = true
    simulation.timers.disarm(self)
  }

  private func arm(at deadline: Int64) {
    simulation.sequence += 1
    simulation.timers.arm(
      self, at: max(deadline, simulation.context.pointee.now), simulation.sequence)
  }

  /// Its process was frozen when it was due, and runs again.
  final func comeLate(at now: Int64) {
    guard !isEnded, !isArmed else { return }
    arm(at: advance(at: now))
    fire(at: now)
  }
}
