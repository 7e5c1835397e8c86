import YobanAppleSystem
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// Core Location's daemon on one device. It manages authorization, monitors regions and movement
/// for apps, and launches and resumes apps for events.
public final class LocationService: RadioListener {
  unowned let device: AppleDevice
  /// The records of all apps that used location, in the order of first use.
  private(set) var records: [LocationRecord] = []
  private(set) var managers: [ManagerSession] = []
  private(set) var liveSessions: [LiveSession] = []
  private(set) var diagnosedSessions: [DiagnosedSession] = []
  /// All monitored regions and conditions, in the order of registration (BC1).
  private(set) var trackers: [RegionTracker] = []
  var random: RandomStream
  /// The pushes that extensions work on, and the extensions that can receive some (LOC12).
  var pushes: [LocationPush] = []
  var pushReceivers: [(process: AppProcess, receiver: any LocationPushReceiver)] = []
  var pushBudget = LocationPushBudget()
  var stillTimer: EventToken?
  /// The time since which the device lies still; nil while it moves.
  var stillSince: VirtualInstant? = .start
  var armAlarm: EventToken?
  /// Whether stored regions are detected only when the app registers them again; an exploration may choose it (BC11).
  var forgetsRegions = false
  /// The speed at which the device is carried, in meters per second, and its last course.
  private(set) var speed = 0.0
  private(set) var course: Double?

  var plannedAnswers = PlannedAnswers<LocationAnswer>()
  var plannedUpgradeAnswers = PlannedAnswers<LocationUpgradeAnswer>()
  var plannedAccuracyAnswers = PlannedAnswers<Bool>()
  /// Whether location services are on for the whole device; see `setEnabled`.
  public internal(set) var isEnabled = true

  package init(_ device: AppleDevice) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/location")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  package var policy: LocationPolicy { device.policy(LocationPolicy.self) }

  // MARK: Position

  /// The device's position on the earth. Setting it moves the device's place.
  public var position: Coordinate {
    get { World.geography.coordinate(of: device.place) }
    set { device.place = World.geography.place(of: newValue) }
  }

  /// Updates the speed and course at which the device is carried.
  ///
  /// - Parameter course: degrees clockwise from north; nil keeps the last course.
  package func carried(at speed: Double, course: Double?) {
    self.speed = speed
    guard let course, course != self.course else { return }
    self.course = course
    for manager in managers { manager.notifyOfHeading() }
  }

  // MARK: Sessions opened by apps

  /// Registers a new `CLLocationManager`. It soon receives its authorization, as from iOS 14 on.
  package func open(_ manager: ManagerSession) {
    managers.append(manager)
    manager.notify { $0.authorizationChanged() }
  }

  /// Ends the use of a manager that is deallocated. Updates and ranging stop; regions, significant
  /// changes and visits continue. Does nothing if its process has ended.
  package func close(_ manager: ManagerSession) {
    guard managers.contains(where: { $0 === manager }) else { return }
    manager.close()
    managers.removeAll { $0 === manager }
    updateRunTime(manager.process)
  }

  /// Opens a `CLMonitor`, with its conditions of earlier launches (BC15).
  ///
  /// - Returns: nil if the process is terminated because the name is open already.
  package func openMonitor(
    _ name: String, for process: AppProcess, _ receiver: any MonitorEventReceiver
  ) -> NamedMonitor? {
    let record = record(of: process.app)
    if policy.restoresMonitorsUnlocked, !device.isUnlocked {
      process.report(.monitorBeforeUnlock(name))
    }
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
    return monitor
  }

  /// Starts an iteration of `CLLocationUpdate.liveUpdates()`.
  ///
  /// - Parameter configuration: has no effect; the simulated device computes positions in one way
  ///   only.
  package func startLiveUpdates(
    for process: AppProcess, _ configuration: LiveConfiguration,
    _ receiver: any LiveUpdatesEventReceiver
  ) -> LiveSession {
    let session = LiveSession(self, process, receiver)
    liveSessions.append(session)
    updateRunTime(process)
    return session
  }

  /// Ends an iteration of live updates. Does nothing if its process has ended.
  package func end(_ session: LiveSession) {
    guard liveSessions.contains(where: { $0 === session }) else { return }
    session.cancel()
    liveSessions.removeAll { $0 === session }
    updateRunTime(session.process)
  }

  /// Registers a new `CLBackgroundActivitySession`. In the background it does nothing and reports a
  /// finding, unless the app had one in an earlier launch (LOC9).
  package func beginBackgroundActivity(
    for process: AppProcess, _ receiver: any LocationSessionEventReceiver
  ) -> ActivitySession {
    let record = record(of: process.app)
    let isEffective =
      hasEffective(process) { $0 is ActivitySession }
      || qualifies(process, resumes: record.hadActivity)
    let session = ActivitySession(self, process, isEffective: isEffective, receiver)
    if !isEffective { process.report(.activityInBackground) }
    if !hasMode(process) { process.report(.activityWithoutMode) }
    add(session)
    return session
  }

  /// Registers a new `CLServiceSession`, and requests the authorization that it needs if the app is
  /// in the foreground.
  ///
  /// - Parameter fullAccuracyPurposeKey: a key of NSLocationTemporaryUsageDescriptionDictionary.
  package func beginServiceSession(
    for process: AppProcess, _ goal: ServiceSessionGoal, fullAccuracyPurposeKey: String? = nil,
    _ receiver: any LocationSessionEventReceiver
  ) -> ServiceSession {
    let isEffective =
      hasEffective(process) { $0 is ServiceSession }
      || qualifies(process, resumes: record(of: process.app).heldGoals.contains(goal))
    let session = ServiceSession(
      self, process, goal, purposeKey: fullAccuracyPurposeKey, isEffective: isEffective, receiver)
    add(session)
    askForGoals(process.app)
    return session
  }

  private func add(_ session: DiagnosedSession) {
    diagnosedSessions.append(session)
    if session.isEffective { noteSessions(of: session.process) }
    sessionsChanged(session.process)
  }

  /// Ends a session that is invalidated or deallocated. Does nothing if its process has ended.
  package func end(_ session: DiagnosedSession) {
    if diagnosedSessions.contains(where: { $0 === session }) { session.end() }
  }

  func ended(_ session: DiagnosedSession) {
    diagnosedSessions.removeAll { $0 === session }
    sessionsChanged(session.process)
  }

  func sessionsChanged(_ process: AppProcess) {
    updateRunTime(process)
    for session in diagnosedSessions where session.process === process {
      session.conditionsChanged()
    }
    for monitor in record(of: process.app).monitors { monitor.offerAll() }
  }

  // MARK: Records

  /// A Location Push Service Extension has the permission of its app, and so its record (LOC12).
  func record(of app: InstalledApp) -> LocationRecord {
    let app = app.isLocationPushExtension ? app.host ?? app : app
    if let record = records.first(where: { $0.app === app }) { return record }
    let record = LocationRecord(app)
    records.append(record)
    return record
  }

  func forget(_ record: LocationRecord) { records.removeAll { $0 === record } }

  /// Removes everything that a dead process held open.
  func forget(_ process: AppProcess) {
    for manager in managers where manager.process === process { manager.close() }
    managers.removeAll { $0.process === process }
    for session in liveSessions where session.process === process { session.cancel() }
    liveSessions.removeAll { $0.process === process }
    diagnosedSessions.removeAll { $0.process === process }
    reportEnergy()
  }

  func add(_ tracker: RegionTracker) { trackers.append(tracker) }

  /// Removes a tracker. A beacon region that gets the freed hardware slot is scanned for from now
  /// on (BC1).
  func remove(_ tracker: RegionTracker) {
    let waiting = trackers.compactMap { $0 as? BeaconTracker }.filter { !$0.isAttentive }
    trackers.removeAll { $0 === tracker }
    for beacon in waiting where beacon !== tracker && beacon.isAttentive {
      beacon.radioChanged(nil)
      beacon.updateAtDeadline()
    }
  }
}

extension AppleDevice {
  public final var location: LocationService { self[LocationService.self] }
}
