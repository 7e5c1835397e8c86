import VirtualTime

/// Core Location's daemon on one device: what apps may know, what it watches for them, and what
/// that means for their launches.
public final class LocationService {
  unowned let device: Device
  /// Of every app that used it, in the order of first use.
  private(set) var records: [LocationRecord] = []
  private(set) var managers: [ManagerSession] = []
  private(set) var liveSessions: [LiveSession] = []
  private(set) var diagnosedSessions: [DiagnosedSession] = []
  /// Everything that is watched, in the order of registration (BC1).
  private(set) var trackers: [RegionTracker] = []
  var random: RandomStream
  var stillTimer: EventToken?
  /// Since when the device lies still; nil while it moves.
  var stillSince: VirtualInstant? = .start
  var armAlarm: EventToken?
  /// How it is carried, and where to it pointed last.
  private(set) var speed = 0.0
  private(set) var course: Double?

  /// What the user answers when an app asks, by app name. By default what the app asks for.
  public var answers: [String: LocationAnswer] = [:]
  /// What the user answers when the system asks whether Always shall stay, by app name. By
  /// default it shall (BC13).
  public var upgradeAnswers: [String: LocationUpgradeAnswer] = [:]
  /// Whether the user gives an app its precise location for a while, by app name. Default: yes.
  public var accuracyAnswers: [String: Bool] = [:]
  /// Location services of the whole device; see `setEnabled`.
  public internal(set) var isEnabled = true

  init(_ device: Device) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/location")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  public var policy: LocationPolicy { device.profile.location }

  // MARK: Where the device is

  /// Where the device is on the earth; setting it moves its place.
  public var position: Coordinate {
    get { World.geography.coordinate(of: device.place) }
    set { device.place = World.geography.place(of: newValue) }
  }

  /// The device is carried, or not any more.
  ///
  /// - Parameter course: degrees clockwise from north; the last one stays.
  func carried(at speed: Double, course: Double?) {
    self.speed = speed
    guard let course, course != self.course else { return }
    self.course = course
    for manager in managers { manager.tellHeading() }
  }

  // MARK: What apps open

  /// A `CLLocationManager` was made; it is told its authorization soon, as from iOS 14 on.
  public func openManager(for process: AppProcess, _ receiver: any LocationEventReceiver) -> LocationClient {
    let manager = ManagerSession(self, process, receiver)
    if process.isAlive(for: "CLLocationManager.init") {
      managers.append(manager)
      manager.tell { $0.authorizationChanged() }
    }
    return LocationClient(manager: manager, process: process)
  }

  func close(_ manager: ManagerSession) {
    guard managers.contains(where: { $0 === manager }) else { return }
    manager.close()
    managers.removeAll { $0 === manager }
    settle(manager.process)
  }

  /// A `CLMonitor` is opened: its conditions of earlier launches are there (BC15).
  ///
  /// - Returns: nil if the process was ended: the name is open already, or the process is dead.
  public func openMonitor(
    _ name: String, for process: AppProcess, _ receiver: any MonitorEventReceiver
  ) -> MonitorClient? {
    guard process.isAlive(for: "CLMonitor.init") else { return nil }
    let record = record(of: process.app)
    let monitor: NamedMonitor
    if let known = record.monitors.first(where: { $0.name == name }) {
      guard known.process == nil else {
        process.report(.monitorOpenTwice(name))
        process.kill(
          .crash("NSInternalInconsistencyException: a CLMonitor named \(name) is open already"))
        return nil
      }
      monitor = known
    } else {
      monitor = NamedMonitor(name, self, record)
      record.monitors.append(monitor)
    }
    monitor.attach(process, receiver)
    return MonitorClient(monitor: monitor, process: process)
  }

  /// An app iterates `CLLocationUpdate.liveUpdates()`.
  ///
  /// - Parameter configuration: accepted; the simulated device has one way to find positions.
  public func startLiveUpdates(
    for process: AppProcess, _ configuration: LiveConfiguration,
    _ receiver: any LiveUpdatesEventReceiver
  ) -> LiveUpdatesClient {
    let session = LiveSession(self, process, receiver)
    if process.isAlive(for: "CLLocationUpdate.liveUpdates()") {
      liveSessions.append(session)
      settle(process)
    }
    return LiveUpdatesClient(session: session, process: process)
  }

  func ended(_ session: LiveSession) {
    liveSessions.removeAll { $0 === session }
    settle(session.process)
  }

  /// A `CLBackgroundActivitySession` was made. Begun in background it does nothing, with a finding,
  /// unless the app had one in an earlier launch (LOC9).
  public func beginBackgroundActivity(
    for process: AppProcess, _ receiver: any LocationSessionEventReceiver
  ) -> BackgroundActivityClient {
    let record = record(of: process.app)
    let isEffective = process.app.isInFront || record.hadActivity
    let session = ActivitySession(self, process, isEffective: isEffective, receiver)
    if process.isAlive(for: "CLBackgroundActivitySession.init") {
      if isEffective { record.hadActivity = true } else { process.report(.activityInBackground) }
      if !hasMode(process) { process.report(.activityWithoutMode) }
      add(session)
    }
    return BackgroundActivityClient(session: session, process: process)
  }

  /// A `CLServiceSession` was made: asks the user for what it needs, if the app is in front.
  ///
  /// - Parameter fullAccuracyPurposeKey: of NSLocationTemporaryUsageDescriptionDictionary.
  public func beginServiceSession(
    for process: AppProcess, _ goal: ServiceSessionGoal, fullAccuracyPurposeKey: String? = nil,
    _ receiver: any LocationSessionEventReceiver
  ) -> ServiceSessionClient {
    let session = ServiceSession(self, process, goal, purposeKey: fullAccuracyPurposeKey, receiver)
    if process.isAlive(for: "CLServiceSession.init") {
      add(session)
      askForGoals(process.app)
    }
    return ServiceSessionClient(session: session, process: process)
  }

  private func add(_ session: DiagnosedSession) {
    diagnosedSessions.append(session)
    sessionsChanged(session.process)
  }

  func ended(_ session: DiagnosedSession) {
    diagnosedSessions.removeAll { $0 === session }
    sessionsChanged(session.process)
  }

  private func sessionsChanged(_ process: AppProcess) {
    settle(process)
    for session in diagnosedSessions where session.process === process {
      session.conditionsChanged()
    }
    for monitor in record(of: process.app).monitors { monitor.offerAll() }
  }

  // MARK: Records

  func record(of app: InstalledApp) -> LocationRecord {
    if let record = records.first(where: { $0.app === app }) { return record }
    let record = LocationRecord(app)
    records.append(record)
    return record
  }

  func forget(_ record: LocationRecord) { records.removeAll { $0 === record } }

  /// The process is gone, and what it held open.
  func forget(_ process: AppProcess) {
    for manager in managers where manager.process === process { manager.close() }
    managers.removeAll { $0.process === process }
    for session in liveSessions where session.process === process { session.cancel() }
    liveSessions.removeAll { $0.process === process }
    diagnosedSessions.removeAll { $0.process === process }
  }

  func add(_ tracker: RegionTracker) { trackers.append(tracker) }

  /// A beacon region that takes its place in the hardware is looked for from now on (BC1).
  func remove(_ tracker: RegionTracker) {
    let waiting = trackers.compactMap { $0 as? BeaconTracker }.filter { !$0.isAttentive }
    trackers.removeAll { $0 === tracker }
    for beacon in waiting where beacon !== tracker && beacon.isAttentive {
      beacon.radioChanged(nil)
      beacon.updateAtDeadline()
    }
  }
}
