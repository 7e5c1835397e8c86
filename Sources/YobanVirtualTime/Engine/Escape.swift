import Synchronization

/// An operation that a simulation could not perform as a real system would.
public struct Escape: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable {
    /// A `Timer` was added to the run loop of a thread that never runs its loop. The timer never
    /// fires.
    case timerWithoutRunLoop = "timer.no-run-loop"
    /// A call of `sync` on a serial queue from that same queue. libdispatch traps; here the caller
    /// waits forever.
    case queueDeadlock = "dispatch.deadlock"
    /// A dispatch source that waits for an event of the host (a file, a signal). It would fire in
    /// real time; in a simulation it never fires.
    case hostEventSource = "dispatch.host-source"
    /// A main thread has waited for a semaphore, group, lock or queue for 10 s, or still waits at the
    /// end of the simulation, without a deadline.
    case mainThreadBlocked = "main-thread.blocked"
    /// A process has a time zone or a locale of its own, but reads the host's.
    case hostRegion = "foundation.host-region"
    /// Swift's libraries are not those of the version that Yoban knows: names are missing that a simulation
    /// replaces.
    case unknownLibraries = "swift.unknown-libraries"
  }
  public var kind: Kind
  public var instant: VirtualInstant
  public var process: String
  public var detail: String

  public var description: String { "\(instant) \(process) \(kind.rawValue): \(detail)" }
}

/// The reason why a simulation ended without a result.
public enum SimulationError: Error, Hashable, CustomStringConvertible {
  /// No work was left, but the scenario had not returned.
  case stalled(waiting: [String])
  /// Virtual time reached `Simulation.limit`, and the scenario had not returned.
  case limitReached(VirtualInstant)
  /// The scenario itself did what ends an app, such as calling `exit`.
  case scenarioEnded(String)
  /// Code of a process created more work without end while the virtual time did not advance.
  ///
  /// `doing` is what it did again and again, in words; nil if it is unknown.
  case livelock(VirtualInstant, process: String, doing: String? = nil)

  public var description: String {
    switch self {
    case .limitReached(let limit):
      return
        "The scenario had not returned when virtual time reached \(limit): it waits for an event "
        + "that does not occur, while other work continues. If it needs more time, raise "
        + "Simulation.limit."
    case .scenarioEnded(let what):
      return
        "The scenario itself did what ends an app: \(what). Do it in the app, for example in the closure "
        + "of phone.touch(app) { }; then only the app ends."
    case .livelock(let instant, let process, let doing):
      let last = doing.map { " Again and again: \($0)." } ?? ""
      return
        "Virtual time does not advance beyond \(instant): code of \(process) creates new work without "
        + "end.\(last) "
        + "Look for a callback that causes itself again, a loop that yields or dispatches without waiting, or "
        + "a timer without an interval. On a device the processor would be busy until the watchdog ends the app."
    case .stalled(let waiting):
      let parked = waiting.isEmpty ? "" : " Blocked: \(waiting.joined(separator: "; "))."
      return
        "The simulation stalled: the scenario waits for an event that cannot occur, because no work "
        + "is left. "
        + "Check what it awaits (a continuation that is never resumed, a stream that is never finished).\(parked)"
    }
  }
}

extension Simulation {
  private static let identifiers = Atomic<UInt32>(0)

  /// Returns a number that distinguishes the jobs of one simulation from those of another. It is
  /// never part of a trace.
  static func nextIdentifier() -> UInt32 {
    identifiers.add(1, ordering: .relaxed).newValue
  }
}
