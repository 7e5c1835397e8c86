import YobanSimulatedOS

/// The kinds of faults: events that an app, a device or an accessory can meet at a bad moment.
///
/// The text of a kind, such as `force-quit`, is part of schedules that people keep; it does not change.
public enum FaultKind: String, Sendable, Hashable, Codable, CaseIterable {
  // The app
  case memoryWarning = "memory-warning"
  case suspension
  case expiration
  case jetsam
  case crash
  case forceQuit = "force-quit"
  case watchdog
  case prewarm
  case visit
  case update
  case reinstall
  case backgroundRefreshOff = "background-refresh-off"
  case bluetoothWithdrawn = "bluetooth-withdrawn"
  case locationWithdrawn = "location-withdrawn"
  case motionWithdrawn = "motion-withdrawn"
  case microphoneWithdrawn = "microphone-withdrawn"
  case notificationsWithdrawn = "notifications-withdrawn"
  case healthWithdrawn = "health-withdrawn"
  case standby
  case ioError = "io-error"
  // The device
  case reboot
  case powerLoss = "power-loss"
  case kernelPanic = "kernel-panic"
  case systemUpdate = "system-update"
  case lock
  case lowPowerMode = "low-power-mode"
  case doze
  case diskFull = "disk-full"
  case offline
  case networkSlow = "network-slow"
  case serverError = "server-error"
  case answerLost = "answer-lost"
  case requestDoubled = "request-doubled"
  case bluetoothOff = "bluetooth-off"
  case bluetoothReset = "bluetooth-reset"
  case watchLinkLost = "watch-link-lost"
  case watchDoubled = "watch-doubled"
  case watchDelayed = "watch-delayed"
  case clockAhead = "clock-ahead"
  case clockBack = "clock-back"
  case clockFarAhead = "clock-far-ahead"
  case clockFarBack = "clock-far-back"
  case timeZone = "time-zone"
  case daylightSaving = "daylight-saving"
  // The accessory
  case accessoryOff = "accessory-off"
  case accessoryOutOfRange = "out-of-range"
  case accessoryRebooted = "accessory-rebooted"
  case accessorySlow = "accessory-slow"
  case valuesTruncated = "values-truncated"
  case valuesCorrupted = "values-corrupted"
  case servicesChanged = "services-changed"
  case linkLost = "link-lost"
  case connectionRefused = "connection-refused"
  case bondLost = "bond-lost"

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
    /// No process.
    case noProcess
    /// Not in front: no process, or one in the background.
    case notInFront

    /// Whether an app in a state has what is needed. The state is nil without a process.
    func isMet(by state: AppState?) -> Bool {
      switch self {
      case .nothing: true
      case .process: state != nil
      case .running: state != nil && state != .suspended
      case .background: state == .background
      case .noProcess: state == nil
      case .notInFront: state != .active && state != .inactive
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

  /// The facts about a kind that the search, the shrinking and the judgment use.
  public struct Row: Sendable, Hashable {
    public var target: Target
    /// The rest of a sentence that begins with the name of the target.
    public var words: String
    /// The time after which the fault ends; nil if it happens at one moment.
    public var length: Duration?
    /// Whether nobody can expect the app to run again before the user opens it.
    public var needsUser = false
    /// Kinds that are tried instead when a schedule is made smaller, the weakest first. Those of an app
    /// stand in place of a fault of its device, too.
    public var weaker: [FaultKind] = []
    /// The state in which an app must be; nothing for devices and accessories.
    public var need = Need.nothing
    public var moments = Moments.events
    /// Whether an app that is right may break the promises of a scenario when this happens, because they
    /// did not foresee it or do not meet it: the user deletes the data or withdraws a permission, or a
    /// server fails. A search has such kinds only if it is asked for them.
    public var isOptional = false
  }

  /// The kinds that a search has if nothing else is said.
  public static var usual: [FaultKind] { allCases.filter { !$0.row.isOptional } }

  /// Whether most devices and accessories meet the fault every day, or every few days.
  var isEveryday: Bool {
    switch self {
    case .memoryWarning, .suspension, .expiration, .jetsam, .forceQuit, .prewarm, .visit, .standby,
      .lock, .lowPowerMode, .doze, .offline, .networkSlow, .answerLost, .bluetoothOff,
      .watchLinkLost, .watchDelayed, .accessoryOff, .accessoryOutOfRange, .linkLost:
      true
    default: false
    }
  }

  /// Whether the device can lose writes that are not durable.
  var losesWrites: Bool { self == .powerLoss || self == .kernelPanic }

  public var row: Row { appRow ?? deviceRow ?? accessoryRow }
}
