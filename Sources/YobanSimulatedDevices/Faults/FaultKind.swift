/// A kind of fault: something that an app, a device or an accessory can meet at a bad moment.
///
/// A service declares its kinds in a file of its own folder, each as one value: its target, its words in a story,
/// the facts that a search uses, and its effect. `FaultKind.allCases` lists the kinds of all services.
public struct FaultKind: Sendable {
  /// Such as `force-quit`. It is part of schedules that people keep, so it does not change.
  public let name: String
  /// The rest of a sentence that begins with the name of the target.
  public let words: String
  /// The time after which the fault ends; nil if it happens at one moment.
  public let length: Duration?
  /// The state in which an app must be; `nothing` for devices and accessories.
  public let need: Need
  /// The places at which a search tries the kind.
  public let moments: Moments
  public let traits: Set<Trait>
  /// Kinds that are tried instead when a schedule is made smaller, the weakest first. Those of an app stand in
  /// place of a fault of its device, too.
  public let weaker: [FaultKind]
  /// The codes of the rules by which systems do this, such as `L8` for iOS and `AN19` for Android; empty if no
  /// rule is needed.
  public let rules: [String]
  package let effect: FaultEffect

  /// - Parameter effect: what the fault does to its target.
  package init(
    _ name: String, _ words: String, for length: Duration? = nil, need: Need = .nothing,
    moments: Moments = .events, traits: Set<Trait> = [], weaker: [FaultKind] = [],
    rules: [String] = [], _ effect: FaultEffect
  ) {
    (self.name, self.words, self.length, self.need) = (name, words, length, need)
    (self.moments, self.traits, self.weaker) = (moments, traits, weaker)
    (self.rules, self.effect) = (rules, effect)
  }

  public var target: Target { effect.target }

  /// The kind of object that a fault changes.
  public enum Target: Sendable, Hashable { case app, device, accessory }

  /// The state that an app must have for a fault.
  public enum Need: Sendable, Hashable {
    case nothing
    /// A process, running or suspended.
    case process
    /// A process that runs.
    case running
    /// A process that runs in the background.
    case background
    /// No process, and the user has not swiped the app away.
    case launchable
    /// Not in front: no process, or one in the background.
    case notInFront

    /// Whether an app in a state has what is needed, as far as its state tells. The state is nil without a
    /// process.
    package func isMet(by state: AppState?) -> Bool {
      switch self {
      case .nothing: true
      case .process: state != nil
      case .running: state != nil && state != .suspended
      case .background: state == .background
      case .launchable: state == nil
      case .notInFront: state != .active && state != .inactive
      }
    }

    package func isMet(by app: InstalledApp) -> Bool {
      switch self {
      case .nothing: true
      case .process: app.process != nil
      case .running: app.process?.isRunning ?? false
      case .background: app.state == .background
      case .launchable: app.process == nil && !app.isForceQuit
      case .notInFront: !app.isFrontmost
      }
    }
  }

  /// The places at which a search tries a kind. A schedule can have it at every place.
  public enum Moments: Sendable, Hashable {
    case events
    /// Just before calls of the target, or of an app of the target, that change files.
    case calls
    case both
  }

  /// A fact about a kind that the search, the shrinking and the judgment use.
  public enum Trait: Sendable, Hashable {
    /// Most devices and accessories meet the fault every day, or every few days.
    case everyday
    /// An app that is right may break the promises of a scenario when this happens, because they did not
    /// foresee it or do not meet it: the user deletes the data or withdraws a permission, or a server fails. A
    /// search has such kinds only if it is asked for them.
    case optional
    /// Nobody can expect the app to run again before the user opens it.
    case needsUser
    /// As `needsUser` on Apple's systems. Android starts an app itself that wants it, once the user has unlocked
    /// the device: with the broadcast BOOT_COMPLETED (AN20).
    case needsUserOnApple
    /// The process of the app ends, or all processes of the device do, also inside a call. A user who sees the
    /// app end in front opens it again. (Kinds with `needsUser` that end a process between calls do not need it.)
    case endsProcess
    /// The device can lose writes that are not durable.
    case losesWrites
    /// The extensions of an app meet the fault, too, each in its own process (L23). All other faults of apps happen
    /// to apps only.
    case ofExtensions
  }

  /// The reason of an end by a fault, which tells it from one by the simulated system or by the app.
  package static let reason = "a fault of the exploration"
}

extension FaultKind: Hashable, CustomStringConvertible {
  public static func == (a: FaultKind, b: FaultKind) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }
}
