import VirtualTime

/// What the system keeps of an Android app, over its launches.
final class AndroidRecord {
  unowned let app: InstalledApp
  let manifest: AndroidManifest
  let policy: AndroidPolicy
  /// The rules of the API level that the app was made for: older apps are spared newer ones.
  private let ownPolicy: AndroidPolicy
  /// In the order of the manifest.
  var services: [ServiceRecord]
  /// Those that are held.
  var wakeLocks: [WakeLock] = []
  /// Receivers that the process registered, by their numbers.
  var receivers: [(number: Int, actions: [String])] = []
  var lastReceiver = 0
  /// How many requests without a name WorkManager has had.
  var lastWork = 0
  var jobs: JobQueue
  var standby: StandbyMachine
  /// What was posted last.
  var bucket = StandbyBucket.active
  /// Time used by services of limited types (AN6).
  var budgets: [(type: ForegroundServiceType, budget: ServiceTimeBudget)] = []

  /// Since installation, a force stop or the maker's sleep, until the user opens it (AN18).
  var isStopped = true
  var ignoresBatteryOptimisations = false
  /// Whether the user protects it from the maker's power saving (AN10).
  var isProtectedFromMaker = false
  /// Dangerous and special permissions that are granted.
  var granted: Set<String> = []
  /// What the user will answer when asked: false to refuse.
  var answers: [String: Bool] = [:]
  var hasVisibleOverlay = false

  /// Whether it has been in front in this launch.
  var wasInFront = false
  /// When it left the front last.
  var leftFrontAt: VirtualInstant?
  /// Since when nothing visible and no foreground service is there; nil while there is.
  var backgroundSince: VirtualInstant?
  /// In background for longer than `backgroundServiceLimit` (AN1).
  var isIdle = false
  /// Since when it only waits to be used again.
  var cachedSince: VirtualInstant?
  /// What allows it more than an app in background may, each until a moment.
  var allowances: [(exemption: ForegroundStartGate.Exemption, until: VirtualInstant)] = []
  /// Whether its last activity is in the list of recent apps.
  var hasTask = false
  /// Since when its process runs for a broadcast or an alarm.
  var busyUntil = VirtualInstant.start
  /// Newest first, at most 16.
  var exits: [(instant: VirtualInstant, reason: TerminationReason)] = []
  var hasReportedSleep = false

  init(_ app: InstalledApp, _ manifest: AndroidManifest, _ policy: AndroidPolicy) {
    self.app = app
    self.manifest = manifest
    self.policy = policy
    ownPolicy = AndroidPolicy(api: SystemVersion(manifest.targetSdkVersion), .stock)
    services = manifest.components.filter { $0.kind == .service }
      .map { ServiceRecord($0, policy) }
    jobs = JobQueue(policy)
    standby = StandbyMachine(installedAt: app.device.world.now)
    if let limit = policy.timedServiceLimit, ownPolicy.timedServiceLimit != nil {
      budgets = [ForegroundServiceType.dataSync, .mediaProcessing].map {
        ($0, ServiceTimeBudget(limit: limit, window: policy.timedServiceWindow))
      }
    }
    if policy.exactAlarmsAreGranted || !ownPolicy.demandsExactAlarmPermission {
      granted.insert("SCHEDULE_EXACT_ALARM")
    }
  }

  /// Whether a rule of the device holds for this app, too.
  func follows(_ rule: KeyPath<AndroidPolicy, Bool>) -> Bool {
    policy[keyPath: rule] && ownPolicy[keyPath: rule]
  }

  func service(_ name: String) -> ServiceRecord? { services.first { $0.name == name } }

  var process: AppProcess? { app.process }
  var hasForegroundService: Bool { services.contains { $0.machine.foreground != nil } }
  var hasService: Bool { services.contains { $0.machine.running != nil } }

  /// How the system ranks its process.
  func importance(at now: VirtualInstant) -> AndroidImportance {
    guard process != nil else { return .gone }
    if app.isInFront { return .foreground }
    if hasForegroundService { return .foregroundService }
    if hasService || !jobs.running.isEmpty || busyUntil > now { return .service }
    return .cached
  }

  /// Whether a permission is held: those that nobody is asked for come with the manifest.
  func holds(_ permission: String) -> Bool {
    let name = AndroidManifest.short(permission)
    guard manifest.uses(name) else { return false }
    return !isAskedFor(name) || granted.contains(name)
  }

  /// Whether the user decides over it on this device.
  func isAskedFor(_ permission: String) -> Bool {
    if permission == "ACCESS_BACKGROUND_LOCATION" { return policy.separatesBackgroundLocation }
    let level = app.device.profile.version.major
    return Self.asked.first { $0.name == permission }.map { $0.since <= level } ?? false
  }

  /// Dangerous and special permissions, each from an API level on.
  private static let asked: [(name: String, since: Int)] = [
    ("ACCESS_FINE_LOCATION", 23), ("ACCESS_COARSE_LOCATION", 23),
    ("CAMERA", 23), ("RECORD_AUDIO", 23),
    ("BODY_SENSORS", 23), ("BODY_SENSORS_BACKGROUND", 33), ("ACTIVITY_RECOGNITION", 29),
    ("POST_NOTIFICATIONS", 33), ("BLUETOOTH_SCAN", 31), ("BLUETOOTH_CONNECT", 31),
    ("BLUETOOTH_ADVERTISE", 31), ("UWB_RANGING", 31), ("health.READ_HEART_RATE", 36),
    ("health.READ_SKIN_TEMPERATURE", 36), ("health.READ_OXYGEN_SATURATION", 36),
    ("health.READ_HEALTH_DATA_IN_BACKGROUND", 36), ("SYSTEM_ALERT_WINDOW", 23),
    ("SCHEDULE_EXACT_ALARM", 31),
  ]

  /// What allows it to start a foreground service now, although it is not in front (AN4).
  func exemptions(at now: VirtualInstant) -> Set<ForegroundStartGate.Exemption> {
    var exemptions = Set(allowances.filter { $0.until > now }.map(\.exemption))
    if let left = leftFrontAt, left + policy.visibleGrace > now {
      exemptions.insert(.leftVisibleState)
    }
    if holds("REQUEST_COMPANION_START_FOREGROUND_SERVICES_FROM_BACKGROUND"),
      !app.device.android.radio.associations(of: app).isEmpty
    {
      exemptions.insert(.companionDevice)
    }
    if ignoresBatteryOptimisations { exemptions.insert(.batteryOptimisationOff) }
    if holds("SYSTEM_ALERT_WINDOW"), hasVisibleOverlay || !follows(\.overlayMustBeVisible) {
      exemptions.insert(.overlay)
    }
    return exemptions
  }
}

extension AndroidRecord {
  /// Whether its last two ends were crashes, shortly after one another: the process is "bad".
  func crashesInALoop(_ window: Duration) -> Bool {
    guard exits.count >= 2, case .crash = exits[0].reason, case .crash = exits[1].reason else {
      return false
    }
    return exits[0].instant - exits[1].instant < window
  }
}

/// How the system ranks an Android process: from what the user sees to what is killed first.
public enum AndroidImportance: Int, Sendable, Hashable, CaseIterable, Comparable {
  case foreground
  case foregroundService
  case service
  case cached
  case gone

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A service of an app's manifest.
final class ServiceRecord {
  let component: AndroidManifest.Component
  var machine: ServiceStateMachine
  /// Whether it was started by the system after a kill, and has not been in foreground since.
  var isRestart = false
  /// Whether a receiver of BOOT_COMPLETED started it.
  var isFromBoot = false
  /// Whether the start itself was allowed, so that entering the foreground is, too.
  var wasAllowed = false
  /// Whether it was started while the app was in use.
  var wasInUse = false

  init(_ component: AndroidManifest.Component, _ policy: AndroidPolicy) {
    self.component = component
    machine = ServiceStateMachine(policy)
  }

  var name: String { component.name }
}

/// A wake lock of a process.
public final class WakeLock {
  public let tag: String
  unowned let record: AndroidRecord
  var machine = WakeLockMachine()
  /// The launch of the app that made it.
  private(set) weak var process: AppProcess?

  init(_ tag: String, _ record: AndroidRecord, _ process: AppProcess) {
    self.tag = tag
    self.record = record
    self.process = process
  }

  public var isHeld: Bool { machine.isHeld }
}
