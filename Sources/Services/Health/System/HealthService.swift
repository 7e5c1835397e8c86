import YobanAppleSystem
import YobanMotion
import YobanSimulatedDevices
import YobanVirtualTime
import YobanWatch

/// HealthKit's daemon on one device: the permissions of apps, the samples, who is notified of them (HK1 to HK4), and
/// the one workout session of a watch (WK2 to WK4).
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
  }

  /// The functions of the watch; workout sessions exist only there.
  var watch: WatchService {
    guard let watch = device as? Watch else {
      preconditionFailure("a workout session began on \(device.name), which is not a watch")
    }
    return watch.watchService
  }

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

  /// Whether this device can have workout sessions: only a watch can.
  package var offersWorkoutSessions: Bool { device.profile.platform == .watchOS }

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
  }

  /// Whether the app has the watch's active session, and the background mode for workouts (WK2). The
  /// run time may be over nevertheless, because of a long pause or too much CPU use.
  public func hasActiveWorkout(_ app: InstalledApp) -> Bool {
    active?.app === app && active?.machine.isSessionMode == true && hasMode(app)
  }

  func hasMode(_ app: InstalledApp) -> Bool {
    app.definition.infoPlist.watchBackgroundModes.contains("workout-processing")
  }

  func setActive(_ session: WorkoutSession?) {
    active = session
    device.power.setWorkout(session != nil)
    reportEnergy()
  }

  /// Reports whether a workout measures the heart rate: it does while it runs, and not while it is paused (EN6).
  func reportEnergy() {
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
