import YobanAppleSystem
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The system functions that only a watch has: the wrist, extended runtime sessions, background
/// refreshes, and the CPU cap of sessions (WK1, WK5, WK6, WK9).
///
/// Workout sessions are in `Sources/Services/Health`.
public final class WatchService {
  unowned let device: Watch
  var frontmost = FrontmostMachine()
  private var frontmostAlarm: EventToken?
  /// The apps whose process requested the longer frontmost time (WK1), by bundle identifier.
  var extendedFrontmost: Set<String> = []
  /// The extended runtime sessions that were started or scheduled and have not ended (WK5).
  var extendedSessions: [ExtendedRuntimeSession] = []
  /// The refresh requests of apps, in the order of first use (WK9).
  var refreshRecords: [RefreshRecord] = []
  var caps: [ProcessorCapRecord] = []
  var random: RandomStream

  var dock: [InstalledApp] = [] {
    didSet { reconsiderRefreshes() }
  }
  package var isOnLeftWrist = true

  package init(_ device: Watch) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/watch")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: WatchPolicy { device.policy(WatchPolicy.self) }

  // MARK: The wrist (WK1)

  var isWristUp: Bool { frontmost.state == .wristUp }

  func lowerWrist() {
    let app = device.apps.first { $0.isInFront }
    let timeout = app.map { app in
      extendedFrontmost.contains(app.definition.bundleIdentifier)
        ? policy.extendedFrontmost ?? policy.frontmost : policy.frontmost
    }
    perform(frontmost.lower(frontmostFor: timeout, at: now))
  }

  func raiseWrist() { perform(frontmost.raise()) }

  /// Sets `isFrontmostTimeoutExtended` of an app. It has an effect in watchOS 4 to 7 (WK1).
  package func setFrontmostTimeoutExtended(_ isExtended: Bool, for process: AppProcess) {
    let identifier = process.app.definition.bundleIdentifier
    if isExtended {
      extendedFrontmost.insert(identifier)
    } else {
      extendedFrontmost.remove(identifier)
    }
  }

  private var frontmostApp: InstalledApp? {
    device.apps.first { $0.process?.isFrontmostWithWristDown == true }
  }

  private func perform(_ actions: [FrontmostMachine.Action]) {
    for action in actions {
      switch action {
      case .resignActive:
        device.apps.first { $0.isInFront }?.process?.lowerWrist(grace: policy.suspensionDelay)
      case .becomeActive: frontmostApp?.process?.raiseWrist()
      case .enterBackground: frontmostApp?.process?.leave()
      }
    }
    setFrontmostAlarm()
  }

  /// Checks the frontmost app again after a session that keeps it frontmost began or ended.
  package func reconsiderFrontmost() {
    guard let app = frontmostApp else { return }
    perform(frontmost.reconsider(isKept: keepsFrontmost(app), at: now))
  }

  /// Whether a session keeps the app frontmost while the wrist is down.
  private func keepsFrontmost(_ app: InstalledApp) -> Bool {
    hasWorkout(app)
      || extendedSessions.contains {
        $0.app === app && $0.isRunning && $0.kind?.isFrontmost == true
      }
  }

  /// Whether a session of another service, which is a workout, keeps the app running.
  func hasWorkout(_ app: InstalledApp) -> Bool {
    device.services.contains { $0 !== self && $0.keepsRunning(app) }
  }

  private func setFrontmostAlarm() {
    if let frontmostAlarm { simulation.cancel(frontmostAlarm) }
    frontmostAlarm = frontmost.deadline.flatMap { deadline in
      guard deadline > now else { return nil }
      return simulation.schedule(at: deadline) { [weak self] in self?.reconsiderFrontmost() }
    }
  }
}

extension WatchService: SystemService {
  package func userComes() { device.liftWrist() }

  package func enteredBackground(_ process: AppProcess) {
    if !process.isFrontmostWithWristDown { leftFront(process) }
    grantExtendedRuntime(process)
    reconsiderRefreshes()
  }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    endExtendedSessions(of: process, reason)
    forgetCap(of: process)
    forgetTasks(of: process)
    extendedFrontmost.remove(process.app.definition.bundleIdentifier)
    if frontmostApp == nil {
      frontmost.appEnded()
      setFrontmostAlarm()
    }
  }

  package func appDeleted(_ app: InstalledApp) {
    endExtendedSessions(of: app)
    forgetRefreshes(of: app)
    if device.activeComplications.contains(where: { $0 === app }) {
      device.activeComplications.removeAll { $0 === app }
    }
    dock.removeAll { $0 === app }
  }

  package func deviceWentDown() {
    endScheduledSessions()
    frontmost = FrontmostMachine()
    setFrontmostAlarm()
  }

  package func contentArrived(for app: InstalledApp, from source: ContentSource) {
    switch source {
    case .counterpart: wake(app, for: .watchConnectivity)
    case .accessory: wake(app, for: .bluetoothAlert)
    }
  }

  package func deviceCameUp() { reconsiderRefreshes() }
  package func conditionsChanged() { reconsiderRefreshes() }
  package func processorLoadChanged(_ process: AppProcess) { capChanged(process) }
  package func keepsRunning(_ app: InstalledApp) -> Bool { runningSession(of: app) != nil }

  /// Whether an app has a background refresh that it has not completed, in which it can use Bluetooth (WK10).
  package func isRefreshingWithBluetooth(_ app: InstalledApp) -> Bool {
    policy.connectsDuringRefresh
      && refreshRecords.contains { $0.app === app && $0.tasks.contains { $0.kind == .application } }
  }

  package func obligations(to app: InstalledApp) -> [String] {
    var obligations: [String] = []
    if extendedSessions.contains(where: { $0.app === app }) {
      obligations.append("a runtime session")
    }
    let records = refreshRecords.filter { $0.app === app }
    if records.contains(where: {
      $0.application.requested != nil || $0.snapshot.requested != nil || !$0.tasks.isEmpty
    }) {
      obligations.append("a background refresh")
    }
    return obligations
  }
}

extension Watch {
  package var watchService: WatchService { self[WatchService.self] }

  /// The apps that the user keeps in the dock (WK9). Default: none.
  public var dock: [InstalledApp] {
    get { watchService.dock }
    set { watchService.dock = newValue }
  }

  /// Whether the watch is set to be worn on the left wrist. Default: yes.
  public var isOnLeftWrist: Bool {
    get { watchService.isOnLeftWrist }
    set { watchService.isOnLeftWrist = newValue }
  }

  /// Whether the user looks at the watch.
  public var isWristUp: Bool { watchService.isWristUp }

  /// The watch itself, whose properties `activeComplications`, `dock`, `isOnLeftWrist` and `isWristUp` once
  /// stood here.
  @available(*, deprecated, message: "use the property of the watch itself")
  public var watch: Watch { self }
}

extension InstalledApp {
  /// The functions of the watch on which this watch app is installed.
  package var watchService: WatchService {
    guard let watch = device as? Watch else {
      preconditionFailure("\(definition.name) uses WatchKit, but is not installed on a watch")
    }
    return watch.watchService
  }
}
