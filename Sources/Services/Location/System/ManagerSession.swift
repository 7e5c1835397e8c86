import YobanAppleSystem
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// The system's side of one `CLLocationManager`; see `LocationService.open`.
///
/// Results are delivered to the manager's `LocationEventReceiver`, never before the call returns.
package final class ManagerSession: EventSink {
  unowned let service: LocationService
  let process: AppProcess
  private(set) weak var receiver: (any LocationEventReceiver)?
  var session: LocationSession
  private(set) var wantsSignificantChanges = false
  private(set) var wantsVisits = false
  /// Whether the manager receives visits: it has started them, or an earlier launch has, and no manager of this one
  /// (LOC7).
  var getsVisits: Bool {
    wantsVisits
      || record.visits != nil
        && !service.managers.contains { $0.process === process && $0.wantsVisits }
  }
  private(set) var wantsHeading = false
  package private(set) lazy var ranging = Ranging(self)
  private var nextUpdate: EventToken?
  /// The last fix delivered since updates started, and the device's place then.
  private var delivered: (fix: LocationFix, place: Place)?

  package init(
    _ service: LocationService, _ process: AppProcess, _ receiver: any LocationEventReceiver
  ) {
    self.service = service
    self.process = process
    self.receiver = receiver
    session = LocationSession(policy: service.policy)
  }

  private var record: LocationRecord { service.record(of: process.app) }

  /// Calls the manager on its process's main queue, after the calls that are queued already.
  func notify(_ call: @escaping (any LocationEventReceiver) -> Void) {
    process.process.onMain { [weak self] in if let receiver = self?.receiver { call(receiver) } }
  }

  // MARK: Standard updates

  var isUpdating: Bool { if case .updating = session.state { true } else { false } }

  package func configure(_ request: LocationRequest) {
    session.request = request
    service.updateRunTime(process)
  }

  /// Delivers positions until `stop`. Without permission, `failed(.denied)` is delivered.
  package func start() {
    service.firstUse(process)
    delivered = nil  // each start delivers a position, whatever the distance filter
    defer { service.updateRunTime(process) }
    if service.isRefused(process.app) { notify { $0.failed(.denied) } }
    if isUpdating { return }  // paused updates start again below (LOC3)
    let inForeground = process.app.isInFront
    session.start(
      inForeground: inForeground, endurance: service.endurance(of: process.app), at: service.now)
    process.post(.location(.started))
    if !inForeground, service.permission(of: process.app) != .always {
      process.report(.startedInBackground)
    }
    scheduleUpdate(after: service.policy.firstFix)
    service.restartStillTimer()
  }

  package func stop() {
    if case .idle = session.state { return }
    session.stop()
    cancelUpdate()
    process.post(.location(.stopped))
    service.updateRunTime(process)
  }

  /// Resumes paused updates when the app enters foreground (LOC3).
  func enterForeground() {
    let wasPaused = session.state == .paused
    session.enterForeground(at: service.now)
    if wasPaused { notify { $0.resumed() } }
    if isUpdating { scheduleUpdate(after: service.policy.firstFix) }
  }

  func cancelUpdate() {
    if let nextUpdate { service.simulation.cancel(nextUpdate) }
    nextUpdate = nil
  }

  private func scheduleUpdate(after delay: Duration) {
    cancelUpdate()
    nextUpdate = service.simulation.schedule(at: service.now + delay, self, 0)
  }

  package func handleEvent(_ number: Int) {
    nextUpdate = nil
    guard isUpdating else { return }
    deliverFix()
    scheduleUpdate(after: session.updateInterval)
  }

  private func deliverFix() {
    // In the background, only an app that its updates keep running gets positions (LOC1, LOC4).
    let mayReceivePositions =
      !process.isInBackground
      || session.keepsRunning(service.context(of: process), at: service.now) != nil
      || service.hasActivity(process) || service.hasPush(process)
    guard process.isRunning, mayReceivePositions, service.permission(of: process.app) != .none
    else { return }
    let fix = service.fix(for: record, accuracy: session.request.desiredAccuracy)
    let place = service.device.place
    if let delivered {
      // An approximate position is delivered again only after it was computed again (LOC5).
      if fix.instant == delivered.fix.instant { return }
      let filter = session.request.distanceFilter
      if filter > 0, place.distance(to: delivered.place) < filter { return }
    }
    delivered = (fix, place)
    notify { $0.updated([fix]) }
  }

  /// Handles a change of the app's authorization, possibly while updates are on.
  func permissionChanged(isRefused: Bool) {
    if isRefused, isUpdating { notify { $0.failed(.denied) } }
    ranging.conditionsChanged()
  }

  // MARK: Significant changes, visits, heading

  /// Starts or stops significant changes. The system launches the app for them until they are
  /// stopped (LOC7).
  package func setSignificantChanges(_ isWanted: Bool) {
    service.firstUse(process)
    wantsSignificantChanges = isWanted
    service.wantsSignificantChanges(
      service.managers.contains { $0.process === process && $0.wantsSignificantChanges }, self)
  }

  /// Starts or stops visits. The system launches the app for them until they are stopped (LOC7).
  package func setVisits(_ isWanted: Bool) {
    service.firstUse(process)
    wantsVisits = isWanted
    service.wantsVisits(
      service.managers.contains { $0.process === process && $0.wantsVisits }, process.app)
  }

  /// Delivers the heading soon, and again whenever it changes.
  package func setHeading(_ isWanted: Bool) {
    wantsHeading = isWanted
    if isWanted { notifyOfHeading() }
  }

  /// Delivers the heading: the course on which the device is carried, or was last carried.
  func notifyOfHeading() {
    guard wantsHeading, process.isRunning else { return }
    let fix = service.heading(for: process.app)
    notify { $0.heading(fix) }
  }

  /// Ends the session when the manager was deallocated or its process has ended.
  func close() {
    if process.process.state != .dead {
      stop()
      ranging.stopAll()
    }
    cancelUpdate()
  }
}
