import YobanAppleSystem
import YobanMotion
import YobanSimulatedDevices
import YobanVirtualTime
import YobanWatch
import YobanWatchLink

/// HealthKit's daemon on one device: the permissions of apps, the samples, who is notified of them (HK1 to HK5), and
/// the one workout session of a watch (WK2 to WK4, WK12 to WK14), or of an iPhone (HK6).
public final class HealthService {
  unowned let device: AppleDevice
  private var authorities: [(app: InstalledApp, authority: HealthAuthority)] = []
  /// The active session of the watch; there is at most one (WK2).
  private(set) var active: WorkoutSession?
  /// The active session whose process ended, and which the app has not recovered yet (WK2).
  var unrecoveredSession: WorkoutSession?
  /// The time until which an app that the phone launched for a workout may start one, by bundle
  /// identifier.
  var launchedForWorkout: [String: VirtualInstant] = [:]

  /// The process that was launched while its session waited to be recovered (WK14).
  weak var recoveringProcess: AppProcess?
  /// The types that the sensors measure during workouts (WK12).
  var measurements: [WorkoutMeasurement] = []
  /// The sessions of the watch that its iPhone mirrors (WK13).
  var mirroring: [WorkoutSession] = []
  /// Whether the watch had a link to its iPhone at the last change of the link, and the time of that change.
  var reachedPhone = false
  var lastLinkChange: VirtualInstant?
  /// On an iPhone: the mirrors of the watch's sessions, and who receives them (WK13).
  var mirrors: [MirroredWorkout] = []
  var mirroringHandlers: [(process: AppProcess, handler: (MirroredWorkout) -> Void)] = []
  /// Whether the user lets an app of an iPhone read health data while the device is locked during a workout, when the
  /// system asks at the first one (HK6). Default: true.
  public var allowsWorkoutDataWhileLocked = true

  // MARK: Samples, see HealthService+Samples.swift

  var record = HealthRecord()
  /// The samples that apps saved while the data cannot be accessed.
  var waiting: [HealthSample] = []
  /// The time of the last lock; nil while the device is unlocked, and before the first unlock.
  var lockedAt: VirtualInstant?
  var observers: [HealthObserver] = []
  var deliveries: [(app: InstalledApp, delivery: HealthDelivery)] = []
  var scheduledDelivery: VirtualInstant?
  /// The number of samples that the scenario has added.
  var number = 0

  /// The number of calls of `requestAuthorization`, whether or not the user had to be asked.
  public private(set) var authorizationRequests = 0
  private var plannedAnswers = PlannedAnswers<HealthAnswer>()

  package init(_ device: AppleDevice) {
    self.device = device
    device.motion.hasActiveWorkout = { [unowned self] in hasActiveWorkout($0.app) }
    if device is Watch { device.watchLink.onChange = { [unowned self] in linkChanged() } }
  }

  /// The functions of a watch; nil on an iPhone.
  var watch: WatchService? { (device as? Watch)?.watchService }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  /// The identifier of the workout type.
  public static let workoutType = "HKWorkoutTypeIdentifier"

  // MARK: Permission

  /// Plans what the user answers when the app asks for access to health data. Default: everything is allowed.
  public func answer(_ answer: HealthAnswer, for app: InstalledApp) { plannedAnswers[app] = answer }

  @available(*, deprecated, message: "give the app: answer(_:for:)")
  public var answers: [String: HealthAnswer] {
    get { plannedAnswers.byName }
    set { plannedAnswers.byName = newValue }
  }

  /// `requestAuthorization(toShare:read:completion:)`: asks the user about the types that they were
  /// not asked about before. Terminates the app if Info.plist lacks the usage description.
  ///
  /// - Parameter done: called in the app's process, with nil, or with the reason why the user could
  ///   not be asked.
  package func requestAuthorization(
    share: [String], read: [String], for process: AppProcess,
    _ done: @escaping (HealthRefusal?) -> Void
  ) {
    authorizationRequests += 1
    let plist = process.app.definition.infoPlist
    let texts = [
      ("NSHealthUpdateUsageDescription", "write", share),
      ("NSHealthShareUsageDescription", "read", read),
    ]
    for (key, what, types) in texts where !types.isEmpty && plist.text(key) == nil {
      process.report(.missingHealthText(key))
      AppProcess.raise(
        "NSInvalidArgumentException: \(key) must be set in the app's Info.plist in order to request \(what) authorization for the following types: \(types.joined(separator: ", "))",
        of: process)
    }
    var refusal: HealthRefusal?
    if !process.app.definition.entitlements.contains(Entitlement.healthKit) {
      refusal = .missingEntitlement
      process.report(.missingHealthEntitlement)
    } else if share.isEmpty, read.isEmpty {
      refusal = .nothingRequested
    } else {
      let answer = plannedAnswers[process.app] ?? .allowsAll
      change(process.app) { $0.answered(answer, share: share, read: read) }
    }
    simulation.schedule(at: now) { [self] in
      guard process.process.state != .dead else { return }
      simulation.perform(as: process.process) { done(refusal) }
    }
  }

  /// `authorizationStatus(for:)` of a type, given by its identifier.
  package func authorization(toShare type: String, of app: InstalledApp) -> HealthAuthorization {
    authority(of: app).status(type)
  }

  /// `statusForAuthorizationRequest(toShare:read:)`: whether a request would ask the user.
  package func wouldAsk(share: [String], read: [String], of app: InstalledApp) -> Bool {
    authority(of: app).mustAsk(share: share, read: read)
  }

  /// Allows or forbids an app to write a type, as the user does in the settings. Default: workouts.
  public func setSharing(
    _ isAllowed: Bool, of type: String = HealthService.workoutType, for app: InstalledApp
  ) {
    change(app) { $0.set(isAllowed, sharing: type) }
  }

  func authority(of app: InstalledApp) -> HealthAuthority {
    authorities.first { $0.app === app }?.authority ?? HealthAuthority()
  }

  private func change(_ app: InstalledApp, _ body: (inout HealthAuthority) -> Void) {
    if let i = authorities.firstIndex(where: { $0.app === app }) {
      body(&authorities[i].authority)
    } else {
      var authority = HealthAuthority()
      body(&authority)
      authorities.append((app, authority))
    }
  }

  // MARK: Workouts

  /// Whether this device can have workout sessions of its own: a watch, or an iPhone with iOS 26 or later (HK6).
  package var offersWorkoutSessions: Bool { watch != nil || device.profile.version >= 26 }

  /// Creates the session behind a new `HKWorkoutSession`.
  package func makeSession(
    _ configuration: WorkoutConfiguration, for process: AppProcess,
    _ receiver: any WorkoutEventReceiver
  ) -> WorkoutSession {
    WorkoutSession(self, process, configuration, receiver)
  }

  /// `recoverActiveWorkoutSession(completion:)`: returns the session of an earlier launch, or nil.
  package func recover(for process: AppProcess) -> WorkoutSession? {
    guard let active, active.app === process.app, active.process == nil else { return nil }
    unrecoveredSession = nil
    return active
  }

  /// Attaches a recovered session to the process that now holds an object for it.
  package func adopt(
    _ session: WorkoutSession, for process: AppProcess, _ receiver: any WorkoutEventReceiver
  ) {
    session.adopt(process, receiver)
    session.post(.workout("recovered, \(session.state.name)"))
    grantRunTime()
    guard session.hadSource, session.collection.phase == .collecting else { return }
    simulation.schedule(at: now + workoutPolicy.workoutLaunchWake) { [weak session, weak process] in
      guard let session, let process, session.process === process, session.wants == nil,
        session.state != .ended, session.collection.phase == .collecting
      else { return }
      process.report(.noDataSource)
    }
  }

  /// `UIScene.ConnectionOptions.shouldHandleActiveWorkoutRecovery`: whether a process was launched after its app had
  /// ended during a workout that continues, and has not recovered it yet (HK6).
  package func shouldRecover(_ process: AppProcess) -> Bool {
    recoveringProcess === process && unrecoveredSession?.app === process.app
  }

  /// Whether the app has the active session of the device, and on a watch the background mode for workouts (WK2). The
  /// run time may be over nevertheless, because of a long pause or too much CPU use; on an iPhone a session gives none
  /// (HK6).
  public func hasActiveWorkout(_ app: InstalledApp) -> Bool {
    active?.app === app && active?.machine.isSessionMode == true && (watch == nil || hasMode(app))
  }

  func hasMode(_ app: InstalledApp) -> Bool {
    app.definition.infoPlist.watchBackgroundModes.contains("workout-processing")
  }

  func setActive(_ session: WorkoutSession?) {
    active = session
    device.power.setWorkout(session != nil)
    reportEnergy()
  }

  /// Reports whether a workout measures the heart rate: it does while it runs, and not while it is paused (EN6). An
  /// iPhone measures no heart rate (HK6).
  func reportEnergy() {
    guard watch != nil else { return }
    let uses = active.map { session in
      session.state == .running
        ? [EnergyUse(session.app.definition.name, "workout: heart rate and display", .heartRate)]
        : []
    }
    device.energyMeter.set(uses ?? [], by: "workout")
  }

  func forget(_ app: InstalledApp) {
    authorities.removeAll { $0.app === app }
    deliveries.removeAll { $0.app === app }
  }
}

/// The reason why HealthKit did not ask the user.
package enum HealthRefusal: Sendable, Hashable {
  /// The app is not signed with `com.apple.developer.healthkit` (HKError 4).
  case missingEntitlement
  /// The request named no type (HKError 3).
  case nothingRequested
}

extension Finding {
  static func missingHealthText(_ key: String) -> Finding {
    Finding(
      .plistMissingKey, rule: .hk1, what: "Health data was asked for without \(key).",
      remedy:
        "Add \(key) to Info.plist, with a sentence that tells the user why the app needs the data.")
  }

  static let missingHealthEntitlement = Finding(
    .healthkitNotEntitled, rule: .hk1,
    what: "Health data was asked for without the entitlement com.apple.developer.healthkit.",
    remedy: "Switch the HealthKit capability on in Xcode.")
}

extension AppleDevice {
  /// Permissions for health data, and the workout session of a watch.
  public final var health: HealthService { self[HealthService.self] }
}

extension Finding.Kind {
  /// The app lacks an entitlement of HealthKit.
  public static let healthkitNotEntitled = Self("healthkit.not-entitled")
}
