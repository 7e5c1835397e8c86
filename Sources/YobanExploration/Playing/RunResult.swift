import YobanSimulatedOS
import YobanVirtualTime

/// The result of one run.
public struct RunResult: Sendable, Codable {
  public var schedule: Schedule
  /// The first thing that went wrong; nil if nothing did.
  public var failure: RunFailure?
  /// When the scenario had returned and its faults had ended, so that the user opened every app; nil if the run
  /// ended before.
  public var usersTurn: RunMoment?
  /// When the user, who had left the apps after that for a while, opened them again; nil if the run ended before.
  public var usersReturn: RunMoment?
  /// The faults that happened, with their times. A fault whose anchor did not occur is missing.
  public var happened: [Happened]
  /// The places for faults in the order of their times, up to the end of the scenario. After each fault,
  /// the list of moments that were seen is empty again. So the places after the last fault are those of
  /// its recovery.
  public var places: [Place]
  /// The codes of the findings, each once.
  public var findings: [String]
  /// The sentences of `sometimes` that were true in this run.
  public var seen: Set<String>
  /// The sentences of all `sometimes`.
  public var hoped: [String]
  /// The digest of the trace; empty if the process of the run crashed.
  public var digest: String
  /// The error that ended the scenario early; nil if it returned.
  public var error: String?
  /// The names of devices, accessories and apps, as targets of faults.
  public var targets: Targets
  /// The decisions of the systems from the first action of the user on, the first few of each name and
  /// subject.
  public var choices: [TakenChoice] = []
  /// The steps of the scenario, the first few of each kind.
  public var steps: [Choice] = []
  /// The events in words, if they were asked for.
  public var events: [RunEvent]?
  /// The page with the timeline of the run, if it was asked for.
  public var page: String?

  public struct Happened: Sendable, Hashable, Codable {
    public var fault: Fault
    public var instant: VirtualInstant
    /// The number of events of the run before the fault.
    public var after: Int
    /// The codes of the rules by which the system of its target does this.
    public var rules: [String] = []
    /// Whether the fault has happened inside a call.
    public var isInCall = false
    /// The anchor of the last event before a fault in a call; nil for other faults.
    public var nearest: Anchor?

    /// Whether the fault has ended a process inside a call.
    var endsProcessInCall: Bool {
      isInCall && fault.kind.traits.contains(.endsProcess)
    }
  }

  /// The names of what faults can happen to.
  public struct Targets: Sendable, Hashable, Codable {
    /// Apps and their extensions.
    public var apps: [String] = []
    public var devices: [String] = []
    public var accessories: [String] = []

    /// The targets to which a kind cannot happen in this world, by kind.
    public var spared: [FaultKind: Set<String>] = [:]

    /// The targets to which a kind can happen.
    func names(_ kind: FaultKind) -> [String] {
      let all =
        switch kind.target {
        case .app: apps
        case .device: devices
        case .accessory: accessories
        }
      guard let spared = spared[kind] else { return all }
      return all.filter { !spared.contains($0) }
    }
  }
}

/// A moment of a run at which a fault can happen.
public struct Place: Sendable, Hashable, Codable {
  public var anchor: Anchor
  public var instant: VirtualInstant
  /// The states of the apps that have a process, by names such as `phone/Pulse`; nil if unknown.
  public var states: [String: AppState]?
}

/// An event of a run, in words.
public struct RunEvent: Sendable, Hashable, Codable {
  /// The importance of an event for a story.
  public enum Role: String, Sendable, Codable {
    /// An action of the user.
    case user
    /// The launch or the end of an app's process, or a new state of it.
    case process
    /// A finding of the simulator.
    case finding
    /// A line that an app printed.
    case output
    /// A call of the app's code by the system, or a change of a file by the app.
    case call
    case other
  }
  public var instant: VirtualInstant
  public var subject: Subject
  /// The name in anchors, such as `bluetooth.connected(strap)`.
  public var name: String
  /// Such as "connected to strap", to be read after the subject.
  public var words: String
  public var role: Role
  /// The code of the rule behind a finding; nil for other events.
  public var rule: String?
}

/// The details of a run that cost time and are therefore returned only on request.
public struct RunDetails: OptionSet, Sendable, Codable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The places for faults.
  public static let places = RunDetails(rawValue: 1)
  /// The events in words.
  public static let events = RunDetails(rawValue: 2)
  /// The page with the timeline.
  public static let page = RunDetails(rawValue: 4)
}

/// A part of a run that is known before its result, so that a crash of the process does not hide it.
enum RunPart: Sendable, Codable {
  case event(RunEvent)
  case happened(RunResult.Happened)
}
