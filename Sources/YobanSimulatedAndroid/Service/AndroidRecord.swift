import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The system's state of one Android app, kept over its launches.
final class AndroidRecord {
  unowned let app: InstalledApp
  let manifest: AndroidManifest
  let policy: AndroidPolicy
  /// The rules of the API level that the app targets. Newer rules do not apply to it.
  private let ownPolicy: AndroidPolicy
  /// The app's services, in the order of the manifest.
  var services: [ServiceRecord]
  /// The wake locks that are held.
  var wakeLocks: [WakeLock] = []
  /// The tracks that the process has made and not released (AN25).
  var playbacks: [AudioPlayback] = []
  /// The receivers that the process registered, with their numbers.
  var receivers: [(number: Int, actions: [String])] = []
  var lastReceiver = 0
  /// The number of WorkManager requests without a name so far.
  var lastWork = 0
  var jobs: JobQueue
  var standby: StandbyMachine
  /// The bucket that was posted to the trace last.
  var bucket = StandbyBucket.active
  /// The time used by services of time-limited types (AN6).
  var budgets: [(type: ForegroundServiceType, budget: ServiceTimeBudget)] = []

  /// Whether the app is stopped: after installation, a force stop or the maker's sleep, until the
  /// user opens it (AN18).
  var isStopped = true
  /// Whether the user turned battery optimization off for the app.
  var isExemptByUser = false
  /// Whether the user exempted the app from the maker's power saving (AN10).
  var isProtectedFromMaker = false
  /// The dangerous and special permissions that are granted.
  var granted: Set<String> = []
  /// The user's future answers to permission requests: false to refuse. The default is true.
  var answers: [String: Bool] = [:]
  var hasVisibleOverlay = false

  /// Whether the app came to the front and has not left it since.
  var wasInFront = false
  /// The last time at which it left the front.
  var leftFrontAt: VirtualInstant?
  /// The time since which it has had nothing visible and no foreground service; nil while it has.
  var backgroundSince: VirtualInstant?
  /// Whether it has been in the background for longer than `backgroundServiceLimit` (AN1).
  var isIdle = false
  /// The time at which its process became cached; nil while it is not.
  var cachedSince: VirtualInstant?
  /// The exemptions from background limits, each with its end.
  var allowances: [(exemption: ForegroundStartGate.Exemption, until: VirtualInstant)] = []
  /// Whether its last activity is in the list of recent apps.
  var hasTask = false
  /// The time until which its process runs for a broadcast or an alarm.
  var busyUntil = VirtualInstant.start
  /// The time of the last launch.
  var launchedAt = VirtualInstant.start
  /// The last time at which the user used the app (AN23).
  var lastUsed: VirtualInstant
  /// Whether the system may reset its permissions and let it hibernate: "Pause app activity if unused" (AN23).
  var mayBePaused = true
  /// Whether its permissions were reset since its last use (AN23).
  var isPaused = false
  /// Whether it hibernates until the user opens it (AN23).
  var isHibernating = false
  /// Its CompanionDeviceService while the system binds it, because a companion device is near (AN24).
  var companion: CompanionBinding?
  /// The last terminations, newest first, at most 16.
  var exits: [(instant: VirtualInstant, reason: TerminationReason)] = []
  var hasReportedSleep = false
  var hasReportedAutostart = false

  init(_ app: InstalledApp, _ manifest: AndroidManifest, _ policy: AndroidPolicy) {
    self.app = app
    self.manifest = manifest
    self.policy = policy
    ownPolicy = AndroidPolicy(api: SystemVersion(manifest.targetSdkVersion), .stock)
    services = manifest.components.filter { $0.kind == .service }
      .map { ServiceRecord($0, policy) }
    jobs = JobQueue(policy)
    standby = StandbyMachine(installedAt: app.device.world.now)
    lastUsed = app.device.world.now
    if let limit = policy.timedServiceLimit, ownPolicy.timedServiceLimit != nil {
      budgets = [ForegroundServiceType.dataSync, .mediaProcessing].map {
        ($0, ServiceTimeBudget(limit: limit, window: policy.timedServiceWindow))
      }
    }
    if policy.exactAlarmsAreGranted || !ownPolicy.demandsExactAlarmPermission {
      granted.insert("SCHEDULE_EXACT_ALARM")
    }
  }

  /// Whether a rule of the device also applies to this app, by the API level that it targets.
  func follows(_ rule: KeyPath<AndroidPolicy, Bool>) -> Bool {
    policy[keyPath: rule] && ownPolicy[keyPath: rule]
  }

  /// Whether the device resets the permissions of the app if it is not used (AN23).
  var isResetUnused: Bool { policy.unusedAfter != nil && ownPolicy.unusedAfter != nil }

  /// Whether the app is exempt from battery optimization: by the user, or as an app that the user associated with a
  /// device and that has the permission for it (AN24).
  var ignoresBatteryOptimizations: Bool {
    isExemptByUser || holds("REQUEST_COMPANION_RUN_IN_BACKGROUND") && hasAssociation
  }
  private var hasAssociation: Bool { !app.androidPhone.bluetooth.associations(of: app).isEmpty }

  func service(_ name: String) -> ServiceRecord? { services.first { $0.name == name } }

  var process: AppProcess? { app.process }
  var hasForegroundService: Bool { services.contains { $0.machine.foreground != nil } }
  var hasService: Bool { services.contains { $0.machine.running != nil } }

  /// Returns the system's rank of the app's process.
  func importance(at now: VirtualInstant) -> AndroidImportance {
    guard process != nil else { return .gone }
    if app.isInFront { return .foreground }
    if hasForegroundService { return .foregroundService }
    if hasService || !jobs.running.isEmpty || busyUntil > now || companion?.isBound == true {
      return .service
    }
    return .cached
  }

  /// Whether a permission is held. A permission that needs no answer from the user is held if the
  /// manifest declares it.
  func holds(_ permission: String) -> Bool {
    let name = AndroidManifest.short(permission)
    guard manifest.uses(name) else { return false }
    if isAskedFor(name) { return granted.contains(name) }
    return !name.hasPrefix(Self.healthPrefix)
  }

  /// Whether the user decides about the permission on this device.
  func isAskedFor(_ permission: String) -> Bool {
    if permission == "ACCESS_BACKGROUND_LOCATION" { return policy.separatesBackgroundLocation }
    let level = app.device.profile.version.major
    let known = Self.asked.first { $0.name == permission }?.since
    let since = known ?? (permission.hasPrefix(Self.healthPrefix) ? 34 : nil)
    return since.map { $0 <= level } ?? false
  }

  /// The beginning of the names of the permissions of Health Connect, which API level 34 brings (AN26). An older
  /// system does not know them, so no app holds them there.
  private static let healthPrefix = "health."

  /// The dangerous and special permissions, each with its first API level. Those of Health Connect that are not
  /// here exist from level 34 on.
  private static let asked: [(name: String, since: Int)] = [
    ("ACCESS_FINE_LOCATION", 23), ("ACCESS_COARSE_LOCATION", 23),
    ("CAMERA", 23), ("RECORD_AUDIO", 23),
    ("BODY_SENSORS", 23), ("BODY_SENSORS_BACKGROUND", 33), ("ACTIVITY_RECOGNITION", 29),
    ("POST_NOTIFICATIONS", 33), ("BLUETOOTH_SCAN", 31), ("BLUETOOTH_CONNECT", 31),
    ("BLUETOOTH_ADVERTISE", 31), ("UWB_RANGING", 31), ("SYSTEM_ALERT_WINDOW", 23),
    ("SCHEDULE_EXACT_ALARM", 31),
    ("health.READ_SKIN_TEMPERATURE", 35), (HealthConnectAccess.inBackground, 35),
    (HealthConnectAccess.history, 35),
  ]

  /// Returns the exemptions that allow the app to start a foreground service now, although it is
  /// not in front (AN4).
  func exemptions(at now: VirtualInstant) -> Set<ForegroundStartGate.Exemption> {
    var exemptions = Set(allowances.filter { $0.until > now }.map(\.exemption))
    if let left = leftFrontAt, left + policy.visibleGrace > now {
      exemptions.insert(.leftVisibleState)
    }
    if holds("REQUEST_COMPANION_START_FOREGROUND_SERVICES_FROM_BACKGROUND"), hasAssociation {
      exemptions.insert(.companionDevice)
    }
    if ignoresBatteryOptimizations { exemptions.insert(.batteryOptimizationOff) }
    if holds("SYSTEM_ALERT_WINDOW"), hasVisibleOverlay || !follows(\.overlayMustBeVisible) {
      exemptions.insert(.overlay)
    }
    return exemptions
  }

  /// Whether the app may schedule a user-initiated job now: it is visible, was so a moment ago or when its foreground
  /// service began, or may start an activity from the background (AN21).
  func mayScheduleUserJobs(at now: VirtualInstant) -> Bool {
    app.isInFront || hasAssociation || holds("SYSTEM_ALERT_WINDOW")
      || leftFrontAt.map { now < $0 + policy.userJobGrace } == true
      || services.contains { $0.wasInUse && $0.machine.foreground != nil }
      || allowances.contains { $0.exemption == .userAction && $0.until > now }
  }

  /// The time until which the process counts as visible after it has left the screen (AN25, AN26); nil if it was not
  /// there.
  func visibleEnd(after grace: Duration) -> VirtualInstant? {
    leftFrontAt.flatMap { $0 >= launchedAt ? $0 + grace : nil }
  }

  /// Whether the system resets a permission of an unused app: not those of a page in the settings, and not
  /// ACTIVITY_RECOGNITION (AN23).
  static func isReset(_ permission: String) -> Bool {
    !["SYSTEM_ALERT_WINDOW", "SCHEDULE_EXACT_ALARM", "ACTIVITY_RECOGNITION"].contains(permission)
  }
}

extension AndroidRecord {
  /// Whether the app's last two terminations were crashes within the window. Android calls such a
  /// process "bad".
  func crashesInALoop(_ window: Duration) -> Bool {
    guard exits.count >= 2, case .crash = exits[0].reason, case .crash = exits[1].reason else {
      return false
    }
    return exits[0].instant - exits[1].instant < window
  }
}

/// The system's rank of an Android process, from visible to the user to killed first.
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
  /// Whether the system restarted it after a kill, and it has not been in the foreground since.
  var isRestart = false
  /// Whether a receiver of BOOT_COMPLETED started it.
  var isFromBoot = false
  /// Whether its start was allowed, so that it may enter the foreground too.
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
package final class WakeLock {
  package let tag: String
  unowned let record: AndroidRecord
  var machine = WakeLockMachine()
  /// The launch of the app that created it.
  private(set) weak var process: AppProcess?

  init(_ tag: String, _ record: AndroidRecord, _ process: AppProcess) {
    self.tag = tag
    self.record = record
    self.process = process
  }

  package var isHeld: Bool { machine.isHeld }
}
